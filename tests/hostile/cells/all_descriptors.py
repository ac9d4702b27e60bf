"""Opens files until no more can be opened."""

# harms: itself
files = []
try:
    while True:
        files.append(open("/dev/null"))
except BaseException as error:
    print(len(files), error)
