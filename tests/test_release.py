"""What a release is made of says the same everywhere: versions, commands of the workflows, tools and their versions."""

import re
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = ROOT / "pyproject.toml"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))

pytestmark = pytest.mark.skipif(not PROJECT.is_file() or not WORKFLOWS, reason="the repository is not here")


def project():
    return tomllib.loads(PROJECT.read_text())


def test_the_version_is_the_same_everywhere():
    wanted = project()["project"]["version"]
    assert re.search(rf"^version: {re.escape(wanted)}$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    dated = rf"^## {re.escape(wanted)} \(\d{{4}}-\d\d-\d\d\)$"
    assert re.search(dated, (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)


def test_workflows_are_read_and_call_what_is_there():
    yaml = pytest.importorskip("yaml")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for path in WORKFLOWS:
        read = yaml.safe_load(path.read_text())
        assert read["permissions"] == {"contents": "read"}, path  # a job asks for more where it needs more
        for job in read["jobs"].values():
            matrix = job.get("strategy", {}).get("matrix", {})
            for step in job["steps"]:
                if step.get("uses", "").startswith("actions/checkout@"):  # no token is left for what runs afterwards
                    assert step["with"]["persist-credentials"] is False, path
                assert "|| true" not in step.get("run", ""), path  # a step that can't fail says nothing
                for target in re.findall(r"\bmake ([a-z-]+)", step.get("run", "")):
                    assert target in targets, (path, target)
        assert set(matrix.get("target", [])) <= targets, path


def test_hooks_before_a_commit_are_those_of_the_checks():
    yaml = pytest.importorskip("yaml")
    dev = project()["project"]["optional-dependencies"]["dev"]
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    for hook in hooks:
        assert set(hook["additional_dependencies"]) <= set(dev), hook["id"]
    checked = re.search(r"/ruff check (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[1].split()
    pattern = next(hook["files"] for hook in hooks if hook["id"] == "ruff")
    assert [folder for folder in checked if not re.search(pattern, f"{folder}/a.py")] == []


def test_wheels_are_built_for_every_python_that_is_promised():
    told = project()
    promised = re.findall(r"Python :: (3\.\d+)", "\n".join(told["project"]["classifiers"]))
    built = [one.removesuffix("-*") for one in told["tool"]["cibuildwheel"]["build"]]
    assert built == [f"cp{one.replace('.', '')}" for one in promised]


def test_the_source_package_leaves_out_what_only_developers_need():
    assert {"tests", "fuzz", "benchmarks", ".*"} <= set(project()["tool"]["scikit-build"]["sdist"]["exclude"])


def test_tests_of_the_wheels_have_what_they_import():
    wheels = project()["tool"]["cibuildwheel"]
    there = {re.split(r"[<>=]", one)[0] for one in wheels["test-requires"]} | {"numpy", "safetensors", "click", "rich"}
    names = {"sklearn": "scikit-learn"}
    for folder in re.findall(r"\{project\}/(tests/\w+)", wheels["test-command"]):
        for path in (ROOT / folder).rglob("*.py"):
            wanted = re.findall(r"^(?:from|import) ([a-z_]+)", path.read_text(encoding="utf-8"), re.MULTILINE)
            others = {names.get(one, one) for one in wanted} - set(sys.stdlib_module_names) - {"thresher", "tests"}
            assert others <= there, path


ONLY_LINUX = re.compile(
    r"\b(memrchr|pipe2|fdatasync|fallocate|O_TMPFILE|mremap|sched_getaffinity|accept4|memfd_create|renameat2)\b"
)


def test_what_only_linux_has_is_asked_for_where_others_are_thought_of():
    """A core that asks for it anywhere else can't be compiled on macOS, and nothing here would show it."""
    found = {
        path.name
        for path in (ROOT / "core").rglob("*")
        if path.suffix in (".hpp", ".cpp") and ONLY_LINUX.search(path.read_text(encoding="utf-8"))
    }
    assert found <= {"posix.hpp", "huge_pages.hpp", "cores.hpp"}
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    assert not any(re.search(r"\bos\.fdatasync\(", text) for text in sources)
