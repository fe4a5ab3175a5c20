# make run and make test set everything up on a fresh machine.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test check bench
