"""Fetches a page."""

import urllib.request

try:
    print(urllib.request.urlopen("http://example.com", timeout=2).read()[:100])
except BaseException as error:
    print(type(error).__name__)
