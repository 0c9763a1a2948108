#!/usr/bin/env bash
# Ask a library one question a line. OPORA_LIBRARY chooses it; without it the sample library is built once and used.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/asking.sh

if [ -z "${OPORA_LIBRARY:-}" ]; then
  export OPORA_LIBRARY=demo-library
  if [ ! -f demo-library/opora.db ]; then
    show opora init demo-library
    show opora add --manifest samples/manifest.csv
  fi
fi
echo "Library: $OPORA_LIBRARY. One question a line; an empty line ends. The date is today's; OPORA_AT=2026-09-15 make run asks on another."
while printf '\n? ' && IFS= read -r question && [ -n "$question" ]; do
  opora ask "$question" ${OPORA_AT:+--at "$OPORA_AT"} || true
done
echo
