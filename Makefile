# Everything sets itself up: a Python from 3.11 on and make are all that is needed.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: help install demo test test-whole check format bench soak docs lock clean

help:
	@echo "make demo        set up, invent a small export, build it, show what can be asked"
	@echo "make test        set up and run the tests"
	@echo "make test-whole  run those over whole lives and of commands, many builds or many processes"
	@echo "make check       format, lint (Python and SQL), types, generated docs, the asset graph"
	@echo "make bench       every benchmark; make bench ONLY=ingest for one"
	@echo "make soak        the slow tests: those of test-whole, and attacks at full length"
	@echo "make install     set up .venv with the command .venv/bin/annals"

install: .venv/.runtime

# The runtime alone is what a person needs; tests and linters come only when they are asked for.
.venv/.runtime: requirements.lock pyproject.toml setup.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; say which: make PYTHON=python3.12 ..."; exit 1; }
	@test -d .venv || { echo "making .venv"; $(PYTHON) -m venv .venv; }
	@echo "installing what the lock names (about a minute the first time)"
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.dev: .venv/.runtime requirements-dev.lock
	@echo "installing what tests and benchmarks need"
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

demo: .venv/.runtime
	@$(BIN)/annals demo

test: .venv/.dev
	$(BIN)/python -m pytest -n 2 --dist loadfile

test-whole: .venv/.dev
	$(BIN)/python -m pytest -n 2 --dist loadfile -m 'whole and not slow'

check: .venv/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python docs/generate.py --check
	$(BIN)/python -m pytest -n 2 tests/test_asset_graph.py tests/test_repository.py tests/sql/test_style.py

format: .venv/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/.dev
	$(BIN)/python -m benchmarks $(ONLY)

soak: .venv/.dev
	$(BIN)/python -m pytest -m 'slow or whole'

docs: .venv/.dev
	$(BIN)/python docs/generate.py

# Versions and hashes for every platform; the lock names no place they come from.
lock: .venv/.dev
	$(BIN)/python -m uv pip compile --quiet --universal --generate-hashes --no-annotate --no-header --no-strip-extras --python-version 3.11 \
		pyproject.toml -o requirements.lock
	$(BIN)/python -m uv pip compile --quiet --universal --generate-hashes --no-annotate --no-header --no-strip-extras --python-version 3.11 \
		--constraint requirements.lock --extra dev --extra bench pyproject.toml -o requirements-dev.lock

clean:
	rm -rf .venv build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
