"""Recordings are decoded whatever their making, and written down with true times."""

from __future__ import annotations

import re
import socket
import struct
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import av
import numpy as np
import pytest
from moonshine_voice.utils import get_assets_path
from numpy.typing import NDArray

from runwright.files.formats.audio import reader as audio
from runwright.files.formats.audio import speech
from runwright.files.formats.types import Draft, Page, Part, Reading, Segment, Unreadable
from runwright.records.facts import Document, Passage

READING = Reading("voice memo 3.m4a", datetime(2026, 1, 1, tzinfo=UTC), ZoneInfo("UTC"))
Sound = NDArray[np.float64]


def tone(seconds: float, rate: int, height: float = 440.0) -> Sound:
    return np.asarray(0.4 * np.sin(2 * np.pi * height * np.arange(int(seconds * rate)) / rate))


def encoded(sound: Sound, bits: int, is_float: bool) -> bytes:
    if is_float:
        return sound.astype("<f4" if bits == 32 else "<f8").tobytes()
    if bits == 8:
        return (sound * 127 + 128).astype(np.uint8).tobytes()
    whole = (sound * (2 ** (bits - 1) - 1)).astype("<i4")
    if bits == 24:
        three: NDArray[np.uint8] = whole.reshape(-1, 1).view(np.uint8)[:, :3]
        return three.tobytes()
    narrowed: NDArray[np.signedinteger[Any]] = whole.astype(f"<i{bits // 8}")
    return narrowed.tobytes()


def wave(
    path: Path,
    sound: Sound,
    rate: int = 16_000,
    *,
    bits: int = 16,
    channels: int = 1,
    is_float: bool = False,
    claimed: int | None = None,
) -> Path:
    data = encoded(sound, bits, is_float)
    frame = channels * bits // 8
    kind = 3 if is_float else 1
    about = struct.pack("<IHHIIHH", 16, kind, channels, rate, rate * frame, frame, bits)
    size = struct.pack("<I", len(data) if claimed is None else claimed)
    path.write_bytes(b"RIFF" + size + b"WAVEfmt " + about + b"data" + size + data)
    return path


def m4a(path: Path, sound: Sound | None, *, film: bool = False, **flags: str) -> Path:
    with av.open(str(path), "w", format="mp4", options=flags) as container:
        voice = container.add_stream("aac", rate=44_100) if sound is not None else None
        moving = container.add_stream("mpeg4", rate=10) if film else None
        if moving is not None:
            moving.width, moving.height, moving.pix_fmt = 64, 64, "yuv420p"
            for _ in range(10):
                black = np.zeros((64, 64, 3), np.uint8)
                container.mux(moving.encode(av.VideoFrame.from_ndarray(black, format="rgb24")))
            container.mux(moving.encode())
        if voice is not None and sound is not None:
            for at in range(0, len(sound), 1024):
                block = sound[None, at : at + 1024].astype(np.float32)
                frame = av.AudioFrame.from_ndarray(block, format="fltp", layout="mono")
                frame.sample_rate = 44_100
                container.mux(voice.encode(frame))
            container.mux(voice.encode())
    return path


def decoded(path: Path) -> NDArray[np.float32]:
    return np.concatenate(list(audio.sound(path)))


def loudest_height(sound: NDArray[np.float32]) -> float:
    return float(np.abs(np.fft.rfft(sound)).argmax() * speech.RATE / len(sound))


def read(path: Path) -> list[Part]:
    return list(audio.read(path, READING))


def spoken() -> NDArray[np.float32]:
    """The sample that the speech package brings along: "Ever tried. Ever failed. No matter."""
    return decoded(get_assets_path() / "beckett.wav")


@pytest.mark.parametrize(
    ("rate", "bits", "is_float"),
    [
        (8_000, 8, False),
        (11_025, 16, False),
        (44_100, 24, False),
        (48_000, 32, False),
        (22_050, 32, True),
        (96_000, 64, True),
    ],
)
def test_every_kind_of_wave_is_decoded(
    tmp_path: Path, rate: int, bits: int, is_float: bool
) -> None:
    path = wave(tmp_path / "a.wav", tone(1.0, rate), rate, bits=bits, is_float=is_float)
    sound = decoded(path)
    assert sound.dtype == np.float32
    assert len(sound) == pytest.approx(speech.RATE, rel=0.01)
    assert loudest_height(sound) == pytest.approx(440, abs=3)
    assert np.abs(sound).max() == pytest.approx(0.4, abs=0.03)


