"""What stands beside a request and asks for nothing: thanks, reasons, how to tell the answer.

A sentence is an aside only where another one asks for something. A statement before a request is
kept as what is given; it is left out here only when it says nothing but courtesy.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwright.engine.day_words import MONTH
from runwright.engine.patterns import lazily
from runwright.engine.quotes import mask
from runwright.engine.requests import ASKS
from runwright.engine.split import Part

_LONGEST = 240
_LONGEST_REQUEST = 600
_MOST_SEPARATORS = 12
_SHORTEST_REQUEST = 12
_APOSTROPHE = "['\u2019]"
_QUESTION_WORD = r"(?:what|when|where|who|whom|whose|which|why|how|whether)"
_END = r"[\s,.!:;)…-]*(?:please|pls|plz|thanks|thank\s+you|thx)?[\s,.!:;)…-]*"
_START = r"(?:(?:and|but|so|also|ok|okay|oh|well|just|anyway|actually|honestly|sorry)\b,?\s+)*"

_THANKS = (
    r"(?:(?:many|a\s+million|big|lots\s+of)\s+)?(?:thanks|thank\s+(?:you|u)|thankyou|thx|tnx|ty|ta"
    r"|cheers|appreciated?|hope|hoping|sorry|not\s+sure\s+(?:if|whether)|no\s+essay|apologies|pardon|kind\s+regards|best\s+(?:regards|wishes))"
    r"(?:[\s,!.]+(?!.*\b(?:list|show|give|find|sum|count|compare|check|also)\b).{0,60})?"
    rf"|(?:that(?:{_APOSTROPHE}d|\s+would)\s+be\s+)?(?:great|perfect|awesome|brilliant|lovely)"
    r"|much\s+(?:appreciated|obliged)|best|regards|bye|excuse\s+me|please|pls|plz|asap|urgent(?:ly)?"
    r"|good\s+(?:morning|day|afternoon|evening)|help|hm+|u[hm]+|lol|haha|best,\s+\w+|(?:not|nothing)\s+urgent|hi|hello|hey"
)
_PLAINLY = (
    r"(?:\w+\s+)?(?:numbers?|amount|figures?|total|sum|date|day|time|names?|answer|result|facts?|price"
    r"|place|address|location|basics?|gist|essentials)"
)
_DOES = (
    r"(?:\s+(?:is|are|will|would|do|be|fine|enough|ok|okay|all\s+i\s+need|plenty|only|alone|needed"
    r"|necessary|required|suffices?|please))*"
)
_HOW_TO_TELL = (
    rf"(?:(?:give|tell|send)\s+me\s+)?(?:just|only|simply)\s+(?:the|an?|one)\s+{_PLAINLY}{_DOES}"
    rf"|the\s+{_PLAINLY}\s+(?:alone\s+)?(?:is|will|would|suffices){_DOES}"
    r"|(?:be|keep\s+it|make\s+it|answer|reply|respond)\s+(?:as\s+|very\s+|really\s+)?(?:brief(?:ly)?|short(?:ly)?"
    r"|concise(?:ly)?|quick(?:ly)?|simple|exact|precise|honest)(?:\s+as\s+possible)?"
    rf"|(?:in\s+)?(?:one|two|an?\s+(?:single|few)|an?)\s+(?:short\s+)?(?:sentences?|words?|lines?){_DOES}"
    r"|(?:a\s+)?(?:short|quick|brief|rough|round(?:ed)?|approximate|ballpark|one[- ]line)"
    rf"\s+(?:answers?|figures?|numbers?|estimates?|repl(?:y|ies)){_DOES}"
    rf"|no\s+(?:need\s+(?:for|to)\b.{{0,60}}|(?:rush|hurry|pressure|details?|explanations?|worries|extras){_DOES})"
    r"|take\s+your\s+time|as\s+soon\s+as\s+(?:possible|you\s+can)|when(?:ever)?\s+you\s+(?:can|have\s+time)"
    rf"|if\s+(?:you\s+(?:can|could|don{_APOSTROPHE}t\s+mind|have\s+time)|possible"
    rf"|that(?:{_APOSTROPHE}s|\s+is)\s+(?:ok|okay|possible))"
    rf"|do\s+me\s+a\s+favou?r|that(?:{_APOSTROPHE}s|\s+is)\s+(?:all|it)|nothing\s+(?:else|more)"
)
_PREFACE = (
    r"(?:(?:just\s+)?(?:an?|one|another|my|the)\s+)?(?:quick|small|little|short|simple|silly|stupid|dumb"
    r"|random|last|final|next|follow[- ]?up|other|more|further)?\s*"
    r"(?:question|thing|request|query|favou?r)(?:\s+(?:for\s+you|please|though))?|p\.?\s?s\.?|btw|by\s+the\s+way|fyi|one\s+more|quick\s+one"
)
_FOR_WHOM = (
    r"(?:records?|tax(?:es)?(?:\s+(?:return|office|declaration|adviser|advisor))?|accountant|boss|files"
    r"|notes|budget(?:ing)?|expense\s+(?:report|claim)s?|book-?keeping|claim|reimbursement|landlord"
    r"|wife|husband|partner|kids|mother|mom|mum|dad|friends?|manager|planning|application|visa"
    r"|mortgage|interest|curiosity|reference|information|info|spreadsheet|paperwork|own\s+\w+)"
)
_REASON = (
    rf"(?:(?:it|this|that)(?:{_APOSTROPHE}s|\s+is)\s+)?(?:for|out\s+of)\s+(?:(?:my|our|the|an?|his|her)\s+)?"
    rf"(?:\w+\s+)?{_FOR_WHOM}"
    r"|(?:because|cause|cuz|cos)\s+.*"
    r"|(?:so|so\s+that)\s+(?:i|we|he|she|they|that)\b.*|to\s+(?:plan|prepare|be\s+(?:sure|safe|prepared))\b.*"
    r"|(?:only\s+)?(?:asking|trying|wondering|planning|preparing|working|filling|looking|thinking|curious"
    r"|making\s+sure|(?:double[- ])?checking|doing|running|feeling|moving|going|heading|getting"
    r"|packing|about\s+to|(?:i\s+)?(?:always|keep)\s+forget\w*|heads?\s+up|in\s+a\s+(?:hurry|rush))\b.*"
    r"|(?:really\s+|will\s+)?(?:need|want|have|got|gotta|must)\s+(?:it|this|that|them)\b.*"
    r"|(?:really\s+)?(?:need|want|have|got|gotta|must)\s+to\s+(?!know|see|get|find|check|compare|look)\w+.*"
    rf"|(?:can|could|do|did)(?:n{_APOSTROPHE}t|not)\s+(?:remember|recall|find|tell|think|know)\b.*"
    rf"|(?:would|{_APOSTROPHE}d)\s+(?:love|really|be)\b.*"
    r"|forgot|dunno|(?:i\s+)?(?:\w+\s+)?(?:have\s+)?no\s+(?:idea|clue)"
)
_COURTESY = lazily(rf"{_START}(?:{_THANKS}|{_HOW_TO_TELL}|{_PREFACE}){_END}", re.I | re.S)
_GIVES_A_REASON = lazily(rf"{_START}(?:{_REASON}){_END}", re.I | re.S)

_SAYS_SO = (
    r"(?:is|are|was|were|has|have|had|will|would|can|cannot|could|should|must|might|do|does|did"
    rf"|(?:is|are|was|do|does|did|ca|wo)n{_APOSTROPHE}t|wants?|wanted|needs?|needed|asks?|asked|keeps?"
    r"|kept|says?|said|told|thinks?|thought|feels?|felt|seems?|looks?|sent|sounds?|claims?|claimed|got"
    r"|gets?|went|came|comes|insists?|wonders?|expects?|owes?|owed)"
)
_STATES = lazily(
    rf"{_START}(?:(?:i|we|he|she|they|it|this|that|there|you|everyone|somebody|someone)"
    rf"(?:{_APOSTROPHE}(?:m|ve|d|ll|s|re))?\s+\w"
    rf"|(?:my|our|his|her|their|the|an?)\s+(?:[\w{_APOSTROPHE[1:-1]}-]+\s+){{1,3}}?{_SAYS_SO}\b"
    r"|(?:my|our|the)\s+(?:\w+\s+){1,4}\w{2,}ed\W*$"
    rf"|(?-i:[A-Z])[\w-]+\s+(?:(?-i:[A-Z])[\w-]+\s+)?{_SAYS_SO}\s)",
    re.I,
)
_ASKS_FOR_MORE = lazily(
    rf"\b(?:need|want|wants|wish|must|should|have|hoping|trying|going|(?:would|{_APOSTROPHE}d)\s+"
    r"(?:also\s+|really\s+)?(?:like|love))\s+(?:you\s+to\b|to\s+(?:know|see|get|find|check|compare|look|hear|learn"
    r"|understand|have)\b)"
    rf"|\b(?:need|want|wants|wish\s+for|(?:would|{_APOSTROPHE}d)\s+(?:also\s+)?(?:like|love))\s+(?:also\s+)?(?:the|an?|all"
    r"|every|any|some|my|our|your|more|another|help|info|information|details|too)\b"
    rf"|\b{_QUESTION_WORD}\b(?<!when)(?!\s+(?:to|else)\b)\s+\w|\bwhen\s+(?!i\b|we\b|to\b)\w|\bplease\b"
    r"|\b(?:i\s+mean|meant|instead|includ\w*|exclud\w*|except\w*|ignor\w*|without|count(?:s|ing)?|only)\b",
    re.I,
)
"""Matches a statement that asks after all, or that narrows what was asked."""
_WANTS_DONE = lazily(
    r"\b(?:i|we)\b.{0,20}\bto\s+(?:schedule|add|send|create|cancel|move|delete|change|reschedule|remind"
    r"|email|invite|set|update|transfer|assign|remove|postpone|book)\b.*(?:\d|[\"“\x00]|\b(?:meetings?"
    r"|appointments?|events?|calls?|emails?|leads?|tasks?|customers?|calendar|reminders?|room|slot)\b)"
    rf"|it(?:{_APOSTROPHE}s|\s+is|\s+should\s+be)\s+(?:with|called|named|about)\b",
    re.I | re.S,
)
"""Matches a wish that something be done, and what is said of it."""
_OF_ONESELF = lazily(
    rf"{_START}(?:i|we|he|she|they|it|my|our|his|her|their)\b(?!{_APOSTROPHE}s\s+(?:where|when))",
    re.I,
)
_WANTS_TO_KNOW = lazily(r".{0,60}\b(?:wants?|needs?|likes?|has)\s+to\s+(?:know|see|hear)\W*", re.I)
_LEAD = lazily(
    r"(?P<lead>[^:?!\n]{2,160}?)\s*(?::|\s[-\u2013\u2014]|,(?:\s+(?:but|so|and)\b:?)?)\s+(?=\S)",
    re.I,
)
_SEPARATOR = lazily(
    r"[,;]\s+(?:and\s+)?|\s+[-\u2013\u2014(]\s*|\.{2,}\s*|…\s*"
    r"|\s+(?=(?:so\s+(?:that\s+)?(?:i|we)|because)\s)",
    re.I,
)
_MAY_TRAIL = lazily(r"[,;:(\u2013\u2014…-]|\.\.|\b(?:so|because|for)\b", re.I)
"""Every clause that leads to a request or trails behind it has one of these."""
_RECORDS = lazily(
    r"\s+for\s+(?:my|our)\s+(?:own\s+)?(?:records|files|notes|boss|accountant)\W*$", re.I
)
_DATED = lazily(rf"\d|\b(?:{MONTH}|yesterday|tomorrow|last|next|this)\b|day\b", re.I)
_NARROWS = lazily(
    r"(?:(?:but|and|please)\s+)*(?:excluding|except(?:\s+for)?|without|not\s+(?:counting|including)"
    rf"|do(?:n{_APOSTROPHE}t|\s+not)\s+(?:count|include)|(?:leave|leaving)\s+out|ignor(?:e|ing)|minus"
    r"|(?:apart|aside)\s+from|other\s+than|besides)\s+(?P<what>[^?!.]{2,80})[?!.\s]*",
    re.I,
)
_WORD = lazily(r"\w")
_MEANS_IT = lazily(r"\b(?:it|its|that|this|them|they|those|these|there)\b", re.I)
_SPEAKS_OF_TEXT = lazily(
    r"\b(?:following|below|this\s+(?:text|sentence|paragraph|message|note))\b", re.I
)


def narrowed(parts: Sequence[Part]) -> list[Part]:
    """The parts, with "Excluding rent." and its kind in the question that it narrows."""
    if len(parts) < 2:
        return list(parts)
    joined: list[Part] = []
    for part in parts:
        less = _NARROWS.fullmatch(part.text, 0, _LONGEST) if len(part.text) <= _LONGEST else None
        if less and joined and ASKS.match(joined[-1].text):
            text = f"{joined[-1].text.rstrip(' ?!.')} excluding {less['what']}?"
            joined[-1] = joined[-1]._replace(text=text)
        else:
            joined.append(part)
    return joined


def without_asides(parts: Sequence[Part]) -> list[Part]:
    """The parts that ask for something, each without what it says beside; all, if none does."""
    if any(_SPEAKS_OF_TEXT.search(part.text) for part in parts):
        return list(parts)  # A sentence may be what is to be worked on.
    asking: list[Part] = []
    told = ""
    for part in parts:
        given = part.given and ("" if _says_nothing(part.given) else part.given)
        if not is_aside(part.text):
            asking.append(Part(bare(part.text), given or _needed(told, part.text)))
            told = ""
        elif _is_statement(part.text):
            told = part.text
    return asking or list(parts)


def _needed(told: str, request: str) -> str:
    """What was told before a request, if the request means something of it by "it"."""
    return told if _MEANS_IT.search(request) else ""


def is_aside(text: str) -> bool:
    """Whether a sentence beside a request asks for nothing."""
    if len(text) > _LONGEST or text.endswith("?"):
        return False
    word = _WORD.search(text)
    text = " ".join(text[word.start() :].split()) if word else ""
    return _says_nothing(text) or _is_statement(text)


def bare(text: str) -> str:
    """A request without the clauses before and after it that ask for nothing."""
    if len(text) > _LONGEST_REQUEST or not _MAY_TRAIL.search(text):
        return text
    masked = mask(text)
    lead = _LEAD.match(masked)
    if lead and ASKS.match(masked, lead.end()) and _only_leads(lead["lead"], masked[lead.end() :]):
        text, masked = text[lead.end() :], masked[lead.end() :]
    for found in list(_SEPARATOR.finditer(masked, _SHORTEST_REQUEST))[-_MOST_SEPARATORS:]:
        if _only_trails(masked[found.end() :]):
            return text[: found.start()]
    records = _RECORDS.search(masked, _SHORTEST_REQUEST)
    return text[: records.start()] if records else text


def _is_courtesy(text: str) -> bool:
    return len(text) <= _LONGEST and _COURTESY.fullmatch(text) is not None


def _says_nothing(text: str) -> bool:
    reason = len(text) <= _LONGEST and _GIVES_A_REASON.fullmatch(text) is not None
    return reason or _is_courtesy(text)


def _is_statement(text: str) -> bool:
    if not _STATES.match(text) or _WANTS_DONE.match(text):
        return False
    return not _ASKS_FOR_MORE.search(text) or _WANTS_TO_KNOW.fullmatch(text) is not None


def _only_leads(text: str, request: str) -> bool:
    """ "My accountant asked:", "Quick question:", "I'm doing my taxes, so:"."""
    if _is_courtesy(text):
        return True
    # What is said with a day may be what the request is about.
    told = _OF_ONESELF.match(text) and _is_statement(text)
    return bool(told) and not (_MEANS_IT.search(request) or _DATED.search(text))


def _only_trails(text: str) -> bool:
    """ "…, so I know when to leave?": a reason keeps the question's own mark."""
    text = text.rstrip(" ?!.")
    if not 0 < len(text) <= _LONGEST:
        return False
    # Behind a comma, a name or "that" goes on with the question: "Angus, that lies in …".
    return _says_nothing(text) or (_OF_ONESELF.match(text) is not None and _is_statement(text))
