"""What stands in for a model? Vectors of words: texts with the same words point the same way."""

from __future__ import annotations

from typing import Any

import numpy as np


class Directions:
    model_id, dim, max_tokens = "directions:1", 64, 512

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def encode_query(self, text: str) -> Any:
        vector = np.full(self.dim, 0.05, np.float32)
        for word in text.casefold().replace(".", " ").replace("?", " ").split():
            vector[sum(map(ord, word)) % self.dim] += 1
        return vector / np.linalg.norm(vector)

    def encode_passages(self, texts: Any) -> Any:
        return np.array([self.encode_query(text) for text in texts], np.float32).reshape(len(texts), self.dim)
