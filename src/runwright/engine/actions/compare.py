"""Holding documents against payments, or against each other."""

from __future__ import annotations

from runwright.engine.ledger import bills, invoices, papers, terms
from runwright.engine.types import Finding, Step, Work

_FIGURES = {
    "match": papers.matched,
    "in_full": invoices.in_full,
    "in_time": invoices.in_time,
    "days_after": invoices.days_after,
    "papers": invoices.higher,
    "paid": invoices.paid,
    "due": invoices.dated,
    "issued": invoices.dated,
    "terms": terms.kept_to,
    "papers_sum": bills.summed,
    "papers_open": bills.still_open,
    "papers_foremost": invoices.foremost,
}


def perform(step: Step, work: Work) -> Finding:
    """How they compare."""
    return _FIGURES[step.arguments["figure"]](step, work)
