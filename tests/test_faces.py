"""What a package shows: every name can be imported first, editors are told the same names, old ones still work."""

import ast
import importlib
import json
from pathlib import Path

import pytest

import thresher
from thresher.moved import MOVED

from .fresh import failures

ROOT = Path(thresher.__file__).parent
OLD = json.loads((Path(__file__).parent / "files" / "names_of_0.1.0.json").read_text(encoding="utf-8"))

# Theory stands above evaluation now, which may not know it: these are in thresher.theory. How the loop teaches a
# learner was never meant for others.
GONE = {
    "thresher.evaluation": "Certificate Checked InvariantError Line Progress certify measure_progress",
    "thresher.learners": "Lesson Taught",
}


def package_of(path):
    return ".".join(["thresher", *path.relative_to(ROOT).parent.parts])


LAZY = {
    package_of(path): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(ROOT.rglob("__init__.py"))
    if "lazily(" in path.read_text(encoding="utf-8")
}
every_lazy = pytest.mark.parametrize("package", LAZY)


def absolute(package, module):
    """`..late` seen from a package."""
    dots = len(module) - len(module.lstrip("."))
    above = package.split(".")[: len(package.split(".")) + 1 - dots]
    return ".".join([*above, *filter(None, [module.lstrip(".")])])


def told_to_editors(package):
    """From a name to where it comes from, as `if TYPE_CHECKING` says it."""
    found = {}
    for node in LAZY[package].body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for line in node.body:
                assert isinstance(line, ast.ImportFrom)
                home = absolute(package, "." * line.level + (line.module or ""))
                for alias in line.names:
                    assert alias.name == alias.asname, f"{alias.name} is not exported"
                    found[alias.name] = f"{home}.{alias.name}"
    return found


def tables(package):
    """What `lazily` is called with: from a home to its names, and from a name to the module that it stands for."""
    (call,) = (
        node for node in ast.walk(LAZY[package]) if isinstance(node, ast.Call) and ast.unparse(node.func) == "lazily"
    )
    names_in, modules = [*(eval(ast.unparse(argument)) for argument in call.args[1:]), {}][:2]
    return {home: names.split() for home, names in names_in.items()}, modules


def found_when_used(package):
    """From a name to where it comes from, as those tables say it; a name that stands there twice fails."""
    names_in, modules = tables(package)
    found = [(name, f"{home}.{name}") for home, names in names_in.items() for name in names] + [*modules.items()]
    assert len(dict(found)) == len(found), "a name stands there twice"
    return {name: absolute(package, home) for name, home in found}


@every_lazy
def test_editors_are_told_the_names_that_are_there(package):
    assert told_to_editors(package) == found_when_used(package)


@every_lazy
def test_every_name_can_be_the_first_one_used(package):
    """Names of one module in one process: whichever is first, the others wait for the same import."""
    names_in, modules = tables(package)
    together = [*names_in.values(), *([name] for name in modules)]
    assert {name for names in together for name in names} == set(importlib.import_module(package).__all__)
    used = "import {} as face\nfor name in {}: getattr(face, name); assert name in dir(face)"
    assert failures({names[0]: used.format(package, names) for names in together}) == {}


@every_lazy
def test_no_name_is_hidden_by_a_module_once_all_are_imported(package):
    """`from package import name` means the same, whatever was imported before."""
    checks = "\n".join(
        f"assert getattr(face, {name!r}) is resolve({home!r}), {name!r}"
        for name, home in found_when_used(package).items()
    )
    code = (
        f"import pkgutil, {package} as face\nfrom pkgutil import resolve_name as resolve\n"
        f"for found in pkgutil.iter_modules(face.__path__, face.__name__ + '.'): __import__(found.name)\n{checks}"
    )
    assert failures({package: code}) == {}


def test_all_faces_are_looked_at():
    assert {"thresher", "thresher.late", "thresher.evaluation", "thresher.experts", "thresher.theory"} <= set(LAZY)


@pytest.mark.parametrize("package", OLD)
def test_names_of_version_0_1_0_still_work(package):
    names = sorted({*OLD[package].split()} - {*GONE.get(package, "").split()})
    codes = {"all at once": f"from {package} import {', '.join(names)}"}
    if package == "thresher":  # others show whatever is imported with them
        codes |= {name: f"import thresher as th; th.{name}" for name in names if name not in thresher.__all__}
    assert failures(codes) == {}


def test_what_moved_is_found_through_the_package_alone():
    codes = [
        "import thresher as th; th.delay.Delayed",
        "import thresher as th; th.bounds.winnow_mistakes",
        "from thresher.delay import Delayed",
        "from thresher.bounds import winnow_mistakes",
        "import thresher.delay; thresher.delay.Delayed",
    ]
    assert failures({code: code for code in codes}) == {}


def test_modules_are_found_under_the_names_they_had():
    codes = {
        old: f"import thresher.{old} as old, thresher.{new} as new, sys; assert old is new; "
        f"assert sys.modules['thresher.{old}'] is new; assert new.__name__ == 'thresher.{new}'"
        for old, new in MOVED.items()
    }
    assert failures(codes) == {}


# The checks above can fail.


def test_a_name_that_is_not_there_is_found():
    found = failures({"no": "from thresher import nothing", "yes": "import thresher", "dead": "import os; os._exit(3)"})
    assert found.keys() == {"no", "dead"}
    assert "ImportError" in found["no"]
