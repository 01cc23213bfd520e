# Everything runs in virtual environments inside the checkout; nothing but Python 3.11 or newer is needed beforehand.
# `make run` and `make test` keep Neo4j and their data in .home, so a try-out never touches the memory of your agents.

PYTHON ?=
LOCOMO ?=
CONVERSATION ?= conv-26
export PIP_DISABLE_PIP_VERSION_CHECK = 1
export RECUERDO_HOME ?= $(CURDIR)/.home

BIN := .venv/bin
# A stamp says that an environment holds what this pyproject.toml asks for: a warm run installs nothing.
INSTALLED := .venv/installed
DEVELOPED := .venv/developed
MODELLED := .venv-models/installed

# $(call venv,DIRECTORY): make a virtual environment with a Python that is new enough, or say that there is none.
define venv
@for python in $(or $(PYTHON),python3 python3.13 python3.12 python3.11); do \
	if $$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
		$$python -m venv --clear $(1) && exit 0; exit 1; \
	fi; \
done; \
echo "Recuerdo needs Python 3.11 or newer with its venv module. Tried: $(or $(PYTHON),python3 python3.13 python3.12 python3.11)." >&2; \
echo "Install one, or name it: make $(MAKECMDGOALS) PYTHON=/path/to/python3" >&2; exit 1
endef

.DEFAULT_GOAL := help
.PHONY: help setup run test test-models check bench wheel lock clean

help: ## say what each verb does
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | awk -F '\t' '{ printf "make %-12s %s\n", $$1, $$2 }'

setup: $(INSTALLED) ## install Recuerdo into .venv

run: $(INSTALLED) ## see two agents share a memory: recuerdo tour, on a Neo4j of its own
	@$(BIN)/recuerdo tour

test: $(DEVELOPED) ## test everything against the real Neo4j, except what needs the models extra
	@$(BIN)/python -m pytest -q -m "not models"

test-models: $(MODELLED) ## test real sentence-transformers; installs 3 GB into .venv-models
	@.venv-models/bin/python -m pytest -q -m models

check: $(DEVELOPED) ## lint, format, types, import rules, dependencies
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy --strict -p recuerdo
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/deptry .

bench: $(DEVELOPED) ## measure speed, and recall with LOCOMO=path/to/locomo
	@$(BIN)/recuerdo bench speed
	@$(if $(LOCOMO),$(BIN)/recuerdo bench locomo "$(LOCOMO)" --conversation "$(CONVERSATION)")

wheel: $(DEVELOPED) ## build the sdist and the wheel into dist
	@rm -rf dist
	@$(BIN)/python -m build --outdir dist >dist.log 2>&1 || { cat dist.log >&2; exit 1; }
	@rm -f dist.log; ls dist

lock: $(DEVELOPED) ## resolve the jars of the private Neo4j anew (for maintainers)
	@$(BIN)/python -m pip install -q -e ".[maintain]"
	@$(BIN)/python -m recuerdo.graph.local.lock

clean: ## stop the try-out database and remove all that make has made
	-@if [ -x $(BIN)/recuerdo ]; then $(BIN)/recuerdo db stop; fi
	@rm -rf .venv .venv-models .home dist bench-results .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	$(call venv,.venv)

$(INSTALLED): pyproject.toml | $(BIN)/python
	@echo "Installing Recuerdo into .venv (a minute or two, once)" >&2
	@$(BIN)/python -m pip install -q -e .
	@touch $@

$(DEVELOPED): $(INSTALLED)
	@echo "Installing the tools for tests and checks into .venv" >&2
	@$(BIN)/python -m pip install -q -e ".[dev]"
	@touch $@

.venv-models/bin/python:
	$(call venv,.venv-models)

$(MODELLED): pyproject.toml | .venv-models/bin/python
	@echo "Installing sentence-transformers into .venv-models (3 GB, several minutes, once)" >&2
	@.venv-models/bin/python -m pip install -q -e ".[dev,test-models]"
	@touch $@
