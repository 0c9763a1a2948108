"""Which other sentences of the same place bear on the question beside the one that answers it?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from opora.answering.closely import Bench, Rough, evidence_of
from opora.answering.finding import Draft
from opora.answering.select import statements
from opora.domain.result import Evidence, Hit

_NEARNESS: Final = 8.0  # what a cosine counts beside a share of the question that the sentence holds
_USUAL: Final = 0.8
_MOST: Final = 4  # with the answer itself; chosen on half of CLAPnq, see bench/clapnq_citations.py


def support(bench: Bench, hits: Sequence[Hit], best: Draft) -> tuple[Evidence, ...]:
    """The nearest found sentences of the passage that holds the answer, in the order of the text; at most half of them.

    A cell of a table says what it says with its row, and needs none.
    """
    place = best.evidence
    near = [hit for hit in hits if hit.fragment.passage_id == place.passage_id]
    if place.table is not None:
        return ()
    told = [rough for hit in near for rough in statements(bench, hit) if rough.cell is None]
    others = [rough for rough in told if rough.span.end <= place.start or rough.span.start >= place.end]
    count = min(_MOST, (len(told) + 1) // 2) - 1
    chosen = sorted(others, key=lambda rough: -_bears(bench, rough))[: max(count, 0)]
    version = bench.library.version(place.version_id)
    digest = version.text_digest if version else ""
    found = [evidence_of(bench, rough) for rough in sorted(chosen, key=lambda rough: rough.span.start)]
    stands = [one for one in found if bench.library.quote(one.version_id, one.start, one.end) == one.quote]
    return tuple(replace(one, text_digest=digest) for one in stands)


def _bears(bench: Bench, rough: Rough) -> float:
    return _NEARNESS * ((rough.cosine or 0.0) - _USUAL) + bench.want.share(rough.own)
