"""Reading a formula in signs and words: "15% of 240" becomes the tokens `15 % of 240`.

Only the shape is read here, `arithmetic` works it out. A text with one word that is not known
is no formula at all, so that "2 tickets for Ana" goes to another action.
"""

from __future__ import annotations

from runwright.engine.arithmetic import LISTS
from runwright.engine.numbers import NUMBER_WORDS, SCALES, plain, read_words
from runwright.engine.patterns import lazily
from runwright.engine.vocabulary import words_in

Tokens = list[str]

_NUMBER = r"\d{1,3}(?:,\d{3})+(?![\d,])(?:\.\d+)?|\d+(?:\.\d+)?(?:e[-+]?\d{1,4}\b)?|\.\d+"
_PIECE = lazily(rf"({_NUMBER})|([a-z]+)|(\*\*|[-+*/^%(),\u00d7÷\u2212\u2013·⋅:])|[$€£¥]|\s+|(.)")
_SIGNS = {
    "**": "^",
    "\u00d7": "*",
    "·": "*",
    "⋅": "*",
    "÷": "/",
    ":": "/",
    "\u2212": "-",
    "\u2013": "-",
}

# Phrases of several words, each rewritten to one known word before the pieces are read.
_PHRASE = lazily(
    r"\b(?:(multiplied by)|(divided by)|((?:raised )?to the power(?: of)?)|(square root(?: of)?)"
    r"|(per ?cent)|(the (?:final |previous |last )?(?:result|answer|sum|product|total|difference"
    r"|quotient|average|number|value|outcome))|((?:the |all |both )+results|both(?: of them)?"
    r"|(?:all of )?them|all of (?:these|those)))\b(?! of\b)"
)
_PHRASE_HINTS = (" by", "power", "root", "per", "the ", "them", "both", "all ")
_PHRASE_WORDS = ("", "times", "over", "power", "sqrt", "percent", "it", "all")

_WORDS: dict[str, Tokens] = {
    "plus": ["+"],
    "minus": ["-"],
    "times": ["*"],
    "x": ["*"],
    "over": ["/"],
    "modulo": ["mod"],
    "mod": ["mod"],
    "power": ["^"],
    "squared": ["^", "2"],
    "cubed": ["^", "3"],
    "percent": ["%"],
    "pct": ["%"],
    "of": ["of"],
    "sqrt": ["sqrt"],
    "it": ["it"],
    "that": ["it"],
    "this": ["it"],
    "result": ["it"],
    "all": ["all"],
    "results": ["all"],
    "half": ["0.5"],
    "quarter": ["0.25"],
    "third": ["(", "1", "/", "3", ")"],
    "double": ["2", "*"],
    "twice": ["2", "*"],
    "triple": ["3", "*"],
    **{name: [name] for name in LISTS},
    "average": ["mean"],
    "avg": ["mean"],
}
VOCABULARY = NUMBER_WORDS | words_in([_PHRASE.pattern, *_WORDS, "the a an equals equal and e"])
"""Every word that a formula can have."""
_SPOKEN_OPERATORS = frozenset({"+", "-", "*", "/", "^", "mod"})
_FILLERS = frozenset({"the", "a", "an", "equals", "equal"})
_STARTS = frozenset({"(", "it", "sqrt", *LISTS})


def read_formula(text: str) -> Tokens | None:
    """A formula in signs and words; None at the first word that is not arithmetic."""
    if any(hint in text for hint in _PHRASE_HINTS):
        text = _PHRASE.sub(lambda match: _PHRASE_WORDS[match.lastindex or 0], text)
    tokens: Tokens = []
    spoken: list[str] = []
    for number, word, sign, other in _PIECE.findall(text):
        if word in NUMBER_WORDS or (word == "and" and spoken):
            spoken.append(word)
            continue
        if spoken and (number or word or (sign and sign != "-")) and not _say(spoken, tokens):
            return None
        if number:
            _value(number.replace(",", ""), tokens)
        elif sign:
            if not (sign == "-" and spoken):
                _sign(_SIGNS.get(sign, sign), tokens)
        elif word:
            if not _word(word, tokens):
                return None
        elif other:
            return None
    if spoken and not _say(spoken, tokens):
        return None
    return _with_modulo(tokens) or None


def _with_modulo(tokens: Tokens) -> Tokens:
    """A percent sign with a value right after it means the remainder: "17 % 5"."""
    for at in range(len(tokens) - 1):
        if tokens[at] == "%" and (tokens[at + 1] in _STARTS or tokens[at + 1][0].isdigit()):
            tokens[at] = "mod"
    return tokens


def _say(spoken: list[str], tokens: Tokens) -> bool:
    """Turn the number words gathered so far into one number; they may scale a figure."""
    if spoken[-1] == "and":
        return False
    figure = bool(tokens) and tokens[-1][0].isdigit()
    if figure and len(spoken) == 1 and spoken[0] in SCALES:
        tokens[-1:] = ["(", tokens[-1], "*", str(SCALES[spoken[0]]), ")"]
        spoken.clear()
        return True
    value = read_words(spoken)
    spoken.clear()
    if value is None:
        return False
    _value(plain(value), tokens)
    return True


def _value(token: str, tokens: Tokens) -> None:
    if tokens and tokens[-1] == ")":
        tokens.append("*")
    tokens.append(token)


def _sign(sign: str, tokens: Tokens) -> None:
    # "2(3 + 4)" and "(1 + 2)(3 + 4)" are products.
    if sign == "(" and tokens and (tokens[-1] in (")", "it") or tokens[-1][0].isdigit()):
        tokens.append("*")
    tokens.append(sign)


def _word(word: str, tokens: Tokens) -> bool:
    if word in _FILLERS:
        return True
    known = _WORDS.get(word)
    if known is None:
        return False
    # "7 times 8, divided by 2": a spoken operator goes on after the comma.
    if tokens and tokens[-1] == "," and known[0] in _SPOKEN_OPERATORS:
        tokens.pop()
    tokens.extend(known)
    return True
