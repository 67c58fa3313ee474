"""Follow-ups: a question that leans on the one before takes it over and changes what it names.

"And in September?" keeps everything but the period; "how many is that" keeps the filters and asks
for something else; "as a chart" keeps all of it.
"""

from __future__ import annotations

import re
from itertools import pairwise

from runwright.minds.embedded import anchors, bare, continued
from runwright.minds.embedded.carried_spans import (
    EXCLUDING,
    IT,
    NAMES,
    THOSE,
    merged,
    residue,
    translated_spans,
)
from runwright.minds.embedded.elsewhere import MONEY
from runwright.minds.embedded.query import Query, Span
from runwright.text.folding import fold
from runwright.text.stopwords import PREPOSITIONS, STOP_WORDS
from runwright.text.words import split_words, word_set

_CONNECTORS = word_set("""
    and or n also too what about whats how then now same for but with ok okay hm so only just the a
    an in on at of to from by as well one ones those them these it that this please pls again no
    not i mean instead us me my our if you put make can could
    be do did is are was were include including included plus leave out without minus except take
    away drop same thing there go yes yeah right get thats turn into up question meant her his s
    compared against versus vs look looks like all any mine together altogether
    """)
"""Words around the spans that do not say what is asked."""
_BEFORE_NAMES = PREPOSITIONS - word_set("before after between")
_LEAVING_OUT = word_set("""
    apart aside other than excluding exclude except besides ignoring ignore skip skipping leaving
    count counting counted don't dont bar
    """)
"""Words that stand beside what is left out."""
_VERBS = word_set("""
    do does did is are was were am be has have had can could will would who where when which why
    """)
_WAYS = word_set("away home back")
"""Which way it goes, where nothing is left out."""
_ANEW = word_set("and or what whats how")
_FORMS = word_set("""
    table chart graph plot csv spreadsheet excel list bullet bullets points number numbers figure
    short shorter brief briefly ics file export columns rows sheet send download pie bar format
    picture diagram drawn draw show give text sentence words calendar
    """)
_WHY = word_set("why how come reason so much that it")
_GROUPS_OF = word_set("""
    month monthly week weekly day daily year yearly annually quarter quarterly per by each every
    shop merchant category person split break down it grouped instead
    """)
"""Words that ask for one figure a group and for nothing else."""
_SOMEBODY = word_set("he she him her hers his they them it")
"""Who or what was named before: no clause of its own tells whom or what they mean."""
_ONESELF = word_set("i i've ive i'm im my we we've our us me mine")
_IS_THERE = word_set("is are was were be been will")
_OF_EVENT = ("when", "where", "duration", "until", "next", "list")
"""What is asked of an event, whoever has accepted it."""
_OF_NAMED = ("who", "where", "until")
"""What is asked of an event alone, which somebody must have named."""
_ONE_BESIDE = word_set("""
    and then what what's whats when when's whens about is was the one ones after before that it
    this again right just directly immediately
    """)
_NEXT_ONE = word_set("and then who who's whos whose what what's whats when when's whens where")
"""`And then who?`: the next of those of whom the first was asked for."""
_REMARK = re.compile(r"[,;–](?!.*\?).*")
"""What is said behind a question: `and the one before that, felt bigger`."""
_THAT_ONE = frozenset({
    ("that", "one"), ("that", "make"), ("that", "come"), ("that", "add"), ("those", "make"),
    ("they", "make"), ("those", "add"), ("that", "amount"),
})  # fmt: skip
"""What points to what was asked about before."""
_NAME_ALONE = re.compile(
    r"(?:and|or|but|what about|how about)(?: what about| how about)? (?P<lead>the |my |our )?"
    r"(?P<name>[^,;:?!.]+?)\s*\??",
    re.IGNORECASE,
)
_CODES = {"calendar": "T", "finance": "M"}
_MOST_WORDS = 7
_ASKING = word_set("""
    is are was were am be do does did has have had can could will would should may might when where
    who how why which whose whom many much total sum average cost costs spend spent pay paid one
    ones before after rest others same difference next last week month year day days weeks months
    years today tomorrow yesterday morning afternoon evening night weekend
    """)
