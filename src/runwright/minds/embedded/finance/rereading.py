"""What a question about money asks where words beside its spans say more than the parser took in:
a price that changed, what is left when something is taken off, money that was exchanged."""

from __future__ import annotations

from itertools import pairwise

from runwright.minds.embedded.finance import accounts, paydays, stays
from runwright.minds.embedded.query import Query, Span
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

NET = "net"
"""The flag of a sum from which what came back is taken off."""
TAKEN_OFF = "MINUS"
"""The code of a person or firm whose payments are taken off."""
OWED = "owed"
"""The flag of a question for what somebody has not paid back yet."""
APART = "apart"
"""The flag of a question for the time between the two bookings that are asked for."""
BILL = "bill"
"""The flag of a question for what a card's bill took: what is asked next is of the bill, too."""
YEARLY = word_set("yearly annual annually year annum")
_READ = 0.5
"""How sure a reading is that the words themselves give."""
_LENGTHS = word_set("days weeks long time")
_PAYMENTS = word_set("payments payment bookings transfers invoices charges debits deposits")
_NAMES = ("M", "MP", "C", "PS", "T")
_LEFT_OUT = ("XM", "XC", "XPS", "XT")
_CHANGED = word_set("raise raised raising hike hiked crept dearer pricier")
_ROSE = word_set("increase increased rise risen rose")
_GOES = word_set("go goes going gone went crept creep creeping put puts putting")
_WAYS = word_set("up down")
_PRICES = word_set("price prices fee fees premium premiums rate rates charge charges tariff cost")
_REGULAR = word_set("""
    debits dds bills subscriptions subs memberships premiums payments orders outgoings
    """)
_MAKERS = word_set("i i've ive we we've weve")
_SORTS = word_set("direct standing monthly regular my our")
_OTHER_PRICES = word_set("higher lower new increased reduced dearer cheaper")
_STOPPED = word_set("stop stopped stopping quit ended cease ceased")
_MINUS = word_set("minus less net subtract subtracted subtracting deduct deducted deducting")
_MOST_WORDS = 4
_BACK = word_set("""
    back claim rebate payout refund refunds refunded reimbursed reimbursement reimbursements repaid
    rebate rebates credit credited returned
    """)
_GIVES = word_set("""
    gives gave give pays paid pay sends sent send transfers transferred contributes contributed
    chips puts owes
    """)
_EARNED = word_set("""
    salary wage wages pay payday income earnings pension benefit benefits rent interest dividend
    dividends paid earn earned get getting receive received child support
    """)
_WON = word_set("won win wins winnings")
_OWES = frozenset((verb, who) for verb in ("owe", "owes", "owed") for who in ("me", "us"))
_OWES |= frozenset(("still", verb) for verb in ("owe", "owes", "owing", "short"))
_OWN_DEBT = frozenset((who, verb) for who in ("i", "we") for verb in ("still", "owe"))
_EXCHANGED = word_set("convert converted exchange exchanged")
_SELF = word_set("i we you")


def reread(query: Query) -> Query:
    """The question as all of its words have it."""
    if query.route != "finance":
        return query
    for step in (
        stays.with_clause,
        _exact,
        _exchanged,
        _of_price,
        _won,
        _owed,
        _apart,
        _stopped,
        _which_changed,
        _price,
        _yearly,
        _less_than_paid,
        _after_refund,
        _net,
        _account,
        _bill,
        _made,
        _listed,
        paydays.reread,
    ):
        query = step(query)
    return query


def _words(query: Query) -> list[str]:
    return split_words(fold(query.text))


def _of_price(query: Query) -> Query:
    """A price that went up is paid, whichever way money seems to go: `when did the VHI increase
    kick in`; but wages come in."""
    words = _words(query)
    is_price = query.measure == "trend" and bool(set(words) & (_ROSE | _CHANGED | _PRICES))
    is_earned = bool(set(words) & _EARNED) or not query.words("M", "MP", "C")
    if not is_price or query.direction != "in" or is_earned:
        return query
    return query._replace(direction="out", state="")


def _exchanged(query: Query) -> Query:
    """`How many dollars did I convert`: bookings do not tell."""
    pairs = pairwise(_words(query))
    is_so = any(one in _SELF and other in _EXCHANGED for one, other in pairs)
    return query._replace(state="converted") if is_so and not query.state else query


