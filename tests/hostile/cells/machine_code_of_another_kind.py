"""Calls the kernel by its 32-bit door."""

import ctypes
import mmap

memory = mmap.mmap(-1, 4096, prot=7)
memory.write(bytes.fromhex("53b802000000cd805bc3"))
print(ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))())
