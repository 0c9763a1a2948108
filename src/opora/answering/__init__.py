"""A message to a checked reply, in seven stages."""
