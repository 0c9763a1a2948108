"""What stands in the settings file of a new library?"""

from __future__ import annotations

TEMPLATE = """\
# Settings of this Opora library. `opora settings` prints every value and where it came from.

[search]
# mode = "hybrid"          # hybrid, semantic or lexical
# dense_weight = 0.7
# lexical_weight = 0.3
# threshold = 0.35
# limit = 5                # 1 to 20
# rerank = "off"           # late-interaction reads the best hits once more: better order, slower
# duplicates = "near"      # of texts nearly alike one is shown; same: only full stops, commas and capitals differ; exact
# merge = false            # show a whole passage when enough of its fragments hit

[reading]
# ocr = true               # read scanned pages and images; needs Tesseract
# ocr_languages = ["ru", "en"]

[fragments]
# strategy = "auto"        # by the kind of document; or parent_child, heading, recursive-1200c-150 … see docs/ladder.md
# size = 0                 # 0: the strategy's own; measure = "chars" counts characters
# threshold = 0.3          # semantic: always cut where neighbouring text is less alike

[serving]
# requests_per_minute = 3000   # of one key or session; see docs/serving.md

# [catalogues.shop]            # what a product costs now is asked at the moment of the question; see docs/catalogues.md
# url = "https://shop.example/products.json"
# currency = "EUR"

# [model]
# base_url = "http://127.0.0.1:8080/v1"   # a language model that phrases and splits, checked; see docs/models.md
# name = "the-model"
# key_env = "MY_MODEL_KEY"     # the variable that holds the key, never the key

# [embeddings]
# base_url = "http://127.0.0.1:8081/v1"   # vectors from an address instead of the local model
# name = "the-embedder"
# dim = 1024

# [assistants.support]
# collections = ["faq"]
# lang = "ru"
# answer_threshold = 0.6   # 0 to 1; higher refuses sooner
"""
