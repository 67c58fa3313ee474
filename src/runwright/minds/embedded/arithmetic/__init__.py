"""The route `arithmetic`: sums, percentages, units, days and times, out of the clause alone.

The clause is cut into typed terms, a grammar makes one expression of all of them, and `calculate`
works it out. A clause with a word that no rule takes is asked back, never guessed.
"""

from runwright.minds.embedded.arithmetic.route import answer, plan

__all__ = ["answer", "plan"]
