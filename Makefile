# make run [PORT=8123] [DATA=folder]   plays
# make test                            proves
# make test-fast                       the same without browsers and PostgreSQL
# make test-long                       all, with property tests at full size
PORT ?= 8000
PYTHON_HERE := .venv/bin/python
WITH_DATA := $(if $(DATA),TAPIZ_DATA="$(DATA)")
POSTGRES := $(if $(filter postgres%,$(DATABASE_URL)),.venv/postgres.stamp)

.PHONY: run dev test test-fast test-long check bench bench-load cluster shots vectors coverage messages locks mutants fuzz simulate

run: .venv/base.stamp .venv/pdf.stamp $(POSTGRES)
	@$(WITH_DATA) exec $(PYTHON_HERE) manage.py serve --port $(PORT)

dev: .venv/base.stamp .venv/pdf.stamp $(POSTGRES)
	@$(WITH_DATA) TAPIZ_DEBUG=1 exec $(PYTHON_HERE) manage.py serve --port $(PORT)

test: .venv/dev.stamp .venv/pdf.stamp
	@$(PYTHON_HERE) scripts/test.py

test-fast: .venv/dev.stamp .venv/pdf.stamp
	@$(PYTHON_HERE) scripts/test.py --fast

test-long: .venv/dev.stamp .venv/pdf.stamp
	@$(PYTHON_HERE) scripts/test.py --long

check: .venv/dev.stamp
	@$(PYTHON_HERE) scripts/check.py

# Measures: one line a figure, tabs between its fields; the same as JSON in test-results/bench.json.
bench: .venv/dev.stamp
	@$(PYTHON_HERE) -m scripts.bench

# make bench-load [TABLES=50] [SECONDS=120] [PROCESSES=1]: tables full of people, as a row of docs/running.md; several
# numbers of tables, with commas between them, give several rows.
bench-load: .venv/dev.stamp
	@$(PYTHON_HERE) -m scripts.load --tables $(or $(TABLES),50) --seconds $(or $(SECONDS),120) \
		--processes $(or $(PROCESSES),1)

# Two web processes behind nginx on a PostgreSQL of their own: a fight goes on while one is killed and the database
# restarts; nothing may be lost or doubled. Needs Debian's postgresql and nginx, which it installs where it may.
cluster: .venv/dev.stamp
	@$(PYTHON_HERE) -m scripts.cluster

# Looks at every page worth seeing, by all sizes and both themes, into shots/.
shots: .venv/dev.stamp
	@$(PYTHON_HERE) -m scripts.shots

# make vectors FILES="a.json b.json": worked cases of a rules catalogue against our functions
vectors: .venv/base.stamp
	@$(PYTHON_HERE) -m tests.vectors $(FILES)

# make fuzz [N=20000] [SEED=1]: hostile requests to every address by every role; none may fail or change what is not its.
fuzz: .venv/dev.stamp
	@FUZZ_REQUESTS=$(or $(N),20000) FUZZ_SEED=$(or $(SEED),1) $(PYTHON_HERE) -m pytest -q tests/fuzz -n auto -o faulthandler_timeout=0

# make simulate [SEEDS=1000] [FIRST=1] [STEPS=60] [ONLY=3,7]: evenings from seeds, against everything that can go wrong at
# a table; a seed that fails is shrunk and told with the command that plays it again. docs/simulation.md
simulate: .venv/dev.stamp
	@PYTHONHASHSEED=0 $(PYTHON_HERE) -m tests.simulation $(or $(SEEDS),1000) $(or $(FIRST),1) $(or $(STEPS),60) $(ONLY)

# Writes docs/coverage: every row of the catalogues, what runs it in play and what proves it; says what is open.
coverage: .venv/dev.stamp
	@$(PYTHON_HERE) -m scripts.coverage

# make mutants [N=120] [SEED=1]: changes the code in N places, one at a time, and says which no test notices.
mutants: .venv/dev.stamp
	@$(PYTHON_HERE) -m scripts.mutants $(or $(N),120) $(or $(SEED),1)

# Brings the English catalogue up to the texts of code and templates; says what lacks a translation.
messages: .venv/dev.stamp
	@$(PYTHON_HERE) -m scripts.messages

# Resolves requirements/*.in anew.
locks: .venv/dev.stamp
	@scripts/locks

.venv/base.stamp: requirements/base.txt
	@scripts/bootstrap base
	@touch $@

# An extra: without the system libraries the stamp is not made, and the site runs without PDF.
.venv/pdf.stamp: requirements/pdf.txt .venv/base.stamp
	@scripts/pdf

.venv/postgres.stamp: requirements/postgres.txt .venv/base.stamp
	@scripts/bootstrap postgres
	@touch $@

.venv/dev.stamp: requirements/dev.txt .venv/base.stamp
	@scripts/bootstrap dev
	@touch $@
