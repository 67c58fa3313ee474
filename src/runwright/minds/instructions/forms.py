"""How instructions ask for the form of an answer: bullets, length, tone, first and last words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from runwright.minds.instructions.clauses import Clause
from runwright.minds.instructions.quotes import quotations, unquote
from runwright.minds.instructions.types import Form
from runwright.text.numbers import count_at
from runwright.text.tokens import Tokens
from runwright.text.words import word_set

_COUNT = r"one|two|three|four|five|six|seven|eight|nine|ten|a|\d{1,2}"
_SENTENCES = re.compile(
    r"(?P<bound>fewer than|less than|under|below|more than|longer than)?\s*\b"
    rf"(?:(?:{_COUNT})\s+(?:or|to|-)\s+)?(?P<count>{_COUNT})[\s-]+(?:single\s+)?"
    r"(?:(?:very\s+)?(?:short|brief|plain|simple|complete|full|concise)\s+)*"
    r"sentences?\b|(?P<single>\bsingle[\s-]sentence\b)",
    re.I,
)
_BULLETS = re.compile(
    r"\bbullet(?:ed|s|\s?points?|[\s-]?(?:point\s)?lists?)*\b|\bdash(?:ed)? lists?\b", re.I
)
_SHORT = re.compile(
    r"\b(?:short|shortly|brief|briefly|concise|concisely|succinct|succinctly|terse|tersely|crisp"
    r"|to the point|as short as possible|(?:in )?(?:a )?few words|compact"
    r"|(?:avoid|no)\s+long\s+(?:answers?|replies|texts?|explanations?))\b",
    re.I,
)
_FORMAL = re.compile(
    r"\b(?:formal|formally|professional|professionally|businesslike|official)\b", re.I
)
_PLAIN = re.compile(
    r"\b(?:informal|informally|casual|casually|(?:plain|simple|everyday)(?:\s+(?:english|language"
    r"|words|terms|tone|text))?|plainly|simply)\b",
    re.I,
)
_NUMBERING = re.compile(
    r"\b(?:without|no)\s+(?:numbering|numbered\s+lists?)\b|\bunnumbered\b|\bnumbering\b"
    r"|\bnumbered\s+lists?\b|^number\s+(?:the|your|anything|them|lists?)?\b",
    re.I,
)
_OPENING = re.compile(
    r"^(?:begin|start|open|preface)s?\b[^\"'“]{0,60}?\b(?:with|by saying)\s+(?P<words>.+)$",
    re.I,
)
_CLOSING = re.compile(
    r"^(?:end|finish|close|conclude|sign(?:\s+off)?)s?\b[^\"'“]{0,60}?\b(?:with|as|by saying)\s+"
    r"(?P<words>.+)$",
    re.I,
)
_ADDRESS = re.compile(
    r"^(?:address|call|greet)\s+(?:me|us|the user|users)(?:\s+(?:as|with|by))?\s+(?P<words>.+)$",
    re.I,
)
_DESCRIBED = re.compile(r"(?:an?|the|your|my|our|what|how|some|each|every)\s", re.I)
_LONGEST_WORDS = 200
_FRAME = word_set("""
    a all always an and answer answers any as at be being bullet but by can concise each english
    every everything exactly format formatted form give in is it its just keep kept language list
    lists make matter max maximum me message messages more most my no not of on one only or
    output please prefer point points polite politely reply replies respond response responses
    return say should single speak stay state style summaries summary talk text than that the
    them things to tone try up us use using very voice way with within word words write writing
    contain contains have has include includes consist allowed you your yours written put present
    longer questions sentences sentence limit manner briefly
""")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+")


class Shaped(NamedTuple):
    """The form after a clause, and whether the clause says more than was understood."""

    form: Form
    rest: bool = False


def read(clause: Clause, form: Form) -> Shaped | None:
    """The form with what the clause asks for; None when it is not about the form."""
    worded = _worded(clause, form)
    if worded is not None:
        return worded
    found = [(name, match) for name, match in _marks(clause) if match is not None]
    if not found:
        return None
    left = clause.core
    for _, match in found:
        left = left.replace(match[0], " ", 1)
    rest = [word for word in _WORD.findall(left.lower()) if word not in _FRAME]
    if rest and found[0][0] in ("short", "plain", "formal"):
        # "Short-term rent", "a formal complaint": an adjective of something else.
        return None
    for name, match in found:
        form = _SET[name](form, match, clause.negative or _is_denied(match))
    return Shaped(form, bool(rest))


def _marks(clause: Clause) -> list[tuple[str, re.Match[str] | None]]:
    """Where each mark of form stands, the surest first."""
    text = clause.core
    return [
        ("sentences", _SENTENCES.search(text)),
        ("bullets", _BULLETS.search(text)),
        ("numbering", _NUMBERING.search(text)),
        ("short", _SHORT.search(text)),
        ("formal", _FORMAL.search(text)),
        ("plain", _PLAIN.search(text)),
    ]


def _worded(clause: Clause, form: Form) -> Shaped | None:
    """First and last words, and how to address whoever asks."""
    if opening := _OPENING.match(clause.core):
        return _with_words(clause, form, opening["words"])
    if closing := _CLOSING.match(clause.core):
        return _with_words(clause, form, closing["words"], closing=True)
    if addressed := _ADDRESS.match(clause.core):
        words = addressed["words"]
        quoted = _quoted(words)
        return _with_words(clause, form, words if quoted else f"{words.strip(' .')},")
    return None


def _with_words(clause: Clause, form: Form, words: str, *, closing: bool = False) -> Shaped:
    quoted = _quoted(words)
    said = quoted or words.strip(" .")
    # "Begin with a greeting" describes words without saying them.
    if not said or len(said) > _LONGEST_WORDS or (not quoted and _DESCRIBED.match(said)):
        return Shaped(form, rest=True)
    if clause.negative:
        return Shaped(form)
    return Shaped(form._replace(closing=said) if closing else form._replace(opening=said))


def _quoted(words: str) -> str:
    places = quotations(words)
    return unquote(words[slice(*places[0])]).strip() if places else ""


def _sentences(form: Form, match: re.Match[str], negative: bool) -> Form:
    counted = None if match["single"] else count_at(Tokens(match["count"]), 0)
    count = counted[0] if counted else 1
    bound = (match["bound"] or "").lower()
    if bound in ("fewer than", "less than", "under", "below"):
        count = max(1, count - 1)
    if bound in ("more than", "longer than") and not negative:
        return form
    short = "short" in match[0].lower() or "brief" in match[0].lower()
    return form._replace(sentences=count, short=form.short or short)


def _is_denied(match: re.Match[str]) -> bool:
    """ "No more than two", "not contain any bullets"."""
    return bool(re.search(r"\b(?:no|not|never|without)\b", match.string[: match.start()], re.I))


def _numbering(form: Form, match: re.Match[str], negative: bool) -> Form:
    denied = negative or match[0].lower().startswith(("without", "no ", "unn"))
    return form._replace(unnumbered=denied)


_SET: dict[str, Callable[[Form, re.Match[str], bool], Form]] = {
    "sentences": _sentences,
    "numbering": _numbering,
    "bullets": lambda form, _, negative: form._replace(bullets=not negative),
    "short": lambda form, _, negative: form._replace(short=not negative),
    "formal": lambda form, _, negative: form._replace(formal=not negative),
    "plain": lambda form, _, negative: form._replace(plain=not negative),
}
