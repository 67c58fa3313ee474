"""How stretches of days are written in English: the names, and one pattern for all of them."""

from __future__ import annotations

import re

from runwright.engine.days import MONTHS, WEEKDAYS
from runwright.engine.patterns import lazily

MONTH_NUMBER = {name.lower(): n for n, name in enumerate(MONTHS, start=1)}
MONTH_NUMBER |= {name[:3].lower(): n for n, name in enumerate(MONTHS, start=1)} | {"sept": 9}
WEEKDAY_NUMBER = {name.lower(): n for n, name in enumerate(WEEKDAYS)}
WEEKDAY_NUMBER |= {
    short: n
    for n, shorts in enumerate(("mon", "tue tues", "wed", "thu thur thurs", "fri", "sat", "sun"))
    for short in shorts.split()
}
WEEKDAY_NAMES = frozenset(WEEKDAY_NUMBER)
MONTH = "|".join(sorted(MONTH_NUMBER, key=len, reverse=True))
_WEEKDAY = "|".join(sorted(WEEKDAY_NUMBER, key=len, reverse=True))
_WHICH = r"this|current|next|coming|upcoming|following|last|past|previous"
STEP = dict.fromkeys(("next", "coming", "upcoming", "following"), 1)
STEP |= dict.fromkeys(("last", "past", "previous"), -1) | {"this": 0, "current": 0}
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3}
ORDINALS |= {"4th": 4, "last": 4}
NEAR = {"day after tomorrow": 2, "day before yesterday": -2, "tomorrow": 1, "yesterday": -1}
NEAR |= dict.fromkeys(("tmrw", "tmr", "tomorow", "tommorow", "tommorrow"), 1)
_COUNT = r"\d{1,4}|[a-z]+(?:-[a-z]+)?"
_ORDINAL = r"(?:st|nd|rd|th)"
# A month may be said by name or by its place: "March", "next month".
_OF_MONTH = rf"(?:(?:{MONTH})\b\.?(?:,?\s\d{{4}})?|(?:the|this|next|last)\smonth)"

