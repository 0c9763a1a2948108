"""Words, lemmas, sentences, languages and values of Russian, Ukrainian, Romanian and English text."""
