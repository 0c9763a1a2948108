"""The only room that calls neural models."""