def _exact(query: Query) -> Query:
    """`Is Plusnet still 29.99`: an exact amount is that of a booking, and no limit on a total."""
    is_exact = bool(query.words("A=")) and not query.words("A>", "A<")
    is_so = query.measure == "exists" and query.is_on_total and is_exact
    return query._replace(is_on_total=False) if is_so else query


def _won(query: Query) -> Query:
    """What is won comes in, whatever was paid for the chance: `have I ever won anything`."""
    is_won = bool(_WON & set(_words(query))) and query.direction == "out"
    return query._replace(direction="in") if is_won else query


def _owed(query: Query) -> Query:
    """`What does he still owe me`: what went to somebody, less what came back. The day and the
    amount of what was lent bound nothing of that."""
    pairs = set(pairwise(_words(query)))
    is_asked = query.measure in ("sum", "exists", "last", "list") and bool(query.words("M", "MP"))
    is_owed = not pairs.isdisjoint(_OWES) and pairs.isdisjoint(_OWN_DEBT)
    if not is_asked or not is_owed or query.words(TAKEN_OFF):
        return query
    spans = tuple(span for span in query.spans if span.code in ("M", "MP"))
    return query._replace(
        measure="sum", direction="any", ask="", group="", state="", is_on_total=False,
        flags=(NET, OWED), spans=spans, confidence=max(query.confidence, _READ),
    )  # fmt: skip


def _apart(query: Query) -> Query:
    """`How many days lay between the last two payments`: the two, and how far apart they are."""
    words = _words(query)
    said = set(words)
    is_asked = bool(said & _LENGTHS) and "between" in said and bool(said & _PAYMENTS)
    if not is_asked or not (
        ("last", "two") in pairwise(words) or ("latest", "two") in pairwise(words)
    ):
        return query
    spans = tuple(span for span in query.spans if span.code not in ("N", "P2"))
    return query._replace(
        measure="last", ask="", group="", state="", flags=(*query.flags, APART), others=(),
        spans=(*spans, Span("N", "two", -1)), confidence=max(query.confidence, _READ),
    )  # fmt: skip


def _stopped(query: Query) -> Query:
    """`When did I stop paying for Hulu`: the last payment, and that none came since."""
    is_asked = query.measure in ("first", "last") and bool(query.words(*_NAMES))
    if not is_asked or not _STOPPED & set(_words(query)) or query.state:
        return query
    return query._replace(measure="last", state="cancelled")


def _which_changed(query: Query) -> Query:
    """`Which of my direct debits have gone up`: one by one, and not what all of them come to."""
    words = _words(query)
    is_asked = query.measure in ("trend", "list", "compare") and bool(
        {"which", "what"} & set(words)
    )
    is_regular = bool(_REGULAR & set(words)) and _has_changed(words)
    named = [each for each in query.spans if each.code in _NAMES]
    is_named = any(set(split_words(fold(each.text))) - _REGULAR - _SORTS for each in named)
    if not is_asked or not is_regular or is_named:
        return query
    spans = tuple(each for each in query.spans if each not in named)
    return query._replace(measure="recur", ask="", group="", order="", spans=spans)


def _price(query: Query) -> Query:
    """By how much one thing became dearer is a change of its price, not a part of a total."""
    is_other = query.measure in ("trend", "why", "balance", "list") or query.direction == "any"
    is_one = len(query.words(*_NAMES)) == 1 and not query.words("P2") and not query.share_of
    if is_other or not is_one or query.group or query.has_alternatives:
        return query
    return query._replace(measure="trend", ask="") if _has_changed(_words(query)) else query


def _has_changed(words: list[str]) -> bool:
    said = set(words)
    if said & _CHANGED or (said & (_ROSE | _OTHER_PRICES) and said & _PRICES):
        return True
    moves = [n for n, word in enumerate(words) if word in _GOES]
    if not moves or not said & _WAYS:
        return False
    way = max(n for n, word in enumerate(words) if word in _WAYS)
    is_put = words[moves[0]].startswith("put")
    return moves[0] < way and (not is_put or bool(said & _PRICES))


def _yearly(query: Query) -> Query:
    """`The yearly cost at the current rate`: what is paid regularly, over a year."""
    words = set(_words(query))
    is_one = len(query.words(*_NAMES)) == 1 and query.measure in ("sum", "avg", "recur")
    if not is_one or not words & YEARLY or not words & {"rate", "rates"}:
        return query
    spans = tuple(span for span in query.spans if span.code != "P")
    return query._replace(measure="recur", ask="amount", group="", spans=spans)


