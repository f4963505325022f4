# One set of commands for people, hooks and CI. Each makes what it needs: Python 3.11+ is enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOCK := requirements/dev.lock
PLAY_LOCK := requirements/play.lock
BUILD_LOCK := requirements/build.lock
DOCS_LOCK := requirements/docs.lock
COMPILE := uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
  --no-annotate --custom-compile-command "make lock" --quiet
PYTEST := $(BIN)/pytest -n auto --dist worksteal
READY := $(VENV)/.ready
PLAY := $(VENV)/.ready-to-play

# Every process here loads the same modules, hundreds of times in the tests: they are compiled once, whatever the shell says.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help play app pack test check checks check-app check-python warm docs bench mutants screenshots types budget lock audit playthroughs kernels release clean

help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

$(PLAY): $(PLAY_LOCK) $(BUILD_LOCK) pyproject.toml
	@$(PYTHON) tools/set_up.py play

$(READY): $(LOCK) pyproject.toml
	@$(PYTHON) tools/set_up.py dev

play: $(PLAY) ## play in the browser, with everything set up
	@$(BIN)/python hatch_build.py app
	@nice $(BIN)/python hatch_build.py pack & $(BIN)/tumbletrip # what a device needs to play by itself comes behind the open page

app: $(READY) ## build the browser app, if its sources changed
	@$(BIN)/python hatch_build.py

test: checks ## everything that must hold: checks and all tests
	$(PYTEST)

check: checks ## types, linters, the direction of imports and the fast tests, random ones with fewer examples
	$(PYTEST) -m "not slow" -p tools.fewer_examples

checks: $(READY) # all that is no test in Python, side by side: each of these keeps one core busy
	@$(BIN)/python hatch_build.py app
	@$(MAKE) --no-print-directory --jobs=2 warm check-python check-app pack

pack: $(READY) # what a device needs to play by itself
	@$(BIN)/python hatch_build.py pack

check-app: $(READY) ## types, linters and unit tests of the browser app
	@$(BIN)/python hatch_build.py check

check-python: $(READY) ## types, linters and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy

warm: $(READY) # the bots' code is compiled once, before several processes of the tests ask for it
	@$(BIN)/tumbletrip warm

screenshots: app ## pictures of every screen in out/screenshots
	@$(BIN)/python -m tools.app.screenshots

types: app ## the browser's types of HTTP, messages and views, from what the server declares
	@$(BIN)/python -m tools.wire.api_types

budget: app ## how heavy the browser app is: its first load, the board in space, a device by itself
	@$(BIN)/python -m tools.app.budget
	@$(BIN)/python -m tools.app.scene_budget
	@$(BIN)/python -m tools.app.device_budget
	@$(BIN)/python -m tools.app.pack_size

docs: $(READY) ## the documentation as a site in out/docs/site, strict: a link that leads nowhere fails
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(DOCS_LOCK)
	@$(BIN)/python -m tools.docs

bench: $(READY) ## measure speed, as ratios beside other engines, in one run
	@for script in bench/bench_*.py; do echo "== $$script"; \
		case $$script in *_engines.py) peers="--peers out/peers";; *) peers=;; esac; \
		$(BIN)/python $$script $$peers || exit 1; done
	@echo "== bench.cluster.overhead"; $(BIN)/python -m bench.cluster.overhead

mutants: $(READY) ## do the tests see faults? planted ones, in the rules and the protocol
	@$(BIN)/python -m tools.mutants

playthroughs: $(READY) ## rewrite the readable transcripts in tests/playthroughs
	@$(BIN)/python -m tools.playthroughs

kernels: $(READY) ## the bots' kernels for pages, as WebAssembly; they are committed, see docs/decisions/0013
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check ziglang==0.17.0
	@$(BIN)/python -m tools.kernels

lock: $(READY) ## refresh the locked dependencies: for developing, and of these what playing needs
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@$(BIN)/$(COMPILE) --all-extras --group dev --upgrade -o $(LOCK)
	@$(BIN)/$(COMPILE) --extra fast --extra physics --extra server --extra print --constraint $(LOCK) --upgrade -o $(PLAY_LOCK)
	@$(BIN)/$(COMPILE:pyproject.toml=) --group build --constraint $(LOCK) --upgrade -o $(BUILD_LOCK)
	@$(BIN)/$(COMPILE:pyproject.toml=) --group docs --constraint $(LOCK) --upgrade -o $(DOCS_LOCK)

audit: $(READY) ## known holes in what we depend on, where their lists can be asked
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check pip-audit || true
	@$(BIN)/python -m tools.audit

release: $(READY) ## what a release consists of, in out/release; publishes nothing; DRY=--dry-run tries it
	@$(BIN)/python -m tools.release $(DRY)

clean: ## remove what the other commands made
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis out dist
