"""What is said to tasks that are no questions about records: to change something, to write
something, and to small talk. Each is one sentence of what cannot be done, and one of what can."""

from __future__ import annotations

from runwright.minds.embedded.program import Answer, Do, Plan, Program, Surroundings
from runwright.minds.embedded.query import Query
from runwright.text.tokens import Tokens
from runwright.text.words import word_set

_SOURCES = {"calendar": "your calendar", "documents": "your documents", "finance": "your bookings"}
_GUIDE = "The guide “Connect a model” (docs/guides/connect-a-model.md) shows how to add one."
_NOTHING: tuple[Do, ...] = ()
"""What these programs want done."""
_LONGEST = 14
"""Words of a task that are repeated; a longer one is not."""
_SHORT = 7
"""Tokens of a greeting; a longer text asks for something."""
_LEADS = word_set("""
    please pls can could would will you u just also and oh ok okay hey hi so then now i want need
    like to go ahead kindly quickly lets let's n yes no thanks
    """)
"""What may stand before the verb and says nothing."""
_TAILS = word_set("please pls would will can could you thanks thx ok okay then now")
"""What may stand behind the task."""
CHANGES = word_set("""
    book move cancel pay send delete remove add put schedule reschedule remind invite uninvite
    accept decline transfer forward email text call ring message order buy reorder renew
    unsubscribe subscribe set change update edit rename swap push postpone shift block create make
    mark recategorize recategorise categorize split refund dispute return reply rsvp confirm
    archive upload download share print post raise lower increase freeze unfreeze lock stop pause
    start turn switch venmo wire top file submit sign bring extend shorten merge duplicate copy
    tell notify let reserve open close log save pin close clear drop free bump
    """)
_WRITING = word_set("""
    write draft compose translate explain rephrase reword proofread correct brainstorm come suggest
    propose plan script sketch outline describe polish shorten rewrite summarise summarize turn put
    make give think create design prepare generate respond reply
    """)
_SWAPPED = {
    "my": "your", "me": "you", "i": "you", "mine": "yours", "our": "your", "us": "you",
    "we": "you", "i've": "you've", "i'm": "you're", "i'll": "you'll", "myself": "yourself",
    "am": "are", "we're": "you're", "we've": "you've", "im": "you're",
}  # fmt: skip
"""The person's own words, said back to them."""
_GREETINGS = {
    "morning": "Good morning", "afternoon": "Good afternoon", "evening": "Good evening",
    "hi": "Hello", "hello": "Hello", "hey": "Hello", "thanks": "You are welcome",
    "thank": "You are welcome", "cheers": "You are welcome", "ta": "You are welcome",
    "bye": "Goodbye", "night": "Good night",
}  # fmt: skip
_ABOUT = word_set("you your u yourself runwright help")
_LANGUAGES = word_set("""
    speak language languages english german french spanish hindi arabic chinese polish turkish
    italian portuguese understand
    """)
_PRIVACY = word_set("""
    data private privacy listening listen secure safe store stored storing share shared spying
    record recording see bank internet online cloud
    """)


def plan(_query: Query) -> Plan:
    """Nothing is called or read."""
    return Plan(tools=(), sources=())


def change(query: Query, surroundings: Surroundings) -> Program:
    """To a task that would change something: nothing here can."""
    yield from _NOTHING
    task = _task(query.text, CHANGES)
    cannot = f"it cannot {task}" if task else "it cannot change, send or pay anything"
    can = f"It can look up what you need for that{_in(surroundings)}."
    return _said(f"Runwright only reads: {cannot}. {can}")


def compose(query: Query, _surroundings: Surroundings) -> Program:
    """To a task that needs somebody who writes: a language model, and how to connect one."""
    yield from _NOTHING
    task = _task(query.text, _WRITING)
    needs = (
        f"To {task}, Runwright needs a language model"
        if task
        else ("Writing, translating and explaining need a language model")
    )
    return _said(f"{needs}, and this run uses none. {_GUIDE}")


def general(query: Query, surroundings: Surroundings) -> Program:
    """To small talk, questions about the world, and questions about Runwright itself."""
    yield from _NOTHING
    tokens = Tokens(query.text)
    words = [tokens.text(at) for at in range(len(tokens))]
    what = _what_it_does(surroundings)
    greeting = next((_GREETINGS[word] for word in words if word in _GREETINGS), "")
    if greeting and len(words) <= _SHORT:
        return _said(f"{greeting}. {what}")
    if not set(words) & _ABOUT:
        return _said(f"I have no knowledge of the world beyond your own records. {what}")
    if set(words) & _LANGUAGES:
        return _said(f"I understand questions in English. {what}")
    if set(words) & _PRIVACY:
        return _said(
            "I read your records on this server and send none of them to a language model. "
            f"{what} I change nothing."
        )
    return _said(f"I am Runwright, a program. {what} I change nothing.")


def forbidden(query: Query, _surroundings: Surroundings) -> Program:
    """To a question that touches what the rules of the run's agent forbid."""
    yield from _NOTHING
    return _said(f"This agent does not answer questions about {query.word('T')}.")


def unavailable(_query: Query, _surroundings: Surroundings) -> Program:
    """To everything, where the parser is not there."""
    yield from _NOTHING
    return _said(
        "This server lacks the model that reads questions, so nothing was looked up. "
        "Its operator can add it with `runwright models setup`."
    )


def _said(text: str) -> Answer:
    return Answer(text, is_answer=False)


def _what_it_does(surroundings: Surroundings) -> str:
    places = _places(surroundings)
    if not places:
        return "I can calculate with figures, units, dates and times."
    return f"I answer questions about {places}, and calculate with figures, units and dates."


def _in(surroundings: Surroundings) -> str:
    places = _places(surroundings)
    return f" in {places}" if places else ""


def _places(surroundings: Surroundings) -> str:
    names = [name for source, name in _SOURCES.items() if source in surroundings.sources]
    if len(names) < 2:
        return "".join(names)
    plain = [names[0], *(name.removeprefix("your ") for name in names[1:])]
    return f"{', '.join(plain[:-1])} and {plain[-1]}"


def _task(text: str, verbs: frozenset[str]) -> str:
    """The task in the person's words, from its verb on; nothing where that could go wrong."""
    words = text.strip(" .!?…").split()
    plain = [word.strip(",;:.!?").lower() for word in words]
    first = 0
    while first < len(plain) and plain[first] in _LEADS:
        first += 1
    last = len(plain)
    while last > first and plain[last - 1] in _TAILS:
        last -= 1
    task = words[first:last]
    is_safe = 0 < len(task) <= _LONGEST and plain[first] in verbs
    if not is_safe or any(sign in " ".join(task) for sign in '"“”‘:;?!(\n,'):
        return ""
    return " ".join([plain[first], *(_back(word) for word in task[1:])])


def _back(word: str) -> str:
    return _SWAPPED.get(word.lower().replace("’", "'"), word)
