"""Finding runs, and showing them with more than the contract's shape has."""
