"""Reading arithmetic as people ask for it: "divide 10 by 4", "the average of 4, 5 and 7".

Each verb has a small reader that puts its operands into the tokens of a formula; what has no
verb is read as a formula as it stands.
"""

from __future__ import annotations

from collections.abc import Callable

from runwright.engine import formula
from runwright.engine.arithmetic import LISTS
from runwright.engine.formula import Tokens, read_formula
from runwright.engine.patterns import lazily
from runwright.engine.vocabulary import words_in

_LEAD = lazily(
    r"(?:(?:what(?= [\d(])|what(?:'s|\u2019s| is| are| do you get if you| would be)"
    r"|how much(?: is| are)|calculate|compute|evaluate|work out|solve|determine|find|get|take"
    r"|so|now|the (?:value|result) of)\b:?\s*)+"
)
_NEEDS_LEFT = frozenset({"+", "*", "/", "of", "mod", "^", "%"})
_OPERATORS = frozenset({"+", "-", "*", "/", "^", "%", "of", "mod", "sqrt", *LISTS})
_REFERENCES = frozenset({"it", "all"})

_FORM = lazily(
    r"(?:the )?(add|sum up|sum|total|subtract|multiply|divide|increase|raise|decrease|reduce"
    r"|lower|average|mean|product|difference|largest|biggest|highest|greatest|maximum|max"
    r"|smallest|lowest|least|minimum|min|round|double|triple|halve|square|cube"
    r"|percentage|percent|what percent(?:age)?)\b(?! root)\s*"
)
_OF = lazily(r"(?:(?:of|between|up)\b\s*)?(?:(?:the|these|following|numbers?|values?)\b:?\s*)*")
_SEPARATOR = lazily(r",\s*and\s|,(?=\s)|\sand\s|\splus\s|,(?!\d{3}(?!\d))|;")
_PLACES = lazily(
    r"(?:(.+?) )?to (?:the )?"
    r"(?:(\d{1,2}|[a-z]+) (?:decimal places?|decimals?|places?|d\.?p\.?|digits?)"
    r"|nearest (whole number|integer|unit|one|ten|hundred|thousand|tenth|cent|hundredth))"
)
VOCABULARY = (
    formula.VOCABULARY
    | words_in(pattern.pattern for pattern in (_LEAD, _FORM, _OF, _SEPARATOR, _PLACES))
    | words_in(["is what percent rounded to by from between the power of up numbers"])
)
"""Every word that a request for arithmetic can have."""
_NEAREST = {"ten": -1, "hundred": -2, "thousand": -3, "tenth": 1, "cent": 2, "hundredth": 2}


def read_expression(text: str, follows: bool) -> Tokens | None:
    """The tokens of what the text asks to work out, or None if it asks for something else."""
    text = text.lower().strip(" \t\r\n?!.=")
    lead = _LEAD.match(text)
    if lead:
        text = text[lead.end() :].removesuffix(" is")
    tokens = _with_verb(text) or read_formula(text)
    if tokens is None or not _says_enough(tokens):
        # "Take 5 and double it": a first number is a step of its own.
        taken = tokens and len(tokens) == 1 and lead and lead[0].startswith("take")
        return tokens if taken else None
    spoken_minus = tokens[0] == "-" and follows and text.startswith("minus")
    if tokens[0] in _NEEDS_LEFT or spoken_minus:
        tokens.insert(0, "it")
    return tokens


def _with_verb(text: str) -> Tokens | None:
    form = _FORM.match(text)
    if form and text[form.end() : form.end() + 1] != "(":
        return _FORMS[form[1]](text[form.end() :])
    if " is what percent" in text:
        return _share_of(text)
    value, rounded, places = text.partition(" rounded to ")
    return _round(f"{value} to {places}") if rounded else None


def _says_enough(tokens: Tokens) -> bool:
    """Something to work on, and something to do with it."""
    number = any(token[0].isdigit() or token[0] == "." or token in _REFERENCES for token in tokens)
    return number and not _OPERATORS.isdisjoint(tokens)


def _list(text: str) -> list[Tokens] | None:
    """The numbers of a list: "4, 5 and 6"."""
    listed = [read_formula(piece) for piece in _SEPARATOR.split(text) if piece.strip()]
    if not listed or any(tokens is None for tokens in listed):
        return None
    return [tokens for tokens in listed if tokens]


def _call(name: str, *arguments: Tokens) -> Tokens:
    tokens = [name, "("]
    for at, argument in enumerate(arguments):
        tokens += [",", *argument] if at else argument
    return [*tokens, ")"]


def _group(tokens: Tokens) -> Tokens:
    """The tokens as one operand: in parentheses unless they are a single value already."""
    return tokens if len(tokens) == 1 or tokens[1:] == ["%"] else ["(", *tokens, ")"]


