"""How people word a rule: patterns for roles, topics to leave alone, and what to look at or not.

Each list is tried in its order. A pattern's group `topic` or `what` is the object of the rule.
"""

from __future__ import annotations

import re
from collections.abc import Sequence


def _pattern(text: str) -> re.Pattern[str]:
    """A pattern that is written over several lines, with `_` for any space."""
    joined = "".join(line.strip() for line in text.splitlines())
    return re.compile(joined.replace("_", r"\s+"), re.I)


ROLE = _pattern(r"""
    (?:you(?:'re|_are|_act|_work|_serve|_help|_assist|_look_after|_take_care|_keep|_support
    |_answer_questions|_know|_manage)\b|act_as\b|behave_(?:as|like)\b
    |your_(?:name|role|job|task|purpose|goal)\b|this_agent\b|the_agent\b|i_am\b|i'm\b|we_are\b
    |we're\b|my_name\b|hello\b|hi\b|welcome\b|thanks?\b)
""")
"""Who the agent is, and what it is for."""
RESTRICTS = _pattern(
    r"\b(?:only|not|never|no|nothing|none|except|must|forbidden|allowed|without)\b"
)
"""A role that says more than who the agent is."""
CONDITION = _pattern(r"\b(?:unless|except|if|when|for_questions|until_asked)\b")
"""Where a rule that does not always hold begins to say so."""
ACCOUNT_IS = _pattern(r"""
    ^(?:the|my|our)_(?P<name>[\w&'-]+(?:\s[\w&'-]+)?)_account_(?:is|has|ends)_
    (?:(?:called|number|the_number|the_iban|iban|account|in|with|one_ending_in|no\.?)_)*
    (?P<number>[A-Z]{2}\d{2}[\dA-Z …]{4,34}|[\d*X…][\d*X… -]{2,30})$
""")
"""The number of an account that rules call by its name."""

# Topics ----------------------------------------------------------------------------------------

_SPEAK = r"""
    (?:mention|talk|speak|discuss|reveal|disclose|share|comment|bring_up|say|tell|answer|give
    |provide|help|touch|name|write|respond|reply|deal|engage|get_into|refer|offer|accept|take)s?
"""
_ABOUT = r"""
    (?:_(?:anyone|anybody|me|people|others|to|any|all|the|other|further|anything|something
    |everything|a_word|answer|questions?|requests?|queries|prompts?|topics?|information|details?
    |advice|opinions?|statements?|answers?|in|into|with))*?
    (?:_(?:about|on|of|regarding|concerning|related_to|relating_to|that_concern|that_touch
    |touching|around|with))?
"""
FORBIDDING = _pattern(rf"^{_SPEAK}{_ABOUT}_(?P<topic>.+)$")
"""Of what is not to be done: "(never) talk about …"."""
SHUNNING: Sequence[re.Pattern[str]] = (
    _pattern(rf"""
        ^(?:avoid|refuse|decline|reject|shun|stay_(?:away_from|off|clear_of)
        |keep_(?:away_from|off)|steer_clear_of)(?:_to)?
        (?:_(?:mentioning|discussing|answering|talking|speaking|{_SPEAK}))?{_ABOUT}_(?P<topic>.+)$
    """),
    _pattern(r"""
        ^(?:keep|leave)_(?P<topic>.+?)_(?:private|secret|confidential|to_yourself
        |out_of_(?:it|this|your_(?:answers?|replies)))$
    """),
    _pattern(r"""
        ^(?:if|when)_(?:\w+_){1,3}?asks?(?:_(?:you|me))?_(?:(?:any_)?questions?_)?(?:about|for|on)_
        (?P<topic>[^,]+),?_(?:(?:then|you|must|should|please|politely)_)*
        (?:refuse|decline|say_no|do_not_answer)\b.*$
    """),
    _pattern(r"""
        ^(?:(?:questions?|anything|topics?|everything)_(?:about|on|regarding|concerning)_)?
        (?P<topic>.+?)_(?:is|are|stays?|remains?|must|should|shall|may|will)_
        (?:(?:strictly|always|be|stay|remain|kept)_)*
        (?:off[\s-]limits|taboo|forbidden|confidential|secret|private|none_of_your_business
        |not_your_(?:business|concern)|refused|declined|out_of_bounds|out_of_scope
        |(?:not|never)_(?:to_)?(?:be_)?(?:mentioned|discussed|answered|revealed|disclosed
        |talked_about))$
    """),
)
NO_TOPIC = _pattern(r"^no_(?P<topic>.+)$")
NOTHING_ABOUT = _pattern(r"""
    ^(?:nothing|no_(?:mention|talk|word|questions?|discussion)s?)_(?:of|about|on)_(?P<topic>.+)$
""")

