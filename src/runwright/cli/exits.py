"""The exit codes of the command, and how each failure is reported: one line, and what to do."""

from __future__ import annotations

from collections.abc import Mapping

DONE = 0
FAILED = 1
WRONG_USE = 2
UNPROVED = 3
REFUSED = 4
NOT_FOUND = 5
RUN_FAILED = 6
INTERRUPTED = 130

MEANING: Mapping[int, str] = {
    DONE: "success",
    FAILED: "failure: the network, the server, a file, or a check that found a problem",
    WRONG_USE: "wrong usage, or an invalid setting",
    UNPROVED: "cannot be verified (`replay`, `runs replay`)",
    REFUSED: "refused: no key, an invalid key, or a missing scope",
    NOT_FOUND: "not found, or deleted",
    RUN_FAILED: "the run failed or was cancelled",
    INTERRUPTED: "interrupted by Ctrl-C",
}

_BY_NAME: Mapping[str, int] = {
    "runwright.config.SettingsError": WRONG_USE,
    "runwright.db.failures.DatabaseTooNew": WRONG_USE,
    "runwright.db.failures.DatabaseUnreachable": FAILED,
    "runwright.errors.Problem": FAILED,
    "runwright.client.errors.AuthenticationError": REFUSED,
    "runwright.client.errors.PermissionDeniedError": REFUSED,
    "runwright.client.errors.NotFoundError": NOT_FOUND,
    "runwright.client.errors.AlreadyDeletedError": NOT_FOUND,
    "runwright.client.errors.InvalidRequestError": WRONG_USE,
    "runwright.client.errors.StepLimitError": WRONG_USE,
    "runwright.client.errors.RunwrightError": FAILED,
}
"""By name, since looking a class up here must not load what it comes from."""


class Told(Exception):
    """A failure that is already worded for a person."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.code = code


def told(error: BaseException) -> Told | None:
    """A failure as it is told; None for one that should never have come this far."""
    if isinstance(error, Told):
        return error
    if isinstance(error, OSError):
        said = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        return Told(said, FAILED)
    for kind in type(error).__mro__:
        code = _BY_NAME.get(f"{kind.__module__}.{kind.__qualname__}")
        if code is not None:
            return Told(_worded(error), code)
    return None


def _worded(error: BaseException) -> str:
    """The message, with what is wrong with each field; ids of requests are for those who ask."""
    message = str(getattr(error, "message", error))
    fields: Mapping[str, list[str]] = getattr(error, "errors", {})
    wrong = "; ".join(f"{name} {', '.join(said)}" for name, said in fields.items())
    return wrong or message
