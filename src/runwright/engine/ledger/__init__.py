"""Money as bookings tell it: what an entry is, what it is about, and how sums are said.

Readings put a question into a `Selection`; the actions choose entries by it and count them.
Amounts are exact decimals, and different currencies are never added.
"""
