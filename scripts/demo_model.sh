#!/usr/bin/env bash
# Build ./demo-model-library and ask it with a real, small language model beside it. Its words are far too weak to be judged:
# this shows that the protocol works and that nothing unchecked is said, not how well a model phrases.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/asking.sh
scripts/setup.sh --model

coproc SERVER { exec .venv/bin/python scripts/small_model.py 2>/dev/null; }
server=$SERVER_PID
trap 'kill "$server" 2>/dev/null || true' EXIT
if ! read -r -t 120 address <&"${SERVER[0]}"; then
  echo "demo: the small model did not start" >&2
  exit 1
fi

rm -rf demo-model-library
title "A library, and a language model of 135 million parameters at $address"
show opora init demo-model-library
export OPORA_LIBRARY=demo-model-library
cat >>demo-model-library/opora.toml <<END

[model]
base_url = "$address"
name = "SmolLM2-135M"
time_s = 120
output_tokens = 160
END
show opora add samples/faq-en.md samples/returns-store.md
show opora doctor || true

title "What the model says is shown only where the checks bear it out; otherwise the documents' own words stand"
for question in "Within how many days can I return unused goods?" "How long does express delivery take and how much does it cost?"; do
  show opora ask "$question" --at 2026-10-23
  opora ask "$question" --at 2026-10-23 --json | .venv/bin/python -c '
import json, sys
told = json.load(sys.stdin)["debug"]
print("  model:", told["model"], "·", "; ".join(told["reasons"]) or "nothing was done without it")'
done
