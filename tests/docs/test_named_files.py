"""Every file that a comment, a docstring or a page names is there."""

import ast
import io
import re
import tokenize
from functools import cache
from pathlib import Path

import pytest

from .pages import ROOT

FOLDERS = ("core", "src", "tests", "benchmarks", "fuzz", "examples", "docs")
FOLDERS_NOT_OURS = {"build", "__pycache__"}
# A path or a bare name; `*` stands for anything. Not the end of an address, an option's value or a longer name.
NAMED = re.compile(r"(?<![\w/.*:=$%{-])((?:[\w.*-]+/)*[\w*][\w.*-]*\.(?:hpp|cpp|pyi|py|md))(?![\w/(])")
# Anything below a folder of ours: `tests/laws`, `docs/figures/*.png`.
PLACED = re.compile(rf"(?<![\w/.*:=$%{{-])((?:{'|'.join(FOLDERS)})/[\w*][\w./*-]*)")
_FENCED = re.compile(r"^( *)```.*?^ *```$", re.MULTILINE | re.DOTALL)
_ADDRESS = re.compile(r"https?://\S+")
_CPP_TEXT = re.compile(r"\"(?:\\.|[^\"\\\n])*\"")
_CPP_COMMENT = re.compile(r"//(.*)$|/\*(.*?)\*/", re.MULTILINE | re.DOTALL)
ELSEWHERE = {"table.md"}  # what runs make


def files(*suffixes: str) -> list[Path]:
    """Those of the repository with such a suffix, by path."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in suffixes]
    found += [path for path in ROOT.glob("*") if path.suffix in suffixes]
    return sorted(path for path in found if not FOLDERS_NOT_OURS & set(path.relative_to(ROOT).parts))


def words_of_python(text: str) -> str:
    """Docstrings and comments."""
    comments = [
        token.string for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type == tokenize.COMMENT
    ]
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = [ast.get_docstring(node) or "" for node in ast.walk(ast.parse(text)) if isinstance(node, owners)]
    shown = [line for doc in docstrings for line in doc.splitlines() if not line.lstrip().startswith((">>>", "..."))]
    return "\n".join([*comments, *shown])


def words_of_cpp(text: str) -> str:
    """Comments."""
    return "\n".join(one or more for one, more in _CPP_COMMENT.findall(_CPP_TEXT.sub('""', text)))


def words_of_page(text: str) -> str:
    """All but what is run in a shell of its own."""
    return _FENCED.sub("", text)


def words_of_hash_comments(text: str) -> str:
    """Of a Makefile, CMakeLists.txt or pyproject.toml."""
    return "\n".join(re.findall(r"#.*$", text, re.MULTILINE))


READERS = {".py": words_of_python, ".cpp": words_of_cpp, ".hpp": words_of_cpp, ".md": words_of_page}


@cache
def known_paths() -> tuple[str, ...]:
    """Everything that can be named, each with a slash in front."""
    return tuple(f"/{path.relative_to(ROOT)}" for path in files(".hpp", ".cpp", ".py", ".pyi", ".md"))


@cache
def is_there(name: str) -> bool:
    """Whether a file's path ends so, at whole names of folders."""
    plain = re.sub(r"^(\.\.?/)+", "", name)
    pattern = re.compile(".*/" + re.escape(plain).replace(r"\*", "[^/]*"))
    return any(pattern.fullmatch(path) for path in known_paths())


def is_placed(name: str) -> bool:
    """Whether something is at such a path."""
    return next(ROOT.glob(name), None) is not None


def missing(words: str) -> list[str]:
    """Files that are named and not there."""
    words = _ADDRESS.sub("", words)
    gone = {name for name in NAMED.findall(words) if not is_there(name)}
    gone |= {place for place in (found.rstrip("./") for found in PLACED.findall(words)) if not is_placed(place)}
    return sorted(gone - ELSEWHERE)


@pytest.mark.parametrize("suffix", READERS)
def test_every_file_that_is_named_is_there(suffix):
    found = {}
    for path in files(suffix):
        gone = missing(READERS[suffix](path.read_text(encoding="utf-8")))
        if gone:
            found[str(path.relative_to(ROOT))] = gone
    assert found == {}


@pytest.mark.parametrize("name", ["Makefile", "CMakeLists.txt", "pyproject.toml", "fuzz/Makefile"])
def test_every_file_that_is_named_where_things_are_built_is_there(name):
    assert missing(words_of_hash_comments((ROOT / name).read_text(encoding="utf-8"))) == []


def test_a_file_that_is_not_there_is_found():
    """The checks above can fail, wherever the name stands."""
    assert words_of_python('"""See gone.py."""\nx = "text.py"  # and lost.hpp\n').count("text.py") == 0
    assert missing(words_of_python('"""See gone.py."""\nx = "text.py"  # and lost.hpp\n')) == ["gone.py", "lost.hpp"]
    assert missing(words_of_python('"""Runs.\n\n>>> open("made.py")\n"""')) == []
    assert missing(words_of_cpp('// lost.hpp\nf("// x.hpp"); /* nowhere/sum.hpp */')) == ["lost.hpp", "nowhere/sum.hpp"]
    assert missing("`nowhere/*.py`, `tests/docs/test_*.py`, score.hpp; https://a.b/c.md") == ["nowhere/*.py"]
    assert missing("see tests/laws, `docs/nowhere`, tests/docs/. And docs/figures/*.png.") == ["docs/nowhere"]
    assert not is_there("ore.hpp")
