"""The words of sums: operators, what is asked for, units as people say them, and words that say
nothing. A word that stands in none of the lists is one that was not understood."""

from __future__ import annotations

from runwright.text.words import word_set

_PHRASES = {
    "PLUS": "plus | + | added to | along with",
    "MINUS": "minus | - | − | – | less | take away | subtracting | without",
    "TIMES": "times | x | × | * | · | multiplied by | multiply by",
    "DIVIDE": "divided by | / | ÷ | divide by | divided into",
    "OVER": "over",
    "POWER": "^ | to the power of | to the power",
    "SQUARED": "squared | ² | to the square",
    "CUBED": "cubed",
    "ROOT": "square root of | square root | sqrt of | sqrt | root of | √",
    "OF": "of",
    "OFF": "off",
    "ON": "on | upon",
    "IN": "in | into | as",
    "TO": "to | until | till | til | up to | through | up until",
    "FROM": "from | starting from",
    "SINCE": "since",
    "AFTER": "after | later than | past",
    "BEFORE": "before | prior to | ahead of",
    "AGO": "ago | back",
    "LATER": "later | from now | hence",
    "BETWEEN": "between | among | amongst",
    "AND": "and | & | und",
    "AT": "at | @ | with each | of each",
    "FOR": "for",
    "BY": "by",
    "WITH": "with",
    "EACH": (
        "each | apiece | per head | per person | a head | a person | a piece | per piece | each one"
    ),
    "PER": "per | every",
    "WAYS": "ways | way",
    "COMMA": ", | ;",
    "(": "(",
    ")": ")",
    "ADD": "add | adding | add up | add together",
    "SUBTRACT": "subtract | deduct | take | knock | remove",
    "MULTIPLY": "multiply",
    "SPLIT": "split | splitting | divide | dividing | share | shared | divvy up",
    "AVERAGE": "average | mean | avg",
    "SUM": "sum",
    "PRODUCT": "product",
    "DOUBLE": "double | twice",
    "MORE_THAN": "more than",
    "LESS_THAN": "less than",
    "DIFFERENCE": "difference",
    "COMPOUND": "compound | compounded",
    "RAISE": (
        "raise | increase | up by | goes up by | rises by | increased by | went up by | go up by"
    ),
    "LOWER": "lower | reduce | goes down by | drops by | reduced by | decreased by | went down by",
    "PERCENTAGE": (
        "percentage | what percent | what percentage | how much percent | how many percent | "
        "in percent | as a percentage | as percentage | as percent | as a percent | "
        "% | percent | in % | as a %"
    ),
    "CHANGE": (
        "percentage more | percent more | percent less | growth | percentage change | "
        "percent change | percentage increase | percent increase | percentage decrease | "
        "growth in percent | how much percent more | how many percent more | % increase | % change"
    ),
    "TIP": "tip | gratuity | service | service charge",
    "VAT": "vat | tax | gst | mwst | sales tax | ust | iva",
    "DISCOUNT": "discount | reduction | rabatt",
    "NET": (
        "net | netto | without vat | without the vat | without tax | without the tax | ex vat | "
        "excluding vat | excluding tax | excluding | before vat | before tax"
    ),
    "GROSS": (
        "gross | brutto | gross it up | including vat | including | incl vat | with vat | "
        "with tax | with the tax | incl . vat | inc vat"
    ),
    "LEFT": "left | what left | what is left | remains | remaining | rests | is left",
    "TOGETHER": "together | in total | altogether | all together | in all",
    "CONVERT": "convert | conversion",
    "HOW_MANY": "how many",
    "HOW_LONG": "how long | how far",
    "WHEN": "when | what time | at what time | by when | which time",
    "DATE": "what date | which date | date | what the date | the date",
    "WEEKDAY": (
        "what weekday | which weekday | weekday | what day of the week | which day of the week | "
        "day of the week | what day of week | what day"
    ),
    "WEEK_NUMBER": (
        "week number | calendar week | iso week | which week | what week | which week number | "
        "what week number | what calendar week | which calendar week"
    ),
    "LEAP": "a leap year | leap year",
    "AGE": "how old | what age | age",
    "BORN": "born",
    "WORKDAYS": (
        "working days | business days | workdays | weekdays | work days | working day | "
        "business day"
    ),
    "HERE": "here | my time | local time",
    "TIME": "time | what the time | the time | what time is it | current time",
    "NOW": "now | right now | at the moment",
    "LEAVE": "leave | set off | start out | go out | head out | start | starting | begin",
    "FILLER": (
        "bill of | amount of | total of | price of | are there | is there | were there | "
        "will there be | my maths | my math"
    ),
    "ARRIVE": "arrive | get there | be there | get home | there | there at | finish | clock off",
}  # fmt: skip
PHRASES: dict[tuple[str, ...], str] = {
    tuple(phrase.split()): kind
    for kind, phrases in _PHRASES.items()
    for phrase in phrases.split(" | ")
}
"""By folded tokens: which kind of word it is."""
LONGEST_PHRASE = max(map(len, PHRASES))