# A name with a hyphen is no day: the next "Year-End Review" is not next year's.
ONE = lazily(
    rf"""\b(?:
      (?P<iso>\d{{4}}-\d\d?-\d\d?)
    | (?P<iso_month>\d{{4}}-\d\d)(?!-?\d)
    | (?P<figures>\d\d?(?:\.\d\d?\.|/\d\d?/|-\d\d?-)\d{{4}})
    | week\sof\s(?:the\s)?(?P<week_of>\d\d?{_ORDINAL}?\s(?:of\s)?(?:{MONTH})\b
        |(?:{MONTH})\.?\s\d\d?{_ORDINAL}?)(?:,?\s(?P<week_of_year>\d{{4}}))?
    | (?P<nth_week>first|second|third|fourth|last|[1-4]{_ORDINAL})\sweek\s(?:of|in)\s
      (?P<week_month>{_OF_MONTH})
    | (?P<month_end>beginning|start|end)\sof\s(?P<end_month>{_OF_MONTH})
    | (?P<day>\d\d?){_ORDINAL}?\s(?:of\s)?(?P<day_month>{MONTH})\b\.?
      (?:,?\s(?P<day_year>\d{{4}})\b)?
    | (?P<month_of>{MONTH})\b\.?\s(?:the\s)?(?P<month_day>\d\d?){_ORDINAL}?\b(?!:)
      (?:,?\s(?P<month_day_year>\d{{4}})\b)?
    | (?P<near>day\safter\stomorrow|day\sbefore\syesterday|today|tonight|tomorrow|yesterday
        |tmrw?|tomorow|tommorr?ow
        |this\s(?:morning|afternoon|evening)|last\snight)
    | (?:rest|remainder)\sof\s(?:the|this|my)\s(?P<rest>day|week|month|quarter|year)
    | (?:rest|remainder)\sof\s(?P<rest_month>{MONTH})\b
    | (?:by|until|till|before|to)\s(?:the\s)?end\sof\s(?:the|this)\s
      (?P<rest_end>day|week|month|quarter|year)
    | (?<=\bof\s)the\s(?P<of_the>week|month|quarter|year)
    | (?P<nth_day>first|second|third|fourth|last|[1-4]{_ORDINAL})\s(?P<nth_weekday>{_WEEKDAY})\s
      (?:of|in)\s(?P<nth_day_month>{_OF_MONTH})
    | (?P<rolling>{_WHICH})\s(?!(?:{_WHICH}|few|couple)\s)(?P<count>{_COUNT})\s
      (?P<unit>days?|weeks?|fortnights?|months?|quarters?|years?)
    | (?P<back_count>{_COUNT})\s(?P<back_unit>days?|weeks?|months?|years?)\sago
    | (?P<later_count>{_COUNT})\s(?P<later_unit>days?|weeks?|months?)\sfrom\s(?:now|today)
    | (?<=\bin\s)
      (?!(?:the|this|that|my|our|which|what|every|each|last|next|past|any|calendar|iso)\s)
      (?P<away_count>{_COUNT})\s(?P<away_unit>days?|weeks?|months?)
      (?:['’]?\s(?=time\b)(?:time))?
    | (?P<which>{_WHICH})\s(?:calendar\s)?(?P<span>week|weekend|month|quarter|year)\b(?!-\w)
    | (?P<before_last>week|weekend|month|quarter|year)\sbefore\slast\b
      (?!\s(?:{_WEEKDAY}|week|month|year))
    | (?:on|at|over|during)\sthe\s(?P<weekend>weekend)
    | (?:calendar\s|iso\s)?week\s(?P<week_number>[1-5]?\d)(?:\s(?:of\s)?(?P<week_year>\d{{4}}))?
    | (?P<to_date>year|month)[\s-]to[\s-]date
    | q(?P<quarter>[1-4])(?:\s(?:of\s)?(?P<quarter_year>\d{{4}}))?
    | (?P<nth>first|second|third|fourth|last|[1-4]{_ORDINAL})\s(?P<part>quarter|half)
      (?:\sof\s(?P<part_year>\d{{4}}|this\syear|last\syear|next\syear))?
    | (?:(?P<season_side>this|last|next|past|coming)|(?<=\bin)|(?<=\bthe)|(?<=over))\s
      (?P<season>spring|summer|autumn|fall|winter)(?:\s(?:of\s)?(?P<season_year>\d{{4}}))?
      (?!\s(?:fair|festival|school|break|camp|party|sale|term|semester|cleaning|jobs?|tyres?))
    | (?P<month>{MONTH})\b\.?
      (?:,?\s(?:of\s)?(?P<month_year>\d{{4}}|this\syear|last\syear|next\syear)\b)?
    | (?P<side>{_WHICH})\s(?P<side_weekday>{_WEEKDAY})
    | (?P<weekday>{_WEEKDAY})
      (?:\s(?P<week>next\sweek|this\sweek|last\sweek)\b)?
    | (?P<year>(?:19|20)\d\d)
    | (?<=\bthe\s)(?P<month_day_alone>\d\d?){_ORDINAL}
      (?=\s*(?:$|[?.,!;)]|(?:at|from|between|with|and|to|or|until|till|through|of\sthis\smonth
        |is|are|an?)\b))
    | (?:(?<=\bon\s)|(?<=\bby\s)|(?<=\bfor\s)|(?<=after\s)|(?<=before\s)|(?<=until\s))
      (?P<feast>christmas(?:\s(?:eve|day))?|new\syear['’]s\s(?:eve|day)|boxing\sday|halloween
        |valentine['’]s\sday)(?:,?\s(?P<feast_year>\d{{4}}))?
    )\b""",
    re.I | re.X,
)
