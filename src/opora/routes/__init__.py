"""An execution fragment to a result with reasons."""
