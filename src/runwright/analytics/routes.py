"""`/v1/analytics` over HTTP."""

from __future__ import annotations

from runwright import clock
from runwright.analytics.costs import costs
from runwright.analytics.quality import quality
from runwright.analytics.types import AnalyticsQuery, CostList, QualityList
from runwright.api.call import Answer, Call, answer
from runwright.api.router import Route
from runwright.trust.scopes import Scope


def routes(currency: str = "USD") -> list[Route]:
    """The routes of this noun."""

    async def read_costs(call: Call) -> Answer:
        query, now = call.query, clock.now()
        return answer(await call.read(lambda r: costs(r, call.grant, query, now, currency)))

    async def read_quality(call: Call) -> Answer:
        query, now = call.query, clock.now()
        return answer(await call.read(lambda r: quality(r, call.grant, query, now)))

    return [
        Route(
            method="GET",
            path="/v1/analytics/costs",
            action="analytics.costs",
            scope=Scope.ANALYTICS_READ,
            handler=read_costs,
            summary="Sum up what runs cost, by time and group",
            query=AnalyticsQuery,
            answer=CostList,
        ),
        Route(
            method="GET",
            path="/v1/analytics/quality",
            action="analytics.quality",
            scope=Scope.ANALYTICS_READ,
            handler=read_quality,
            summary="Sum up how good runs were, by time and group",
            query=AnalyticsQuery,
            answer=QualityList,
        ),
    ]
