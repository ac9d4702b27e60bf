"""Hidden tests: one file per assignment, one function per criterion, one property per function."""
