# On Three. `make help` lists what there is to make; nothing here needs to be installed by hand before.

PYTHON ?= python3
# pytest runs on two cores; JOBS=0 keeps to one process, for a debugger.
JOBS ?= 2
# Further arguments for the program behind a target: make test ARGS="-k crossing", make demo ARGS="--board pico".
ARGS ?=
# Games of an endurance run.
GAMES ?= 500

VENV := .venv
BIN := $(VENV)/bin
SETUP := $(VENV)/.setup-done
STUBS := typings/.setup-done
STUBS_PACKAGE := micropython-rp2-rpi-pico-stubs==1.26.0.post1
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-pico test-long endurance bench bench-pico fairness lint types format hardware picture clean

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-18s %s\n", $$1, $$2 }'

setup: $(SETUP) $(STUBS)  ## make .venv and typings/ (every other target does it when needed)

demo: $(SETUP)  ## watch a whole game on a virtual board, logged and verified
	@$(BIN)/onthree demo $(ARGS)

test: lint types  ## lint, types and all tests, on CPython and MicroPython
	@$(BIN)/python -m pytest -n $(JOBS) -m "not slow" $(ARGS)

# File by file, because the tests of a file share one boot.
test-pico: $(SETUP)  ## the emulated Pico's tests alone, the slow ones too; fails without a UF2
	@ONTHREE_REQUIRE_UF2=1 $(BIN)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder -m "pico and not brief" $(ARGS)

test-long: $(SETUP)  ## the endurance tests that `make test` leaves out
	@$(BIN)/python -m pytest -n $(JOBS) -m "slow and not pico" $(ARGS)

endurance: $(SETUP)  ## GAMES=500 games in a row with random faults and power cuts, all checked
	@$(BIN)/python -m tests.board.endurance --games $(GAMES) $(ARGS)

bench: $(SETUP)  ## speed and memory here, beside the peers' figures
	@$(BIN)/python -m tests.bench $(ARGS)

bench-pico: $(SETUP)  ## the budgets on the emulated Pico, against the committed baseline
	@$(BIN)/python -m tests.bench --pico $(ARGS)

fairness: $(SETUP)  ## a million rolls of every die from 2 to 100 sides, tested by chi-square
	@$(BIN)/onthree fairness --sides 2-100 $(ARGS)

lint: $(SETUP)  ## ruff: style and format
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet || { echo "Some files are not formatted; 'make format' does it."; exit 1; }

types: $(SETUP) $(STUBS)  ## strict mypy, once for the device's side and once for the host's
	@$(BIN)/mypy --config-file firmware/mypy.ini
	@$(BIN)/mypy host hardware tests

format: $(SETUP)  ## let ruff format the files and sort the imports
	@$(BIN)/ruff check --quiet --fix-only
	@$(BIN)/ruff format --quiet

hardware: $(SETUP)  ## draw hardware/ anew from firmware/device/board.py
	@$(BIN)/python -m hardware.generate

picture: $(SETUP)  ## draw the README's table anew from a board in mid-game, and the screens on the games' pages
	@$(BIN)/python -m hardware.picture $(ARGS)
	@$(BIN)/python -m hardware.screens

clean:  ## remove what the Makefile made
	@rm -rf $(VENV) typings build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis *.egg-info
	@find firmware host shared tests hardware -name __pycache__ -type d -prune -exec rm -rf {} +

$(SETUP): pyproject.toml setup.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { \
	    echo "On Three needs Python 3.10 or later as $(PYTHON); name another one: make setup PYTHON=python3.12"; exit 1; }
	@test -x $(BIN)/pip || { echo "Setting up $(VENV): once, about a minute."; $(PYTHON) -m venv $(VENV) >/dev/null 2>&1; } || { \
	    rm -rf $(VENV); \
	    echo "$(PYTHON) cannot make virtual environments: install its venv package (python3-venv on Debian and Ubuntu)."; exit 1; }
	@$(PIP) install --editable ".[board,pico,fairness,dev]" || { \
	    echo "pip could not install the packages named in pyproject.toml; its message above says which."; exit 1; }
	@touch $@

$(STUBS): Makefile | $(SETUP)
	@rm -rf typings
	@$(PIP) install --target typings $(STUBS_PACKAGE) || { \
	    echo "pip could not install the type stubs $(STUBS_PACKAGE) into typings/."; exit 1; }
	@touch $@
