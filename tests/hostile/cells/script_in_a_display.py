"""Shows HTML with a script, as a result of its cell."""

from IPython.display import HTML, Javascript, display

display(Javascript("document.title = 'pwned'"))
HTML("<img src=x onerror=\"document.title='pwned'\"><script>document.title = 'pwned'</script>")
