"""The desk's report as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from evidence import Verdict
from readings import BY_RUNS, Period, Reading

from runwright.client import AuditEntry, ErasureReceipt


def render(
    period: Period,
    people: Mapping[str, str],
    receipts: Sequence[ErasureReceipt],
    verdict: Verdict,
) -> str:
    """The whole report. `people` has the name of each key's id."""
    parts = [
        [f"# Who read what: entries {period.first} to {period.last}"],
        _in_short(period, verdict),
        ["## Readings", "", *_readings(period.readings, people)],
        ["## Denied", "", *_denied(period.denied, people)],
        ["## Erased", "", *_erased(receipts, period.erased, people)],
        ["## Checked offline", "", "```", verdict.said, "```"],
        _check_yourself(),
    ]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _in_short(period: Period, verdict: Verdict) -> list[str]:
    in_traces = sum(1 for each in period.readings if each.is_in_trace)
    differing = sum(1 for each in period.readings if each.is_in_trace is False)
    return [
        f"- Readings that were allowed: {len(period.readings)}",
        f"- Of these, in the trace of their run as well: {in_traces}",
        f"- In a trace but not in the log, or the other way round: "
        f"{len(period.unlogged) + differing}",
        f"- Attempts that were denied: {len(period.denied)}",
        f"- Erasures: {len(period.erased)}",
        f"- The log, its proofs and receipts: {'whole' if verdict.is_whole else 'NOT WHOLE'}",
    ]


def _readings(readings: Iterable[Reading], people: Mapping[str, str]) -> list[str]:
    rows = [
        [
            str(reading.entry.seq),
            _time(reading.entry),
            _person(reading.entry, people),
            reading.entry.scope or "",
            ", ".join(reading.files) or "",
            reading.reason or _without_run(reading.entry),
            reading.entry.resource or "",
        ]
        for reading in readings
    ]
    return _table(["entry", "at", "who", "scope", "rests on", "why", "by"], rows)


def _without_run(entry: AuditEntry) -> str:
    return "the run was erased" if entry.action == BY_RUNS else f"directly: {entry.action}"


def _denied(entries: Iterable[AuditEntry], people: Mapping[str, str]) -> list[str]:
    rows = [
        [str(entry.seq), _time(entry), _person(entry, people), entry.action, entry.scope or ""]
        for entry in entries
    ]
    return _table(["entry", "at", "who", "wanted", "lacks"], rows)


def _erased(
    receipts: Iterable[ErasureReceipt],
    entries: Iterable[AuditEntry],
    people: Mapping[str, str],
) -> list[str]:
    by_entry = {entry.seq: entry for entry in entries}
    rows = []
    for receipt in receipts:
        entry = by_entry[receipt.audit_seq]
        counts = ", ".join(f"{what} {count}" for what, count in receipt.counts.items() if count)
        rows.append([str(entry.seq), _time(entry), _person(entry, people), receipt.id, counts])
    return _table(["entry", "at", "who", "erased", "what went with it"], rows)


def _check_yourself() -> list[str]:
    return [
        "## Check it yourself",
        "",
        "`python check.py KEY` in this folder, with the verifier key that somebody else gave you.",
        "It needs Runwright to be installed, no server and no network.",
        "",
        "The log proves what the service recorded, and that this was not changed afterwards. It",
        "does not prove that a reason is true, nor what a person did with what they read.",
    ]


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    if not rows:
        return ["None."]
    lines = [titles, ["---"] * len(titles), *rows]
    return ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]


def _time(entry: AuditEntry) -> str:
    return f"{entry.at:%Y-%m-%d %H:%M:%S}"


def _person(entry: AuditEntry, people: Mapping[str, str]) -> str:
    if entry.key is None:
        return "the service"
    return people.get(entry.key, entry.key)
