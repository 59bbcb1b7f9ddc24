# Two commands do everything: `make solve` decides a real deal, `make test` runs every check.
# Each target sets up its own environment in .venv when that is needed.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
RUN    := $(BIN)/python -m
SEED   ?= 7

.PHONY: solve test lint fuzz bench docs clean

solve: $(VENV)/.solve
	@$(BIN)/tabi solve --seed $(SEED)
	@echo
	@echo "Another deal:      make solve SEED=8"
	@echo "A deal with items: $(BIN)/tabi solve --seed 8 --items map,tent"
	@echo "Your own deal:     $(BIN)/tabi solve --deck \"R3 G1 ...\" --bay-day 6"

test: lint
	$(BIN)/python -m pytest -n 2 -q

lint: $(VENV)/.dev
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(RUN) mypy
	$(BIN)/lint-imports

fuzz: $(VENV)/.dev
	HYPOTHESIS_PROFILE=fuzz $(RUN) pytest -n 2 -q -o faulthandler_timeout=0 tests/solitaire/test_machine.py tests/solitaire/test_legality.py \
		tests/trip/test_machine.py tests/solvers/test_kernel.py tests/solvers/test_encoding*.py

bench: $(VENV)/.dev
	$(BIN)/python benchmarks/rules.py
	$(BIN)/python benchmarks/solving.py
	$(BIN)/python benchmarks/solving.py --goal turns
	$(BIN)/python benchmarks/points.py
	$(BIN)/python benchmarks/points_bound.py
	$(BIN)/python benchmarks/exact_tail.py
	$(BIN)/python benchmarks/kernel.py
	$(BIN)/python benchmarks/encoding.py
	$(BIN)/python benchmarks/checking.py
	$(BIN)/python benchmarks/trip_best_turn.py

docs: $(VENV)/.docs
	$(BIN)/python docs/generate.py
	$(RUN) mkdocs build --strict

clean:
	rm -rf $(VENV) build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/.%: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Setting up $(VENV) ($*), once ..."
	@$(RUN) pip install --quiet --disable-pip-version-check --editable ".[$*]"
	@touch $@
