"""Parsed documents to passages and fragments: one strategy a module."""
