"""The route `finance`: questions about bookings, answered by the finance tools."""

from runwright.minds.embedded.finance.route import answer, plan

__all__ = ["answer", "plan"]
