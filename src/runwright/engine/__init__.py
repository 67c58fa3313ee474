"""Thinking without a language model: a prompt becomes a plan, a plan becomes findings.

`plan` cuts a prompt into parts and `readings` turns each into typed steps; `course` says what
comes next, `actions` performs one step, `compose` writes the summary and `codec` turns plans and
findings into JSON. Everything is a pure function of its arguments: no HTTP, no SQL, no clock, no
randomness. Time comes in as a `Moment`.
"""

# Part of every snapshot's manifest. It changes only when the same prompt, moment and items can
# give another answer; a refactoring that keeps every answer keeps the number.
BEHAVIOUR = 1
