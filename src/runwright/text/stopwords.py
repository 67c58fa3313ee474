"""Words that tell nothing of a text, because nearly every text has them."""

from __future__ import annotations

from runwright.text.words import word_set

QUESTION_WORDS = word_set("how what when where which who whom whose why")
PRONOUNS = word_set("""
    he her hers herself him himself his i it its itself me my myself our ours ourselves she their
    theirs them themselves they we you your yours yourself yourselves
    """)
PREPOSITIONS = word_set("""
    about after at before between by down during for from in into of off on out over through to
    under until up upon with
    """)
DETERMINERS = word_set("""
    a all an any both each few more most no other own same some such that the these this those
    """)
AUXILIARIES = word_set("""
    am are be been being can could did do does doing had has have having is let shall should was
    were will would
    """)
ADVERBS = word_set("""
    also further here just not now once only please so than then there too very
    """)
CONJUNCTIONS = word_set("and as because but if nor or while")

STOP_WORDS = (
    QUESTION_WORDS | PRONOUNS | PREPOSITIONS | DETERMINERS | AUXILIARIES | ADVERBS | CONJUNCTIONS
)
"""The whole list, folded: what search leaves out."""
OPENERS = word_set("and so also but then ok okay hey well oh or plus now um")
"""What people begin a further question with, and say nothing by."""
