#!/usr/bin/env bash
# Build ./demo-library from samples/ and ask it questions that show the point. Each command is printed before it runs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/asking.sh

rm -rf demo-library
title "A library from samples/: a tariff and a price list in two versions, FAQs, two return policies, an insurance PDF, a contract"
show opora init demo-library
export OPORA_LIBRARY=demo-library
status=0
show opora add --manifest samples/manifest.csv || status=$? # a file in error never stops the others; the demo says so at its end

title "1. Two questions in one message: each part is answered and cited by itself"
show opora ask "How long does express delivery take and how much does it cost?" --at 2026-10-23

title "2. The same question on two dates: the version in force on the date answers"
show opora ask "Сколько стоит час работы мастера?" --at 2026-09-15
show opora ask "Сколько стоит час работы мастера?" --at 2026-10-23

title "3. A question the documents do not answer: refused, not guessed"
show opora ask "What is the salary of the warehouse manager?" --at 2026-10-23

title "4. Two policies in force that disagree: both are shown, and Opora asks"
show opora ask "Within how many days can I return unused goods?" --at 2026-10-23

title "5. One cell of a table in a PDF, cited by its row and column"
question="What is my flood deductible in zone A?"
show opora ask "$question" --at 2026-10-23
anchor=$(first_anchor "$question" 2026-10-23)
if [ -z "$anchor" ]; then
  echo "demo: the last question got no citation, so there is no place to draw" >&2
  exit 1
fi
show opora show "$anchor" --page-image demo-library/place.png

cat <<END

Open demo-library/place.png: the page of the PDF with the cited words marked.
To ask in the browser, and open every citation with a click:
    .venv/bin/opora serve --library demo-library
then open http://127.0.0.1:8321 there. To ask your own questions here: make run
END
if [ "$status" -ne 0 ]; then
  echo "demo: not every sample could be added, see above" >&2
fi
exit "$status"