"""What a name alone does not hold."""
_CHOOSING = ("max", "min", "first", "last", "next")
"""Measures that tell one record of several."""
_ASKED = {"when": "time", "where": "place", "duration": "length"}
"""What a question about one event asks of it."""
_RECORDS = ("finance", "calendar", "documents")
_ANSWERS = ("accepted", "declined", "tentative", "unanswered")
"""States of whoever was invited, and not of the event."""
_OF_ONE = ("last", "max")
_CHOICE = word_set("""
    last latest newest recent recently biggest largest highest most top dearest priciest expensive
    first earliest single one
    """)
"""What says that one of several is meant."""
_PAYING = MONEY | word_set("""
    send sends sent sending receive receives received receiving get gets got getting give gives gave
    given giving earn earns earned earning won put puts putting take takes took taken taking come
    comes came coming go goes going went out income back lend lent borrow borrowed return returned
    """)
"""What says which way money went."""
_OF_SEVERAL = ("count", "list", "sum", "exists")


def leans(query: Query) -> bool:
    """Whether a clause cannot stand alone: the parser says so, or nothing of it asks anything."""
    if query.is_follow_up or _onwards(query) or bare.is_bare(query) or anchors.points_back(query):
        return True
    if _asks_who_comes(query):
        return True
    return _refers(query) or (bool(query.spans) and is_fragment(query))


def _asks_who_comes(query: Query) -> bool:
    """`Has Luis said if he is coming?`: to what, somebody must have named."""
    is_asked = query.route == "calendar" and query.state in _ANSWERS and bool(query.words("PS"))
    is_named = bool(query.words("T", "PL", "P", "PE", "TI"))
    return is_asked and not is_named and not residue(query) & _ONESELF


def _refers(query: Query) -> bool:
    """`How much was that one?`, `how long does that make?`: what was asked about before, unless
    a period of its own is named. `The dearest one this year` and `how much has he sent` are of
    what was named before in any period, where nobody and nothing is named."""
    pairs = set(pairwise(split_words(fold(query.text))))
    if query.route in _CODES and not query.words(*NAMES, "PL", "OW", "ACC"):
        words = residue(query)
        if words & _SOMEBODY or ("one" in words and query.measure in _CHOOSING):
            return True
        if query.measure in _OF_NAMED and not query.spans:
            return True
        if query.route == "finance" and not query.spans and not words & _ONESELF:
            return query.measure != "balance"  # "how much was the last visit?"
        # "How much did I spend there?", but not "is there anything".
        before = {first for first, second in pairs if second == "there"}
        if before and before.isdisjoint(_IS_THERE):
            return True
    return not query.words("P", "PE") and not pairs.isdisjoint(_THAT_ONE)


def _onwards(query: Query) -> str:
    """`and the one after that?`: which way the next one of the same lies."""
    words = split_words(fold(_REMARK.sub("", query.text)))
    way = next((word for word in words if word in ("after", "before")), "")
    if words[:1] == ["then"] or words[:2] == ["and", "then"]:
        way = way or ("after" if _NEXT_ONE.issuperset(words) else "")
    is_bare = bool(way) and not query.words(*NAMES, "P", "PL", "TI")
    return way if is_bare and set(words) <= _ONE_BESIDE | _NEXT_ONE else ""


def is_fragment(query: Query) -> bool:
    """Whether the words outside the spans do not say what is asked: "and in May?"."""
    rest = residue(query) - _CONNECTORS
    rest -= _leading(query)
    return not (rest - _LEAVING_OUT if _names_only_exclusions(query) else rest)


def _leading(query: Query) -> frozenset[str]:
    """The prepositions that stand in front of what is named: `and off the debit card`."""
    before = (query.text[: each.start] for each in query.spans if each.start > 0)
    last = (word for text in before for word in split_words(fold(text))[-1:])
    return _BEFORE_NAMES.intersection(last)


def only_leaves_out(query: Query) -> bool:
    """Whether a clause only narrows the question before it: "apart from rent". Begun with "and",
    it asks for another figure."""
    words = split_words(fold(query.text))
    return _names_only_exclusions(query) and is_fragment(query) and words[0] not in _ANEW


