"""`client.analytics`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runwright.client.calls import D, Noun, call, joined
from runwright.client.requests import Steps
from runwright.client.types.analytics import Bucket, Costs, QualityRow
from runwright.client.types.common import When
from runwright.client.values import data_of


class Analytics(Noun[D]):
    """What runs cost, and how good they were, by time and by groups.

    Groups are `model`, `agent`, `network`, `key` and `metadata.<key>`. Without a start it is the
    last 30 days.
    """

    @call
    def costs(
        self,
        *,
        start: When | None = None,
        end: When | None = None,
        bucket: Bucket | None = None,
        group_by: Sequence[str] | None = None,
    ) -> Steps[Costs]:
        """Return what runs have cost, exactly.

        Args:
            start: From this moment on; 30 days ago by default.
            end: Up to this moment; now by default.
            bucket: `day` (the default), `hour` or `none` for one row over the whole time.
            group_by: `model`, `agent`, `network`, `key` or `metadata.<key>`; one or several.
        """
        query = _query(start, end, bucket, group_by)
        return self._get("/v1/analytics/costs", Costs.read, query=query)

    @call
    def quality(
        self,
        *,
        start: When | None = None,
        end: When | None = None,
        bucket: Bucket | None = None,
        group_by: Sequence[str] | None = None,
    ) -> Steps[tuple[QualityRow, ...]]:
        """Return how good runs were.

        Args:
            start: From this moment on; 30 days ago by default.
            end: Up to this moment; now by default.
            bucket: `day` (the default), `hour` or `none` for one row over the whole time.
            group_by: `model`, `agent`, `network`, `key` or `metadata.<key>`; one or several.
        """
        query = _query(start, end, bucket, group_by)
        return self._get("/v1/analytics/quality", data_of(QualityRow.read), query=query)


def _query(
    start: When | None, end: When | None, bucket: Bucket | None, group_by: Sequence[str] | None
) -> dict[str, Any]:
    return {"start": start, "end": end, "bucket": bucket, "group_by": joined(group_by)}
