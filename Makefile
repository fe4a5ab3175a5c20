# `make run` and `make test` set everything up on a fresh machine; nothing else is needed first.
# Use Debian's own Python if it is new enough: it is built with all optimisations, which other Pythons often lack.
PYTHON ?= $(shell /usr/bin/python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo /usr/bin/python3 || echo python3)
BIN := .venv/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check
UV := uv>=0.13,<0.14
DOCS := $(BIN)/sphinx-build --quiet --fresh-env --fail-on-warning --keep-going --doctree-dir build/doctrees docs build/docs
LOCK := $(BIN)/uv pip compile --quiet pyproject.toml --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-annotate --custom-compile-command 'make lock'

# Processes share compiled files, because tests start hundreds of processes, and each would compile first.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test engines webkit firefox chromium ear quick game check docs pictures art bench rehearse appliance image release lock clean

run: .venv/ready
	$(BIN)/companion run

test: .venv/ready
	@tests/machine.sh
	$(BIN)/pytest --numprocesses auto --dist worksteal

# One game and all promises of the page in WebKit and Firefox. `make test` uses only Chromium.
# WITH=--long plays all four games, in Chromium, too (docs/decisions/browsers.md).
engines: .venv/ready
	@tests/machine.sh engines
	@$(MAKE) --no-print-directory --keep-going --jobs 2 --output-sync webkit firefox $(if $(findstring --long,$(WITH)),chromium)

webkit firefox chromium: # one engine, after `make engines` has installed all of them
	$(BIN)/pytest tests/engines -k $@ $(WITH)

# Whole games of all four in all languages, in which a player by ear gives every answer. `make test` lets that player answer each
# kind of question once, in one language a game.
ear: .venv/ready
	EAR=every $(BIN)/pytest --numprocesses auto tests/browser/test_browser_by_ear.py -k whole_game

# To run between two commits: all tests without a browser and without other processes, and only the usual whole games.
quick: .venv/ready
	$(BIN)/pytest --numprocesses auto --dist worksteal --quiet -m "not outside and not long" \
		--ignore tests/browser --ignore tests/powercut --ignore tests/systemd --ignore tests/web # all marked `outside`, so they are not even read

# Everything about one game: NAME=skull. First without a browser (less than a minute on two cores), then with one.
game: .venv/ready
	$(BIN)/python -m tests.one_game $(NAME) $(WITH)

check: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.docstrings
	$(BIN)/python -m tests.house_numbers
	$(DOCS)

docs: .venv/ready
	$(DOCS)
	@echo "build/docs/index.html"

# The pictures of README and docs/, from two games that are played for them: needs Chromium, and a minute.
pictures: .venv/ready
	$(BIN)/python -m tests.pictures

# A contact sheet of all pictures of games, in build/art: three sizes, both themes, three kinds of colour blindness.
art: .venv/ready
	$(BIN)/python -m tests.pictures.art

bench: .venv/ready
	$(BIN)/python -m tests.bench $(WITH)

# Rehearse a whole hall on this machine, with accidents. Needs Debian's etcd (docs/hall.md).
rehearse: .venv/ready
	$(BIN)/python -m tests.rehearsal $(WITH)

.venv/ready: pyproject.toml lock/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed"; exit 1; }
	@tests/machine.sh python
	$(PYTHON) -m venv .venv
	$(PIP) --require-hashes --requirement lock/dev.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# Locks exact versions, with the hashes of their files, for Python 3.11 and newer on every machine. Locked versions stay if
# they still fit; `make lock RENEW=--upgrade` takes the newest of everything.
lock: .venv/ready
	$(PIP) '$(UV)'
	$(LOCK) $(RENEW) --extra dev --output-file lock/dev.txt
	$(LOCK) $(RENEW) --constraint lock/dev.txt --output-file lock/run.txt
	$(LOCK) $(RENEW) --constraint lock/dev.txt --extra pi --output-file lock/pi.txt
	$(LOCK) $(RENEW) --constraint lock/dev.txt --extra pi --extra hall --output-file lock/hall.txt

# Test a whole emulated machine: needs root, Debian's mmdebstrap and qemu, and an hour (docs/tested.md). IMAGE=FILE tests that card,
# and with KEY=FILE (its signing key) also its updates. BOARD=virt or raspi3b tests only one kind of machine.
appliance: .venv/ready
	nice $(BIN)/python -m tests.appliance $(if $(IMAGE),--image $(IMAGE)) $(if $(KEY),--update $(IMAGE:.img.xz=.update) --key $(KEY)) \
		$(if $(BOARD),--board $(BOARD)) $(ACTS)

# The image of a card: needs root, and an hour (docs/card.md).
image:
	nice systemd/image/build.sh $(if $(SUITE),--suite $(SUITE)) $(WITH)

# All files of a release, from this commit, signed by KEY; publishes nothing (docs/release.md).
release: .venv/ready
	ssh-agent $(BIN)/python -m tests.release $(KEY) $(if $(AT),--at $(AT)) $(WITH)

clean:
	rm -rf .venv build *.egg-info
