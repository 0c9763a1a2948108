"""Is any part of a joined question lost? Two or three XQuAD questions on different paragraphs made into one message.

``python -m bench.joined --split`` measures the cutting alone (seconds); without it the messages are asked for.
"""

from __future__ import annotations

import argparse
import datetime as dt
import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.answers import AT, PAGE, Case, load, right
from bench.data import data_folder
from bench.figures import commit, no_data, table, wilson, write_section
from opora.answering.normalise import normalise
from opora.answering.require import require
from opora.domain.question import Question, Requirement
from opora.domain.reply import Reply
from opora.language.lemmas import is_stopword
from opora.language.words import fold, words
from opora.ports import Embedder, Library

GOALS = {2: 0.90, 3: 0.85}
# Four ways to put questions into one message: a row of sentences, one sentence, a letter, a list. In each the first,
# the middle and the last question have a form; {} is the question without its mark, beginning small when it can.
TEMPLATES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "en": (
        ("{Q}?", " {Q}?", " {Q}?"),
        ("{Q}", ", {q}", " and {q}?"),
        ("Hello! I have some questions. {Q}?", " Also, {q}?", " And {q}? Thank you in advance."),
        ("1. {Q}\n", "2. {Q}\n", "3. {Q}"),
    ),
    "ru": (
        ("{Q}?", " {Q}?", " {Q}?"),
        ("{Q}", ", {q}", " и {q}?"),
        ("Здравствуйте! У меня несколько вопросов. {Q}?", " А также {q}?", " И ещё: {q}? Заранее спасибо."),
        ("1. {Q}\n", "2. {Q}\n", "3. {Q}"),
    ),
    "ro": (
        ("{Q}?", " {Q}?", " {Q}?"),
        ("{Q}", ", {q}", " și {q}?"),
        ("Bună ziua! Am câteva întrebări. {Q}?", " De asemenea, {q}?", " Și {q}? Mulțumesc anticipat."),
        ("1. {Q}\n", "2. {Q}\n", "3. {Q}"),
    ),
}
FORMS = ("sentences", "one sentence", "letter", "list")


@dataclass(frozen=True, slots=True)
class Joined:
    """One message and the questions it was made of."""

    text: str
    parts: tuple[Case, ...]
    template: int


def join(some: Sequence[Case], language: str, template: int) -> Joined:
    forms = TEMPLATES[language][template]
    chosen = (forms[0], *forms[1 : len(some) - 1], forms[2])
    text = "".join(
        form.format(Q=bare(case[0]), q=small(bare(case[0]))) for form, case in zip(chosen, some, strict=True)
    )
    return Joined(text.replace("3. ", "2. ") if len(some) == 2 and template == 3 else text, tuple(some), template)


def bare(question: str) -> str:
    return question.strip().rstrip("?!. ")


def small(question: str) -> str:
    """The first letter small, as in the middle of a sentence, unless the word is a name (not a function word)."""
    first = question.split()[0]
    return question[0].lower() + question[1:] if is_stopword(first) else question


def messages(cases: Sequence[Case], language: str, size: int, count: int) -> list[Joined]:
    """``count`` messages of ``size`` questions on different paragraphs, the four templates in turn; always the same."""
    draw = random.Random(f"{language} {size}")
    made: list[Joined] = []
    while len(made) < count:
        some = draw.sample(list(cases), size)
        if len({case[1] for case in some}) == size:
            made.append(join(some, language, len(made) % 4))
    return made


def content(text: str) -> set[str]:
    return {fold(word.text) for word in words(text) if not is_stopword(word.text) and len(word.text) > 1}


def owner(part: Case, requirements: Sequence[Requirement]) -> Requirement | None:
    """The requirement that holds every content word of the question, with the fewest others."""
    told = content(part[0])
    whole = [r for r in requirements if told <= content(r.text)]
    return min(whole, key=lambda r: len(content(r.text) - told), default=None)


def cut(one: Joined) -> tuple[int, int, int]:
    """Of the parts: held whole by one requirement; that and nothing of the others; words lost without being named."""
    requirements, dropped = require(normalise(Question(one.text, AT)))
    named = content(" ".join([*(r.text for r in requirements), *dropped]))
    whole = clean = lost = 0
    for part in one.parts:
        own = owner(part, requirements)
        strange = set().union(*(content(other[0]) for other in one.parts if other is not part)) - content(part[0])
        whole += own is not None
        clean += own is not None and not content(own.text) & strange
        lost += bool(content(part[0]) - named)
    return whole, clean, lost