def test_both_channels_are_heard(tmp_path: Path) -> None:
    both = np.stack([tone(1.0, 16_000, 300), tone(1.0, 16_000, 700)], axis=1)
    sound = decoded(wave(tmp_path / "a.wav", both.ravel(), channels=2))
    heard = np.abs(np.fft.rfft(sound))
    assert set(np.argsort(heard)[-2:]) == {300, 700}


def test_an_m4a_is_decoded_with_or_without_pictures(tmp_path: Path) -> None:
    for film in (False, True):
        sound = decoded(m4a(tmp_path / "a.m4a", tone(1.0, 44_100), film=film))
        assert len(sound) == pytest.approx(speech.RATE, rel=0.1)
        assert loudest_height(sound) == pytest.approx(440, abs=3)


def test_a_recording_of_silence_or_of_a_tone_has_no_words_and_is_no_failure(tmp_path: Path) -> None:
    assert read(wave(tmp_path / "a.wav", np.zeros(32_000))) == [Page(1, "")]
    assert read(wave(tmp_path / "a.wav", tone(3.0, 16_000))) == [Page(1, "")]


def test_silence_after_speech_has_no_echo_of_it() -> None:
    said = spoken()
    for end in range(speech.RATE, len(said), speech.RATE // 2):
        assert speech.utterances(said[:end])
        assert not speech.utterances(np.zeros(2 * speech.RATE, np.float32)), end


def test_numbers_that_are_none_are_silence(tmp_path: Path) -> None:
    broken = np.full(32_000, np.nan)
    broken[::3] = np.inf
    assert read(wave(tmp_path / "a.wav", broken, bits=32, is_float=True)) == [Page(1, "")]


@pytest.mark.parametrize("claimed", [0, 10**9, 2**32 - 1])
def test_a_wave_that_is_shorter_than_it_says_gives_what_it_has(
    tmp_path: Path, claimed: int
) -> None:
    path = wave(tmp_path / "a.wav", tone(1.0, 16_000), claimed=claimed)
    assert len(decoded(path)) == pytest.approx(speech.RATE, rel=0.01)


def test_an_m4a_that_breaks_off_gives_what_it_has(tmp_path: Path) -> None:
    path = m4a(tmp_path / "a.m4a", tone(4.0, 44_100), movflags="faststart")
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 2 // 3])
    assert 1 <= len(decoded(path)) / speech.RATE <= 3.5


@pytest.mark.parametrize("part", [0.0, 0.01, 0.5, 0.98])
def test_an_m4a_without_its_table_is_incomplete(tmp_path: Path, part: float) -> None:
    path = m4a(tmp_path / "a.m4a", tone(2.0, 44_100))
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * part)])
    with pytest.raises(Unreadable, match=r"damaged or incomplete.*upload it again"):
        read(path)


def test_a_film_without_sound_is_refused_for_that(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="no sound"):
        read(m4a(tmp_path / "a.m4a", None, film=True))


def test_a_wave_without_any_sound_or_with_too_many_channels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="incomplete"):
        read(wave(tmp_path / "a.wav", np.zeros(0)))
    with pytest.raises(Unreadable, match="incomplete"):
        read(wave(tmp_path / "a.wav", np.zeros(5000), channels=100))


def test_a_recording_of_more_than_four_hours_is_refused_before_it_is_heard(tmp_path: Path) -> None:
    path = wave(tmp_path / "a.wav", np.zeros(15_000_000), 1000, bits=8)
    with pytest.raises(Unreadable, match=r"longer than 4 hours.*parts"):
        next(audio.sound(path))


def test_a_recording_that_hides_its_length_is_refused_when_it_gets_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = wave(tmp_path / "a.wav", tone(4.0, 16_000))
    monkeypatch.setattr(audio, "_seconds", lambda *_: 0.0)
    monkeypatch.setattr(audio, "LONGEST_HOURS", 2 / 3600)
    with pytest.raises(Unreadable, match="longer than"):
        decoded(path)


