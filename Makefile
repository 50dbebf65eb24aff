# `make run` and `make test` set up what they need first: an environment of their own from pinned, hashed requirements.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run demo test test-slow test-semantic faults check format bench lock clean

run: $(VENV)/run.stamp
	$(BIN)/seorap run

demo: $(VENV)/run.stamp
	$(BIN)/seorap demo

test: $(VENV)/dev.stamp
	$(BIN)/pytest -q

test-slow: $(VENV)/dev.stamp
	$(BIN)/pytest -q -m slow

# With the embedding model, which the other tests do without.
test-semantic: $(VENV)/semantic.stamp
	$(BIN)/pytest -q -m semantic

# The fault table of docs/, from a real run; the same tests are part of `test-slow`.
faults: $(VENV)/dev.stamp
	SEORAP_FAULTS_TABLE=docs/faults.md $(BIN)/pytest -q -m slow tests/e2e/faults

check: $(VENV)/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/vulture
	$(BIN)/deptry .

format: $(VENV)/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/dev.stamp
	$(BIN)/python -m bench

# The pins follow pyproject.toml; run it by hand when a dependency changes.
lock: $(VENV)/python.stamp
	$(BIN)/pip install -q pip-tools
	$(BIN)/pip-compile -q $(LOCK) --extra postgres -o requirements.txt pyproject.toml
	$(BIN)/pip-compile -q $(LOCK) --extra dev --extra postgres -o requirements-dev.txt pyproject.toml
	$(BIN)/pip-compile -q $(LOCK) --extra semantic -c requirements.txt -o requirements-semantic.txt pyproject.toml
LOCK := --all-build-deps --allow-unsafe --generate-hashes --no-header --strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-find-links

clean:
	rm -rf $(VENV) build dist *.egg-info

$(VENV)/python.stamp:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Seorap needs Python 3.11 or newer; set PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/run.stamp: $(VENV)/python.stamp requirements.txt pyproject.toml
	$(BIN)/pip install -q --require-hashes -r requirements.txt
	$(BIN)/pip install -q --no-deps --no-build-isolation -e .
	touch $@

$(VENV)/dev.stamp: $(VENV)/run.stamp requirements-dev.txt
	$(BIN)/pip install -q --require-hashes -r requirements-dev.txt
	touch $@

$(VENV)/semantic.stamp: $(VENV)/dev.stamp requirements-semantic.txt
	$(BIN)/pip install -q --require-hashes -r requirements-semantic.txt
	touch $@
