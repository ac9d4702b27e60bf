# Two commands from a bare Debian or Ubuntu machine with Python 3.11: `make demo` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
# One thread each: two threads on two busy cores are many times slower than one.
export OMP_NUM_THREADS := 1
export OPENBLAS_NUM_THREADS := 1
export MKL_NUM_THREADS := 1

.PHONY: help install demo test audit fuzz faults check clean

help:
	@echo "make demo    releases, a made-up class, its grades and feedback"
	@echo "make test    the test suite"
	@echo "make audit   the error rate of the hidden tests, over 20 seeds"
	@echo "make fuzz    ten thousand damaged notebooks and frames"
	@echo "make faults  fifty graders killed amid a class, full disks, locked gradebooks"
	@echo "make check   style and types"

demo: .venv/installed
	$(BIN)/autograder generate
	$(BIN)/autograder demo

test: .venv/installed
	$(BIN)/python -m pytest --numprocesses logical --dist worksteal

audit: .venv/installed
	$(BIN)/autograder audit --seeds 20

fuzz: .venv/installed
	FUZZ_EXAMPLES=10000 $(BIN)/python -m pytest tests/hostile/test_fuzzing.py

faults: .venv/installed
	FAULT_KILLS=50 $(BIN)/python -m pytest tests/faults

check: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

install: .venv/installed

# torch first and alone, so that no other package can pull in another build of it.
.venv/installed: pyproject.toml constraints.txt tools/system-packages
	@tools/system-packages
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --constraint constraints.txt torch
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $@

clean:
	rm -rf .venv demo
