"""A second set of our own, by another author: a freelance translator's year in Lisbon.

Its questions are only ever counted; nothing is tuned on them.
"""
