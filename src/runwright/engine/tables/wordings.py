"""How questions about reports are worded: the patterns that tell what they want done."""

from __future__ import annotations

import re

from runwright.engine.patterns import lazily

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_MONTH = "|".join(MONTHS)
_MOVES = r"change|increase|decrease|growth|decline|rise|fall|drop|reduction"
_OR_BACK = (
    r"(?:\s?/\s?\(?(?:decrease|increase|decline)s?\)?|\s\((?:decrease|increase)\)"
    r"|\sor\s(?:decrease|increase)(?!\w))?"
)
_PART = r"(?P<kind>percentage|percent|%|proportion|fraction|share|portion)"
_BE = r"(?:is|was|were|are|did|do|does)"

GLUED = lazily(r"\b((?:19|20)\d\d),(?=(?:19|20)\d\d\b)")
"""Years of a list without a space between them."""
IN_UNITS = lazily(
    r",?\s(?:expressed\s)?in\s(?:thousands|millions|billions)"
    r"(?:\sof\s(?:us\s|u\.s\.\s)?(?:dollars|euros))?(?=$|,|\?)",
    re.I,
)
"""The unit that the asker reads the table in: it says nothing of the row."""
OPENING = lazily(
    r"^(?P<when>(?:in|during|for|as\sof|at|between|from|by|considering|over)\b[^?]{0,120}?),\s"
    r"(?P<asks>(?:what|how|which|by\show)\b.*)$",
    re.I,
)
"""A question that begins with its period: "between 2015 and 2016, what was the change"."""
LEAD = lazily(
    r"^(?:what|which|how|much|many|is|was|were|are|the|did|does|do|will|would|be|by|in|for"
    r"|calculate|compute|find|tell|me|give|show|please|company['’]?s?|group['’]?s?|of|respective"
    r"|values?|amount|number|a|an|,|\s)+\b",
    re.I,
)
RESPECTIVE = lazily(r"\brespective(?:ly)?\b", re.I)
PERCENT = lazily(r"percent|per cent|%|proportion|portion", re.I)
TABLE = lazily(r"\btables?\b|\b(?:shown|presented|listed|highlighted|provided)\b", re.I)

DAY = lazily(rf"\b(?P<month>{_MONTH})\s(?P<day>\d{{1,2}}),?\s(?P<year>(?:19|20)\d\d)\b", re.I)
DAY_WORDS = lazily(rf"\b(?:{_MONTH})\s\d{{1,2}}\b,?", re.I)
QUARTER = lazily(r"\b(?:first|second|third|fourth|q[1-4])\b", re.I)

BOUND = lazily(
    r"""\b(?:(?P<more>greater|more|larger|higher|bigger|above|over|exceed(?:s|ed|ing)?|in\sexcess)
        |(?P<less>less|lower|smaller|fewer|below|under)|(?P<least>at\sleast)|(?P<most>at\smost)
        |(?P<equal>equal(?:s|led)?))
    \s*(?:than|to|of)?\s*(?:an?\s|the\s)?(?:us\$|rmb|[$€£¥])?\s*
    (?P<number>-?\d[\d,]*(?:\.\d+)?)\s*(?P<scale>thousand|million|billion|%|percent)?s?\b""",
    re.I | re.X,
)
"""A comparison with a number."""
SIGNED = lazily(
    r"\b(?:was|were|is|are|been|had\san?)\s(?:[\w,()&/-]+\s){0,14}?(?P<sign>negative|positive)\b",
    re.I,
)
SIGN_WORD = lazily(r"\b(?:negative|positive)\b", re.I)
SUPERLATIVE = lazily(
    r"\b(?:(?P<high>highest|largest|greatest|biggest|higher|larger|greater|bigger|maximum|most"
    r"|more)|(?P<low>lowest|smallest|least|lower|smaller|minimum|fewest|fewer|less))\b",
    re.I,
)
MORE_THAN = lazily(r"\b(?:more|less)\sthan\b", re.I)