# Sources and items -----------------------------------------------------------------------------

_TAKE = r"""
    (?:uses?|look(?:s|ing)?(?:_(?:in|into|at|up|through|inside))?|reads?|consults?
    |search(?:es)?(?:_(?:in|through))?|checks?|considers?|counts?|includes?
    |takes?(?:_into_account)?|works?_with|rel(?:y|ies)_on
    |(?:answer|reply|respond)s?_(?:from|with|using|out_of|based_on)
    |base_(?:(?:your|all|every)_)*(?:answers?|repl(?:y|ies))?\s*on|draws?_on|access(?:es)?
    |touch(?:es)?|opens?|shows?|reports?|lists?|sums?(?:_up)?|go(?:es)?_by|see|think_of
    |care_about|trusts?)
"""
_QUESTIONS = r"(?:questions?|requests?|anything)_(?:about|on|regarding|concerning)"
_TOPICAL = rf"""
    (?:(?:answer|handle|take|accept)s?_{_QUESTIONS}|talks?_about|speaks?_(?:about|of)|deals?_with)
"""
_JUST = r"(?:only|just|solely|exclusively)"
CHOOSING: Sequence[re.Pattern[str]] = (
    _pattern(rf"^{_JUST}_(?:ever_)?(?P<topical>{_TOPICAL})_(?P<what>.+)$"),
    _pattern(rf"^(?P<topical>answers?_only_{_QUESTIONS})_(?P<what>.+)$"),
    _pattern(rf"""
        ^{_JUST}_(?:ever_)?(?:(?:{_TAKE}|mentions?|names?|tells?_me_about)_)?(?P<what>.+)$
    """),
    _pattern(rf"""
        ^{_TAKE}_(?:{_JUST}|nothing_but|nothing_except|no(?:thing)?_other_than)_
        (?:(?:in|into|at|on|from|with)_)?(?P<what>.+)$
    """),
    _pattern(r"""
        ^(?:answer|reply|respond|look|search|rely|work|base_\w+_\w+)s?_(?:only|solely|exclusively)_
        (?:from|with|using|in|into|at|on|out_of|based_on)_(?P<what>.+)$
    """),
    _pattern(r"""
        ^(?:restrict|limit|confine)s?_(?:yourself|itself|everything
        |(?:your|all)_(?:answers|search|work))_to_(?P<what>.+)$
    """),
    _pattern(r"^(?:stick|keep)s?_to_(?P<what>.+)$"),
    _pattern(r"^nothing_(?:but|except|other_than)_(?P<what>.+)$"),
    _pattern(rf"^(?:{_TAKE}_)?(?P<what>.+?)_(?:only|and_nothing_else|exclusively|alone)$"),
)
"""Only what these name; `topical` when they speak of questions and not of items."""
IGNORING: Sequence[re.Pattern[str]] = (
    _pattern(r"""
        ^(?:ignore|exclude|leave_(?:out|aside)|skip|disregard|omit|drop|filter_out|discard|hide
        |forget(?:_about)?|stay_out_of)s?_(?P<what>.+)$
    """),
    _pattern(r"^leave_(?P<what>.+?)_(?:out|aside|alone)$"),
    _pattern(r"""
        ^(?P<what>.+?)_(?:is|are|should|must|shall|can|do)_(?:(?:to_)?be_)?(?:always_)?
        (?:ignored|excluded|left_(?:out|aside)|skipped|omitted|disregarded|not_count
        |not_(?:(?:to_)?be_)?(?:counted|used|included|read))$
    """),
    _pattern(rf"""
        ^{_TAKE}_(?:everything|all(?:_\w+)?|anything|any_\w+)_
        (?:except|but|apart_from|other_than)(?:_for)?_(?P<what>.+)$
    """),
    _pattern(r"^(?:everything|all(?:_\w+)?)_(?:except|but|apart_from)_(?P<what>.+)$"),
    _pattern(r"^(?:no|nothing)_(?P<what>.+)$"),
)
"""Never what these name."""
NEVER = _pattern(rf"^{_TAKE}_(?:(?:any|in|into|at|on)_)*(?P<what>.+)$")
"""Of what is not to be done: "(do not) look into …"."""
NOTHING_ELSE = _pattern(rf"""
    ^{_TAKE}_(?:any|anything)(?:_\w+)?_(?:other_than|but|except|apart_from|besides)_(?P<what>.+)$
""")
"""Of what is not to be done: "(do not) use anything but …"."""
MONEY = _pattern(r"\b(?:money|spending|expenses|budgets?|costs|banking)\b")
"""What questions about finance are said to be about."""
LISTED = re.compile(r"\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+", re.I)
