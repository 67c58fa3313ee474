"""Questions to the calendar, and wishes to change it, which are only looked up.

This service reads: whoever asks for a change is told which event is meant, and that it stays as
it is. What the calendar does not know is looked for in the other sources, if the run has any.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from zoneinfo import ZoneInfo

from runwright.engine.actions import extract
from runwright.engine.agenda import answers, apart, beside, figures, gaps, recurring, shares
from runwright.engine.agenda.answers import Answer, Asked, look
from runwright.engine.agenda.changes import tell_change
from runwright.engine.agenda.events import events_of, named_in
from runwright.engine.agenda.request import Request, of_arguments
from runwright.engine.agenda.subject import OR
from runwright.engine.agenda.telling import days_told
from runwright.engine.agenda.versus import tell_versus
from runwright.engine.ledger.words import stems as stems_of
from runwright.engine.prose.turning import turned
from runwright.engine.types import Finding, Step, Work

_SAYS_LITTLE = frozenset({"away", "busy", "thing", "something", "plan", "whens", "due"})
"""Words that no event has, and that a question may have all the same."""
_OF_PAPERS_TOO = ("when", "where", "who", "host", "long", "until")
"""Questions about one thing that may stand in a paper as well."""
_TELL: Mapping[str, Callable[[Asked], Answer]] = {
    "list": answers.tell_list,
    "exists": answers.tell_exists,
    "when": answers.tell_when,
    "where": answers.tell_where,
    "who": beside.tell_who,
    "host": answers.tell_host,
    "long": answers.tell_long,
    "until": answers.tell_until,
    "status": answers.tell_status,
    "about": answers.tell_about,
    "neighbour": beside.tell_neighbour,
    "people": beside.tell_people,
    "count": figures.tell_count,
    "hours": figures.tell_hours,
    "busiest": figures.tell_busiest,
    "quietest": figures.tell_quietest,
    "longest": figures.tell_longest,
    "shortest": figures.tell_shortest,
    "overlap": figures.tell_overlap,
    "versus": tell_versus,
    "between": apart.tell_between,
    "ago": apart.tell_ago,
    "companion": apart.tell_companion,
    "adjacent": apart.tell_adjacent,
    "gaps": gaps.tell_gaps,
    "middle": gaps.tell_middle,
    "leave": gaps.tell_leave,
    "share": shares.tell_share,
    "per": shares.tell_per,
    "recurring": recurring.tell_recurring,
    "change": tell_change,
}


def perform(step: Step, work: Work) -> Finding:
    """Answer from the events that were read."""
    request = of_arguments(step.arguments)
    if request.unclear:
        return Finding(action=step.action, part=step.part, reason=request.unclear)
    zone = ZoneInfo(request.zone) if request.zone else work.moment.zone
    events = events_of(work.items, zone)
    before = _before(work)
    earlier = before.items if before else ()
    if request.whom and before:
        request = request._replace(people=named_in(before.answer or "", events))
        if not request.people:
            reason = "nothing in your calendar is with anybody whom the answer before it names"
            return Finding(action=step.action, part=step.part, reason=reason)
    if _means_nothing(request, earlier, {event.item.id for event in events}):
        reason = "the answer before it names nothing in your calendar"
        return Finding(action=step.action, part=step.part, reason=reason)
    asked = look(events, request, work.moment.now, earlier)
    answer = _TELL.get(request.ask, answers.tell_list)(asked)
    unsure = "or_prose" in step.arguments
    if unsure and not (answer.found and _answers(request, answer)):
        return turned(step)
    if not answer.found:
        return _not_found(step, work, answer, request)
    also = " Nothing was sent or made: this service only reads." if request.also else ""
    return Finding(
        action=step.action,
        part=step.part,
        answer=f"{answer.text}{_other_year(asked)}{_clocks(request)}{also}",
        value=answer.value,
        items=tuple(dict.fromkeys(event.item.id for event in answer.events)),
    )


def _answers(request: Request, answer: Answer) -> bool:
    """Whether the events have every word of a question that may not be about them."""
    loose = {*stems_of(request.loose), *_SAYS_LITTLE}
    wanted = [word for word in stems_of(request.topic.replace(OR, " ")) if word not in loose]
    texts = " ".join(f"{event.item.title} {event.item.text}" for event in answer.events)
    said = set(stems_of(texts))
    return all(word in said or word.removesuffix("s") in said for word in wanted)


def _means_nothing(request: Request, earlier: Sequence[str], known: AbstractSet[str]) -> bool:
    """Whether all that is asked about is "it", and nothing was found that it could be."""
    told = request.topic or request.people or request.days or request.order
    return bool(request.earlier) and not told and known.isdisjoint(earlier)


def _before(work: Work) -> Finding | None:
    """What was found last; a check that adds nothing is no finding."""
    answered = [found for found in work.earlier if found.answer]
    return (answered or [*work.earlier])[-1] if work.earlier else None


def _clocks(request: Request) -> str:
    return f" The times are those of {request.zone}." if request.zone else ""


def _other_year(asked: Asked) -> str:
    """Says that the days are not those that were likelier."""
    guessed = asked.request.stretches()
    if not asked.days or not asked.fitting or list(asked.days) == guessed:
        return ""
    return f" This is {asked.days[0][0].year}: nothing fits {days_told(guessed)}."


def _not_found(step: Step, work: Work, answer: Answer, request: Request) -> Finding:
    """The reason; what has a name may be in another source, and is then looked for there."""
    others = tuple(item for item in work.items if item.kind != "event")
    single = request.ask in _OF_PAPERS_TOO and not (request.people or request.meetings)
    if not others and single and request.topic and "documents" in request.elsewhere:
        everywhere = {"or_prose": f"calendar {request.elsewhere}"}
        return turned(step._replace(arguments=everywhere))
    if others and request.topic and not request.change:
        sources = f"calendar {request.elsewhere}".strip()
        arguments = {"question": step.part, "sources": sources}
        found = extract.perform(step._replace(arguments=arguments), work._replace(items=others))
        if found.answer:
            return found._replace(more=())
    return Finding(action=step.action, part=step.part, reason=answer.text)
