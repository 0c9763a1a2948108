# The words of the house. Each one sets up .venv first; that is quick when nothing has changed.
PY := .venv/bin/python
SHELL := /bin/bash
export PYTHONDONTWRITEBYTECODE := 1
export TOKENIZERS_PARALLELISM := false

# The longest tests; `make test` leaves them to `make all-tests`, which is what CI runs.
LONGEST := tests/store/test_kill.py tests/reading/test_fuzz.py tests/reading/test_pdf_mixed.py tests/answering/test_ask_speed.py \
  tests/diagnosis/test_tampering.py tests/house/test_shown_commands.py tests/store/test_library_model.py $(addprefix tests/proposing/test_,hostile_models.py embedding_endpoint.py small_model.py answers_with_a_model.py) \
  $(addprefix tests/cli/test_,adding_again.py killed_add.py real_files_added.py pairs_of_sources.py pairs_in_other_words.py) \
  $(addprefix tests/web/test_,pages_in_a_browser.py widget_in_a_browser.py stopping.py signed_in_browser.py sent_files.py serving_page.py load.py other_clients.py any_request.py gap_loop.py)

.PHONY: help setup setup-tests screenshot demo demo-model run test all-tests slow check fuzz sabotage bench samples schemas

help:           ## say what there is
	@grep -hE '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup:          ## make .venv from requirements.lock
	@scripts/setup.sh

demo: setup     ## build the sample library and ask it five questions
	@scripts/demo.sh

demo-model: setup ## ask with a small real language model beside the library
	@scripts/demo_model.sh

run: setup      ## ask the sample library your own questions, one a line
	@scripts/run.sh

setup-tests:
	@scripts/setup.sh --tests

test: setup     ## the test suite, without its longest tests
	@$(PY) -m pytest $(addprefix --ignore=,$(LONGEST)) $(PYTEST_ARGS)

all-tests: setup-tests ## every test, the longest too
	@$(PY) -m pytest $(PYTEST_ARGS)

slow: setup-tests ## only the tests that need the model or many processes
	@$(PY) -m pytest -m slow

check: setup    ## format, lint, types, layers, documents
	@scripts/check.sh

fuzz: setup     ## damage 5,000 files; each must be read or refused by a typed error in time (CI damages 500)
	@OPORA_FUZZ=$${OPORA_FUZZ:-5000} $(PY) -m pytest -s tests/reading/test_fuzz.py

sabotage: setup ## break each promise in a copy of the tree; some test must notice (not in CI; takes several minutes)
	@$(PY) tests/house/sabotage.py $(ONLY)

bench: setup    ## measure quality and speed; writes docs/quality.md and docs/bench.md
	@$(PY) -m bench $(BENCH)

samples: setup  ## write the PDF, DOCX and CSV files of samples/ again
	@$(PY) samples/make_samples.py

screenshot: setup-tests ## draw docs/page.png: a question, its answer and the place, as the page shows them
	@$(PY) scripts/screenshot.py

schemas: setup  ## write docs/schemas/ from the code again
	@$(PY) scripts/write_schemas.py
