"""On, before and after the border of two versions, does the one in force answer, and no other?"""

from __future__ import annotations

from pathlib import Path


def test_the_version_in_force_on_the_day_answers_and_no_other(tmp_path: Path) -> None:
    from bench.dated import answers, wrong
    from bench.versioned import write

    manifest, every = write(tmp_path, 400, 11, ("uk", "ro"))
    asked = [one for one in every if one.place != "day named in the question"][:60]
    assert {one.place for one in asked} == {"day before", "border day", "day after"}
    replies = answers(tmp_path, manifest, asked, words=True)
    assert [
        f"{one.at} {one.question}: {note}"
        for one, reply in zip(asked, replies, strict=True)
        if (note := wrong(one, reply))
    ] == []
