"""A third set, by yet another hand: an architect's household in Wellington, in dollars and dogs."""
