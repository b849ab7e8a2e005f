"""Stores filled with made-up games, and a way to call the commands."""

import io
import sys

import pytest

from onthree_host import cli, decode
from onthree_host.store import Heard, Store
from tests.host import logs


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "games.db") as opened:
        yield opened


def filled(path, records):
    """Put records into the store at `path`; return its name."""
    with Store.open(path) as store:
        store.add([Heard.of(decode.record(raw), raw) for raw in records])
    return str(path)


@pytest.fixture
def fill():
    return filled


@pytest.fixture(scope="session")
def log():
    """A log of three games: of 4, of 3 with a power cut in it, and one of 5 that was stopped."""
    made = logs.Log(11)
    made.restart()
    made.game(4)
    made.game(3, interrupt=True)
    made.game(5, "no_choice=random_mushroom", turns=4)
    return made


@pytest.fixture
def db(tmp_path, log):
    return filled(tmp_path / "games.db", log.records)


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Call a command; return (exit code, stdout, stderr). The user's folders are empty ones."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def call(*argv, stdin=None):
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            code = cli.main([str(word) for word in argv])
        except SystemExit as left:  # --help
            code = left.code
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def is_sentence():
    """Whether what a command said on stderr is one sentence."""

    def check(text):
        return text.endswith(".\n") and text.count("\n") == 1 and "Traceback" not in text and text[0] != " "

    return check
