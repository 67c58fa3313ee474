"""Runs go before files, and files before webhooks; whatever is queued has its rank."""

from __future__ import annotations

from runwright.context.embedding import JOB_KIND as EMBED
from runwright.events.webhooks.fanout import JOB_KIND as DELIVER
from runwright.files.erase import JOB_KIND as ERASE
from runwright.files.extract import JOB_KIND as FILE
from runwright.jobs.types import PRIORITIES
from runwright.runs.create import JOB_KIND as RUN
from runwright.runs.create import NETWORK_KIND as NETWORK


def test_every_kind_has_its_rank() -> None:
    assert set(PRIORITIES) == {RUN, NETWORK, ERASE, FILE, EMBED, DELIVER}


def test_runs_go_before_files_and_files_before_webhooks() -> None:
    ranks = [PRIORITIES[kind] for kind in (RUN, ERASE, FILE, EMBED, DELIVER)]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)
    assert PRIORITIES[NETWORK] == PRIORITIES[RUN]
