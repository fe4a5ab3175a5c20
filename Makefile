# `make run` and `make test` set everything up on a fresh machine; nothing else is needed first.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test check bench appliance clean

run: .venv/ready
	$(BIN)/companion run

test: .venv/ready
	@tests/machine.sh
	$(BIN)/pytest --numprocesses auto --dist worksteal

check: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.docstrings

bench: .venv/ready
	$(BIN)/python -m tests.bench

.venv/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed"; exit 1; }
	@tests/machine.sh python
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

# A nightly matter: needs root, Debian's mmdebstrap and qemu, and a while (README, "The rehearsal").
appliance: .venv/ready
	nice $(BIN)/python -m tests.appliance $(ACTS)

clean:
	rm -rf .venv build *.egg-info
