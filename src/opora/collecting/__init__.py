"""Origins to bytes: where documents come from, and how they are asked for again."""
