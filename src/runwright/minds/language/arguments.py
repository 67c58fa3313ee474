"""The arguments of tools that a fact need not say as a restriction, each with its reason."""

from __future__ import annotations

from collections.abc import Mapping

PERIODS = frozenset(("period", "compared", "dates", "due", "day"))
"""Said by the days that a sentence names; see `omissions`."""
CONTAINERS = frozenset(
    ("share_of", "events", "documents", "bookings", "rows", "to_rows", "columns", "column",
     "to_column")
)  # fmt: skip
"""Arguments that hold others."""
HARMLESS: Mapping[str, str] = {
    "direction": "the words for money that was spent or came in are compared with it",
    "order": "the words for first, last, most and least are compared with it",
    "descending": "the words for first, last, most and least are compared with it",
    "limit": "figures are of all that was found; a count of those listed is compared with it",
    "by": "each group is named beside its figure",
    "rank": "the words beside the busiest group are compared with it",
    "per": "the words for a rate are compared with it",
    "join": "what is joined follows from the fields of the result",
    "measure": "the words beside the figure of a table are compared with it",
    "header": "it only finds the table, whose columns and rows are named",
    "text": "it only finds passages, which are quoted",
    "expression": "what an expression does is compared with the words",
    "words": "the days are shown",
    "tense": "the days are shown",
    "date_order": "the days are shown",
    "file": "the document is named beside what it says",
    "first_page": "passages are quoted with their page",
    "last_page": "passages are quoted with their page",
    "first": "passages are quoted with their page",
    "last": "passages are quoted with their page",
    "format": "a file restricts no figure",
    "results": "a file restricts no figure",
    "name": "a file restricts no figure; the name of a column is one of a match",
    "part": "a file restricts no figure",
    "shape": "a file restricts no figure",
    "question": "a question states no figure",
    "choices": "a question states no figure",
    "label": "a question states no figure",
    "reading": "a question states no figure",
    "reason": "a refusal states no figure",
    "looked_for": "a refusal states no figure",
}
HARMLESS_IN: Mapping[tuple[str, str], str] = {
    ("query_table", "number"): "it only finds the table or the column, which are named",
    ("query_table", "files"): "it only finds the table",
    ("search_documents", "files"): "passages are quoted with their document",
    ("make_file", "title"): "a file restricts no figure",
    ("measure_transactions", "categories"): "no model is offered it",
    ("measure_transactions", "called"): "no model is offered it",
    ("measure_transactions", "members"): "no model is offered it",
    ("make_file", "columns"): "a file restricts no figure",
}
