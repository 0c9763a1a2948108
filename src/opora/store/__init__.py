"""The library on disk: the only room that speaks SQL."""
