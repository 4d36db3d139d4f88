# make run [PORT=8123] [DATA=folder]   plays
# make test                            proves
PORT ?= 8000
PYTHON_HERE := .venv/bin/python
WITH_DATA := $(if $(DATA),TAPIZ_DATA="$(DATA)")
POSTGRES := $(if $(filter postgres%,$(DATABASE_URL)),.venv/postgres.stamp)

.PHONY: run dev test check vectors messages locks

run: .venv/base.stamp $(POSTGRES)
	@$(WITH_DATA) exec $(PYTHON_HERE) manage.py serve --port $(PORT)

dev: .venv/base.stamp $(POSTGRES)
	@$(WITH_DATA) TAPIZ_DEBUG=1 exec $(PYTHON_HERE) manage.py serve --port $(PORT)

test: .venv/dev.stamp
	@$(PYTHON_HERE) scripts/test.py

check: .venv/dev.stamp
	@$(PYTHON_HERE) scripts/check.py

# make vectors FILES="a.json b.json": worked cases of a rules catalogue against our functions
vectors: .venv/base.stamp
	@$(PYTHON_HERE) -m tests.vectors $(FILES)

# Brings the English catalogue up to the texts of code and templates; says what lacks a translation.
messages: .venv/dev.stamp
	@$(PYTHON_HERE) scripts/messages.py

# Resolves requirements/*.in anew.
locks: .venv/dev.stamp
	@scripts/locks

.venv/base.stamp: requirements/base.txt
	@scripts/bootstrap base
	@touch $@

.venv/postgres.stamp: requirements/postgres.txt .venv/base.stamp
	@scripts/bootstrap postgres
	@touch $@

.venv/dev.stamp: requirements/dev.txt .venv/base.stamp
	@scripts/bootstrap dev
	@touch $@