FILLERS = word_set("""
    what whats which how much is are was were be it its it's this thats the a an my our your their
    i i'm im we you he she they me us please pls quick quickly just exactly would will do does did
    make makes making give gives giving get gets got equal equals = ? . ! : can could should tell
    old went goes go sorry show calculate compute work out find know need want wants whole so if
    then have has had must
    hi hey ok okay thanks thank ta say lie lies there's come comes comming came to-be i'd i'll
    that that's doing amount value figure number result answer be maths math bill invoice price
    rent fee fees salary wage someone somebody person something pay paid charge bought buy save
    earn sales self employment income need needs takes all of-it really
    """)
"""Words that neither carry a figure nor say what is done with one."""
POINTERS = frozenset(("that", "it", "this", "them", "those"))
"""What is said before, if an operator stands beside it: `and 640 plus that`."""

_UNITS = {
    "kg": "kilo | kilos | kgs | kilogramme | kilogrammes",
    "lb": "lbs | lb",
    "g": "gramme | grammes | gr",
    "m2": "square metre | square metres | square meter | square meters | sq m | sq metres | "
    "sq metre | sq meters | sqm | square m",
    "sqft": "square foot | square feet | sq ft | sq feet | sqft",
    "km2": "square kilometre | square kilometres | square kilometers | sq km",
    "floz": "fluid ounce | fluid ounces | fl oz",
    "°C": "celsius | degrees celsius | degree celsius | centigrade | degrees c | ° c | °c | "
    "degrees centigrade",
    "°F": "fahrenheit | degrees fahrenheit | degree fahrenheit | degrees f | ° f",
    "km/h": "km / h | kilometres per hour | kilometers per hour | km per hour | kmh | kph",
    "mph": "miles per hour | miles an hour",
    "ml": "mls | millilitre | millilitres",
    "inch": "inches | ins",
    "ft": "foot | feet | ft",
    "s": "secs | sekunden",
    "min": "mins | minuten",
    "h": "hr | hrs | stunden",
    "weeks": "week | weeks | wks",
    "days": "day | days | tage",
    "months": "month | months | mths",
    "years": "year | years | yrs",
}
UNITS: dict[tuple[str, ...], str] = {
    tuple(phrase.split()): symbol
    for symbol, phrases in _UNITS.items()
    for phrase in phrases.split(" | ")
}
"""What people say for a unit that `calculate` knows by another name."""
LONGEST_UNIT = max(map(len, UNITS))
MASSES = word_set(
    "kilo kilos kg kgs stone st oz ounce ounces gram grams g lbs lb kilogram kilograms"
)
"""Beside one of these, pounds are a weight; elsewhere they are money."""
POUNDS = ("pound", "pounds")
SMALLER = {"ft": ("inch", 12), "st": ("lb", 14)}
"""`5 foot 7`, `8 stone 11`: what the bare number behind such a unit counts."""
CLOCK_UNITS = word_set("s ms min h")
DAY_UNITS = word_set("days weeks months years")
