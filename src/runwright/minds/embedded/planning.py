"""From a prompt to the plan of the embedded mind: its queries, and the steps that they take."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise

from runwright.minds.embedded import changes, conditions, mixed, routes, statements
from runwright.minds.embedded.arithmetic.notation import of_signs_alone
from runwright.minds.embedded.finance.rereading import reread
from runwright.minds.embedded.follow_up import following, only_leaves_out
from runwright.minds.embedded.parser.parser import (
    MOST_BEFORE,
    Parsed,
    is_available,
    parser,
)
from runwright.minds.embedded.query import (
    DESCRIBED,
    MEASURES,
    STATES,
    Query,
    Span,
    of_route,
    to_json,
)
from runwright.minds.values import Plan, PlannedClause, Step
from runwright.text.stopwords import CONJUNCTIONS, OPENERS, PREPOSITIONS
from runwright.text.words import split_words, word_set

Forbids = Callable[[str], str | None]
"""The topic, forbidden by the rules of an agent, that words touch; None if they touch none."""
_ASKING = word_set("""
    what whats who whos whose whom which when whens where wheres why how hows do does did is are was
    were am has have had can could will would should may might isnt arent dont doesnt didnt tell
    show explain give
    """)
"""Words with which a question or a demand begins."""
_FORMS = {"csv": "csv", "spreadsheet": "csv", "chart": "chart", "graph": "chart"}
"""Words for files that a result can be made into."""
_BARELY, _HARDLY, _SURELY = 0.15, 0.4, 0.6
_SUCH = word_set("n stuff things thing etc such like all that the so on whatever whatnot")
"""What is said behind examples, and asks nothing."""
_SENT = word_set("sent send paid pay gave give given lent transferred")
_SENDERS = word_set("i i've ive we we've weve")
_EMPTY = (
    PREPOSITIONS - word_set("before after")
    | CONJUNCTIONS
    | word_set("a an the that this these those n")
)
"""What names nothing and no time."""
_TELLING = ("M", "MP", "C", "PS", "T", "PL", "DOC")
_RECORDED = ("M", "MP", "C", "PS", "T", "PL", "ACC")
"""What names bookings or events."""
_NAMING = ("M", "MP", "C", "PS", "T", "PL")
"""What a question about bookings or events is about."""
_BOUND = (*_NAMING, "PE")
"""The same, and an event that says when."""
_NARROWING = (*_TELLING, "ACC", "CU", "UNIT", "TI", "WD", "P", "PE")
_MOST_OTHERS = 6
"""So many other readings are tried."""


def understood(
    prompt: str, earlier: Sequence[str], sources: Collection[str], most_steps: int
) -> list[Query]:
    """The queries of a prompt, each with what it takes over from those before it; one more than
    there can be steps, if there are more. `sources` are those that can be looked in."""
    parts = statements.parted(prompt, _names)
    before, said = _known_before(earlier, parts.told, sources, most_steps)
    told = before if parts.told else None
    queries: list[Query] = []
    asked = conditions.asked(parts.asked)
    for query in _named_first(_parsed(asked.text, sources, most_steps, said), before, sources):
        if queries and conditions.holds_anyway(query):
            continue
        if (joined := conditions.joined(queries, query)) is not None:
            queries = joined
            before = queries[-1]
            continue
        if queries and (longer := conditions.with_period_added(queries[-1], query)) is not None:
            before = queries[-1] = longer
            continue
        query = _of_documents_still(before, query)
        whole = _of_told(told, _whole(before, query, sources))
        if before is not None and (queries or query.is_follow_up or query.measure == "why"):
            whole = _of_the_same(before, whole)
        told = None
        if queries and only_leaves_out(query):
            whole = whole._replace(text=f"{queries.pop().text}, {query.text}")
        elif queries and _gives_a_form(queries[-1], whole):
            queries.pop()
        queries.append(_with_others(whole, before, query, sources, is_asked_on=bool(earlier)))
        before = whole
    if asked.leaves_out_own_money:
        queries = list(map(conditions.with_own_money_left_out, queries))
    joint = mixed.held_together(queries, parts.told, earlier)
    return queries if joint is None else [joint._replace(others=_as_bookings(joint, sources))]


def _whole(before: Query | None, query: Query, sources: Collection[str]) -> Query:
    """A query with what it takes over."""
    return reread(_with_event(following(before, query), sources))


def _of_documents_still(before: Query | None, query: Query) -> Query:
    """A question that leans on one about documents, and names nothing itself, is rather told by
    them: `and how many nights at most?`."""
    if before is None or before.route != "documents" or query.route not in routes.ASKED_BACK:
        return query
    if not query.is_follow_up or any(each.code in _RECORDED for each in query.own):
        return query
    return query._replace(written=max(query.written, routes.SURELY_WRITTEN))


def _of_told(told: Query | None, query: Query) -> Query:
    """A question that names nothing is about what a sentence before it names: `Lidl is dear. How
    much did I spend there?`"""
    if told is None or query.route not in routes.ASKED_BACK or query.words(*_TELLING):
        return query
    names = of_route((each for each in told.spans if each.code in _TELLING), query.route)
    return query._replace(spans=(*query.spans, *(each._replace(start=-1) for each in names)))


def _of_the_same(before: Query, query: Query) -> Query:
    """A hardly understood question that names nothing, asked in one breath with another, is about
    what that one names: `… and what day did the money land`, `poker on Friday, what is the
    buy-in?`. Why an event is when it is, its description may tell."""
    is_named = any(each.code not in ("P", "PE") for each in query.own)
    if is_named and query.measure != "why" and query.confidence > _BARELY:
        return query
    names = tuple(each._replace(start=-1) for each in before.spans if each.code in _NAMING)
    match before.route, query.route:
        case "documents", "finance" | "calendar" | "mixed" if _is_still_written(query):
            asked = query._replace(route="documents", measure="answer", spans=(), is_follow_up=True)
            return following(before, asked)
        case "calendar", "finance" | "general" if _is_unclear(query) and names and _is_bare(query):
            return _described(query, before)
        case "calendar", "documents" if names and _is_bare(query):
            return _described(query, before)
        case "finance", "finance" if _is_hardly(query) and not query.group:
            return query._replace(spans=(*query.spans, *names))
        case _:
            return query


def _is_still_written(query: Query) -> bool:
    """Whether a question behind one about documents is rather about them, too: it names nothing of
    its own, or is barely understood as one about records."""
    if query.confidence <= _BARELY:
        return True
    return not query.own and (_is_hardly(query) or query.written >= routes.SURELY_WRITTEN)


def _is_hardly(query: Query) -> bool:
    """Whether a question that names nothing is hardly understood alone: whatever rises or falls,
    and why, is something that was named before."""
    is_open = query.measure in ("trend", "why")
    is_unsure = query.confidence < _SURELY and query.measure != "balance"
    return not query.words(*_NAMING) and (is_open or is_unsure)


def _is_unclear(query: Query) -> bool:
    """The same, or why something is as it is: bookings cannot tell it of an event."""
    return query.measure == "why" or _is_hardly(query)


def _is_bare(query: Query) -> bool:
    return not query.own or query.measure == "why"


def _described(query: Query, before: Query) -> Query:
    """The question, as one for what is noted of the event before it."""
    spans = tuple(each._replace(start=-1) for each in before.spans)
    return Query(query.text, "calendar", "when", flags=(DESCRIBED,), spans=spans, is_follow_up=True)


def _with_others(
    whole: Query,
    before: Query | None,
    query: Query,
    sources: Collection[str],
    *,
    is_asked_on: bool,
) -> Query:
    """A query with what else it might mean, and the question before it."""
    if whole.route == "mixed":
        return whole._replace(others=_as_bookings(whole, sources))
    if whole.route not in routes.ASKED_BACK:
        return whole._replace(others=())
    found = dict.fromkeys(
        other._replace(others=(), confidence=1.0)
        for other in (
            *(_whole(before, other, sources) for other in query.others),
            *_without_a_name(whole),
        )
        if other.measure in MEASURES.get(other.route, ())
        and other.state in (*STATES[other.route], "")
    )
    own = whole._replace(others=(), confidence=1.0)
    is_leaning = before is not None and (is_asked_on or query.is_follow_up)
    return whole._replace(
        others=tuple(each for each in found if each != own)[:_MOST_OTHERS],
        before=before.text if before is not None and is_leaning else "",
    )


def _as_bookings(query: Query, sources: Collection[str]) -> tuple[Query, ...]:
    """A question about records of several kinds, read as one about bookings alone."""
    if "finance" not in sources:
        return ()
    [read] = parser().parse(query.text, 1, ("finance",))
    return (read.query._replace(others=()),)


def _without_a_name(query: Query) -> Iterator[Query]:
    """The query without one of the words that narrow it: what was taken for a name may be none.
    The only name is kept: all payments are no answer to a question about some of them."""
    for span in query.spans:
        left = tuple(each for each in query.spans if each != span)
        also = ("ACC",) if query.measure == "balance" else ()
        is_name = span.code in (*_NAMING, *also)
        is_only_name = is_name and not any(each.code in (*_BOUND, *also) for each in left)
        if span.code in _NARROWING and not is_only_name:
            yield query._replace(spans=left)


def _known_before(
    earlier: Sequence[str], told: Sequence[str], sources: Collection[str], most_steps: int
) -> tuple[Query | None, tuple[str, ...]]:
    """What the first question of a prompt may go on from, and the words of all that was said
    before it, the nearest first: earlier prompts, and what this one says itself."""
    before: Query | None = None
    said: tuple[str, ...] = ()
    for past in earlier:
        for query in _parsed(past, sources, most_steps, said):
            before = reread(following(before, query))
            said = (query.text, *said)[:MOST_BEFORE]
    for each in told:
        named = [query for query in _parsed(each, sources, most_steps, said) if query.own]
        before = reread(following(before, named[-1])) if named else before
        said = (each, *said)[:MOST_BEFORE]
    return before, said


def _named_first(
    queries: list[Query], before: Query | None, sources: Collection[str]
) -> list[Query]:
    """`When and where is the lunch?`: what a word alone asks is asked of what comes next."""
    if before is not None or len(queries) < 2:
        return queries
    first, second, *rest = queries
    if first.own or len(split_words(first.text)) > 1 or not second.words(*_TELLING):
        return queries
    [again] = parser().parse(first.text, 1, routes.open_to(sources), (second.text,))
    return [second, again.query, *rest]


def _names(sentence: str) -> list[Span]:
    """What a sentence alone is taken to name."""
    if not is_available():
        return []
    return [span for parsed in parser().parse(sentence) for span in parsed.query.spans]


def plan(queries: Sequence[Query], most_steps: int, forbids: Forbids) -> Plan:
    """The steps that the queries take."""
    steps: list[Step] = []
    clauses: list[PlannedClause] = []
    for query in queries[: most_steps + 1]:
        allowed = _allowed(query, forbids)
        own = tuple(Step(tool, allowed.text) for tool in routes.plan(allowed).tools)
        steps += own
        clauses.append(PlannedClause(to_json(allowed), len(own)))
    return Plan(tuple(steps), is_cut=len(queries) > len(clauses), clauses=tuple(clauses))


def _parsed(
    prompt: str, sources: Collection[str], most_steps: int, before: Sequence[str]
) -> list[Query]:
    if not is_available():
        return [Query(prompt, routes.UNAVAILABLE)]
    found = [
        _of_records_first(each, sources)
        for each in parser().parse(prompt, most_steps + 2, routes.open_to(sources), before)
    ]
    asking = [parsed for parsed in found if not (parsed.is_aside or _is_remark(parsed.query))]
    asking = [parsed for parsed in asking if not _is_beside(parsed.query, asking)]
    if not asking:
        return [parsed.query for parsed in found]
    whole = [
        _without_empty_spans(
            conditions.with_all_states(
                of_signs_alone(routes.looked_up(each, sources)._replace(others=each.others))
            )
        )
        for each in asking
    ]
    return [
        each
        for query in whole
        for directed in _in_each_direction(query)
        for each in _in_each_form(directed)
    ]


def _of_records_first(parsed: Parsed, sources: Collection[str]) -> Parsed:
    """A question that may be one about bookings or events, read as that."""
    records = [route for route in routes.ASKED_BACK if route in sources]
    if not records or not routes.asks_records_first(parsed):
        return parsed
    read = parser().parse(parsed.query.text, 1, records, parsed.before)
    return read[0] if read else parsed


def _in_each_direction(query: Query) -> list[Query]:
    """`What Dawn has sent me against what I've sent her` asks for both."""
    pairs = list(pairwise(split_words(query.text.lower().replace("’", "'"))))
    comes = any(verb in _SENT and whom in ("me", "us") for verb, whom in pairs)
    goes = any(who in _SENDERS and verb in _SENT for who, verb in pairs)
    is_sum = query.route == "finance" and query.measure == "sum" and bool(query.words("M", "MP"))
    if not (is_sum and comes and goes):
        return [query]
    return [query._replace(direction=each, is_follow_up=False) for each in ("in", "out")]


def _without_empty_spans(query: Query) -> Query:
    """Without names and periods that are nothing but an article, a pronoun or a preposition: the
    `an` of `an since April`. One with a capital may be a name."""
    return query._replace(
        spans=tuple(
            span
            for span in query.spans
            if span.code not in (*_TELLING, "ACC", "P", "PE")
            or not span.text.islower()
            or not _EMPTY.issuperset(split_words(span.text))
        )
    )


def _in_each_form(query: Query) -> list[Query]:
    """`A CSV of it and a chart` wants both."""
    words = split_words(query.text.lower())
    forms = dict.fromkeys(_FORMS[word] for word in words if word in _FORMS)
    if query.form not in forms or len(forms) < 2:
        return [query]
    return [query._replace(form=form) for form in forms]


def _with_event(query: Query, sources: Collection[str]) -> Query:
    """A task that would change an event tells which one it means."""
    named = changes.object_of(query.text) if query.route == "change" else ""
    if not named or "calendar" not in sources:
        return query
    [looked_for] = parser().parse(f"when is {named}", 1, ("calendar",))
    return changes.with_event(query, looked_for.query)


def _gives_a_form(before: Query, query: Query) -> bool:
    """Whether it only says in which form the question before is to be answered."""
    return not before.form and bool(query.form) and _asked(before) == _asked(query)


def _asked(query: Query) -> Query:
    """What is asked for, whatever the words and the form."""
    spans = tuple(span._replace(start=0) for span in query.spans)
    bare = Query("", query.route)
    kept = ("measure", "direction", "group", "order", "flags", "ask", "state", "share_of", "role")
    return bare._replace(spans=spans, **{name: getattr(query, name) for name in kept})


def _is_remark(query: Query) -> bool:
    """Whether it only stands beside a question: "thanks!", "I am trying to get things in order"."""
    words = [word for word in split_words(query.text.lower()) if word not in OPENERS]
    if words and not query.own and _SUCH.issuperset(words):
        return True  # "cabins n stuff"
    return query.route == "general" and not (words and words[0] in _ASKING)


def _is_beside(query: Query, clauses: Sequence[Parsed]) -> bool:
    """Whether a clause that names nothing and is hardly understood stands beside one that names
    what it asks about: `been bugging me`."""
    first = next(iter(split_words(query.text.lower())), "")
    if query.own or query.confidence > _HARDLY or first in _ASKING or first in OPENERS:
        return False
    return any(each.query.own and each.query.confidence > _SURELY for each in clauses)


def _allowed(query: Query, forbids: Forbids) -> Query:
    """The query, or that it touches what is forbidden."""
    topic = forbids(" ".join((query.text, *query.words(*_TELLING))))
    return (
        query if topic is None else Query(query.text, routes.FORBIDDEN, spans=(Span("T", topic),))
    )
