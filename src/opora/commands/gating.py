"""May a challenger serve in the champion's place? ``opora gate`` and its history."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from opora.commands.door import chosen, emit, example, plain, printable, standard
from opora.commands.reporting import as_file, file_digest, noting, user_of
from opora.errors import UsageError

if TYPE_CHECKING:
    from opora.commands.gate_sides import Side
    from opora.diagnosis.gate import Decision

CONTEXTS = ("auto", "frozen", "own")
HISTORY = Path("history") / "gate.jsonl"


@click.command(
    epilog=example(
        "opora gate golden.csv --champion default --challenger strict",
        "opora gate golden.csv --facts facts.csv --champion may.jsonl --challenger june.jsonl --json",
        "opora gate --list",
    )
)
@click.argument("golden", required=False, metavar="GOLDEN.csv")
@click.option("--champion", metavar="A", callback=plain, help="An assistant of opora.toml, or a file of answers.")
@click.option("--challenger", metavar="B", callback=plain, help="An assistant of opora.toml, or a file of answers.")
@click.option("--facts", metavar="F.csv", help="The register of facts; default: the facts of the library.")
@click.option("--documents", metavar="FILE", help="A manifest of the documents; default: those of the library.")
@click.option(
    "--context",
    type=click.Choice(CONTEXTS),
    default="auto",
    help="frozen: the challenger answers from the fragments recorded for the champion, and files must record the same"
    " ones; own: each searches; auto: frozen when both search alike.",
)
@click.option("--who", callback=plain, help="Who runs it; default: the user of this machine.")
@click.option("--history", metavar="FILE", help="Where runs are kept; default: history/gate.jsonl in the library.")
@click.option("--list", "as_list", is_flag=True, help="Print the runs that were kept.")
@standard
@click.pass_context
def gate(context: click.Context, /, golden: str | None, library: str | None, as_json: bool, **said: Any) -> None:
    """Let a challenger pass only if it is better or equal on answers and citations, better on one, and invents nothing new."""
    place, as_json = chosen(context, library, as_json)
    if said["as_list"]:
        _show_history(_history_file(said["history"], place, golden), as_json)
        return
    if golden is None or not said["champion"] or not said["challenger"]:
        raise UsageError("a gate needs GOLDEN.csv, --champion and --challenger", "see 'opora gate --help'")
    body = _run(Path(golden), place, said)
    emit(body) if as_json else _print(body)
    if not body["passed"]:
        context.exit(1)


def _run(golden: Path, place: Path, said: dict[str, Any]) -> dict[str, Any]:
    from opora.commands.gate_sides import judged, open_desk
    from opora.diagnosis.gate import contexts, decide, on_one_context, run_of
    from opora.diagnosis.golden import read_golden_set
    from opora.diagnosis.journal import append

    read = read_golden_set(golden)
    cases = read.cases
    with open_desk(place, said) as desk:
        champion = desk.side(said["champion"], cases, None)
        challenger = desk.side(said["challenger"], cases, champion if said["context"] != "own" else None)
        whole = desk.golden_set(golden, read, (*champion.answers, *challenger.answers))
        sides = [(side, *judged(whole, side)) for side in (champion, challenger)]
        decision = decide(*(run_of(found.cases, verdicts, side.answers) for side, found, verdicts in sides))
        shared = contexts(champion.answers, challenger.answers)
        if said["context"] == "frozen" and "file" in (champion.kind, challenger.kind):
            decision = on_one_context(decision, shared)
        warnings = desk.warnings()
    inputs = {error: None for _, found, _ in sides for error in found.input_errors}
    body = _body(decision, champion, challenger) | {
        "golden": file_digest(golden) | {"cases": len(cases)},
        "facts": file_digest(Path(said["facts"])) if said["facts"] else None,
        "context": dataclasses.asdict(shared) | {"frozen": challenger.frozen},
        "date": dt.datetime.now().astimezone().isoformat(timespec="seconds"),
        "who": user_of(said["who"]),
        "kind": "gate",
    }
    file = _history_file(said["history"], place, str(golden))
    kept = append(file, body, noting(place, file))
    return kept | {
        "history": str(file),
        "input_errors": [dataclasses.asdict(error) for error in inputs],
        "warnings": warnings,
    }


def _body(decision: Decision, champion: Side, challenger: Side) -> dict[str, Any]:
    from opora.diagnosis.gate import REASONS
    from opora.diagnosis.scores import figures_json, rounded

    scores: dict[str, Any] = {}
    for name, one in decision.scores.items():
        figures = figures_json({"champion": one.champion, "challenger": one.challenger})
        change = {
            key: rounded(value) if isinstance(value, float) else value
            for key, value in dataclasses.asdict(one.difference).items()
        }
        scores[name] = figures | {
            "difference": change,
            "better_cases": list(one.better),
            "worse_cases": list(one.worse),
        }
    return {
        "passed": decision.passed,
        "verdict": "passed" if decision.passed else "refused",
        "reasons": [{"code": code, "message": REASONS[code]} for code in decision.reasons],
        "champion": _told(champion),
        "challenger": _told(challenger),
        "cases": decision.cases,
        "scores": scores,
        "new_inventions": list(decision.new_inventions),
        "not_judged": list(decision.not_judged),
    }


def _told(side: Side) -> dict[str, Any]:
    return {"name": side.name, "kind": side.kind, "digest": side.digest, "settings": side.settings or None}


def _history_file(given: str | None, place: Path, golden: str | None) -> Path:
    """As said; in the library; without one, beside the golden set."""
    if given is not None:
        return as_file(given)
    if place.is_dir() or golden is None:
        return place / HISTORY
    return Path(golden).with_suffix(".gate.jsonl")


def _show_history(file: Path, as_json: bool) -> None:
    from opora.diagnosis.journal import read

    found = read(file)
    if as_json:
        emit({"history": str(file), "broken": found.broken or None, "runs": list(found.records)})
    else:
        for run in found.records:
            names = f"{run['challenger']['name']} against {run['champion']['name']}"
            shown = [f"{one}: {_pair(run['scores'][one])}" for one in ("answer_correctness", "citation_accuracy")]
            click.echo(
                printable(
                    f"{run['date']}  {run['verdict']:8} {names}, {run['cases']} cases; {'; '.join(shown)}; by {run['who']}"
                )
            )
        click.echo(printable(f"{len(found.records)} run(s) in {file}"))
    if found.broken:
        click.echo(printable(f"warning: the history was altered: {found.broken}"), err=True)
        click.get_current_context().exit(1)


def _pair(score: dict[str, Any]) -> str:
    return " → ".join(
        "—" if score[side]["value"] is None else f"{score[side]['value']:.3f}" for side in ("champion", "challenger")
    )


def _print(body: dict[str, Any]) -> None:
    from opora.diagnosis.scores import SCORES

    challenger, champion = body["challenger"]["name"], body["champion"]["name"]
    click.echo(
        printable(
            f"{body['verdict']}: {challenger} against {champion} on {body['cases']} case(s) of {body['golden']['file']}"
        )
    )
    for reason in body["reasons"]:
        click.echo(f"  {reason['message']}")
    click.echo(f"{'':20} {'champion':28} {'challenger':28} difference")
    for name, score in ((name, body["scores"][name]) for name in SCORES):
        sides = [_figure(score[side]) for side in ("champion", "challenger")]
        click.echo(f"{name:20} {sides[0]:28} {sides[1]:28} {_difference(score['difference'])}")
    for name, ids in _moved(body):
        click.echo(printable(f"{name}: {', '.join(ids)}"))
    for error in body["input_errors"]:
        field = f" {error['field']}" if error["field"] else ""
        click.echo(printable(f"input: {error['file']} row {error['row']}{field}: {error['message']}"))
    context = body["context"]
    click.echo(
        f"fragments: the same for {context['same']}, others for {context['different']}, not recorded for {context['unknown']}"
    )
    click.echo(printable(f"kept in {body['history']}"))
    for warning in body["warnings"]:
        click.echo(printable(f"warning: {warning}"), err=True)


def _moved(body: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    for score, word in (("answer_correctness", "answers"), ("citation_accuracy", "citations")):
        for way in ("better", "worse"):
            if body["scores"][score][f"{way}_cases"]:
                yield f"{way} {word}", body["scores"][score][f"{way}_cases"]
    for name, ids in (("newly invented", body["new_inventions"]), ("not judged", body["not_judged"])):
        if ids:
            yield name, ids


def _figure(figure: dict[str, Any]) -> str:
    if figure["value"] is None:
        return "— (no case)"
    return f"{figure['value']:.3f} ({figure['low']:.2f}–{figure['high']:.2f}) n {figure['n']}"


def _difference(change: dict[str, Any]) -> str:
    if change["value"] is None:
        return "—"
    return f"{change['value']:+.3f} ({change['low']:+.2f} to {change['high']:+.2f}), {change['better']} better, {change['worse']} worse, p {change['p']:.2g}"


COMMANDS = (gate,)
