"""Does an approved answer become one source, whoever and how often it is sent, and does it go when it is withdrawn?"""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from opora.cli import main
from opora.commands.door import own_deed
from opora.commands.gap_desk import GapDesk
from opora.commands.library_desk import Call, LibraryDesk
from opora.errors import GapMoveError, PersonalDataError, UsageError
from opora.review.approve import Said
from opora.store.sqlite import SqliteLibrary

NOW = "2026-10-23T10:00:00+00:00"
DAY = dt.date(2026, 10, 23)
QUESTION = "May I bring my dog to the office?"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "lib"
    assert CliRunner().invoke(main, ["--library", str(folder), "init"]).exit_code == 0
    (folder / "opora.toml").write_text("[model]\nenabled = false\n\n[gaps]\nowner = 'Front office'\n", encoding="utf-8")
    (tmp_path / "fees.md").write_text("# Fees\n\nThe parcel fee for Cluj is 17 lei.\n", encoding="utf-8")
    assert CliRunner().invoke(main, ["--library", str(folder), "add", str(tmp_path / "fees.md")]).exit_code == 0
    return folder


@pytest.fixture
def desk(place: Path) -> Iterator[LibraryDesk]:
    with LibraryDesk(place) as found:
        yield found


def asked(desk: LibraryDesk, text: str = QUESTION, **more: object) -> dict[str, object]:
    return desk.ask(Call(text, DAY, True, **more))  # type: ignore[arg-type]


def said(
    text: str = "Dogs may be brought to the office on Fridays.", author: str = "M. Ivanova", **more: object
) -> Said:
    return Said(text, author, NOW, **more)  # type: ignore[arg-type]


def queue(desk: LibraryDesk) -> GapDesk:
    return GapDesk(desk, own_deed)


def test_a_refusal_is_kept_with_all_that_is_known_of_it_and_counts(desk: LibraryDesk) -> None:
    first = asked(desk)
    again = asked(desk, "may I bring  my DOG to the office", channel="widget")
    assert first["gap_id"] == again["gap_id"] and first["action"] == "abstain"
    (gap,) = desk.store.gaps()
    assert (gap.asked, gap.state, gap.owner, gap.at, gap.language) == (2, "pending", "Front office", "2026-10-23", "en")
    assert gap.channels == ("cli", "widget") and gap.trace_id == again["trace_id"] and gap.first_asked <= gap.last_asked
    assert desk.store.trace(gap.trace_id) is not None


def test_only_the_part_without_an_answer_is_kept(desk: LibraryDesk) -> None:
    found = asked(desk, "What is the parcel fee for Cluj, and what is the salary of the director?")
    assert found["action"] == "answer" and found["gap_ids"] == [found["gap_id"]]
    (gap,) = desk.store.gaps()
    assert "salary of the director" in gap.part and "Cluj" not in gap.part and "Cluj" in gap.question


def test_what_is_answered_or_asked_back_or_switched_off_is_not_kept(place: Path, desk: LibraryDesk) -> None:
    for text in ("What is the parcel fee for Cluj?", "Hello!"):
        assert asked(desk, text)["gap_id"] is None
    (place / "opora.toml").write_text("[model]\nenabled = false\n\n[gaps]\nrecord = false\n", encoding="utf-8")
    with LibraryDesk(place) as silent:
        assert asked(silent)["gap_id"] is None
    assert desk.store.gaps() == []


def test_a_library_that_is_only_read_keeps_none(place: Path, desk: LibraryDesk) -> None:
    reading = SqliteLibrary.open(place, read_only=True)
    kept, desk.store = desk.store, reading
    try:
        reply, trace = desk.unkept(Call(QUESTION, DAY, True))
        assert desk._missing(reply, trace, Call(QUESTION, DAY, True)) == []
    finally:
        reading.close()
        desk.store = kept
    assert desk.store.gaps() == []


