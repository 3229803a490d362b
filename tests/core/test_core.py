"""The core without Python: sums, scores, memory and master, each a small C++ program that checks itself."""

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
HEADERS = HERE.parents[1] / "core" / "include"
FLAGS = ["-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", "-D_GLIBCXX_ASSERTIONS"]


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++ to compile it with")
@pytest.mark.parametrize("name", sorted(path.stem for path in HERE.glob("*.cpp")))
def test_what_the_core_says_of_itself_is_so(name, tmp_path):
    program = tmp_path / name
    command = ["g++", *FLAGS, "-I", str(HEADERS), "-I", str(HERE), str(HERE / f"{name}.cpp"), "-o", str(program)]
    subprocess.run(command, check=True)
    done = subprocess.run([program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert " 0 failures" in done.stdout
