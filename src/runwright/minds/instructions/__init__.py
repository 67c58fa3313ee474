"""The standing instructions of an agent as typed rules: what its runs may read, which records
pass, which topics they leave alone, and the form of their answers."""
