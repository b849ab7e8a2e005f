"""Nothing of the rules is left out: every numbered rule has a test, every game its playthroughs and its page."""

import ast
import re
from pathlib import Path

import pytest

from onthree.rules import registry
from onthree.rules.game import Numbers
from onthree.tools import buzzer
from tests.both import golden

ROOT = Path(__file__).resolve().parent.parent.parent
# The numbered rules of each game, and the options and readings that it had to decide.
RULES = {
    "crossing": [f"CX{n}" for n in range(1, 22)] + [f"CX-A{n}" for n in range(3, 12)] + ["CX-A1", "CX-A2"],
    "crisscross": [f"CC{n}" for n in range(1, 12)] + [f"CC-A{n}" for n in range(1, 12)],
    "crystalla": [f"CR{n}" for n in range(1, 34)] + [f"CR-A{n}" for n in range(1, 14)],
    "heroes": [f"CH{n}" for n in range(1, 23)] + [f"CH-A{n}" for n in range(1, 14)],
}


def docstrings_of_tests():
    """The docstrings of all test functions in tests/both that assert or refuse something."""
    found = []
    for path in sorted((ROOT / "tests" / "both").glob("test_*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                body = ast.dump(node)
                if "Assert(" in body or "refuses" in body:
                    found.append(ast.get_docstring(node) or "")
    return found


def named(text):
    """The rules that a text names: `CX3`, `CX8 to CX13` for all between, `CX-A4`."""
    rules = set(re.findall(r"\b[A-Z]{2}-?A?\d+\b", text))
    for letters, first, last in re.findall(r"\b([A-Z]{2})(\d+) to [A-Z]{2}(\d+)\b", text):
        rules -= {letters + first, letters + last}  # a range is a summary, not a test of each
    return rules


def test_what_counts_as_named():
    assert named("CX3 and CX-A11, not CX8 to CX13") == {"CX3", "CX-A11"}


@pytest.mark.parametrize("game", sorted({*registry.GAMES, *RULES}))
def test_every_rule_is_named_in_a_test(game):
    rules = set().union(*map(named, docstrings_of_tests()))
    assert game in RULES, "list the rules of the game here"
    assert not [rule for rule in RULES[game] if rule not in rules]


@pytest.mark.parametrize("game", registry.GAMES)
def test_every_game_has_its_playthroughs_and_its_page(game):
    module = registry.load(game)
    assert game == module.NAME
    names = [name for name, of_game, _, _ in golden.names() if of_game == game]
    more = [name for name, of_game, _, _ in golden.MORE if of_game == game]
    assert len(names) == module.MAX_PLAYERS - module.MIN_PLAYERS + 2 + len(more)
    missing = [name for name in names if not (ROOT / "tests" / "playthroughs" / f"{name}.txt").is_file()]
    assert not missing, "python tests/both/golden.py --write"
    page = ROOT / "shared" / "games" / f"{game}.md"
    assert page.is_file(), "a page that says how to play it with the device"
    text = page.read_text()
    for name, values in module.OPTIONS:
        assert not [word for word in (name, *values[:3]) if f"`{word}`" not in text]


@pytest.mark.parametrize("tool", registry.TOOLS)
def test_every_tool_has_playthroughs_and_its_place_on_the_page(tool):
    module = registry.load(tool)
    assert tool == module.NAME
    names = [name for name, of_tool, _, _ in golden.names() if of_tool == tool]
    assert names
    assert all((ROOT / "tests" / "playthroughs" / f"{name}.txt").is_file() for name in names)
    page = (ROOT / "shared" / "games" / "tools.md").read_text()
    assert f"`{tool}`" in page
    for name, values in module.OPTIONS:
        words = [str(values.low), str(values.high)] if isinstance(values, Numbers) else values
        assert not [word for word in (name, *words) if f"`{word}`" not in page], name


def test_the_buzzer_calls_simultaneous_what_the_device_cannot_tell_apart():
    buttons = ast.parse((ROOT / "firmware" / "device" / "buttons.py").read_text())
    values = {
        node.targets[0].id: ast.unparse(node.value)
        for node in buttons.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    assert values["SIMULTANEOUS_US"] in (f"const({buzzer.SIMULTANEOUS_US})", f"{buzzer.SIMULTANEOUS_US}")


def test_every_playthrough_belongs_to_a_game():
    """Games whose rules are there and whose screens are not may have theirs already."""
    waiting = {name for name in RULES if name not in registry.GAMES}
    kept = {path.stem for path in (ROOT / "tests" / "playthroughs").glob("*.txt")}
    kept = {name for name in kept if name.split("-")[0] not in waiting}
    assert kept == {name for name, _, _, _ in golden.names()}
