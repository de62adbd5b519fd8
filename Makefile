# make demo   captions in, tuples and scores out, over gRPC
# make test   the whole test suite; tests that need what the machine lacks are skipped (.ci/run allows no skips)
# make check  linters, types, import walls, API lint, generated code
# make bench  figures of speed as JSON: make bench CAPTIONS=captions.txt [FIGURES=bench.json]
# make site   the documents as a site in website/build (LOCK=requirements-ci.lock has what it needs)
# make lock   the lock files from pyproject.toml
# make proto  the generated Python of the API

PYTHON ?= python3.11
VENV ?= .venv
# requirements-ci.lock holds what optional tests need as well.
LOCK ?= requirements.lock
PYTEST ?=
BIN := $(VENV)/bin
STAMP := $(VENV)/.$(LOCK)-installed
COMPILE := pip-compile --quiet --unsafe-package pip --strip-extras --no-annotate --no-emit-index-url --no-emit-find-links --no-header

.PHONY: demo install test check bench lock proto site

demo: $(STAMP)
	$(BIN)/python examples/demo.py

install: $(STAMP)

test: $(STAMP)
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile $(PYTEST)

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	BIN=$(BIN) proto/check

site: $(STAMP)
	$(BIN)/python -m mkdocs build -f website/mkdocs.yml

# One caption a line. Compare two runs with benchmarks/compare.py OLD NEW.
bench: $(STAMP)
	@test -n "$(CAPTIONS)" || { echo "make bench CAPTIONS=FILE: a file with one caption a line is needed" >&2; exit 2; }
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/speed.py --captions "$(CAPTIONS)" --output "$(or $(FIGURES),bench.json)"

lock: $(STAMP)
	$(BIN)/$(COMPILE) --extra arena --extra dev --extra otel --extra play --extra report --extra stanza --extra train --output-file requirements.lock pyproject.toml
	sed -i 's/^\(torch==[0-9.]*\)+cpu$$/\1/' requirements.lock # any build of this version will do
	$(BIN)/$(COMPILE) --all-extras --constraint requirements.lock --output-file requirements-ci.lock pyproject.toml
	sed -i 's/^\(torch==[0-9.]*\)+cpu$$/\1/' requirements-ci.lock # as above
	$(BIN)/$(COMPILE) --generate-hashes --extra otel --constraint requirements-ci.lock --output-file requirements-image.lock pyproject.toml

proto: $(STAMP)
	BIN=$(BIN) proto/generate proto

$(STAMP): $(LOCK) pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r $(LOCK)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@
