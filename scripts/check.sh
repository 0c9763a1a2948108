#!/usr/bin/env bash
# Every check that needs no run of the program: format, lint, types, layers, and what the documents say.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bin=.venv/bin
failed=()
step() {
  local name=$1
  shift
  printf '%-12s' "$name"
  if output=$("$@" 2>&1); then
    printf 'ok\n'
  else
    printf 'FAILED\n%s\n' "$output"
    failed+=("$name")
  fi
}
step format $bin/ruff format --check .
step lint $bin/ruff check .
step types $bin/mypy
step layers $bin/lint-imports
step house $bin/python -m pytest tests/house -q -m "not slow" -p no:cacheprovider
if [ ${#failed[@]} -gt 0 ]; then
  printf 'failed: %s\n' "${failed[*]}"
  exit 1
fi
