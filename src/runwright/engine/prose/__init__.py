"""Answers from prose: what a question asks for, and which words of which sentence say it.

`question` reads the question, `sentences` cuts what was read, `scoring` weighs every sentence
against the question, `spans` finds what in a sentence can be the answer, `clauses` leaves out of
a quotation what the answer does not need. `times` decides whether a sentence speaks of the time
that is asked about, `support` whether the evidence carries an answer at all, and `comparing`
answers what is asked of two things at once. No model, except in `meaning`, for runs that have the
time.
"""
