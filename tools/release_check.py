"""What can be checked of a release before it is uploaded, of the packages in a folder.

    python tools/release_check.py dist

The wheel is installed into an empty environment in which no compiler is found, and used and tested there.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from email import message_from_bytes
from pathlib import Path

ROOT = Path(__file__).parent.parent
TESTED = ("tests/agreement", "tests/files", "tests/streams", "tests/learners")
KEPT_OUT = ("tests/", "fuzz/", "benchmarks/", ".github/", ".ci/")
LARGEST = 12_000_000  # bytes of a wheel


def versions() -> Iterator[str]:
    """The same version everywhere, with a date in the changelog."""
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    cited = re.search(r"^version: (\S+)", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    if cited is None or cited[1] != wanted:
        yield f"CITATION.cff does not say version {wanted}"
    dated = rf"^## {re.escape(wanted)} \(\d{{4}}-\d\d-\d\d\)"
    if not re.search(dated, (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE):
        yield f"CHANGELOG.md has no line '## {wanted} (its date)'"


def source(path: Path) -> Iterator[str]:
    """What one needs to build and nothing of what only developers need."""
    with tarfile.open(path) as packed:
        names = [name.partition("/")[2] for name in packed.getnames()]
    for begin in KEPT_OUT:
        if found := [name for name in names if name.startswith(begin)]:
            yield f"{path.name} has {len(found)} files of {begin}"
    for name in ("LICENSE", "README.md", "CMakeLists.txt", "core/CMakeLists.txt", "src/thresher/__init__.py"):
        if name not in names:
            yield f"{path.name} lacks {name}"


def wheel(path: Path) -> Iterator[str]:
    """Licences, the list of parts, metadata that a package index can show."""
    with zipfile.ZipFile(path) as packed:
        names = packed.namelist()
        info = next(name for name in names if name.endswith(".dist-info/METADATA"))
        metadata = message_from_bytes(packed.read(info))
        folder = info.removesuffix("METADATA")
        parts = [name for name in names if name.startswith(folder + "sboms/") and name.endswith(".json")]
        listed = {one["name"] for part in parts for one in json.loads(packed.read(part))["components"]}
        if not {"nanobind", "robin-map"} <= listed:
            yield f"{path.name}: no list of the parts that are linked in"
    for name in ("LICENSE", "THIRD_PARTY_LICENSES.md"):
        if f"{folder}licenses/{name}" not in names:
            yield f"{path.name} lacks {name}"
    if path.stat().st_size > LARGEST:
        yield f"{path.name} has {path.stat().st_size:,} bytes"
    text = metadata.get_payload()
    for link in re.findall(r"\]\(([^)#][^)]*)\)|src=\"([^\"]+)\"", str(text)):
        if not "".join(link).startswith("https://"):
            yield f"the description on the package index has a link that leads nowhere there: {''.join(link)}"


def hardened(path: Path) -> Iterator[str]:
    """Read-only tables of addresses, guarded stacks and checked calls of the C library (Linux)."""
    if shutil.which("readelf") is None:
        print("   (no readelf here: hardening is not looked at)")
        return
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(path) as packed:
        module = next(name for name in packed.namelist() if "_ext" in name and name.endswith(".so"))
        library = packed.extract(module, folder)
        command = ["readelf", "-Wld", "--dyn-syms", library]
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for wanted in ("GNU_RELRO", "NOW", "__stack_chk_fail", "_chk"):
        if wanted not in said:
            yield f"{module}: nothing of {wanted}"


def installed(path: Path) -> Iterator[str]:
    """In an empty environment without a compiler: it installs, runs and passes tests."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
        python = folder / "venv" / "bin" / "python"
        bare = {key: value for key, value in os.environ.items() if not key.startswith(("CC", "CXX", "CMAKE", "PYTHON"))}
        bare["PATH"] = str(python.parent)  # no compiler, no cmake
        pip = [python, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--only-binary", ":all:"]
        subprocess.run([*pip, path], check=True, env=bare)
        for command in (["-m", "thresher", "--version"], ["-m", "thresher", "demo"]):
            run = subprocess.run([python, *command], env=bare, cwd=folder, capture_output=True, text=True)
            if run.returncode:
                yield f"thresher {' '.join(command[2:])} fails: {run.stderr[-500:]}"
        subprocess.run([*pip, f"{path}[test]"], check=True, env=bare)
        shutil.copytree(ROOT / "tests", folder / "tests", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", folder)
        tests = [python, "-m", "pytest", "-q", "-n", "auto", "--hypothesis-profile", "quick", *TESTED]
        run = subprocess.run(tests, env=bare, cwd=folder, capture_output=True, text=True)
        print("  ", run.stdout.strip().splitlines()[-1] if run.stdout.strip() else run.stderr[-500:])
        if run.returncode:
            yield f"tests fail against the wheel:\n{run.stdout[-3000:]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    (packed,), (archive,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    checks: list[tuple[str, Callable[[], Iterator[str]]]] = [
        ("versions and dates agree", versions),
        (f"{archive.name}: what is in it", lambda: source(archive)),
        (f"{packed.name}: licences, parts, links", lambda: wheel(packed)),
        (f"{packed.name}: hardened", lambda: hardened(packed)),
        (f"{packed.name}: installed without a compiler, and tested", lambda: installed(packed)),
    ]
    failures = 0
    for name, check in checks:
        print(f"{name} ...", flush=True)
        for failure in check():
            failures += 1
            print("   FAILS:", failure)
    sys.exit(f"{failures} of these fail" if failures else 0)


if __name__ == "__main__":
    main()
