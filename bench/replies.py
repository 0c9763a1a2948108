"""What do replies look like to the person who reads them? Forty of them in four languages, in one file.

``python -m bench.replies --to replies.md``: questions of every sort to the sample library and to the documents of
``bench/stated``. Beside the file it counts what no reply may have: a word of the machine, an empty phrase, a mark without
its citation, a quote that does not stand at its place.
"""

from __future__ import annotations

import argparse
import datetime as dt
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.figures import ROOT
from bench.stated_answers import shelf
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.reply import Reply
from opora.ingest import AddRules, add
from opora.ingest_manifest import read_manifest
from opora.ports import Embedder, Library
from opora.store.sqlite import SqliteLibrary

AT = dt.date(2026, 10, 23)
ASKED = {
    "samples": """
How long is standard delivery, and is express delivery free?
Within how many days can unused goods be returned?
Can I pay in instalments? And change my telephone number?
What is the deductible for flood in zone B? And for wind?
Is water damage from a burst pipe covered?
How is a claim reported?
Who is the managing director?
How much is it?
What did the hourly rate of a technician come to on 1 September 2026?
Сколько стоит час работы мастера и сколько стоил в прошлом месяце?
Входит ли диагностика в стоимость выезда?
Какая пеня за просрочку поставки и в какой срок поставляется товар?
Сколько стоит короб картонный и плёнка стретч?
Какой будет тариф 1 января 2030?
Сколько стоит полёт на Луну?
Сколько стоит?
Скільки днів діє рахунок?
Як оформити рахунок на юридичну особу?
Хто директор і чи можна оплатити частинами?
Чому так довго?
Care este termenul de garanție pentru acumulatori?
Cine plătește transportul și cât durează reparația?
Cum se depune o reclamație?
Cât costă un abonament la sală?
""",
    "stated": """
How do I update the firmware of the router?
Are gift cards valid in the outlet?
Are pets allowed?
Is mould covered by the home insurance?
How do I cancel my order?
When is the business centre closed?
What does meeting room B cost, and how many people does it seat?
Сколько дней отпуска у работников склада?
Какой гарантийный срок на расходные материалы?
Можно ли приостановить договор с провайдером?
Какие способы оплаты принимает провайдер?
Сколько удерживают за утерю пропуска и кому подавать авансовый отчёт?
Яка орендна плата і до якого числа її сплачують?
Чи можна передати офіс у суборенду?
Чи можна тримати в офісі тварин?
Скільки коштує довідка про стан рахунку?
Care este franșiza pentru furt la clasa 2?
Se acoperă anvelopele?
Câte zile de concediu medical am?
What is the deductible for theft, class 1, in the CASCO insurance?
""",
}
_MACHINE = re.compile(
    r"\b(?:None|null|nan|true|false|fragments?|chunks?|scores?|bm25|cosine|vectors?|embedding\w*|requirements?|drafts?|fallback"
    r"|factual|no_grounded_answer|route_mismatch\w*|partial_coverage|weak|mismatch|outcome)\b|\b[RC]\d+\b|[{}]|<[^>]+>"
)
_EMPTY = re.compile(r"[:;]\s*$|«\s*»|“\s*”|„\s*”|\(\s*\)|\s{2,}\S")
_MARK = re.compile(r"\[(\d+)\]")


def samples(embedder: Embedder | None, folder: Path) -> SqliteLibrary:
    library = SqliteLibrary.open(folder / "library", create=True)
    add(
        read_manifest(ROOT / "samples" / "manifest.csv"),
        library,
        AddRules(lambda: embedder) if embedder else AddRules(),
    )
    return library


def faults(reply: Reply, library: Library) -> Iterator[str]:
    """What a reader should never meet. Words of the documents themselves are the documents' own."""
    parts = [reply.sections.conclusion, reply.sections.meaning, reply.sections.limitations, reply.sections.next_step]
    own = "\n".join([reply.text, *(part for part in parts if part)])
    for claim in reply.claims:
        own = own.replace(" ".join(claim.text.split()), "…")
        evidence = claim.evidence
        if library.quote(evidence.version_id, evidence.start, evidence.end) != evidence.quote:
            yield f"[{claim.number}] does not stand at {evidence.anchor}"
    for requirement, _ in reply.requirements:
        own = own.replace(requirement.text, "…")
    if machine := _MACHINE.search(own):
        yield f"a word of the machine: {machine[0]!r}"
    yield from (f"an empty phrase: {line!r}" for line in own.splitlines() if line != line.strip() or not line)
    if empty := _EMPTY.search(reply.text.splitlines()[-1]):
        yield f"an empty phrase at the end: {empty[0]!r}"
    numbers = {claim.number for claim in reply.claims}
    yield from (f"[{n}] has no citation" for n in sorted({int(n) for n in _MARK.findall(own)} - numbers))
    yield from (f"citation {n} is nowhere in the text" for n in sorted(numbers) if f"[{n}]" not in reply.text)


def shown(question: str, reply: Reply) -> str:
    lines = [f"## {question}", "", *(f"> {line}" for line in reply.text.splitlines()), ""]
    named = ("basis", "meaning", "limitations", "next_step")
    lines += [f"- {name}: {said}" for name in named if (said := getattr(reply.sections, name))]
    lines += [
        f"- [{claim.number}] `{claim.evidence.anchor}`: {' '.join(claim.evidence.quote.split())}"
        for claim in reply.claims
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--to", type=Path, default=Path("replies.md"), help="the file to write")
    options.add_argument("--words", action="store_true", help="by words alone, without the model")
    chosen = options.parse_args()
    embedder: Embedder | None = None
    if not chosen.words:
        from opora.inference.embed import E5Embedder

        embedder = E5Embedder.open()
    pages, found, count = [], 0, 0
    with tempfile.TemporaryDirectory(prefix="opora-bench-") as name:
        for which, make in (("samples", samples), ("stated", shelf)):
            folder = Path(name) / which
            folder.mkdir()
            library = make(embedder, folder)
            for question in ASKED[which].strip().splitlines():
                reply, _ = ask(Question(question, AT), library, embedder, AskRules())
                wrong = list(faults(reply, library))
                pages.append(shown(question, reply) + "".join(f"- **{one}**\n" for one in wrong))
                found, count = found + len(wrong), count + 1
            library.close()
    chosen.to.write_text("# Replies to read\n\n" + "\n".join(pages), "utf-8")
    print(f"{count} replies in {chosen.to}; {found} faults that a program can see")
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())