def _two(text: str, word: str) -> tuple[Tokens, Tokens] | None:
    """What stands left and right of the word; an empty left side is the earlier result."""
    left_text, found, right_text = f" {text}".partition(f" {word} ")
    left = read_formula(left_text) if left_text.strip() else ["it"]
    right = read_formula(right_text)
    return (_group(left), _group(right)) if found and left and right else None


def _listing(name: str) -> Callable[[str], Tokens | None]:
    def read(rest: str) -> Tokens | None:
        start = _OF.match(rest)
        listed = _list(rest[start.end() :] if start else rest)
        if listed is None or (len(listed) == 1 and listed != [["all"]]):
            return None
        if name in ("sum", "product") and listed != [["all"]]:
            return _chain("+" if name == "sum" else "*", listed)
        return _call(name, *listed)

    return read


def _chain(sign: str, listed: list[Tokens]) -> Tokens:
    tokens = list(_group(listed[0]))
    for operand in listed[1:]:
        tokens += [sign, *_group(operand)]
    return tokens


def _joining(sign: str, word: str, turned: bool) -> Callable[[str], Tokens | None]:
    """A verb with two operands: "divide A by B", or turned round "subtract A from B"."""

    def read(rest: str) -> Tokens | None:
        both = _two(rest, word)
        if both is None:
            alone = read_formula(rest) if turned else None
            return ["it", sign, *_group(alone)] if alone else None
        left, right = (both[1], both[0]) if turned else both
        return [*left, sign, *right]

    return read


def _add(rest: str) -> Tokens | None:
    if " to " in f" {rest} ":
        return _joining("+", "to", True)(rest)
    return _listing("sum")(rest) or _joining("+", "to", True)(rest)


def _multiply(rest: str) -> Tokens | None:
    return _joining("*", "by", False)(rest) or _listing("product")(rest)


def _raise(rest: str) -> Tokens | None:
    base, found, exponent = rest.partition(" to the power of ")
    if not found:
        return _joining("+", "by", False)(rest)
    left, right = read_formula(base), read_formula(exponent)
    return [*_group(left), "^", *_group(right)] if left and right else None


def _round(rest: str) -> Tokens | None:
    places = _PLACES.fullmatch(rest)
    if places is None:
        whole = read_formula(rest or "it")
        return _call("round", whole) if whole else None
    value = read_formula(places[1] or "it")
    count = (
        str(_NEAREST.get(places[3], 0)) if places[3] else "".join(read_formula(places[2]) or ["?"])
    )
    if value is None or not count.lstrip("-").isdigit():
        return None
    return _call("round", value, ["-", count[1:]] if count[0] == "-" else [count])


def _around(before: Tokens, after: Tokens) -> Callable[[str], Tokens | None]:
    def read(rest: str) -> Tokens | None:
        operand = read_formula(rest.removeprefix("of ") or "it")
        return [*before, *_group(operand), *after] if operand else None

    return read


def _percent_of(rest: str) -> Tokens | None:
    """ "what percent of 80 is 20" and "what percentage is 20 of 80"."""
    turned = rest.startswith("is ")
    whole, _, part = (
        rest.removeprefix("is ").removeprefix("of ").partition(" of " if turned else " is ")
    )
    both = read_formula(whole), read_formula(part)
    if both[0] is None or both[1] is None:
        return None
    return _call("share", both[0], both[1]) if turned else _call("share", both[1], both[0])


def _share_of(text: str) -> Tokens | None:
    """ "20 is what percent of 80"."""
    part, found, rest = text.partition(" is what percent")
    if not found:
        return None
    whole = rest.removeprefix("age").removeprefix(" of ")
    both = read_formula(part), read_formula(whole)
    return _call("share", both[0], both[1]) if both[0] and both[1] else None


_FORMS: dict[str, Callable[[str], Tokens | None]] = {
    "add": _add,
    "subtract": _joining("-", "from", True),
    "multiply": _multiply,
    "divide": _joining("/", "by", False),
    "increase": _joining("+", "by", False),
    "raise": _raise,
    "round": _round,
    "halve": _around([], ["/", "2"]),
    "double": _around(["2", "*"], []),
    "triple": _around(["3", "*"], []),
    "square": _around([], ["^", "2"]),
    "cube": _around([], ["^", "3"]),
    "product": _listing("product"),
    "difference": _listing("difference"),
    **dict.fromkeys(("decrease", "reduce", "lower"), _joining("-", "by", False)),
    **dict.fromkeys(("sum", "sum up", "total"), _listing("sum")),
    **dict.fromkeys(("average", "mean"), _listing("mean")),
    **dict.fromkeys(
        ("largest", "biggest", "highest", "greatest", "maximum", "max"), _listing("max")
    ),
    **dict.fromkeys(("smallest", "lowest", "least", "minimum", "min"), _listing("min")),
    **dict.fromkeys(("percent", "percentage", "what percent", "what percentage"), _percent_of),
}
