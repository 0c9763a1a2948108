"""Which link of question, source, fragment and answer broke, and how good is the whole?"""
