"""Recordings: decoded to plain sound as they are read, and written down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import av
import numpy as np
from av.audio.resampler import AudioResampler

from runwright.files.formats import passages
from runwright.files.formats.audio.speech import RATE, Samples, transcribe
from runwright.files.formats.documents.describe import Description
from runwright.files.formats.types import Draft, Page, Part, Reading, Segment, Unreadable
from runwright.records.facts import Passage

LONGEST_HOURS = 4
_PARAGRAPH_PAUSE = 2.0
_PARAGRAPH_CHARACTERS = 600
_NO_SOUND = "The file has no sound. Please upload a recording of speech."
_INCOMPLETE = (
    "The recording is damaged or incomplete: its sound cannot be found. Please play it on your "
    "device to see whether it is whole, and upload it again."
)


def read(path: Path, reading: Reading) -> Iterator[Part]:
    """The segments of a recording, the whole transcript as one page, its passages, the document."""
    title, description = Path(reading.filename).stem, Description(reading)
    yield from description.watch(_parts(path, title))
    yield from description.drafts(title)


def _parts(path: Path, title: str) -> Iterator[Part]:
    segments = []
    for segment in transcribe(sound(path)):
        segments.append(segment)
        yield segment
    text = paragraphs(segments)
    yield Page(1, text)
    yield from spoken(text, segments, title)


def sound(path: Path) -> Iterator[Samples]:
    """The sound of a recording, mono, in blocks; a file that breaks off gives what it has."""
    with _opened(path) as container:
        stream = container.streams.best("audio")
        if stream is None:
            raise Unreadable(_NO_SOUND if container.streams.video else _INCOMPLETE)
        if _seconds(container, stream) > LONGEST_HOURS * 3600:
            raise _too_long()
        yield from _bounded(_resampled(_frames(container, stream)))


def _bounded(blocks: Iterator[Samples]) -> Iterator[Samples]:
    """The blocks, if there are any, and not more of them than the file said."""
    heard = 0
    try:
        for block in blocks:
            heard += len(block)
            if heard > LONGEST_HOURS * 3600 * RATE:
                raise _too_long()
            yield block
    except av.FFmpegError as error:  # channels that cannot be mixed, for one
        raise Unreadable(_INCOMPLETE) from error
    if not heard:
        raise Unreadable(_INCOMPLETE)


def _opened(path: Path) -> Any:
    # The format is named, and only files are opened: other formats of the library are lists of
    # addresses, and would have it open what they say.
    with path.open("rb") as file:
        is_wave = file.read(4) in (b"RIFF", b"RF64")
    options = {"protocol_whitelist": "file"}
    try:
        return av.open(str(path), format="wav" if is_wave else "mov", options=options)
    except (av.FFmpegError, ValueError) as error:
        raise Unreadable(_INCOMPLETE) from error


def _seconds(container: Any, stream: Any) -> float:
    """How long the sound is said to be, but no longer than the file has bytes for."""
    said: float = (container.duration or 0) / av.time_base
    bits = stream.codec_context.bit_rate
    return min(said, container.size * 8 / bits) if bits else said


def _too_long() -> Unreadable:
    return Unreadable(
        f"The recording is longer than {LONGEST_HOURS} hours. Please cut it into parts, "
        "and upload them one by one."
    )


def _frames(container: Any, stream: Any) -> Iterator[Any]:
    """Frames until the file ends or breaks off; a damaged packet in between is left out."""
    with suppress(av.FFmpegError):
        for packet in container.demux(stream):
            with suppress(av.InvalidDataError):
                yield from packet.decode()


def _resampled(frames: Iterator[Any]) -> Iterator[Samples]:
    """Mono at the rate of the model; the shape of frames can change in the middle of a file."""
    shape, resampler = None, None
    for frame in frames:
        if shape != (frame.format.name, frame.layout.name, frame.rate):
            yield from _converted(resampler, None)
            shape = (frame.format.name, frame.layout.name, frame.rate)
            resampler = AudioResampler(format="flt", layout="mono", rate=RATE)
        frame.pts = None  # gaps in the numbering are of no interest, only the sound
        yield from _converted(resampler, frame)
    yield from _converted(resampler, None)


def _converted(resampler: AudioResampler | None, frame: Any) -> Iterator[Samples]:
    if resampler is not None:
        for plain in resampler.resample(frame):
            # A recording in floating point can hold anything, even what is no number.
            yield np.nan_to_num(plain.to_ndarray()[0], posinf=0.0, neginf=0.0).clip(-1.0, 1.0)


def paragraphs(segments: Sequence[Segment]) -> str:
    """The transcript; a long pause begins a paragraph, and so does a sentence after a long one."""
    text, since, before = "", 0, 0.0
    for segment in segments:
        pause = segment.start - before >= _PARAGRAPH_PAUSE
        if text and (pause or len(text) - since >= _PARAGRAPH_CHARACTERS):
            text, since = f"{text}\n\n", len(text) + 2
        text += segment.text if text.endswith("\n") or not text else f" {segment.text}"
        before = segment.end
    return text


def spoken(text: str, segments: Sequence[Segment], title: str) -> Iterator[Draft]:
    """The passages of a transcript, each with the seconds in which it was said."""
    places = list(_places(text, segments))
    for begin, end in passages.spans(text):
        within = [said for at, said in places if at < end and begin < at + len(said.text)]
        facts = Passage(start=within[0].start, end=within[-1].end) if within else Passage()
        yield Draft("documents", facts, text[begin:end], title, 1)


def _places(text: str, segments: Sequence[Segment]) -> Iterator[tuple[int, Segment]]:
    """Where in the transcript each segment begins."""
    at = 0
    for segment in segments:
        at = text.index(segment.text, at)
        yield at, segment
        at += len(segment.text)
