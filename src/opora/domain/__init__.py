"""What things are: frozen, slotted dataclasses built from the standard library alone."""
