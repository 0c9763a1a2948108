"""Do the tests notice when a promise is broken? Each line below breaks one; some test must then fail.

Run by `make sabotage [ONLY=words of a promise]`: every change is made alone, in a copy of the tree. Not part of CI.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("src", "tests", "bench", "samples", "docs", "scripts", "pyproject.toml", "README.md", "Makefile")


@dataclass(frozen=True, slots=True)
class Sabotage:
    """One change: ``old``, which stands exactly once in ``file`` (under src/opora), becomes ``new``."""

    promise: str
    file: str
    old: str
    new: str
    tests: str


ALLOWED = "store/sql/allowed_versions.sql"
LIST = (
    Sabotage("the last day of a period answers", ALLOWED, "v.valid_until >= :at", "v.valid_until > :at", "cli store"),
    Sabotage("the first day of a period answers", ALLOWED, "v.valid_from <= :at", "v.valid_from < :at", "cli store"),
    Sabotage("a period checked again has its last day", "domain/place.py", "day <= self.end", "day < self.end", "cli store answering"),
    Sabotage("a period checked again has its first day", "domain/place.py", "self.start <= day", "self.start < day", "cli store answering"),
    Sabotage("a source switched off never answers", ALLOWED, " and s.enabled", "", "cli store"),
    Sabotage("an archived version never answers", ALLOWED, "v.status = 'current' and", "", "cli store"),
    Sabotage("a collection asked for keeps others out", ALLOWED, "and (:collections is null or", "and (1 or :collections is null or", "answering cli store"),
    Sabotage("a jurisdiction keeps others out", ALLOWED, "and (:jurisdiction is null or", "and (1 or :jurisdiction is null or", "cli store routes"),
    Sabotage("a quote stands at its offsets", "answering/closely.py", "start=span.start,", "start=span.start + 1,", "answering cli"),
    Sabotage("the place of a quote is checked", "answering/verify.py", '== evidence.quote', '!= ""', "answering"),
    Sabotage("the stored text is checked by its digest", "answering/verify.py", "version.text_digest == kept", "bool(kept)", "answering cli"),
    Sabotage("a fragment is checked by its digest", "store/reading_back.py", ".digest() != row[10]", ".digest() == b''", "store routes"),
    Sabotage("the version of a quote is in force", "answering/verify.py", "version.validity.includes(at)", "True", "answering"),
    Sabotage("a mark covers the words, not their neighbours", "domain/place.py", "if piece.end <= span.start or piece.start >= span.end:", "if piece.end < span.start - 9 or piece.start > span.end + 9:", "cli reading"),
    Sabotage("a number not read surely is refused", "answering/uncertain.py", "Check(CHECK, not still_open, told)", "Check(CHECK, True, told)", "cli"),
    Sabotage("a number that readings differ on is in doubt", "reading/ocr_numbers.py", "if agree and more and held and sure", "if sure", "reading"),
    Sabotage("a cell has the header over it", "reading/grid.py", "headers.get(cell.column, \"\")\n    texts", "headers.get(cell.column + 1, \"\")\n    texts", "cli reading"),
    Sabotage("two values in force are a conflict", "answering/conflicts.py", "        if apart:\n", "        if False:\n", "cli answering"),
    Sabotage("an authority decides", "answering/conflicts.py", "if not ranked:", "if ranked is not None:", "cli answering"),
    Sabotage("the higher authority decides", "answering/conflicts.py", "top = max(", "top = min(", "cli answering"),
    Sabotage("a denied word is not an affirmed one", "answering/ground.py", "note = negation_mismatch(claim, quote, measured)", "note = None", "answering"),
    Sabotage("up to 5 is not 5", "language/agreement.py", "return None if left == right else f\"qualifier", "return None if True else f\"qualifier", "answering language"),
    Sabotage("5 days are not 5 months", "language/agreement.py", '("unit", "currency", "basis")', '("currency", "basis")', "answering language"),
    Sabotage("5 euros are not 5 dollars", "language/agreement.py", '("unit", "currency", "basis")', '("unit", "basis")', "answering language"),
    Sabotage("working days are not calendar days", "language/agreement.py", '("unit", "currency", "basis")', '("unit", "currency")', "answering language"),
    Sabotage("dropped words are named", "answering/require.py", "return requirements, (*dropped, *_unowned(message, requirements, dropped, again))", "return requirements, ()", "answering"),
    Sabotage("no part of a message is lost", "answering/require.py", "for part in parts])", "for part in parts[:1]])", "answering"),
    Sabotage("a price in another currency is not said", "answering/live.py", 'return "currency"', 'return ""', "cli"),
    Sabotage("an earlier price is not given", "answering/live.py", 'outcome="unconfirmed", drafts=(), note=one.unread or "gone", live=True', 'live=None', "cli"),
    Sabotage("a gap is named", "answering/compose.py", 'requirements_uncovered=ids("uncovered", "unconfirmed")', "requirements_uncovered=()", "answering cli"),
    Sabotage("no answer is not the nearest paragraph", "answering/explain.py", 'if decision != "answer":', 'if decision == "none" and not found.drafts:', "answering cli"),
    Sabotage("a version becomes visible all at once", "store/publish.py", "_insert_body(connection, row, publication)\n    insert_fragments", "connection.execute(\"commit\"); connection.execute(\"begin\"); _insert_body(connection, row, publication)\n    insert_fragments", "store cli"),
    Sabotage("nothing of a removed source stays", "store/publish.py", '    "blocks": "delete from block where version = ?",\n', '    "blocks": "delete from block where version = ? and 0",\n', "store"),
    Sabotage("no vector stays without its fragment", "store/publish.py", '"delete from vector where model = ?1', '"delete from vector where 0 and model = ?1', "store"),
    Sabotage("vectors of another model are not compared", "store/reading_back.py", "asked.model_id is None or row[11] == number", "True", "store routes"),
    Sabotage("a question is never query syntax", "store/tokens.py", """return '"' + clean(lemma).replace('"', '""') + '"'""", "return clean(lemma)", "store routes cli"),
    Sabotage("an encrypted file is called encrypted", "reading/parse.py", 'raise EncryptedError("it is', 'raise BrokenFileError("it is', "reading"),
    Sabotage("a source without text is never ready", "reading/parse.py", "if not _visible(parsed.text) and not (", "if False and not (", "reading cli"),
    Sabotage("halves of an amount are one amount", "reading/pdf_amounts.py", "    if half:\n", "    if half and False:\n", "reading cli"),
    Sabotage("a running header is left out", "reading/pdf.py", "left_out = take_furniture(sheets)", "left_out: list[str] = []", "reading cli"),
    Sabotage("no fragment is cut inside a value", "fragmenting/cut.py", "if not self._is_inside(one):", "if True:", "fragmenting"),
    Sabotage("no fragment holds the words of two", "fragmenting/fragment.py", "for part in by_speaker(whole))", "for part in [whole])", "fragmenting reading"),
    Sabotage("a model is not called before its cost is agreed to", "fragmenting/model_borders.py", "if cost.calls > material.help.agreed:", "if False:", "fragmenting"),
    Sabotage("a strategy serves only if it beats the baseline", "commands/promoting.py", 'if problem and not said["force"]:', "if False:", "cli"),
    Sabotage("a trial touches nothing that serves", "commands/laddering.py", "cost = fill(trial, serving,", "cost = fill(serving, serving,", "cli"),
    Sabotage("a change of strategy is all or nothing", "store/recutting.py", "                loose |= _recut(c, cut)\n", "                loose |= _recut(c, cut)\n                c.execute(\"commit\")\n                c.execute(\"begin\")\n", "cli"),
    Sabotage("what is hidden is opened by no id", "web/permits.py", "if source is None or not reader.sees(source.collection):", "if source is None:", "web"),
    Sabotage("a question looks into no hidden collection", "commands/library_desk.py", "        return tuple(name for name in wanted or self.within if name in self.within) or (NOWHERE,)\n", "        return wanted\n", "web"),
    Sabotage("no spelling tells of hidden words", "commands/confined.py", "[one for one in near if self._knows(one)][:limit]", "near[:limit]", "web"),
    Sabotage("no score tells of hidden words", "commands/confined.py", "return tuple(lemma for lemma in group if self._knows(lemma)) or (_NO_WORD,)", "return group", "web"),
    Sabotage("a trace is hidden with what it read", "web/permits.py", "    return all(reader.sees(source.collection) for source in sources)\n", "    return True\n", "web"),
    Sabotage("a page marks the quoted words", "web/drawn/place.py", "start, end = max(area.start, span.start), min(area.end, span.end)", "start, end = max(area.start, span.start - 1), min(area.end, span.end)", "web"),
    Sabotage("a page marks the place on its page", "web/drawn/place.py", "if b.page == page", "if b.page >= page", "web"),
    Sabotage("what is missing stands in the page", "web/drawn/told.py", "_join(groups, Group(\"missing\", (parts,)))", "pass", "web"),
    Sabotage("a page shows tags as text", "web/drawn/look.py", "autoescape=True", "autoescape=False", "web"),
    Sabotage("another site's request changes nothing", "web/identity.py", 'if site not in (None, "same-origin", "none") or origin not in (None, own):', "if False:", "web"),
    Sabotage("a cookie alone changes nothing", "web/identity.py", "if not by_cookie and (known is None or not form):", "if known is None or not form:", "web"),
    Sabotage("a page of another site gets nothing", "web/sites.py", "return origin if own is not None and origin in own.origins else None", "return origin", "web"),
    Sabotage("a visitor reads the assistant's collections alone", "web/sites.py", 'return Reader(key.name, frozenset({"reader"}), own.collections, key.key_id)', 'return Reader(key.name, frozenset({"reader"}), None, key.key_id)', "web"),
    Sabotage("who comes too often waits", "web/pace.py", "if who is None or most is None or self._counts.hit(most, *who):", "if self._counts:", "web"),
    Sabotage("a log has nobody's words", "web/lines.py", "log.get(name) if full or name not in _WORDS else", "log.get(name) if True else", "web"),
    Sabotage("a revoked key opens nothing", "web/keys.py", "return found[0] if found and not found[0].revoked else None", "return found[0] if found else None", "web"),
    Sabotage("without keys nothing comes through a proxy", "web/gatehouse.py", "if not _PASSED_ON.isdisjoint(headers):", "if False:", "web"),
    Sabotage("what is removed is in no trial either", "commands/source_rows.py", "        drop_trials(place)\n", "", "cli"),
    Sabotage("other words in the index are found", "store/seals.py", "yield from _broken_words(connection, kept)", "pass", "store"),
    Sabotage("a trace names the one before it", "store/ledger.py", 'record |= {"previous": previous, ', 'record |= {"previous": "", ', "store cli"),
    Sabotage("a new version ends the period of the one before", "store/periods.py", "validity=Validity(old.start, period.start - _DAY))\n    raise", "validity=Validity(old.start, period.start))\n    raise", "store cli"),
    Sabotage("another zone is another thing", "answering/contrast.py", "if others and labels.isdisjoint(others):", "if False:", "answering cli"),
    Sabotage("a false refusal is an error", "diagnosis/answer_rules.py", "    if expected == actual:\n        return set()", "    if True:\n        return set()", "diagnosis"),
    Sabotage("what was not found may not be cited", "diagnosis/answer_rules.py", 'return {"cited_source_not_retrieved"} if lost else set()', "return set()", "diagnosis"),
    Sabotage("14 is not 14.0", "diagnosis/typed.py", "return typed(written) == own", "return typed(written).value == own.value", "diagnosis"),
    Sabotage("a fragment without the fact is lost in retrieval", "diagnosis/diagnose.py", "bool(missing or lacking)", "bool(missing)", "diagnosis"),
    Sabotage("a model's quote stands in its evidence", "proposing/phrase.py", "if claim.quote not in evidence.quote:", "if not claim.quote:", "proposing"),
    Sabotage("a model adds and turns no word", "proposing/same_words.py", "return best, None if best else why", "return best or range(len(whole)), None", "proposing"),
    Sabotage("a model's phrasing loses nothing", "proposing/phrase.py", "if missing := lost(draft.text, said):", "if missing := lost(draft.text, [range(999)]):", "proposing"),
    Sabotage("nothing of a closed collection leaves", "proposing/aid.py", "return set(collections).isdisjoint(self.rules.closed)", "return True", "proposing"),
    Sabotage("a model's key stands in no error", "inference/wire.py", 'told = f"{self.rules.host} answered HTTP {status}"', 'told = f"{self.rules.host} answered HTTP {status} to {self.rules.key}"', "proposing"),
    Sabotage("an expression sees only what is in force", "store/sql/expression_run.sql", "d.valid_until >= :at", "d.valid_until > :at", "diagnosis"),
)  # fmt: skip


def main(words: list[str]) -> int:
    wanted = [one for one in LIST if all(word in one.promise for word in words)]
    rooms = sorted({room for one in wanted for room in one.tests.split()})
    failing = _tested(rooms, None)
    if failing:
        print(f"the tests already fail where nothing is broken: {failing}")
        return 1
    with ThreadPoolExecutor(2) as pool:
        noticed = list(pool.map(_noticed, wanted))
    missed = [one for one, seen in zip(wanted, noticed, strict=True) if not seen]
    print(f"{len(wanted) - len(missed)} of {len(wanted)} broken promises were noticed")
    return 1 if missed else 0


def _noticed(one: Sabotage) -> bool:
    count = (ROOT / "src" / "opora" / one.file).read_text(encoding="utf-8").count(one.old)
    if count != 1:
        print(f"STALE    {one.promise}: the text to change stands {count} times in {one.file}", flush=True)
        return False
    told = _tested(one.tests.split(), one)
    print(f"{'noticed ' if told else 'SURVIVED'} {one.promise}{': ' + told if told else ''}", flush=True)
    return bool(told)


def _tested(rooms: list[str], one: Sabotage | None) -> str:
    """The first failing test of these rooms in a copy of the tree with this change made, or nothing."""
    with tempfile.TemporaryDirectory() as base:
        tree = Path(base) / "main"
        tree.mkdir()
        for name in COPIED:
            source = ROOT / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, tree / name)
        if one is not None:
            path = tree / "src" / "opora" / one.file
            path.write_text(path.read_text(encoding="utf-8").replace(one.old, one.new), encoding="utf-8")
        return _failures(tree, rooms)


def _failures(tree: Path, rooms: list[str]) -> str:
    """The first failing test of these rooms, or nothing; the longest tests are left out."""
    ignored = ["--ignore=tests/store/test_kill.py", "--ignore=tests/reading/test_real_files.py"]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-m", "not slow", "-p", "no:cacheprovider", *ignored]
    env = {**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1", "CI": "true"}
    done = subprocess.run(
        [*command, *(f"tests/{room}" for room in rooms)], cwd=tree, env=env, capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        return ""
    lines = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return (lines or [f"pytest ended with {done.returncode}"])[0][:110]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
