"""The app's table names what exists, and every word that is drawn comes from the words."""

import ast
import importlib
import sys
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
SCREENS = sorted((FIRMWARE / "device" / "screens").glob("*.py"))
SOURCES = [path for path in sorted((FIRMWARE / "device").glob("*.py")) + SCREENS if path.name != "__init__.py"]
ROOMS = ("lobby", "play", "turn", "count", "race")
DRAWING = {"text", "big", "centred", "notice", "_title", "_heading", "repl", "recount", "menu"}


@pytest.fixture(scope="module")
def device():
    """The modules of the device that need no MicroPython."""
    sys.path.insert(0, str(FIRMWARE))
    try:
        from device import settings, states
        from device.words import en

        yield {"states": states, "settings": settings, "words": en}
    finally:
        sys.path.remove(str(FIRMWARE))


def methods(path):
    """Return the public methods of the classes in a file."""
    tree = ast.parse(path.read_text())
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    return {item.name for cls in classes for item in cls.body if isinstance(item, ast.FunctionDef)}


def test_every_state_has_its_row_and_every_handler_exists(device):
    states = device["states"]
    known = {room: methods(FIRMWARE / "device" / f"{room}.py") for room in ROOMS}
    assert [row[0] for row in states.TABLE] == list(range(len(states.TABLE)))
    assert len({row[1] for row in states.TABLE}) == len(states.TABLE)
    for row in states.TABLE:
        assert len(row) == 2 + states.EVENTS
        assert states.name(row[0]) == row[1]
        for cell in row[2:]:
            if cell:
                room, _, method = cell.partition(".")
                assert method in known[room], cell


def test_every_handler_of_the_table_takes_nothing_and_says_what_it_does(device):
    for room in ROOMS:
        tree = ast.parse((FIRMWARE / "device" / f"{room}.py").read_text())
        named = {cell.partition(".")[2] for row in device["states"].TABLE for cell in row[2:] if cell.startswith(room)}
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name in named:
                assert [arg.arg for arg in node.args.args] == ["self"]
                assert ast.get_docstring(node)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_word_is_drawn_that_does_not_stand_in_the_words(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in DRAWING:
            for arg in [*node.args, *[keyword.value for keyword in node.keywords]]:
                for part in ast.walk(arg):
                    literal = isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value.strip()
                    assert not literal, f"{path.name}:{part.lineno} draws {part.value!r}"


def texts(value):
    """Return the texts in a value of the words."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return texts(list(value.values()))
    return [text for part in value for text in texts(part)] if isinstance(value, (tuple, list)) else []


def files_of(device):
    """Return (which of them, its names and values) for the words for any game and for every game's own."""
    found = [("en", device["words"])]
    for path in sorted((FIRMWARE / "device" / "words").glob("en_*.py")):
        found.append((path.stem, importlib.import_module(f"device.words.{path.stem}")))
    return [(name, {key: value for key, value in vars(module).items() if key.isupper()}) for name, module in found]


def test_every_word_is_used(device):
    used = "".join(path.read_text() for path in [*SOURCES, FIRMWARE / "main.py"])
    for file, words in files_of(device):
        homes = ("words", "en") if file == "en" else ("words", "own")
        assert [name for name in words if not any(f"{home}.{name}" in used for home in homes)] == []


def test_a_word_stands_in_one_place(device):
    common = set(files_of(device)[0][1])
    for file, words in files_of(device)[1:]:
        assert not common & set(words), file


def test_every_word_fits_its_line(device):
    sentences = {"SPOILT", "FULL", "FLASH"}  # broken into lines by the screen
    records = {"NO_HUB", "NO_POD", "NO_MUX", "STUCK", "STUCK_HUB", "FATAL_RECORD", "STOPPED", "GIVEN_UP", "LOG_FULL"}
    for _, words in files_of(device):
        for name, value in words.items():
            for text in texts(value):
                if name not in sentences | records:
                    assert len(text.replace("{}", "")) <= 16, text
                assert text.isascii()
                assert text.isprintable()


def test_every_option_and_setting_has_its_words(device):
    from onthree.rules import registry

    words, settings = device["words"], device["settings"]
    for name in registry.GAMES:
        assert name in words.GAMES
        own = importlib.import_module(f"device.words.en_{name}")
        for option, values in registry.load(name).OPTIONS:
            assert len(own.OPTION_NAMES[option]) <= 16
            assert all(value in own.OPTION_VALUES or value.isdigit() for value in values)
    for name, values in settings.SETTINGS:
        assert set(words.SETTING_VALUES[name]) == set(values)
        assert name in words.SETTING_NAMES


def test_settings_survive_and_nonsense_is_passed_over(device, tmp_path):
    make = device["settings"].Settings
    path = tmp_path / "settings"
    one = make(str(path))
    one.load()
    assert (one.count_ms, one.sound, one.heap_lock) == (700, 1, 0)
    one.change(0)
    assert one.save()
    two = make(str(path))
    two.load()
    assert two.count_ms == one.count_ms == 500
    path.write_text(
        "count_ms=120\nsound=0\nsound\n=\npath=1\nhide_ms=x\nauto_ms=-1\nresult_ms=99999999\nwhat=1\nload=3\n"
    )
    two = make(str(path))
    two.load()
    assert (two.count_ms, two.sound, two.hide_ms, two.auto_ms, two.result_ms) == (120, 0, 0, 4000, 10000)
    assert two.path == str(path)
    two.change(0)
    assert two.count_ms == 700
    assert not make(str(tmp_path / "missing" / "settings")).save()
