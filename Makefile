# Every target sets up what it needs in .venv; a machine needs Python 3.11+ and make.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
JOBS   ?= 2

export PATH := $(abspath $(BIN)):$(PATH)

.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev,plot]'
	@touch $@

venv: $(READY) ## create .venv with the package and its development tools

demo: $(READY) ## tile a real layer's matmul for an Ascend 910B cube, run it, compare it with NumPy
	@sh examples/demo.sh

test: lint types wheel ## everything CI runs

lint: $(READY) ## ruff and the import order of the architecture
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(READY) ## pyright, strict, on the package
	$(BIN)/basedpyright

filecheck: $(READY) ## lit tests on .mlir files, against the sources
	$(BIN)/lit -j$(JOBS) --succinct test/filecheck

unit: $(READY) ## pytest, against the sources
	$(BIN)/python -m pytest -n $(JOBS)

wheel: $(READY) ## lit and pytest against a wheel, installed in a venv of its own
	sh tools/test_wheel.sh

bench: $(READY) ## the benchmark table
	$(BIN)/python -m tools.bench

fuzz: $(READY) ## rounds of random tests, each with new cases
	$(BIN)/python -m tools.fuzz

docs: $(READY) ## build the documentation into build/docs
	$(BIN)/python -m pip install --quiet --editable '.[docs]'
	$(BIN)/mkdocs build --strict --site-dir build/docs

format: $(READY) ## let ruff rewrite what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## remove the venv and everything built
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: help venv demo test lint types filecheck unit wheel bench fuzz docs format clean
