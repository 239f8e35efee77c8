# make help lists what there is to do. Each target sets up what it needs in .venv; an existing .venv is used as it is.
# Another Python: make PYTHON=python3.12 test (after make distclean).

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet --no-input

# What is installed, and from which pyproject.toml: the stamps are older than it when it has changed.
PLAY_STAMP := $(VENV)/.cardengine-play
DEV_STAMP  := $(VENV)/.cardengine-dev

RULESET ?= rulesets/area52.yaml
PYTEST   = $(BIN)/python -m pytest -n auto --dist worksteal

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help play setup test test-full lint format-check types imports grammar smoke unit unit-full bench mutate \
	format clean distclean

# $(call step,name): the heading of a step
step = @printf '\n=== %s\n' '$(1)'

help: ## Show this list
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# ---------------------------------------------------------------------------------------------- playing

play: $(PLAY_STAMP) ## Play Area 52 in the terminal (another: RULESET=..., more: ARGS='--seed 7')
	@$(BIN)/cardengine play $(RULESET) $(ARGS)

# ---------------------------------------------------------------------------------------------- testing

test: setup lint format-check types imports grammar smoke unit ## Check everything: lint, types, layers, grammar, wheel, tests

test-full: setup lint format-check types imports grammar smoke unit-full ## The same, and the long tests too

lint: $(DEV_STAMP) ## Check the style (ruff)
	$(call step,ruff check)
	@$(BIN)/ruff check

format-check: $(DEV_STAMP) ## Check the formatting (ruff)
	$(call step,ruff format --check)
	@$(BIN)/ruff format --check

types: $(DEV_STAMP) ## Check the types (mypy --strict)
	$(call step,mypy --strict)
	@$(BIN)/mypy

imports: $(DEV_STAMP) ## Check that imports go downwards only (import-linter)
	$(call step,import layers)
	@$(BIN)/lint-imports --no-logo

grammar: $(DEV_STAMP) ## Build the grammar in Lark's strict mode
	$(call step,grammar in strict mode)
	@$(BIN)/python tools/check_grammar.py

smoke: $(DEV_STAMP) ## Build the wheel, install it elsewhere and play from it
	$(call step,wheel: build install play)
	@$(BIN)/python tools/smoke_test.py

unit: $(DEV_STAMP) ## Run the tests (more: ARGS='-k generator')
	$(call step,pytest)
	@$(PYTEST) $(ARGS)

unit-full: $(DEV_STAMP) ## Run the tests, the long ones too
	$(call step,pytest with the long tests)
	@$(PYTEST) -m 'full or not full' --hypothesis-profile new --durations 10 $(ARGS)

bench: $(DEV_STAMP) ## Measure the speed
	@$(BIN)/python -m benchmarks $(ARGS)

mutate: $(DEV_STAMP) ## Plant small faults and see which the tests miss (more: ARGS='--only view --others 0')
	@$(BIN)/python -m tools.mutation $(ARGS)

# ---------------------------------------------------------------------------------------------- keeping house

format: $(DEV_STAMP) ## Format the code and mend what ruff can mend
	@$(BIN)/ruff check --fix-only
	@$(BIN)/ruff format

clean: ## Remove caches and what was built
	@rm -rf .cache build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find benchmarks engine tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean ## Remove the virtual environment too
	@rm -rf $(VENV)

# ---------------------------------------------------------------------------------------------- setting up

setup: $(DEV_STAMP) ## Set up .venv for development

# Missing, or a link to a Python that is gone. (pyvenv.cfg is newer than the stamps whenever .venv has been made anew.)
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "$(PYTHON) isn't Python 3.11 or later; name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@echo "Making $(VENV) ..." >&2
	@$(PYTHON) -m venv --clear $(VENV)

$(PLAY_STAMP): $(BIN)/python $(VENV)/pyvenv.cfg pyproject.toml
	@echo "Installing cardengine into $(VENV) ..." >&2
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null
	@$(PIP) install --editable .
	@touch $@

$(DEV_STAMP): $(BIN)/python $(VENV)/pyvenv.cfg pyproject.toml
	@echo "Installing cardengine and its development tools into $(VENV) ..." >&2
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null
	@$(PIP) install --editable '.[dev]'
	@touch $(PLAY_STAMP) $@
