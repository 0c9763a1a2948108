"""Which programming languages are read by their syntax, and how is each one told?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Parser

# Media type → name, endings, package of the grammar and the function in it; SQL is cut at its semicolons.
LANGUAGES: dict[str, tuple[str, tuple[str, ...], str, str]] = {
    "text/x-python": ("Python", ("py", "pyi"), "tree_sitter_python", "language"),
    "text/javascript": ("JavaScript", ("js", "mjs", "cjs", "jsx"), "tree_sitter_javascript", "language"),
    "text/x-typescript": ("TypeScript", ("ts", "mts", "cts"), "tree_sitter_typescript", "language_typescript"),
    "text/x-tsx": ("TypeScript (TSX)", ("tsx",), "tree_sitter_typescript", "language_tsx"),
    "text/x-java": ("Java", ("java",), "tree_sitter_java", "language"),
    "text/x-kotlin": ("Kotlin", ("kt", "kts"), "tree_sitter_kotlin", "language"),
    "text/x-go": ("Go", ("go",), "tree_sitter_go", "language"),
    "text/x-rust": ("Rust", ("rs",), "tree_sitter_rust", "language"),
    "text/x-c": ("C", ("c", "h"), "tree_sitter_c", "language"),
    "text/x-c++": ("C++", ("cc", "cpp", "cxx", "hpp", "hh", "hxx"), "tree_sitter_cpp", "language"),
    "text/x-csharp": ("C#", ("cs",), "tree_sitter_c_sharp", "language"),
    "text/x-php": ("PHP", ("php",), "tree_sitter_php", "language_php"),
    "text/x-ruby": ("Ruby", ("rb",), "tree_sitter_ruby", "language"),
    "text/x-shellscript": ("shell script", ("sh", "bash"), "tree_sitter_bash", "language"),
    "application/sql": ("SQL", ("sql",), "", ""),
}
_SHEBANG = re.compile(r"#!\s*\S*?(?:/env\s+)?(?:\S*/)?(python|node|ruby|php|bash|sh|dash|zsh)\d*(?:\.\d+)*\b")
_RUNNERS = {"python": "text/x-python", "node": "text/javascript", "ruby": "text/x-ruby", "php": "text/x-php"}


def language_of_shebang(text: str) -> str | None:
    """Media type of a script whose first line names what runs it."""
    match = _SHEBANG.match(text)
    return _RUNNERS.get(match[1], "text/x-shellscript") if match else None


def parser_for(media_type: str) -> Parser | None:
    """The grammar of a language, or ``None`` when it has none."""
    import importlib

    from tree_sitter import Language, Parser

    _, _, package, function = LANGUAGES[media_type]
    if not package:
        return None
    return Parser(Language(getattr(importlib.import_module(package), function)()))
