"""Which registered facts bear on what was found, and where in a text in force does each of them stand?"""

from __future__ import annotations

from collections.abc import Sequence

from opora.domain.result import Hit
from opora.domain.source import Registered
from opora.ports import Library


def registered_for(hits: Sequence[Hit], library: Library) -> tuple[Registered, ...]:
    """Facts of the sources of the hits, placed in the very versions that were found.

    Hits went through the switch, the filters and the period in the store; so a fact of a source that is off, or of a
    version that is not in force, cannot get in.
    """
    versions = tuple(dict.fromkeys(hit.fragment.version_id for hit in hits))
    return tuple(library.registered(versions)) if versions else ()
