"""What a person can type: one module for each group of commands, and the door that prints results and errors."""