WHICH_PERIOD = lazily(
    r"\b(?:which|what)\s(?:of\sthe\s)?(?:(?:fiscal|financial|two|three|\d)\s)*"
    r"(?:years?|periods?|quarters?|months?|dates?)\b",
    re.I,
)
PERIOD_LIST = lazily(
    r"^(?:what|which)\s(?:are|were)\s(?:the\s)?(?:fiscal\s|financial\s|different\s)*"
    r"(?:years|periods|quarters)\b",
    re.I,
)
LASTING = lazily(r"(?:over|after|for)\s", re.I)
"""The beginning of a question for how long something takes."""
HOW_MANY = lazily(r"\bhow\smany\s(?P<noun>(?:[\w-]+\s){0,4}?[\w-]+)\b", re.I)
PERIOD_NOUN = lazily(r"\b(?:years|periods|quarters|months)\b", re.I)
WHICH_LINE = lazily(
    r"^(?:(?:in|for|at|from|during|between|of)\b[^?]{0,80}?,?\s)?(?:in\s|from\s|for\s|of\s)?"
    r"(?:which|what)\s(?P<noun>[\w-]+(?:\s[\w-]+){0,3}?)\s"
    r"(?:has|had|have|is|was|were|are|saw|showed?|recorded|generated|accounted|made|contributed"
    r"|experienced|incurred|reported|did|does|do|with)\b",
    re.I,
)
LIST_LINES = lazily(
    r"^(?:(?:what|which)\s(?:are|were)\s(?:all\s)?(?:the\s)?(?:[\w,-]+\s){0,3}?"
    r"(?:components?|types?|items?|categor(?:y|ies)|segments?|countries|regions?|sources?|lines?"
    r"|elements?|classes|markets?|products?|factors|parts|kinds)\b"
    r"|(?:what|which)\s(?:\w+\s){0,2}(?:items?|components?|types?|categories|segments?|countries"
    r"|regions?|things)\s(?:of\s|does\s|do\s|are\s|is\s|were\s|make)"
    r"|what\s(?:does|do|did)\s.{3,120}\b(?:consists?\sof|comprises?(?:\sof)?|includes?)$)",
    re.I,
)

GROWTH = lazily(
    rf"""(?:\b|(?=%))(?:(?:percentage|percent|per\scent|relative|%)\s*(?:of\s)?(?:the\s)?
        (?:{_MOVES}|difference|variance|variation|improvement)s?{_OR_BACK}
      | (?:growth|change)\srate|rate\sof\s(?:change|growth|increase|decrease)
      | change\s\(%\)
      | (?:{_MOVES})\s(?:in|as\sa)\s(?:percentage|percent|%)(?!\sof\b)
      )(?:\b|(?<=\)))""",
    re.I | re.X,
)
BY_PERCENT = lazily(
    r"\bby\s(?:what|how\smuch|how\smany)\s(?:percent(?:age)?|%)"
    r"|\bwhat\spercent(?:age)?\s(?:did|has|have)\b",
    re.I,
)
SHARE_MOVED = lazily(r"\b(?:change|difference)\sin\s(?:the\s)?percentage", re.I)
AS_SHARE = lazily(r"as\sa\s(?:percentage|percent|%)\sof", re.I)
CHANGE = lazily(
    rf"""\b(?:(?:net|total|overall|absolute|year-over-year|annual)\s)?
        (?P<noun>changes?|{_MOVES}|difference|variation|variance|movement)\b{_OR_BACK}""",
    re.I | re.X,
)
MOVED = lazily(r"\b(?:change|increase|decrease|grow|decline|fall|drop|rise)d?\b", re.I)
HOW_FAR = lazily(rf"\b(?:how\smuch|what\samount)\b.{{0,100}}{MOVED.pattern}", re.I)
GROWN = lazily(r"\b(?:between|from|compared|decrease|increase|changed?|grow)\b", re.I)
PAIR = lazily(
    r"\b(?:between|of|in)\s(?P<first>.+?)\s"
    r"(?:and|versus|vs\.?|compared\s(?:to|with)|as\scompared\sto|from|less)\s(?P<second>.+)",
    re.I,
)
LESS = lazily(r"\s(?:less|minus)\s(?=(?:the\s|that\s|those\s|its\s)?\w)", re.I)
"""One year's figure taken from another's: "the 2015 value of X less the 2014 value"."""
APART = lazily(r"^\s*(?:in\s)?(?P<first>.+?)\s(?:and|versus|vs\.?|to)\s(?P<second>the\s.+)", re.I)
"""What follows "the difference" when "between" was left out."""
SPREAD = lazily(
    r"\bbetween\s(?:the\s)?(?P<top>highest|largest|greatest|maximum)\sand\s(?:the\s)?"
    r"(?:lowest|smallest|minimum|least)\b|\bbetween\s(?:the\s)?(?:lowest|smallest|minimum|least)"
    r"\sand\s(?:the\s)?(?:highest|largest|greatest|maximum)\b",
    re.I,
)
OF_AVERAGE = lazily(r"\b(?:sum|total|change|increase|decrease|difference|decline)\b.{0,12}$", re.I)
"""What stands before "average" when the average itself is a figure of the report."""
HOW_MUCH_MORE = lazily(
    r"\bhow\s(?:much|many)\s(?:more|less|fewer|higher|lower)\s(?P<first>.+?)\s(?:as\s)?"
    r"(?:compared\s(?:to|with)|than|versus)\s(?P<second>.+)",
    re.I,
)
AVERAGE = lazily(r"(?<!weighted[\s-])\b(?:average|mean)\b", re.I)
SUM = lazily(r"\b(?:sum|combined|altogether|in\stotal|aggregate|cumulative)\b", re.I)
BOTH = lazily(r"\btotal\b.{0,30}\bboth\b.+\band\b", re.I)
SUM_WORDS = lazily(r"\b(?:of|both)\b", re.I)
TOTAL = lazily(r"\btotal\b", re.I)

