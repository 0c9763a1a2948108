"""Measurements of quality and speed; each module runs alone (`python -m bench.retrieval`) or all with `make bench`."""
