"""Plans and findings survive JSON unchanged."""

import json

from hypothesis import given
from hypothesis import strategies as st

from runwright.engine.codec import (
    finding_from_json,
    finding_to_json,
    plan_from_json,
    plan_to_json,
)
from runwright.engine.types import Finding, Plan, Step

_TEXT = st.text(max_size=40)
_MAYBE = st.none() | _TEXT
_STEPS = st.builds(Step, action=_TEXT, part=_TEXT, arguments=st.dictionaries(_TEXT, _TEXT))
_FINDINGS = st.builds(
    Finding,
    action=_TEXT,
    part=_TEXT,
    answer=_MAYBE,
    value=_MAYBE,
    reason=_MAYBE,
    items=st.lists(_TEXT).map(tuple),
)


@given(st.lists(_STEPS).map(tuple))
def test_a_plan_survives_json(steps: tuple[Step, ...]) -> None:
    plan = Plan(steps=steps)
    assert plan_from_json(json.loads(json.dumps(plan_to_json(plan)))) == plan


@given(_FINDINGS)
def test_a_finding_survives_json(finding: Finding) -> None:
    assert finding_from_json(json.loads(json.dumps(finding_to_json(finding)))) == finding
