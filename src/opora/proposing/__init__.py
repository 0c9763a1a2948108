"""What may a language model propose for a reply, and what of it holds?"""