def accounted(part: Case, reply: Reply) -> str:
    """ "right", "wrong" (answered, but not with the marked answer), "named" (missing, weak, to be clarified) or "lost".

    A part cut in two stands in the requirements that hold most of its words; lost is one with a word that stands nowhere.
    """
    requirements = [r for r, _ in reply.requirements]
    segments = content(" ".join(reply.coverage.dropped_intent_segments))
    told = content(part[0])
    if told - segments - content(" ".join(r.text for r in requirements)):
        return "lost"
    own = owner(part, requirements)
    owners = [own] if own else [r for r in requirements if 2 * len(told & content(r.text)) > len(content(r.text))]
    names = {r.requirement_id for r in owners}
    if any(right(claim, part) for claim in reply.claims if names & set(claim.requirement_ids)):
        return "right"
    covered = [status == "covered" for r, status in reply.requirements if r.requirement_id in names]
    return "wrong" if covered and all(covered) else "named" if covered or told <= segments else "lost"


def split_rows(language: str, cases: Sequence[Case], count: int) -> list[list[str]]:
    rows = []
    for size in GOALS:
        made = messages(cases, language, size, count)
        for template, form in enumerate(FORMS):
            some = [cut(one) for one in made if one.template == template]
            parts = size * len(some)
            whole, clean, lost = (sum(column) for column in zip(*some, strict=True))
            rows.append([language, str(size), form, str(parts), share(whole, parts), share(clean, parts), str(lost)])
    return rows


def asked_rows(
    language: str, cases: Sequence[Case], library: Library, embedder: Embedder, count: int
) -> list[list[str]]:
    from opora.ask import AskRules, ask

    rows = []
    for size, goal in GOALS.items():
        made = messages(cases, language, size, count)
        told: list[list[str]] = []
        for one in made:
            reply, _ = ask(Question(one.text, AT), library, embedder, AskRules())
            told.append([accounted(part, reply) for part in one.parts])
        each = [one for parts in told for one in parts]
        kept = sum("lost" not in parts for parts in told)
        true = sum(all(one in ("right", "named") for one in parts) for parts in told)
        row = [language, str(size), str(len(made)), share(kept, len(made)), f"{goal:.2f}", share(true, len(made))]
        rows.append([*row, *(share(each.count(kind), len(each)) for kind in ("right", "named", "wrong"))])
        rows[-1].append(str(each.count("lost")))
        print(" | ".join(rows[-1]), flush=True)
    return rows


def share(hits: int, n: int) -> str:
    low, high = wilson(hits, n)
    return f"{hits / n:.3f} ({low:.3f}–{high:.3f})" if n else "—"


SPLIT_HEAD = ("language", "questions", "form", "parts", "held whole", "and unmixed", "lost")
ASKED_HEAD = (
    "language",
    "questions",
    "messages",
    "all parts answered or named",
    "goal",
    "all parts right or named",
    "parts right",
    "parts named",
    "parts wrong",
    "parts lost",
)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--split", action="store_true", help="only cut the messages; no model, no library")
    options.add_argument("--count", type=int, default=200, help="messages for each language and size")
    options.add_argument("--languages", default="en,ru,ro")
    options.add_argument("--no-page", action="store_true", help="print only; leave docs/quality.md as it is")
    chosen = options.parse_args()
    data, measured = data_folder(), commit()  # others may commit while this runs
    if data is None:
        no_data("bench.joined")
    languages = chosen.languages.split(",")
    cut_rows = [row for lang in languages for row in split_rows(lang, load(data, lang, 1)[1], 4 * chosen.count)]
    print(table(SPLIT_HEAD, cut_rows), flush=True)
    rows = [] if chosen.split else _asked(data, languages, chosen.count)
    if not chosen.no_page and not chosen.split:
        body = f"`python -m bench.joined --count {chosen.count}`, commit {measured}, {dt.date.today()}. Two or three XQuAD "
        body += (
            "questions on different paragraphs in one message; every paragraph is a source. Right: the part's claim "
        )
        body += "quotes the marked answer; named: said to be missing, unsure or to be clarified. Interval: Wilson, 95 %.\n\n"
        write_section(PAGE, "Joined questions", f"{body}{table(ASKED_HEAD, rows)}\n{table(SPLIT_HEAD, cut_rows)}")


def _asked(data: Path, languages: Sequence[str], count: int) -> list[list[str]]:
    from bench.train_answerable import shelf
    from opora.inference.embed import E5Embedder

    embedder, rows = E5Embedder.open(), []
    for language in languages:
        texts, cases = load(data, language, 1)
        with tempfile.TemporaryDirectory(prefix="opora-bench-") as folder:
            library = shelf(texts, embedder, Path(folder) / "library")
            rows += asked_rows(language, cases, library, embedder, count)
            library.close()
    return rows


if __name__ == "__main__":
    main()
