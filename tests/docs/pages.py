"""What stands in the documentation: fenced blocks, and options of the command line."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

_FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`([^`\n]+)`")
_OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")
_EXITS = re.compile(r"# exits with (\d+)\n")
_OTHERS = ("vw ", "pip ", "python benchmarks/", "curl ")  # whose options are not ours


@dataclass(frozen=True)
class Script:
    """A block that is run: its text, the exit code it should have, and what it should print, if the page says."""

    line: int
    text: str
    code: int
    prints: str | None


def scripts(page: Path) -> list[Script]:
    """Every ```sh block of a page; a ```text block right behind one is what it prints."""
    text = page.read_text(encoding="utf-8")
    found = []
    blocks = list(_FENCED.finditer(text))
    for block, following in zip(blocks, [*blocks[1:], None], strict=False):
        if block[1] != "sh":
            continue
        behind = following is not None and following[1] == "text" and not text[block.end() : following.start()].strip()
        exits = _EXITS.match(block[2])
        line = text.count("\n", 0, block.start()) + 2
        prints = following[2] if behind and following is not None else None
        found.append(Script(line, block[2], int(exits[1]) if exits else 0, prints))
    return found


def options(page: Path) -> list[tuple[str, str | None]]:
    """Every --option that a page mentions, with the command it is given to where that is said.

    What stands in `vw ...` and `pip ...` is theirs.
    """
    text = page.read_text(encoding="utf-8")
    pieces = [block[2] for block in _FENCED.finditer(text)]
    pieces += [span[1] for span in _SPAN.finditer(_FENCED.sub("", text))]
    found: list[tuple[str, str | None]] = []
    for piece in pieces:
        for part in re.split(r"[|;&\n]", piece.replace("\\\n", " ")):
            if not part.strip().startswith(_OTHERS):
                command = re.search(r"\bthresher ([a-z]+)", part)
                found += [(option, command[1] if command else None) for option in _OPTION.findall(part)]
    return found
