"""What does a person see in the browser? Server-rendered pages; every page works without a script, scripts make it quicker."""