def _less_than_paid(query: Query) -> Query:
    """`Rent minus what Paul gives me`: a name behind the minus is not left out but taken off."""
    spans = tuple(
        span._replace(code=TAKEN_OFF) if _is_taken_off(span, query) else span
        for span in query.spans
    )
    if spans == query.spans or query.measure not in ("sum", "recur", "avg"):
        return query
    return query._replace(spans=spans, direction="out")


def _after_refund(query: Query) -> Query:
    """`What did the clinic cost after the VHI refund`: what somebody else gave back is taken off,
    and names that are no span stand between `after` and the word for it."""
    words = query.text.replace("’", "'").split()
    plain = [fold(word).strip("?.,!;:") for word in words]
    if query.measure != "sum" or query.direction == "in" or not query.words(*_NAMES):
        return query
    for at, word in enumerate(plain):
        if word != "after":
            continue
        end = next((n for n, other in enumerate(plain) if n > at + 1 and other in _BACK), 0)
        named = [each for each in words[at + 1 : end] if fold(each) not in ("the", "my", "of")]
        name = " ".join(named).removesuffix("'s")
        is_name = 0 < len(named) <= _MOST_WORDS and all(each[0].isupper() for each in named)
        if is_name and not any(name in span.text for span in query.spans):
            return query._replace(spans=(*query.spans, Span(TAKEN_OFF, name, -1)), direction="out")
    return query


def _is_taken_off(span: Span, query: Query) -> bool:
    end = span.start + len(span.text)
    if span.code not in _LEFT_OUT or query.text[span.start : end] != span.text:
        return False
    before = split_words(fold(query.text[: span.start]))[-3:]
    after = split_words(fold(query.text[end:]))[:3]
    return bool(_MINUS & set(before)) and bool(_GIVES & set(after))


def _net(query: Query) -> Query:
    """`Minus what they paid back`: what came back is taken off, whatever type of booking it is.
    When it came back is no bound of what was paid."""
    words = _words(query)
    is_off = bool(_MINUS & set(words)) or ("taken", "off") in pairwise(words)
    if not is_off or not _BACK & set(words) or not query.words(*_NAMES):
        return query
    if query.measure != "sum" or query.direction == "in" or query.words(TAKEN_OFF):
        return query
    periods = [span for span in query.spans if span.code == "P"]
    spans = tuple(
        span
        for span in query.spans
        if span not in periods[1:]
        and not (span.code in _LEFT_OUT and _BACK & set(split_words(fold(span.text))))
    )
    flags = tuple(dict.fromkeys((*query.flags, NET)))
    return query._replace(direction="any", state="", flags=flags, spans=spans)


def _account(query: Query) -> Query:
    """`Which account does it come out of`: the payments by account."""
    is_asked = query.group == "account" and query.measure in ("recur", "last", "first", "exists")
    return query._replace(measure="sum", ask="") if is_asked else query


def _listed(query: Query) -> Query:
    """`What went on the credit card?` asks for the payments, which a list adds up, too."""
    words = _words(query)
    is_what = words[:1] in (["what"], ["what's"], ["whats"]) and not {"much", "total"} & set(words)
    is_on = any(one in _GOES and other in ("on", "through") for one, other in pairwise(words))
    is_open = query.measure == "sum" and bool(query.words("ACC")) and not query.words(*_NAMES)
    return query._replace(measure="list") if is_what and is_on and is_open else query


def _made(query: Query) -> Query:
    """A payment that somebody has made themselves goes out: `the biggest payment I've made`."""
    words = _words(query)
    is_own = any(one in _MAKERS and other == "made" for one, other in pairwise(words))
    is_payment = bool({"payment", "payments", "purchase", "purchases", "transfer"} & set(words))
    return query._replace(direction="out") if is_own and is_payment else query


def _bill(query: Query) -> Query:
    """`My Discover payment`, `what did I pay off the Amex`: the bill, if it is a card's."""
    named = [each.text for each in query.spans if each.code == "ACC" and each.start >= 0]
    text = query.text
    is_so = any(accounts.is_bill(each, text) or accounts.is_paid_off(each, text) for each in named)
    return query._replace(flags=(*query.flags, BILL)) if is_so else query
