# Everything is done from here, on a fresh machine too: each target installs what it needs and is missing (scripts/setup).
# PYTHON=/path/to/python3 chooses the Python; PYTEST_ARGS="…" goes to pytest.

# Tests of real terminals and displays run one after the other, all others by two workers.
ALONE = tests/terminal tests/tui_picture

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run test check format bench fuzz lock clean

help: ## say what can be made
	@sed -n 's/^\([a-z][a-z]*\):[^#]*## \(.*\)/    make \1@\2/p' Makefile | awk -F@ '{printf "%-18s%s\n", $$1, $$2}'

run: ## install what is missing and open the practice pack
	@scripts/setup run
	@scripts/run

test: ## install what is missing and run every test
	@scripts/setup test
	@.venv/bin/python -m pytest $(ALONE) $(PYTEST_ARGS)
	@.venv/bin/python -m pytest -n 2 --dist loadfile $(ALONE:%=--ignore=%) $(PYTEST_ARGS)

check: ## lint, layout, types, import contracts, catalogues and tables of the manuals
	@scripts/setup check
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/lint-imports
	.venv/bin/python scripts/catalogue.py --check
	.venv/bin/python scripts/manual_tables.py --check

format: ## lay the code out and mend what ruff can mend
	@scripts/setup check
	.venv/bin/ruff check --fix
	.venv/bin/ruff format

bench: ## measure, and print the table of bench/README.md anew
	@scripts/setup test
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-bench.lock
	@.venv/bin/python -m bench

fuzz: ## give spoiled files to `pack add` for five minutes (FUZZ_SECONDS=N: for N seconds)
	@scripts/setup test
	@PYTHONPATH=tests .venv/bin/python -m fuzz

lock: ## write the lock files anew (UPGRADE=1: with the newest versions)
	@scripts/setup check
	@scripts/lock

clean: ## remove what was made here, the virtual environment too
	rm -rf .venv dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