# Two things in relation: `part` is what is divided, `whole` by what.
SHARES = tuple(
    lazily(pattern, re.I)
    for pattern in (
        r"^(?P<part>.+?)\s(?:(?:expressed|represented|stated|measured|calculated)\s)?as\sa\s"
        r"(?P<kind>percentage|percent|%|proportion|ratio|fraction|share|portion)\s(?:of|to|over)\s"
        r"(?P<whole>.+)",
        rf"\bwhat\s{_PART}\s{_BE}\s(?P<part>.+?)\srepresent(?:s|ed)?\s(?:in\srelation\sto|of)\s"
        r"(?P<whole>.+)",
        rf"\bwhat\s{_PART}\s{_BE}\s(?P<part>.+?)\s(?:represents?\sin\srelation\sto|represents?\sof"
        r"|account(?:s|ed)?\sfor\s(?:of|in)|of|out\sof)\s(?P<whole>.+)",
        rf"\b{_PART}\sof\s(?P<whole>.+?)\s(?:(?:{_BE}|has)\s)?(?:been\s)?"
        r"(?:made\sup\s(?:of|by)|generated\s(?:from|by)|attribut(?:ed|able)\sto|accounted\sfor\sby"
        r"|represented\sby|contributed\sby|derived\sfrom|due\sto|composed\sof|reported\s(?:under|in)"
        r"|comprised\sof)\s(?P<part>.+)",
        rf"\bwhat\s{_PART}\sof\s(?P<whole>.+?)\s{_BE}\s(?:from\s|in\s|for\s)?(?P<part>.+?)"
        r"(?:\sform\sa\spart\sof|\smake\sup|\srepresent|\saccount\sfor)?(?=$|\sin$)",
        rf"\b(?:{_PART}|(?P<ratio>ratio))\s?(?:\(in\spercentage\)\s|,\sin\spercentage,\s)?"
        r"(?:constitution\s|composition\s)?(?:of\s)?(?:constitution\sof\s)?(?P<part>.+?)\s"
        r"(?:over|out\sof|among|relative\sto|in\srelation\sto)\s(?P<whole>.+)",
        r"\b(?P<kind>ratio)\s(?:of|between)\s(?P<part>.+?)\s(?:to|over|divided\sby)\s(?P<whole>.+)",
        r"\b(?P<kind>ratio)\s(?:of|between)\s(?P<part>.+?)\sand\s(?P<whole>.+)",
        rf"\b{_PART}\s(?:constitution\s)?of\s(?P<part>.+?)\s(?:in|to|of)\s"
        r"(?P<whole>(?:the\s)?(?:[\w'’]+\s){0,2}?total\s.+)",
        r"\b(?P<kind>percentage)\sconstitution\sof\s(?P<part>.+?)\s(?:in|to|of)\s(?P<whole>.+)",
        rf"\b{_PART}\sof\s(?P<whole>(?:the\s)?total\s.+?)\s(?:in|from|for)\s(?P<part>.+)",
        r"\bhow\smuch\s(?:does|did|do)\s(?P<part>.+?)\s(?P<kind>represent)\sin\srelation\sto\s"
        r"(?P<whole>.+)",
        r"\bwhat\s(?:is|was)\s(?:the\s)?(?P<part>[\w-]+)[\s-]to[\s-](?P<whole>[\w-]+)\s"
        r"(?P<kind>ratio)",
    )
)
PLAIN_RATIOS = frozenset({"ratio", "proportion", "fraction", "represent"})
"""What is said as a number rather than in percent."""

REASON = lazily(
    r"^(?:why|who|whom|whose|where)\b"
    r"|^what\s(?:(?:has|have|had)\s)?(?:caused?|led|drove|drives|contributed|explains?)\b"
    r"|^what\s(?:is|was|were|are)\s(?:the\s)?(?:main\s|primary\s)?(?:reasons?|drivers?|causes?)\b"
    r"|^how\s(?:is|are|was|were|does|do|did|has|have|long|often)\b"
    r"|^what\b.*\b(?:(?:driven|caused|offset|affected|impacted|led|determined|defined|measured)\sby"
    r"|(?:related?|due|attribut(?:ed|able)|limited)\s(?:\w+\s)?to"
    r"|(?:recognized|defined|recorded|classified|reported)\sas)$",
    re.I,
)
"""Surely answered in words, whatever else the question says."""
WORDS = lazily(
    r"^(?:when|how\s(?!much\b|many\b))"
    r"|^what\s(?:does|do|did|caused?|led|drove|has|have|factors?|kinds?|types?)\b"
    r"|^what\sis\sthe\s(?:reason|definition|purpose|meaning|objective|basis|nature)\b"
    r"|^what\b.*\b(?:to|for|in|by|with|from|on|of|as|at|like)$|^which\b"
    r"|^(?:is|are|was|were|do|does|did|has|have|can|will)\s",
    re.I,
)
"""Answered in words when nothing else was understood."""
MUCH_ASKED = lazily(r"^(?:by\s|to\s|for\s)?how\s(?:much|many)\b", re.I)
