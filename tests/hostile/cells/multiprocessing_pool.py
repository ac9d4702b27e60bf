"""Starts worker processes by the standard library."""

import multiprocessing

try:
    with multiprocessing.Pool(4) as pool:
        print(pool.map(abs, [-1, 2]))
except BaseException as error:
    print(repr(error))
