"""Labels as the network learns them: one head a question, one tag a word piece."""

from __future__ import annotations

from collections.abc import Mapping

from training.schema import ATTRIBUTES, DIRECTIONS, MEASURES, ROUTES, SPANS, UNTOLD, Clause

NONE = "none"
NO_YES = ("no", "yes")
MEASURE_HEADS = {route: f"measure_{route}" for route in MEASURES}


def _heads() -> dict[str, tuple[str, ...]]:
    heads: dict[str, tuple[str, ...]] = {"route": ROUTES}
    heads |= {MEASURE_HEADS[route]: measures for route, measures in MEASURES.items()}
    heads["direction"] = DIRECTIONS
    for name, values in ATTRIBUTES.items():
        if name == "f":
            heads |= {f"f_{value}": NO_YES for value in values}
        else:
            heads[name] = NO_YES if values == ("yes",) else (NONE, *values)
    return heads


HEADS: Mapping[str, tuple[str, ...]] = _heads()
"""By name of a head: what it chooses among."""
TAGGED = tuple(MEASURES)
"""The routes whose clauses have spans and attributes."""
OUTSIDE = "O"
TAGS = (OUTSIDE, *(f"{at}-{tag}" for tag in sorted(set(SPANS.values())) for at in "BI"))
"""Of a word piece: outside of every span, at the beginning of one, or further inside."""


def is_untold(clause: Clause) -> bool:
    """Whether only its route is known."""
    return clause.route in TAGGED and clause.measure == UNTOLD


def labels_of(clause: Clause) -> dict[str, str]:
    """What each head has to say about a clause; heads that it does not concern are left out."""
    if is_untold(clause):
        return {"route": clause.route}
    labels = {"route": clause.route, "follow": _flag(clause, "follow")}
    if clause.route not in TAGGED:
        return labels
    labels[MEASURE_HEADS[clause.route]] = clause.measure
    if clause.direction:
        labels["direction"] = clause.direction
    for name, values in ATTRIBUTES.items():
        given = clause.attributes.get(name, ())
        if name == "f":
            labels |= {f"f_{value}": NO_YES[value in given] for value in values}
        elif values == ("yes",):
            labels[name] = NO_YES[bool(given)]
        else:
            labels[name] = given[0] if given else NONE
    return labels


def has_spans(labels: Mapping[str, str]) -> bool:
    """Whether the spans of a clause with these labels are known."""
    return MEASURE_HEADS.get(labels["route"]) in labels


def _flag(clause: Clause, name: str) -> str:
    return NO_YES[name in clause.attributes]
