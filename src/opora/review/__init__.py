"""What becomes of a question that the documents do not answer: a record, a person's answer, a source."""