def _names_only_exclusions(query: Query) -> bool:
    return bool(query.spans) and all(span.code in EXCLUDING for span in query.spans)


def inherit(earlier: Query, later: Query) -> Query:
    """The later question, with what it leaves unsaid taken from the earlier one.

    An inherited span stands nowhere in the later clause: it begins at -1.
    """
    if earlier.route not in _RECORDS:
        return later
    later = bare.of_what_was_asked(earlier, _named(earlier, later))
    later = continued.of_same_records(earlier, later)
    if earlier.route == "finance" and _asks_why(later):
        later = later._replace(
            route="finance", measure="why", direction=earlier.direction or later.direction
        )
    elif later.group and not residue(later) - _CONNECTORS - _GROUPS_OF:
        later = later._replace(route=earlier.route, direction=earlier.direction)
    elif way := _beside(earlier, later):
        return _settled(
            earlier,
            earlier._replace(
                text=later.text,
                measure="next" if earlier.measure == "when" else earlier.measure,
                flags=(*earlier.flags, way),
                confidence=later.confidence,
            ),
        )
    elif is_fragment(later) or only_gives_form(later):
        return _continued(earlier, later)
    if later.route not in _RECORDS:
        return later
    # What is named anew has a state of its own: "refund here yet? How much was the ticket?"
    is_same = later.route == earlier.route and not later.words(*NAMES)
    is_same = is_same and later.measure != "free"
    # Who has accepted is asked of the people; where it is, of the event.
    is_same = is_same and (earlier.measure != "who" or later.measure == "who")
    is_of_people = earlier.state in _ANSWERS and bool(earlier.words("T", "PS", "PL"))
    is_same = is_same and not (is_of_people and later.measure in _OF_EVENT)
    whole = later._replace(
        spans=merged(earlier, later),
        state=later.state or (earlier.state if is_same else ""),
        role=later.role or (earlier.role if is_same else ""),
        direction=_direction(earlier, later),
        flags=later.flags or tuple(each for each in earlier.flags if each != "end"),
    )
    if earlier.measure in _OF_SEVERAL and whole.ask == "amount" and whole.measure in _OF_ONE:
        # "How often was I there? And what did that cost me?" is about all of them, and so is
        # "what did I send him" after what he sent.
        is_of_all = later.route == "finance" and (
            bool(residue(later) & IT) or (earlier.measure == "sum" and not _chooses(later))
        )
        whole = whole._replace(measure="sum", ask="") if is_of_all else whole
    if earlier.measure in _OF_SEVERAL and whole.ask == "payee" and whole.measure in _OF_ONE:
        # "How much went on the card? Where was that?" is about all of them.
        is_of_all = later.route == "finance" and bool(residue(later) & IT) and not later.spans
        whole = whole._replace(measure="list") if is_of_all else whole
    if _is_of_the_one(earlier, later):
        asked = _ASKED[later.measure]
        whole = whole._replace(measure=earlier.measure, order=earlier.order, ask=later.ask or asked)
    return _settled(earlier, continued.of_prices(earlier, later, whole))


def _named(earlier: Query, later: Query) -> Query:
    """`And the flight home?`: a name alone, which no span holds, in place of the one before."""
    words = split_words(fold(later.text))
    name = _NAME_ALONE.fullmatch(later.text.strip())
    is_own = any(each.start >= 0 and each.text in later.text for each in later.spans)
    if name is None or is_own or later.form or not {earlier.route, later.route} <= set(_CODES):
        return later
    if len(words) > _MOST_WORDS or bare.is_bare(later) or not _ASKING.isdisjoint(words):
        return later
    is_owned = fold(name["name"]).replace("’", "'").endswith("'s")
    if not name["lead"] and not (is_owned and earlier.words("PS")):
        return later
    code = "PS" if is_owned and earlier.words("PS") else _CODES[earlier.route]
    named = Span(code, name["name"], name.start("name"))
    return later._replace(spans=(*later.spans, named), measure=earlier.measure, group="", order="")


