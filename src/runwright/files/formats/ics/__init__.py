"""Calendars: components, recurrence, and the events that they give."""
