"""How many examples a property test takes: few and always the same in `make test`, more by chance
in `make test-slow`. A busy machine fails none of them: nothing here has a deadline."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

QUICK, FULL = "quick", "full"
_ALL, _FEW = 100, 25


def register() -> None:
    """Make both known, and take the quick one; `--hypothesis-profile` takes another."""
    patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile(QUICK, patient, max_examples=_FEW, derandomize=True)
    settings.register_profile(FULL, patient, max_examples=_ALL)
    settings.load_profile(QUICK)


def examples(count: int) -> settings:
    """So many in full, and the same share of them as of any other test's when it must be quick."""
    assert settings.default is not None
    return settings(max_examples=count * settings.default.max_examples // _ALL)
