"""Prints what a browser would run."""

print("</pre><script>document.title = 'pwned'</script>")
