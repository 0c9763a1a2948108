"""Opora: question answering over a company's documents in which every statement proves itself."""
