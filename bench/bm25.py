"""What does plain BM25 on whole documents find? The floor that runs beside every retrieval figure."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

_WORD = re.compile(r"\w+")
_TAG = re.compile(r"<[^>]+>")


def words(text: str, prefix: int | None = None) -> list[str]:
    """Lower-case words without mark-up; ``prefix`` cuts each to that many letters."""
    return [word[:prefix] for word in _WORD.findall(_TAG.sub(" ", text).lower())]


class Bm25:
    """Okapi BM25, k1 = 1.2, b = 0.75. Ties go to the earlier document."""

    def __init__(self, texts: Sequence[str], prefix: int | None = None) -> None:
        self.prefix = prefix
        self.counts = [Counter(words(text, prefix)) for text in texts]
        self.lengths = [sum(count.values()) for count in self.counts]
        self.average = sum(self.lengths) / max(1, len(texts))
        self.frequency = Counter(word for count in self.counts for word in count)

    def best(self, query: str) -> int:
        """Index of the best document."""
        scores = [0.0] * len(self.counts)
        for word in words(query, self.prefix):
            frequency = self.frequency.get(word, 0)
            if not frequency:
                continue
            weight = math.log(1 + (len(self.counts) - frequency + 0.5) / (frequency + 0.5))
            for index, count in enumerate(self.counts):
                if word in count:
                    length = 1.2 * (1 - 0.75 + 0.75 * self.lengths[index] / self.average)
                    scores[index] += weight * count[word] * 2.2 / (count[word] + length)
        return max(range(len(scores)), key=lambda index: (scores[index], -index))


def hit_at_1(texts: Sequence[str], ids: Sequence[str], questions: Sequence[tuple[str, str]]) -> float:
    """The better of whole words and five-letter prefixes."""
    found = []
    for prefix in (None, 5):
        index = Bm25(texts, prefix)
        found.append(sum(ids[index.best(question)] == wanted for question, wanted in questions) / len(questions))
    return max(found)
