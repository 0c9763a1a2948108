"""Which language model does most for a golden set? ``opora compare``: one retrieval, the same fragments, the same checks."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from opora.commands.door import chosen, emit, example, plain, printable, standard
from opora.errors import UsageError

if TYPE_CHECKING:
    from opora.commands.gate_sides import Desk, Side
    from opora.domain.case import Case
    from opora.domain.trace import Trace

WITHOUT: Final = "none"
_MILLION: Final = 1_000_000


@click.command(
    epilog=example(
        "opora compare --models small,large --questions golden.csv", "opora compare --models m --questions g.csv --json"
    )
)
@click.option(
    "--models", required=True, callback=plain, metavar="A,B", help="Names that the address under [model] knows."
)
@click.option("--questions", required=True, metavar="GOLDEN.csv", help="A golden set, as for 'opora diagnose'.")
@click.option("--assistant", callback=plain, default="default", help="Whose way of searching is used.")
@click.option("--facts", metavar="F.csv", help="The register of facts; default: the facts of the library.")
@standard
@click.pass_context
def compare(context: click.Context, /, library: str | None, as_json: bool, **said: Any) -> None:
    """Let language models phrase the answers of a golden set, each from the same recorded fragments and by the same checks.

    The first row is without any model. Nothing is kept; what is asked counts against the day's budget.
    """
    place, as_json = chosen(context, library, as_json)
    names = list(dict.fromkeys(name.strip() for name in said["models"].split(",") if name.strip()))
    if not names:
        raise UsageError("no model is named", "give --models A,B")
    body = _compared(place, Path(said["questions"]), names, said)
    emit(body) if as_json else _print(body)


def _compared(place: Path, golden: Path, names: Sequence[str], said: dict[str, Any]) -> dict[str, Any]:
    from opora.commands.gate_sides import open_desk
    from opora.diagnosis.gate import contexts
    from opora.diagnosis.golden import read_golden_set

    read = read_golden_set(golden)
    with open_desk(place, {**said, "context": "own", "documents": None}) as desk:
        if not desk.settings.model.base_url:
            raise UsageError("no language model is configured", "write its base_url under [model] in opora.toml")
        sides = [desk.side(said["assistant"], read.cases, None)]
        sides[0].name = WITHOUT
        sides += [_phrased(desk, name, read.cases, sides[0], said["assistant"]) for name in names]
        whole = desk.golden_set(golden, read, tuple(answer for side in sides for answer in side.answers))
        rows = [_row(desk, side, whole, read.cases) for side in sides]
        shared = [contexts(sides[0].answers, side.answers) for side in sides[1:]]
        return {
            "questions": str(golden),
            "cases": len(read.cases),
            "same_fragments": all(one.different == one.unknown == 0 for one in shared),
            "models": rows,
            "warnings": desk.warnings(),
        }


def _phrased(desk: Desk, name: str, cases: Sequence[Case], beside: Side, assistant: str) -> Side:
    """The answers that a model phrases, each from what was recorded of the answer without it."""
    import datetime as dt

    from opora.commands.gate_sides import Side, answer_of
    from opora.diagnosis.replay import Anew, recorded_rules, replay
    from opora.domain.proposal import ModelRules
    from opora.gateways import Gateways

    gateways = Gateways(desk.settings, lambda: dt.date.today().isoformat())
    may = ModelRules(phrase=True, split=False, variants=False, closed=desk.settings.model.closed_collections)
    side = Side(name, "model")
    for case in cases:
        before = beside.traces[case.case_id]
        rules = dataclasses.replace(recorded_rules(before), model=may)
        model = gateways.for_answer(name)
        after = replay(before, Anew(rules, assistant, "compare", desk.store, model)).after
        side.traces[case.case_id] = after
    side.answers = tuple(answer_of(side.traces[case.case_id], case) for case in cases)
    return side


def _row(desk: Desk, side: Side, whole: Any, cases: Sequence[Case]) -> dict[str, Any]:
    from opora.commands.gate_sides import judged
    from opora.diagnosis.scores import figures, figures_json, marks

    found, verdicts = judged(whole, side)
    scores = figures_json(figures(marks(found.cases, verdicts, side.answers)))
    uses = [use for case in cases for use in _uses(side.traces[case.case_id])]
    tokens_in, tokens_out = (sum(int(use[name]) for use in uses) for name in ("tokens_in", "tokens_out"))
    price = desk.settings.model
    return {
        "model": side.name,
        "answer_correctness": scores["answer_correctness"],
        "citation_accuracy": scores["citation_accuracy"],
        "refused": scores["false_refusals"]["hits"],
        "invented": scores["inventions"]["hits"],
        "phrased": sum(int(use["accepted"]) for use in uses),
        "dropped": sum(len(use["dropped"]) for use in uses),
        "fallbacks": dict(sorted(Counter(str(use["code"]) for use in uses if use["fallback"]).items())),
        "calls": sum(int(use["calls"]) for use in uses),
        "tokens_in": tokens_in,
        "tokens_out": tokens_out,
        "seconds": round(sum(float(use["took_ms"]) for use in uses) / 1000, 3),
        "cost": round((tokens_in * price.price_in + tokens_out * price.price_out) / _MILLION, 6),
    }


def _uses(trace: Trace) -> list[dict[str, Any]]:
    told: Any = trace.log.get("model") or {"uses": []}
    return list(told["uses"])


def _print(body: dict[str, Any]) -> None:
    same = "the same fragments for all" if body["same_fragments"] else "not all from the same fragments"
    click.echo(printable(f"{body['cases']} case(s) of {body['questions']}; {same}"))
    head = ("answers", "citations", "refused", "invented", "phrased", "tokens", "seconds", "cost")
    click.echo(f"{'model':24}" + "".join(f"{name:>11}" for name in head))
    for row in body["models"]:
        shares = [_share(row[name]) for name in ("answer_correctness", "citation_accuracy")]
        counts = [row["refused"], row["invented"], row["phrased"], row["tokens_in"] + row["tokens_out"]]
        cells = [*shares, *map(str, counts), f"{row['seconds']:.1f}", f"{row['cost']:.4f}"]
        click.echo(printable(f"{row['model']:24}" + "".join(f"{cell:>11}" for cell in cells)))
        if row["fallbacks"]:
            told = ", ".join(f"{count} {code}" for code, count in row["fallbacks"].items())
            click.echo(printable(f"{'':24} done without it: {told}"))
    for warning in body["warnings"]:
        click.echo(printable(f"warning: {warning}"), err=True)


def _share(figure: dict[str, Any]) -> str:
    return "—" if figure["value"] is None else f"{figure['value']:.3f}"


COMMANDS = (compare,)