def _beside(earlier: Query, later: Query) -> str:
    """Which way to go on from the one event that was asked for before."""
    way = _onwards(later)
    if earlier.route == "finance":
        # Of bookings, the last ones are told backwards, and the first ones forwards.
        return way if (earlier.measure, way) in (("last", "before"), ("first", "after")) else ""
    is_one = earlier.measure in ("next", "last") or (
        earlier.measure == "when" and not earlier.words("P", "PE")
    )
    return way if earlier.route == "calendar" and is_one else ""


def _is_of_the_one(earlier: Query, later: Query) -> bool:
    """`When does it end?` after the last thing of a day asks about that one."""
    is_chosen = earlier.route == "calendar" and earlier.measure in ("first", "next", "last")
    is_asked = later.route == "calendar" and later.measure in _ASKED and not later.state
    is_named = bool(later.words("T", "PS", "PL", "P", "PE", "N"))
    points = bool(residue(later) & IT) or bare.is_bare(later)
    return is_chosen and is_asked and not is_named and points


def _chooses(query: Query) -> bool:
    return not _CHOICE.isdisjoint(residue(query)) or bool(query.words("N"))


def _direction(earlier: Query, later: Query) -> str:
    """Those that were asked about keep theirs, whatever the later words sound like."""
    if later.route != "finance":
        return ""
    if earlier.route == "finance" and earlier.direction in ("in", "out"):
        # What names nothing and says nothing of paying is asked of the same money.
        is_open = not residue(later) & _PAYING and not later.words(*NAMES)
        if is_open and earlier.measure != "balance":
            return earlier.direction
    # What one of the same records was, where and when, is asked of the same records.
    of_one = bool(later.ask) and later.measure == earlier.measure
    refers = earlier.route == "finance" and (of_one or bool(residue(later) & THOSE))
    return (refers and earlier.direction) or later.direction or earlier.direction


def _continued(earlier: Query, later: Query) -> Query:
    """The earlier question with other spans or in another form."""
    translated = later._replace(
        route=earlier.route, spans=tuple(translated_spans(later.spans, earlier.route))
    )
    spans = merged(earlier, translated, is_same=True)
    kept = earlier._replace(
        text=_text(earlier, translated),
        spans=spans,
        form=later.form or earlier.form,
        state=later.state or earlier.state,
        order=later.order or earlier.order,
        group=later.group or earlier.group,
        is_on_total=earlier.is_on_total or later.is_on_total,
    )
    if translated.words("P2") and earlier.route == "finance" and earlier.measure != "compare":
        kept = kept._replace(measure="compare")
    if earlier.measure == "who" and earlier.state in _ANSWERS and translated.words("PS"):
        # "Who has accepted? And Tina?" asks what one of them answered.
        kept = kept._replace(measure="exists")
    kept = continued.of_prices(earlier, translated, kept._replace(confidence=later.confidence))
    return _settled(earlier, kept)


def _text(earlier: Query, later: Query) -> str:
    """A question to documents is found by its words: those of the earlier one, of another file."""
    if earlier.route != "documents":
        return later.text
    before, after = earlier.word("DOC"), later.word("DOC")
    return earlier.text.replace(before, after) if before and after else earlier.text


def _settled(earlier: Query, query: Query) -> Query:
    return query._replace(is_follow_up=False, confidence=min(earlier.confidence, query.confidence))


# Words ------------------------------------------------------------------------------------------


def only_gives_form(query: Query) -> bool:
    """`as a chart`, `put them in a table`, `shorter please`."""
    return bool(query.form) and not query.spans and not residue(query) - _CONNECTORS - _FORMS


def says_more(query: Query) -> bool:
    """Whether a word of a clause outside its spans says something of its own: the `away` of `and
    away?`."""
    words = {word for word in residue(query) if word.isalpha()}
    if words & (_ONESELF | _VERBS):
        # A clause with a verb or a question word of its own says by that what it asks.
        return False
    return bool(words - (_CONNECTORS | _FORMS | _ASKING | STOP_WORDS) | (words & _WAYS))


def _asks_why(query: Query) -> bool:
    words = residue(query) - {"and", "but", "ok", "hm", "was", "is", "did"}
    has_reason = bool(words & {"why", "reason"}) or {"how", "come"} <= words
    return has_reason and (query.measure == "why" or not words - _WHY)
