"""What does a golden set look like? The files of the teaching kit: documents, facts, questions, right and wrong answers."""
