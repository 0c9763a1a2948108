"""What does ``opora`` understand? The group and its commands."""

from __future__ import annotations

import click

import opora.commands.asking as asking
import opora.commands.checking as checking
import opora.commands.comparing as comparing
import opora.commands.confirming as confirming
import opora.commands.diagnosing as diagnosing
import opora.commands.gaps as gaps
import opora.commands.inspecting as inspecting
import opora.commands.laddering as laddering
import opora.commands.measuring as measuring
import opora.commands.promoting as promoting
import opora.commands.proving as proving
import opora.commands.reindexing as reindexing
import opora.commands.sources as sources
import opora.web.serving as serving
from opora.commands.door import Choice, Door


@click.group(
    cls=Door,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExample:\n  opora init && opora add docs/ && opora ask 'How long is the trial period?'",
)
@click.option("--library", metavar="DIR", default=None, help="The library's folder (or OPORA_LIBRARY).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.version_option(package_name="opora")
@click.pass_context
def main(context: click.Context, library: str | None, as_json: bool) -> None:
    """Answers over your documents in which every statement proves itself."""
    context.obj = Choice(library, as_json)


for _command in (
    *sources.COMMANDS,
    *inspecting.COMMANDS,
    *asking.COMMANDS,
    *checking.COMMANDS,
    *confirming.COMMANDS,
    *gaps.COMMANDS,
    *measuring.COMMANDS,
    *laddering.COMMANDS,
    *promoting.COMMANDS,
    *reindexing.COMMANDS,
    *diagnosing.COMMANDS,
    *comparing.COMMANDS,
    *proving.COMMANDS,
    *serving.COMMANDS,
):
    main.add_command(_command)
