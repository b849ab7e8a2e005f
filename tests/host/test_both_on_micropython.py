"""The files of tests/both under MicroPython, and the two interpreters side by side on the same games."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from onthree.rules import registry
from onthree.rules.game import RuleError
from onthree_host.boards.errors import BoardError
from onthree_host.boards.interpreter import find_micropython
from tests.both import histories, run

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "tests" / "both"


def micropython():
    """The unix port's path: beside this Python, or on the PATH."""
    try:
        return find_micropython()
    except BoardError as error:
        pytest.skip(str(error))


def run_both(*arguments, folder=FOLDER):
    """Run a folder's run.py under MicroPython; return its exit code and output."""
    done = subprocess.run(
        [micropython(), "-X", "heapsize=16m", str(folder / "run.py"), *arguments],
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=os.sep,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("file", run.find_files(str(FOLDER)))
def test_file_under_micropython(file):
    code, output = run_both(file + "::")
    passed, failed = re.search(r"^(\d+) passed, (\d+) failed$", output, re.M).groups()
    assert (code, int(failed)) == (0, 0), output
    assert int(passed) > 0, "no test was found"
    listed = run_both("--list", file + "::")[1].split("\n")
    assert int(passed) == sum(1 for line in listed if line.startswith(file + "::"))


def test_the_runner_reports_a_failing_test_and_an_empty_choice(tmp_path):
    """A test that fails makes the exit code 1 and is named; so does a choice that fits no test."""
    both = tmp_path / "tests" / "both"
    both.mkdir(parents=True)
    for name in ("run.py", "vectors.py", "playing.py"):
        shutil.copy(FOLDER / name, both)
    shutil.copytree(ROOT / "shared", tmp_path / "shared")
    shutil.copy(ROOT / "tests" / "vectors.jsonl", tmp_path / "tests")
    (both / "test_two.py").write_text("def test_good():\n    pass\n\n\ndef test_bad():\n    assert 1 == 2\n")
    code, output = run_both(folder=both)
    assert code == 1
    for words in ("FAILED test_two::test_bad", "1 passed, 1 failed", "AssertionError"):
        assert words in output
    assert run_both("test_good", folder=both)[0] == 0
    assert run_both("no_such_test", folder=both)[0] == 1


@pytest.fixture(scope="module")
def other_side():
    """A function that asks a MicroPython child for the text of a game."""
    folders = [str(ROOT), str(ROOT / "shared")]
    child = subprocess.Popen(
        [micropython(), "-X", "heapsize=16m", str(FOLDER / "histories.py"), *folders],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )

    def ask(request):
        child.stdin.write(request + "\n")
        child.stdin.flush()
        lines = []
        for line in child.stdout:
            if line == ".\n":
                return "".join(lines)
            lines.append(line)
        raise AssertionError("MicroPython stopped: " + "".join(lines[-10:]))

    yield ask
    child.stdin.close()
    assert child.wait(10) == 0
    child.stdout.close()


@st.composite
def requests(draw):
    """A game or a tool, a number of players, options and a seed, as histories.py reads them."""
    name = draw(st.sampled_from(registry.GAMES + registry.TOOLS))
    module = registry.load(name)
    players = draw(st.integers(module.MIN_PLAYERS, module.MAX_PLAYERS))
    chosen = {option: draw(st.sampled_from(list(values))) for option, values in module.OPTIONS}
    if "distributor" in chosen:
        chosen["distributor"] = str(draw(st.integers(1, players)))
    try:
        module.new(players, chosen)
    except RuleError:  # options that do not go together
        reject()
    options = " ".join(f"{option}={value}" for option, value in chosen.items())
    return f"{name} {players} {draw(st.integers(0, 2**31 - 1))} {options}"


@settings(max_examples=200, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(request=requests())
def test_the_same_game_on_both_interpreters(other_side, request):
    """200 whole games with every position, packed state, legal action and event: the same bytes."""
    assert other_side(request) == histories.answer(request) + "\n"
