"""Never gets to the end of its cell."""

while True:
    pass
