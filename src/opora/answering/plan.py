"""What is looked up, where, and for which date?"""

from __future__ import annotations

from opora.domain.question import ExecutionFragment, Message, Requirement
from opora.language.asking import as_asked


def plan(message: Message, requirements: tuple[Requirement, ...]) -> tuple[ExecutionFragment, ...]:
    """One document search a requirement; requirements with the same words and date share one."""
    shared: dict[tuple[str, object], list[Requirement]] = {}
    for requirement in requirements:
        shared.setdefault((requirement.text, requirement.at), []).append(requirement)
    return tuple(
        ExecutionFragment(
            f"E{number}",
            tuple(r.requirement_id for r in group),
            "documents",
            as_asked(group[0].text),
            group[0].at or message.question.at,
        )
        for number, group in enumerate(shared.values(), 1)
    )
