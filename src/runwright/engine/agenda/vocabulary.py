"""The words of requests about a calendar: which tell nothing, and which name kinds of events."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise, zip_longest

from runwright.context.index.words import STOP, fold, word_set
from runwright.engine.patterns import lazily

TOKEN = lazily(r"[^\W_]+(?:['’][^\W_]+)*")

MEETINGS = word_set("meeting meetings appointment appointments call calls")
"""Kinds of events that have a time of day."""
CALENDAR = word_set("""
    calendar calendars agenda diary schedule schedules scheduled event events entry entries
    reminder reminders invite invites invitation invitations
    """)
EVENTS = word_set("""
    review lunch dinner breakfast brunch coffee drinks workshop standup offsite retreat training
    session seminar webinar interview birthday flight conference party concert class lesson exam
    demo sync checkup kickoff retrospective retro holiday vacation trip dentist doctor haircut
    wedding funeral hearing lecture course rehearsal practice match game gym yoga presentation
    briefing debrief planning catchup ceremony summit expo fair
    meetup hackathon anniversary reservation visit deadline checkin oneonone
    """)
"""Nouns that hardly stand for anything but what is in a calendar, after "when is" and its kind."""
_SAID_OF_EVENTS = word_set("""
    dr mr mrs ms prof
    able actually again ahead already always anyone anybody anything else around attend attendee
    attendees attending available back become begin begins beginning begun book booked busy
    calendar cancel cancelled canceled chance come comes coming confirmed count day days date
    dates delete detail details diary duration empty end ends ended ending evening event events
    ever every everything find finish finishes finished first follow follows following found
    free full get give go goes going got happen happening happens hear held hour hours how's i'd
    i'll i'm i've info information invite invited involved item items join joining kind last
    latest later least left length like list listed location long longer longest look looking
    looks lot lots made make many may maybe meet meets meeting meetings met might minute minutes
    month months morning most move much must name named need needs next night nothing number
    often one ones open order other overlap overlaps overlapping participant participants
    participate people person place plan planned plans point possible precise present previous
    put really recent recently remain remaining remind room run running runs say says schedule
    scheduled schedules see seeing set shortest show single slot soon someone somebody something
    space spend spent start started starting starts still supposed take taken takes taking talk
    tell thing things think time times title today together tonight total totally two upcoming
    us use want way week weeks weekday weekdays weekend weekends whats what's when's where's
    who's whole within without work working year years yet you're appointment appointments
    afternoon afternoons mornings evenings agenda entry entries earliest clash clashes clashing
    conflict conflicts conflicting double doublebooked collide busiest quietest emptiest fullest
    fewest lightest happened doing did done due currently now immediately directly right
    straight reminder reminders invitation invitations invites don't didn't isn't aren't won't
    doesn't wasn't haven't hasn't can't reschedule postpone delay push shift change remove drop
    exact exactly exists exist address venue link physically whom attends o'clock am pm noon
    midday midnight half quarter quick check whether email send hi hello hey thanks thank please
    kindly i you let's lets overview summary completely entirely current forward moment attended
    organise organises organised organize organizes organized host hosts hosted hosting
    organising organizing saw seen speak speaking spoke talked talking leave leaving arrive
    arriving future far off offs s t d m ll re ve pls plz thx ty cheers sorry ok okay btw asap
    hmm um well just dear today's tomorrow's took places occur occurs occurred went gone visited
    came gotten getting given compare compared comparing comparison versus vs rather fewer less
    busier quieter bookings booking totals overall altogether sum combined combine average
    amount roughly approximately said mention mentioned according know known knows wonder
    wondering wondered curious remember recall forget forgot figure sure perhaps possibly
    basically simply quickly briefly never usually normally typically regularly generally
    sometimes presently lately meanwhile once twice thrice since till upto entire complete
    several various multiple different particular certain specific same another rest remainder
    remains outstanding forthcoming prior former earlier subsequent arranged fixed marked noted
    written shown entered appear appears appearing contain contains included includes include
    including except besides apart involving involve involves concerning regarding related
    relating display print output pull bring fetch looked checked checking confirm told ask
    asked asking answer question questions wanted needed hope expect expected expecting suppose
    gonna wanna gotta should shall fill filled filling occupy occupied occupies blocked block
    blocks spending pass passed participated joined hold holding ran yes no not any everyone
    everybody each both either neither lasted lasting lasts im ive id ill dont didnt stuff bit
    kinds sort sorts type types side sides case cases ways daytime whichever whatever whenever
    wherever however therefore thus honestly separate separately distinct individual behind
    commitment commitments engagement engagements obligation obligations activity activities
    attendance attendances mine yours ours anywhere nowhere free's having being been makes
    making gives giving shows showing lists listing tells telling finds finding seems seem
    seemed until yesterday tomorrow plate docket radar lined rundown recap digest summarise
    summarize outline breakdown anyway part parts cancelling cancels cancellation cancellations
    calling called afterwards afterward thereafter altogether repeat repeats
    """)
TIME_OFF = word_set("holiday holidays vacation vacations leave pto")
"""Words for the same thing, whichever of them the calendar uses."""
GENERIC = word_set("""
    job role position matter project
    session sessions class classes lesson lessons course courses visit visits talk talks chat
    chats date dates call calls catchup catchups gathering gatherings slot slots series practice
    meetup meetups conversation conversations discussion discussions touchpoint consultation
    consultations treatment treatments round rounds invite block client clients customer
    customers team group crew guys folks family staff colleague colleagues department kid kids
    child children son daughter husband wife partner boss manager office company friend friends
    people meal meals big small important main regular usual recurring repeating weekly daily
    monthly yearly annual biweekly fortnightly quick short long new old internal external
    official formal informal private personal professional joint shared special great nice
    little early late brief extra additional actual online virtual remote
    """)
"""Kinds and qualities that an asker adds to a name, though the calendar need not have them."""
_SAME = tuple(
    word_set(words)
    for words in (
        "holiday holidays vacation leave pto",
        "dentist dental",
        "doctor doctors physician gp medical",
        "vet veterinarian",
        "haircut hairdresser barber hairdressers",
        "birthday bday",
        "gig gigs concert show",
        "rehearsal rehearse rehearsing practice",
        "flight fly flying plane",
        "retro retrospective",
        "exam test examination",
        "football soccer",
        "gym workout",
        "wedding marriage",
        "therapy therapist physio physiotherapy",
        "kid kids child children",
        "mum mom mother mama",
        "dad father papa",
        "grandma granny grandmother",
        "grandpa grandad grandfather",
        "film movie cinema",
        "checkup examination",
        "supper dinner",
    )
)
"""Words for the same thing, whichever of them the calendar uses."""
# What is written as one word or as two.
_PARTICLES = word_set("up ups in ins off offs out outs over site sites on ons down back")
_VERBS_APART = word_set("""
    stand check kick catch follow meet wrap warm hand drop pick sign set cook sleep work call
    line run read write fly walk try knock play tune round
    """)
_APART = {
    "standup": "stand",
    "kickoff": "kick",
    "offsite": "site",
    "catchup": "catch",
    "checkup": "check",
    "checkin": "check",
    "followup": "follow",
    "meetup": "meet",
}
_NOTHING = STOP | _SAID_OF_EVENTS
_ONE_ON_ONE = lazily(
    r"\b(?:one[- ]on[- ]one|one[- ]to[- ]one|1[- ]?on[- ]?1|1[- ]?to[- ]?1|1-2-1|1[:-]1)"
    r"(?:['’]?s)?\b",
    re.I,
)
_HYPHENED = lazily(r"[a-z]+(?:-[a-z]+)+")
# "Room 4" is one name: the 4 alone would be found in every date.
_NUMBERED = lazily(
    r"\b(room|gate|floor|studio|hall|suite|building|terminal|platform|ward|court|pitch|table|bay"
    r"|station|stage|lab|house|unit|level|block|flat|track)\s(\d{1,4}[a-z]?)\b",
    re.I,
)
WORD = lazily(r"[^\W_]+(?:['’\-‐‑][^\W_]+)*")
"""A word of a request, with its hyphens."""


def tokens(text: str) -> list[str]:
    """The words of a text, in lower case and without accents."""
    plain = _ONE_ON_ONE.sub("oneonone", fold(text).replace("’", "'"))
    return TOKEN.findall(_NUMBERED.sub(r"\1\2", plain))


def forms(text: str) -> frozenset[str]:
    """The stems of a text, with those of its neighbours as one word: "stand-up", "check in"."""
    words = tokens(text)
    pairs = (a + b for a, b in pairwise(words) if a.isalpha() and b.isalpha())
    return stems(words) | stems(pairs)


def joined(text: str) -> frozenset[str]:
    """What is written with hyphens, without them: "kickoff" for "kick-off"."""
    lowered = _ONE_ON_ONE.sub("one-on-one", text.lower())
    return frozenset(word.replace("-", "") for word in _HYPHENED.findall(lowered))


def telling(text: str) -> list[str]:
    """The words of a request that tell which event is meant, each once and as they are said."""
    found: dict[str, str] = {}
    for word, _ in spoken(text):
        found.setdefault(fold(word), word)
    return list(found.values())


def spoken(text: str) -> Iterator[tuple[str, int]]:
    """Every word that tells something, and where it stands."""
    text = _NUMBERED.sub(r"\1\2", _ONE_ON_ONE.sub("oneonone", text))
    matches = list(WORD.finditer(text))
    for match, after in zip_longest(matches, matches[1:]):
        word = re.sub(r"['’]s?$", "", match[0])
        plain = re.sub(r"[-‐‑]", "", fold(word).replace("’", "'"))
        apart = after and plain in _VERBS_APART and fold(after[0]) in _PARTICLES
        if after and apart and text[match.end() : after.start()] == " ":
            yield f"{word}-{after[0]}", match.start()
        elif plain == "oneonone":
            yield "one-on-one", match.start()
        elif plain not in _NOTHING and not _is_empty(word):
            yield word, match.start()


def _is_empty(word: str) -> bool:
    """ "All-day" tells nothing, since none of its parts does; but a stand-up is an event."""
    parts = re.split(r"[-‐‑]", fold(word))
    if len(parts) == 1 or (parts[0] in _VERBS_APART and parts[-1] in _PARTICLES):
        return False
    return all(part in _NOTHING for part in parts)


def searched(text: str) -> tuple[str, ...]:
    """The words that the events of a topic are looked up by, in every way they are written."""
    words: list[str] = []
    for word in telling(text):
        whole = fold(word).replace("-", "")
        apart = [part for part in word.split("-") if len(part) > 2 and part not in _PARTICLES]
        apart = apart if "-" in word else []
        single = whole.removesuffix("s")
        words += [word] if not apart else [*apart, whole]
        words += [_APART[single]] if single in _APART else []
        words += sorted(same_as(whole) - {whole})
    return tuple(dict.fromkeys(words))


def same_as(word: str) -> frozenset[str]:
    """Other words for the same thing."""
    single = word.removesuffix("s")
    return frozenset().union(*(words for words in _SAME if word in words or single in words))


def stems(words: Iterable[str]) -> frozenset[str]:
    """Words without their endings, so that "reviews" and "review" meet."""
    return frozenset(_stem(fold(word).replace("’", "'")) for word in words)


@lru_cache(4096)
def _stem(word: str) -> str:
    """A beginning of the word, at least three letters long."""
    word = re.sub(r"[-‐‑]", "", word.removesuffix("'s"))
    if not word.isalpha() or len(word) < 4:
        return word
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = (
            word[:-2] if word.endswith(("sses", "ches", "shes", "xes", "zes", "ies")) else word[:-1]
        )
    for ending in ("ing", "ied", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            word = word[:-1] if word[-1] == word[-2] and word[-1] not in "sl" else word
            break
    if len(word) > 3 and (word[-1] in "ei" or (word[-1] == "y" and word[-2] not in "aeiou")):
        return word[:-1]
    return word
