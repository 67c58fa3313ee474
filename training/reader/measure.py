"""How well the reader does what it learned, on what was held back from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from runwright.context.index.reader_weights import FITS, MEANT
from training.adapted import in_half_precision
from training.reader.batches import Learned, Marks, Nearest, marks_of, spans_of
from training.reader.examples import Reading, fitting_of, meaning_of, reading_of
from training.reader.losses import NEVER, is_text, on_device
from training.reader.network import Reader
from training.reader.pieces import Asked, Candidate, Corpus

MARGINS = (0, 2, 4, 6)
LIKELY = (0.3, 0.5, 0.7)
LONGEST_ANSWER = 60
"""Word pieces of an answer at most."""
_PASSAGES, _RECORDS = 4, 16
"""So many of the nearest are read of a question, and weighed of words."""
_MOST, _MOST_CANDIDATES, _BATCH = 600, 2_000, 64


class Outcome(NamedTuple):
    """What came of one question."""

    margin: float
    is_answerable: bool
    is_touched: bool
    """Whether the words that were found share a piece with the answer."""


class Weighed(NamedTuple):
    """How likely each record is meant, whether it is, and how many are in all."""

    likely: Sequence[float]
    is_meant: Sequence[bool]
    meant: int


@torch.no_grad()  # type: ignore[untyped-decorator]
def figures(
    network: Reader, corpus: Corpus, held_back: Learned, nearest: Nearest, device: str
) -> dict[str, Any]:
    """Shares of what was held back that was told rightly."""
    network.eval()
    candidates = [corpus.candidates[n] for n in held_back.candidates[:_MOST_CANDIDATES]]
    likeliest = [each for each in candidates if each.is_likeliest]
    return {
        "spans": of_spans(list(_outcomes(network, corpus, held_back, nearest, device))),
        "meant": of_meanings(list(_weighed(network, corpus, held_back, nearest, device))),
        "fits": of_fits(*_fitting(network, candidates, device)),
        "fits_of_likeliest": of_fits(*_fitting(network, likeliest, device)),
    }


def of_spans(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """By the margin from which an answer is stated: right, wrong, and invented."""
    there = [each for each in outcomes if each.is_answerable]
    absent = [each for each in outcomes if not each.is_answerable]
    return {
        "answerable": len(there),
        "unanswerable": len(absent),
        "touched": _share([each.is_touched for each in there]),
        "margins": {
            margin: {
                "right": _share([each.is_touched and each.margin >= margin for each in there]),
                "wrong": _share([not each.is_touched and each.margin >= margin for each in there]),
                "invented": _share([each.margin >= margin for each in absent]),
            }
            for margin in MARGINS
        },
    }


def of_meanings(weighed: Sequence[Weighed]) -> dict[str, Any]:
    """By the likelihood from which a record is taken: the share of those taken that are meant, of
    those meant that are taken, and of words of which exactly those are taken that are meant."""
    found = {}
    for least in LIKELY:
        taken = [[likely > least for likely in each.likely] for each in weighed]
        pairs = list(zip(taken, weighed, strict=True))
        hits = sum(sum(t and m for t, m in zip(own, e.is_meant, strict=True)) for own, e in pairs)
        exact = [own == list(e.is_meant) and sum(own) == e.meant for own, e in pairs]
        found[least] = {
            "precision": _ratio(hits, sum(map(sum, taken))),
            "recall": _ratio(hits, sum(each.meant for each in weighed)),
            "exact": _share(exact),
        }
    return {"asks": len(weighed), "likely": found}


def of_fits(likely: Sequence[float], is_right: Sequence[bool]) -> dict[str, Any]:
    """How often a right answer is found likelier than a wrong one."""
    scores, right = np.array(likely), np.array(is_right, bool)
    above = scores[right][:, None] > scores[~right][None]
    area = round(float(above.mean()), 3) if above.size else None
    return {"candidates": len(likely), "right": _share(is_right), "area_under_curve": area}


def _outcomes(
    network: Reader, corpus: Corpus, held_back: Learned, nearest: Nearest, device: str
) -> Iterator[Outcome]:
    library = corpus.library
    asked = [n for n in held_back.questions if not library.questions[n].is_plain][:_MOST]
    for number in asked:
        question, near = library.questions[number], nearest.passages[number][:_PASSAGES]
        rows = [reading_of(question.pieces, library.passages[n], None, titled=True) for n in near]
        yield _outcome(network, question, near, [each for each in rows if each], device)


def _outcome(
    network: Reader, question: Asked, near: Sequence[int], rows: Sequence[Reading], device: str
) -> Outcome:
    """The best answer of some passages."""
    batch = spans_of([rows])
    with in_half_precision(device):
        logits = network.spans(*on_device(batch.padded, device))
    firsts, lasts, margins = _best(logits, is_text(batch, device))
    at = max(range(len(rows)), key=lambda row: margins[row])
    first, last = firsts[at] - rows[at].begin, lasts[at] - rows[at].begin
    touched = any(
        place.passage == near[at] and place.first <= last and place.last >= first
        for place in question.places
    )
    return Outcome(margins[at], bool(question.places), touched)


def _best(logits: Tensor, text: Tensor) -> tuple[list[int], list[int], list[float]]:
    """Of each row the first and the last piece of the likeliest answer, and its margin."""
    begins, ends = (logits[..., side].masked_fill(~text, NEVER) for side in (0, 1))
    size = begins.shape[1]
    allowed = torch.ones(size, size, device=logits.device).triu().tril(LONGEST_ANSWER).bool()
    scores = (begins[:, :, None] + ends[:, None, :]).masked_fill(~allowed, 4 * NEVER)
    best, places = scores.flatten(1).max(1)
    margins = (best - logits[:, 0].sum(-1)).tolist()
    return (places // size).tolist(), (places % size).tolist(), margins


def _weighed(
    network: Reader, corpus: Corpus, held_back: Learned, nearest: Nearest, device: str
) -> Iterator[Weighed]:
    records = corpus.people.records
    for number in held_back.asks[:_MOST]:
        ask, near = corpus.people.asks[number], nearest.records[number][:_RECORDS]
        rows = [(meaning_of(ask.words, ask.question, records[n].pieces), True) for n in near]
        likely = _likely(network, marks_of(MEANT, rows), device)
        yield Weighed(likely, [n in ask.means for n in near], len(ask.means))


def _fitting(
    network: Reader, candidates: Sequence[Candidate], device: str
) -> tuple[list[float], list[bool]]:
    likely: list[float] = []
    for at in range(0, len(candidates), _BATCH):
        rows = [(fitting_of(each), each.is_right) for each in candidates[at : at + _BATCH]]
        likely += _likely(network, marks_of(FITS, rows), device)
    return likely, [each.is_right for each in candidates]


def _likely(network: Reader, batch: Marks, device: str) -> list[float]:
    with in_half_precision(device):
        logits = network.marks(batch.head, *on_device(batch.padded, device))
    found: list[float] = torch.sigmoid(logits).tolist()
    return found


def _share(true: Sequence[bool]) -> float:
    return _ratio(sum(true), len(true))


def _ratio(part: int, whole: int) -> float:
    return round(part / max(1, whole), 3)
