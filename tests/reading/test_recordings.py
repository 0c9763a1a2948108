"""Does a recording become turns with sides and times, and is it told what is missing?"""

from __future__ import annotations

import struct
import wave
from pathlib import Path

import pytest

from opora.errors import EmptySourceError, ReadingError, UnsupportedTypeError
from opora.reading import speech
from opora.reading.assemble import assemble
from opora.reading.audio import read_audio
from opora.reading.read import read
from opora.reading.speech import Heard, HeardWord


def heard(start: float, end: float, *words: tuple[str, float]) -> Heard:
    return Heard(start, end, tuple(HeardWord(text, sure) for text, sure in words))


LEFT = [
    heard(0.0, 2.7, ("What", 95), ("is", 98), ("the", 97), ("deductible?", 99)),
    heard(6.1, 8.58, ("And", 88), ("how", 95), ("many", 99), ("days?", 99)),
]
RIGHT = [
    heard(2.74, 5.42, ("It", 90), ("is", 99), ("$500.", 77)),
    heard(3723.5, 3725.0, ("You", 92), ("have", 65), ("30", 41), ("days.", 99)),
]


def silence(path: Path, seconds: float = 0.2) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(16_000)
        file.writeframes(struct.pack("<h", 0) * 2 * int(16_000 * seconds))
    return path


def test_two_sides_of_a_call_are_never_one_turn() -> None:
    parsed = assemble(read_audio(Path("call.wav"), "audio/wav", lambda path, name: [LEFT, RIGHT]))
    turns = [(b.speaker, b.time, parsed.text[b.start : b.end]) for b in parsed.blocks]
    assert turns == [
        ("channel 1", "00:00:00.000 --> 00:00:02.700", "What is the deductible?"),
        ("channel 2", "00:00:02.740 --> 00:00:05.420", "It is $500."),
        ("channel 1", "00:00:06.100 --> 00:00:08.580", "And how many days?"),
        ("channel 2", "01:02:03.500 --> 01:02:05.000", "You have 30 days."),
    ]
    assert {block.kind for block in parsed.blocks} == {"turn"}
    assert parsed.meta == {"confidence": "88.9", "channels": "2"}


def test_a_number_that_was_not_heard_surely_is_in_doubt() -> None:
    parsed = assemble(read_audio(Path("call.wav"), "audio/wav", lambda path, name: [LEFT, RIGHT]))
    doubts = [(parsed.text[d.start : d.end], d.confidence) for block in parsed.blocks for d in block.doubts]
    assert doubts == [("30", 41)]


def test_one_channel_names_nobody() -> None:
    parsed = assemble(read_audio(Path("note.ogg"), "audio/ogg", lambda path, name: [LEFT]))
    assert {block.speaker for block in parsed.blocks} == {None}


def test_without_the_optional_part_it_is_told_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech, "has_speech", lambda: False)
    with pytest.raises(UnsupportedTypeError, match=r"audio \(WAV\).* not installed") as told:
        read_audio(silence(tmp_path / "call.wav"), "audio/wav")
    assert told.value.hint == "pip install 'opora[audio]'"


def test_the_guarded_process_tells_the_same_or_hears_nothing(tmp_path: Path) -> None:
    expected = EmptySourceError if speech.has_speech() else UnsupportedTypeError
    with pytest.raises(expected, match="call"):
        read(silence(tmp_path / "call.wav"))


def test_what_is_no_recording_but_is_named_so_is_a_typed_error(tmp_path: Path) -> None:
    path = tmp_path / "broken.mp3"
    path.write_bytes(b"ID3" + b"\x00\x01\xff" * 400)
    with pytest.raises(ReadingError):
        read(path)
