"""Bytes to typed blocks with coordinates; one format a module, run in a guarded subprocess."""
