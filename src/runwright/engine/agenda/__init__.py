"""The calendar, as requests speak of it: events in local time, which of them are meant, free time.

`request` holds what was understood of a part of a prompt (`asking` finds it, with `tense` for the
side of now, `hours` for times of day and `vocabulary` for the words), `events` turns items into
events, `choice` picks those that are meant by their days and `subject` by their words. `answers`
says what is asked of them, `figures` what is counted, `versus` and `apart` what is compared, and
`telling` puts it in words; `free` finds the gaps between them.
"""
