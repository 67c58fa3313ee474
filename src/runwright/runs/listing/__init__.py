"""Finding runs, by their words too, and showing them with more than the contract's shape has."""