def test_an_approved_answer_is_cited_as_such_in_other_words_and_withdrawn(desk: LibraryDesk) -> None:
    gap_id = str(asked(desk)["gap_id"])
    asked(desk, "On which day can dogs be in the office?")
    answer = said(aliases=("may I bring my dog to the office",), mends="office-rules")
    _, changed = queue(desk).approve(gap_id, answer)
    assert changed
    for text in (QUESTION, "On which day can dogs be in the office?"):
        found: dict = asked(desk, text)  # type: ignore[type-arg]
        cited = found["claims"][0]["citation"]
        assert cited["label"] == "approved answer of M. Ivanova, 2026-10-23", found["text"]
        assert cited["quote"] == "Dogs may be brought to the office on Fridays." and found["gap_id"] is None
        assert "bring my dog" not in found["text"]
    source = desk.store.source(f"qa-{gap_id.lower()}")
    assert (
        source is not None and (source.type, source.owner) == ("qa", "M. Ivanova") and "office-rules" in source.origin
    )
    queue(desk).move(gap_id, "withdraw", "P. Boss", "not any more")
    assert asked(desk)["action"] == "abstain"
    gap = desk.store.gap(gap_id)
    assert gap is not None and [one.move for one in gap.history] == ["approve", "withdraw"] and gap.state == "pending"
    quote = desk.store.text(cited["version_id"])[cited["start"] : cited["end"]]
    assert quote == cited["quote"]  # what was cited can still be opened
    _, changed = queue(desk).approve(gap_id, said("Dogs may not be brought to the office at all."))
    assert changed and asked(desk)["claims"][0]["citation"]["quote"] == "Dogs may not be brought to the office at all."  # type: ignore[index]
    assert [one.what for _, one in desk.store.deeds(None, 10)] == ["approve gap", "withdraw answer", "approve gap"]
    assert desk.store.unsealed() == [] and desk.store.problems() == []


def test_the_words_of_the_customer_are_in_the_text_only_when_chosen(desk: LibraryDesk) -> None:
    gap_id = str(asked(desk)["gap_id"])
    assert "bring" not in queue(desk).preview(gap_id, said("Only on Fridays."))["text"]
    chosen = queue(desk).preview(gap_id, said("Only on Fridays.", use_wording=True))
    assert chosen["text"].startswith("May I bring my dog") and chosen["label"].startswith(
        "approved answer of M. Ivanova"
    )
    with pytest.raises(UsageError, match="nobody asked"):
        queue(desk).approve(gap_id, said(aliases=("Are cats welcome",)))


def test_an_answer_holds_in_its_period_alone(desk: LibraryDesk) -> None:
    gap_id = str(asked(desk)["gap_id"])
    queue(desk).approve(gap_id, said(valid_from="2026-10-01", valid_until="2026-10-31"))
    assert asked(desk)["action"] == "answer"
    for day in (dt.date(2026, 9, 30), dt.date(2026, 11, 1)):
        assert desk.ask(Call(QUESTION, day, True))["action"] == "abstain"


def test_personal_data_stops_an_answer_until_it_is_confirmed_by_name(desk: LibraryDesk) -> None:
    gap_id = str(asked(desk)["gap_id"])
    text = "Dogs may be brought to the office on Fridays; call +373 22 123 456."
    with pytest.raises(PersonalDataError):
        queue(desk).approve(gap_id, said(text))
    assert desk.store.gap(gap_id).state == "pending" and desk.store.source(f"qa-{gap_id.lower()}") is None  # type: ignore[union-attr]
    gap, _ = queue(desk).approve(gap_id, said(text, confirmed=("+373 22 123 456",)))
    assert gap.answer is not None and gap.answer.confirmed == ("+373 22 123 456",)


