"""English speech to text, with a model that comes in the package.

Speech is found first, and neighbouring utterances are put together before they are read: the
model gets words right by what is around them, and makes words up where nobody speaks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from moonshine_voice.transcriber import ModelArch, Transcriber
from moonshine_voice.utils import get_model_path
from numpy.typing import NDArray

from runwright.files.formats.types import Segment

Samples = NDArray[np.float32]
"""Mono, between -1 and 1, `RATE` of them a second."""
RATE = 16_000
LISTENED = 60 * RATE
"""So much is in memory at once."""
_LONGEST = 15 * RATE
"""A segment is no longer: short enough to find the place, long enough to understand it."""
_PAUSE = RATE
"""A silence of this length always ends a segment."""
_QUIET = RATE // 10


class Utterance(NamedTuple):
    """Where somebody speaks, counted in samples."""

    start: int
    end: int


def transcribe(blocks: Iterable[Samples]) -> Iterator[Segment]:
    """What is said, segment by segment; blocks of sound may have any length."""
    held, begins = np.empty(0, np.float32), 0
    for minute in _gathered(blocks):
        held = np.concatenate([held, minute])
        done, kept = utterances(held), max(0, len(held) - _PAUSE)
        # What has not ended yet is heard again, together with what follows.
        if done and done[-1].end > kept:
            kept = done.pop().start
        yield from _read(held, done, begins)
        held, begins = held[kept:], begins + kept
    yield from _read(held, utterances(held), begins)


def _gathered(blocks: Iterable[Samples]) -> Iterator[Samples]:
    """The same sound in blocks of a minute, or a little more; the last may be short."""
    waiting: list[Samples] = []
    size = 0
    for block in blocks:
        for at in range(0, len(block), LISTENED):
            waiting.append(block[at : at + LISTENED])
            size += len(waiting[-1])
            if size >= LISTENED:
                yield np.concatenate(waiting)
                waiting, size = [], 0
    if waiting:
        yield np.concatenate(waiting)


def _read(samples: Samples, found: Iterable[Utterance], begins: int) -> Iterator[Segment]:
    for start, end in found:
        heard = _reader().transcribe_without_streaming(samples[start:end].tolist(), RATE)
        if text := " ".join(line.text.strip() for line in heard.lines).strip():
            yield Segment(round((begins + start) / RATE, 2), round((begins + end) / RATE, 2), text)


def utterances(samples: Samples) -> list[Utterance]:
    """Speech in pieces that are read as one, without overlaps."""
    joined: list[Utterance] = []
    for start, end in _voices(samples):
        before = joined[-1] if joined else None
        if before and start - before.end < _PAUSE and end - before.start <= _LONGEST:
            joined[-1] = Utterance(before.start, max(before.end, end))
            continue
        if before and start < before.end:
            start = _quietest(samples, start, before.end)
            joined[-1] = Utterance(before.start, start)
        joined += _cut(samples, Utterance(start, end))
    return joined


def _cut(samples: Samples, long: Utterance) -> Iterator[Utterance]:
    """Somebody who never pauses is cut where he is quietest."""
    start, end = long
    while end - start > _LONGEST:
        cut = _quietest(samples, start + _LONGEST // 2, start + _LONGEST)
        yield Utterance(start, cut)
        start = cut
    yield Utterance(start, end)


def _quietest(samples: Samples, start: int, end: int) -> int:
    """The middle of the quietest tenth of a second in between."""
    loudness = [
        float(np.abs(samples[at : at + _QUIET]).mean())
        for at in range(start, max(start + 1, end - _QUIET), _QUIET // 2)
    ]
    return min(start + int(np.argmin(loudness)) * (_QUIET // 2) + _QUIET // 2, end)


def _voices(samples: Samples) -> Iterator[Utterance]:
    """Where a voice is heard; an onset is taken with the moment before it."""
    if len(samples):
        # A detector remembers the sound it heard last, so each sound has its own.
        for line in _detector().transcribe_without_streaming(samples.tolist(), RATE).lines:
            start = max(0, round(line.start_time * RATE))
            end = min(len(samples), round((line.start_time + line.duration) * RATE))
            if start < end:
                yield Utterance(start, end)


def _detector() -> Any:
    """Finds voices and reads nothing; its own limit of a segment would cut through words."""
    return _loaded("", {"skip_transcription": "true"})


@cache
def _reader() -> Any:
    """Reads all it is given: where somebody speaks is known by then."""
    return _loaded(get_model_path("tiny-en"), {"vad_threshold": "0"})


def _loaded(model: Any, options: dict[str, str]) -> Any:
    common = {"vad_max_segment_duration": "3600", "return_audio_data": "false"}
    return Transcriber(model, ModelArch.TINY, options={**common, **options})