def test_a_list_of_addresses_is_not_followed(tmp_path: Path) -> None:
    inner = wave(tmp_path / "inner.wav", tone(1.0, 16_000))
    (tmp_path / "a.m4a").write_text(f"#EXTM3U\n#EXTINF:10,\n{inner.as_uri()}\n#EXT-X-ENDLIST\n")
    with pytest.raises(Unreadable):
        decoded(tmp_path / "a.m4a")


def test_speech_becomes_segments_a_page_and_passages(tmp_path: Path) -> None:
    quiet = np.zeros(4 * speech.RATE)
    sound = np.concatenate([quiet, spoken()[: int(5.9 * speech.RATE)], quiet])
    *segments, page, passage, document = read(wave(tmp_path / "a.wav", sound))
    assert isinstance(page, Page)
    assert isinstance(passage, Draft)
    words = page.text.lower()
    assert all(word in words for word in ("ever tried", "ever failed", "no matter"))
    assert (passage.kind, passage.text, passage.title) == ("passage", page.text, "voice memo 3")
    assert all(isinstance(part, Segment) for part in segments)
    first, last = segments[0], segments[-1]
    assert isinstance(first, Segment)
    assert isinstance(last, Segment)
    assert 3.5 <= first.start <= 4.5
    assert 9.0 <= last.end <= 10.5
    assert passage.facts == Passage(start=first.start, end=last.end)
    assert isinstance(document, Draft)
    assert isinstance(document.facts, Document)
    assert document.facts.document == "transcript"


@pytest.mark.slow
def test_long_speech_is_heard_in_pieces_without_losing_or_repeating_words() -> None:
    one, pause = spoken(), np.zeros(speech.RATE, np.float32)
    times = 7
    sound = np.concatenate([one, pause] * times)
    # Longer than what is held at once, so that pieces end in the middle of speech.
    assert len(sound) > speech.LISTENED
    segments = list(speech.transcribe(np.array_split(sound, 1000)))
    words = " ".join(segment.text for segment in segments).lower()
    assert words.count("matter") == times
    assert words.count("better") == times
    assert all(0 < segment.end - segment.start <= 15 for segment in segments)
    assert all(before.end <= after.start for before, after in pairwise(segments))
    assert segments[-1].end <= len(sound) / speech.RATE


def test_somebody_who_never_pauses_is_cut_into_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = np.full(40 * speech.RATE, 0.2, np.float32)
    sound[12 * speech.RATE : 13 * speech.RATE] = 0.01
    whole = speech.Utterance(0, len(sound))
    monkeypatch.setattr(speech, "_voices", lambda _: iter([whole]))
    cuts = speech.utterances(sound)
    assert cuts[0].end / speech.RATE == pytest.approx(12.5, abs=0.6)
    assert all(before.end == after.start for before, after in pairwise(cuts))
    assert cuts[-1].end == len(sound)
    assert all(cut.end - cut.start <= 15 * speech.RATE for cut in cuts)


def test_a_long_pause_begins_a_paragraph() -> None:
    segments = [Segment(0, 4, "One."), Segment(4.5, 8, "Two."), Segment(11, 14, "Three.")]
    assert audio.paragraphs(segments) == "One. Two.\n\nThree."


def test_a_passage_of_speech_knows_its_seconds() -> None:
    segments = [
        Segment(10.0 * n, 10.0 * n + 9, f"Sentence {n} is about {'many ' * 40}things.")
        for n in range(6)
    ]
    found = list(audio.spoken(audio.paragraphs(segments), segments, "Memo"))
    assert len(found) > 2
    for draft in found:
        assert isinstance(draft.facts, Passage)
        named = [int(n) for n in re.findall(r"Sentence (\d)", draft.text)]
        assert (draft.facts.start, draft.facts.end) == (10.0 * named[0], 10.0 * named[-1] + 9)


def test_listening_is_quiet_and_never_asks_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert read(wave(tmp_path / "a.wav", spoken()[: 3 * speech.RATE].astype(np.float64)))
    assert capfd.readouterr() == ("", "")