def test_ten_retries_and_two_approvers_in_threads_make_one_source(place: Path, desk: LibraryDesk) -> None:
    gap_id = str(asked(desk)["gap_id"])
    answers = [said()] * 10 + [said("Dogs must stay out of the office.", "P. Boss")] * 10
    told: list[str] = []
    start = threading.Barrier(len(answers))

    def send(answer: Said) -> None:
        start.wait()
        try:
            told.append("published" if queue(desk).approve(gap_id, answer)[1] else "nothing")
        except GapMoveError:
            told.append("refused")

    threads = [threading.Thread(target=send, args=(answer,)) for answer in answers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Counter(told) == {"published": 1, "nothing": 9, "refused": 10}
    assert one_answer(desk, gap_id)


@pytest.mark.slow
def test_approvers_in_processes_make_one_source(place: Path, desk: LibraryDesk) -> None:
    gap_id = str(asked(desk)["gap_id"])
    program = [sys.executable, str(Path(__file__).with_name("race.py")), str(place), gap_id]
    people = (
        ("Dogs may come on Fridays.", "A. One"),
        ("Dogs must stay out.", "B. Two"),
        ("Dogs must stay out.", "B. Two"),
    )
    running = [
        subprocess.Popen([*program, *one], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for one in people
    ]
    for one in running:
        assert one.stdout is not None and one.stdout.readline() == "ready\n"
    told = [one.communicate("go\n")[0].strip() for one in running]
    assert Counter(told)["published"] == 1 and set(told) <= {"published", "nothing", "refused"}
    assert one_answer(desk, gap_id)


def one_answer(desk: LibraryDesk, gap_id: str) -> bool:
    found = [one for one in desk.store.sources() if one.type == "qa"]
    versions = desk.store.versions(found[0].source_id)
    gap = desk.store.gap(gap_id)
    assert gap is not None and gap.answer is not None and [one.move for one in gap.history] == ["approve"]
    deeds = [one for _, one in desk.store.deeds(None, 50) if one.what == "approve gap"]
    text = desk.store.text(versions[0].version_id)
    return len(found) == 1 and len(versions) == 1 and len(deeds) == 1 and text == gap.answer.text


def test_a_duplicate_points_to_the_first_and_not_to_itself(desk: LibraryDesk) -> None:
    one = str(asked(desk)["gap_id"])
    two = str(asked(desk, "Are dogs allowed in the office?")["gap_id"])
    three = str(asked(desk, "Can a dog come along to the office?")["gap_id"])
    queue(desk).move(two, "link", "M. Ivanova", first=one)
    queue(desk).move(three, "link", "M. Ivanova", first=two)  # of a duplicate: the first
    assert desk.store.gap(three).first == one  # type: ignore[union-attr]
    with pytest.raises(GapMoveError, match="itself"):
        queue(desk).move(one, "link", "M. Ivanova", first=two)
    (row,) = queue(desk).rows([queue(desk).known(one)])
    assert row["asked_in_all"] == 3 and set(row["duplicates"]) == {two, three} and len(row["wordings"]) == 3
    assert [gap.gap_id for gap in queue(desk).listed(("pending",))] == [one]
    queue(desk).move(two, "reopen", "M. Ivanova")
    assert desk.store.gap(two).first == ""  # type: ignore[union-attr]


def test_the_gap_waits_again_when_its_source_is_removed(desk: LibraryDesk) -> None:
    gap_id = str(asked(desk)["gap_id"])
    queue(desk).approve(gap_id, said(aliases=("May I bring my dog to the office",)))
    desk.store.remove(f"qa-{gap_id.lower()}")
    assert desk.store.gap(gap_id).state == "pending" and desk.store.aliases_of(f"qa-{gap_id.lower()}") == []  # type: ignore[union-attr]


def test_a_wording_leads_to_a_place_of_a_document_and_is_never_quoted(place: Path, desk: LibraryDesk) -> None:
    asking = "How many lei does shipping a package to Cluj set me back?"
    before = asked(desk, asking)
    assert before["action"] == "abstain"
    (version,) = desk.store.versions("fees")
    told = queue(desk).lead(str(before["gap_id"]), f"{version.version_id}:para1", "M. Ivanova")
    assert told["added"] and not queue(desk).lead(str(before["gap_id"]), f"{version.version_id}:para1", "X")["added"]
    hits = desk.search(Call("package set me back", DAY, True))["hits"]
    assert hits and hits[0]["source_id"] == "fees" and "package" not in hits[0]["text"]
    assert all(
        "package" not in piece.text and "package" in piece.context for piece in desk.store.fragments(version.version_id)
    )
    assert (
        desk.store.text(version.version_id) == "Fees\n\nThe parcel fee for Cluj is 17 lei."
        and desk.store.unsealed() == []
    )
    with pytest.raises(UsageError, match="no place"):
        queue(desk).lead(str(before["gap_id"]), f"{version.version_id}:para9", "X")
