"""How long runs took in columns of the sums, and sums by two columns: all are made anew."""

import hashlib
import json
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

Ascii = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
Number = sa.Integer().with_variant(sa.BigInteger(), "postgresql")

PLACE = ("project_id", "grain", "pair_key", "start", "pair_value")
GROUPED_BY = ("model", "agent", "network", "key_id")
SAME = ("steps", "useful_steps", "input_tokens", "output_tokens", "cpu_us", "cost")
SUMS = ("runs", "completed", "failed", *SAME, "claims", "supported", "ups", "downs")
FORKS = tuple(f"took_{number:02}" for number in range(69))
EDGES_US = tuple(500 * 2 ** (number / 3) for number in range(69))
KEY, COUNTS = (*PLACE, *GROUPED_BY), (*SUMS, *FORKS)
ALONE = tuple((name,) for name in GROUPED_BY)
SLIM = (*ALONE, *combinations(GROUPED_BY, 2))
ERASED, HIDDEN = "(erased)", "\0"
DAY, SETTLING = timedelta(days=1), timedelta(minutes=1)
PAGE, MOST_WAITING = 2000, 20_000

Place = tuple[str, ...]
Sums = dict[Place, dict[str, int]]

ACCOUNTS = sa.text(
    "SELECT a.*, p.time_zone, p.zone_since"
    " FROM run_accounts a JOIN projects p ON p.id = a.project_id"
    " WHERE (a.project_id, a.run_id) > (:project_id, :run_id)"
    " ORDER BY a.project_id, a.run_id LIMIT :page"
)
ADD = sa.text(
    f"INSERT INTO rollups ({', '.join((*KEY, *COUNTS))})"
    f" VALUES ({', '.join(f':{name}' for name in (*KEY, *COUNTS))})"
    f" ON CONFLICT ({', '.join(KEY)}) DO UPDATE SET "
    + ", ".join(f"{name} = rollups.{name} + excluded.{name}" for name in COUNTS)
)


class Pair(NamedTuple):
    """A metadata pair, by the hashes under which it is counted."""

    key: str
    value: str


def upgrade() -> None:
    """Make the table anew, and sum the ledger up again."""
    op.drop_table("rollup_latencies")
    op.drop_table("rollups")
    op.create_table(
        "rollups",
        *(sa.Column(name, Ascii, nullable=False) for name in KEY),
        *(sa.Column(name, Number, nullable=False) for name in COUNTS),
        sa.PrimaryKeyConstraint(*KEY),
        sqlite_with_rowid=False,
    )
    _sum_up(op.get_bind())


def _sum_up(connection: sa.Connection) -> None:
    """Add every account to its sums; what waits in memory is written whenever it is much."""
    waiting: Sums = {}
    for account in _accounts(connection):
        counts = _counts(account)
        for place in _places(account):
            so_far = waiting.setdefault(place, {})
            for name, count in counts.items():
                so_far[name] = so_far.get(name, 0) + count
        if len(waiting) > MOST_WAITING:
            _write(connection, waiting)
            waiting = {}
    _write(connection, waiting)


def _accounts(connection: sa.Connection) -> Iterator[Any]:
    last = {"project_id": "", "run_id": ""}
    while page := connection.execute(ACCOUNTS, {**last, "page": PAGE}).fetchall():
        yield from page
        last = {"project_id": page[-1].project_id, "run_id": page[-1].run_id}


def _write(connection: sa.Connection, waiting: Sums) -> None:
    nothing = dict.fromkeys(COUNTS, 0)
    rows = [
        {**nothing, **waiting[place], **dict(zip(KEY, place, strict=True))}
        for place in sorted(waiting)
    ]
    if rows:
        connection.execute(ADD, rows)


def _counts(account: Any) -> dict[str, int]:
    return {
        "runs": 1,
        "completed": int(account.status == "completed"),
        "failed": int(account.status == "failed"),
        **{name: getattr(account, name) for name in (*SAME, "claims", "supported")},
        "ups": int(account.rating == "up"),
        "downs": int(account.rating == "down"),
        **_forks(bisect_left(EDGES_US, account.duration_us)),
    }


@lru_cache(len(FORKS) + 1)
def _forks(number: int) -> Mapping[str, int]:
    """The forks of the tree that a bin is on the short side of."""
    found, first, last = [], 0, len(FORKS)
    while first < last:
        middle = (first + last) // 2
        if number <= middle:
            found.append(FORKS[middle])
            last = middle
        else:
            first = middle + 1
    return dict.fromkeys(found, 1)


def _places(account: Any) -> Iterator[Place]:
    own = {name: getattr(account, name) for name in GROUPED_BY}
    starts = list(_starts(account))
    for pair, slim in _pairs(account):
        for length, start in starts:
            head = (pair.key, start, pair.value)
            yield account.project_id, length, *head, *own.values()
            for columns in slim:
                if all(own[name] for name in columns):
                    group = (own[name] if name in columns else "" for name in own)
                    yield account.project_id, f"{length}:{'+'.join(columns)}", *head, *group


def _pairs(account: Any) -> Iterator[tuple[Pair, tuple[tuple[str, ...], ...]]]:
    yield Pair("", ""), SLIM
    for key, value in json.loads(account.metadata).items():
        if key.startswith(HIDDEN):
            yield Pair(key.removeprefix(HIDDEN), ERASED), ALONE
        else:
            name = _hash(f"{account.project_id}\0{key}")
            yield Pair(name, ERASED if value == ERASED else _hash(f"{name}\0{value}")), ALONE


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _starts(account: Any) -> Iterator[tuple[str, str]]:
    at = account.created_at
    quarter = f"{at[:14]}{int(at[14:16]) // 15 * 15:02}:00.000Z"
    yield "quarter", quarter
    day = _day_of(quarter, account.time_zone)
    since = account.zone_since
    # Days before a project came to its zone are put together from quarters of an hour.
    if since is None or day >= datetime.fromisoformat(since) + SETTLING:
        yield "day", day.isoformat(timespec="milliseconds")[:-6] + "Z"


@lru_cache(4096)
def _day_of(quarter: str, time_zone: str) -> datetime:
    instant, zone = datetime.fromisoformat(quarter), ZoneInfo(time_zone)
    day = instant.astimezone(zone).date()
    # Where clocks are changed across midnight, the date on the wall is not always the day's.
    if instant < _midnight(day, zone):
        day -= DAY
    elif instant >= _midnight(day + DAY, zone):
        day += DAY
    return _midnight(day, zone)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)
