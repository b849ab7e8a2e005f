"""The frame of the commands: help, mistakes, and bad use of every one of them."""

import subprocess
import sys

import pytest

from onthree.rules import registry
from onthree_host import cli
from tests.host import logs

POSITION = (
    "crossing/1 players=3 turn=4 last=0 phase=choose bag=14.14.16.5 mushrooms=1.0.1.0/0.1.1.0 "
    "tiles=2.0.0.1/0.3.0.0/1.0.0.0 claimed=0.0.0.0/0.0.0.0/0.0.0.0 break=000"
)
COMMANDS = cli.commands()


# -- the frame -----------------------------------------------------------------------------------------------
def test_every_command_has_help_with_an_example(run):
    for name in COMMANDS:
        code, out, _ = run(name, "--help")
        assert code == 0
        assert f"\n  onthree {name}" in out or f"| onthree {name}" in out, name


def test_the_help_lists_every_command_with_a_line(run):
    code, out, _ = run("--help")
    assert code == 0
    for name in COMMANDS:
        assert f"\n    {name} " in out


def test_the_version(run):
    code, out, _ = run("--version")
    assert code == 0
    assert out.startswith("onthree ")


def test_help_does_not_load_what_the_commands_work_with():
    script = "import sys; from onthree_host import cli; cli.build_parser(); print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert not {"serial", "sqlite3", "onthree.match", "PIL", "onthree_host.store"} & set(loaded)


def test_a_mistake_of_ours_is_one_sentence_and_a_file(run, monkeypatch, tmp_path, is_sentence, fill):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setattr("onthree_host.reports.stats", lambda rows: 1 // 0)
    code, _out, err = run("stats", "--db", fill(tmp_path / "g.db", logs.games(1)))
    assert code == 1
    assert is_sentence(err)
    details = [path for path in tmp_path.iterdir() if path.suffix == ".txt"]
    assert str(details[0]) in err
    assert "ZeroDivisionError" in details[0].read_text()


def test_a_reader_that_leaves_is_no_mistake(db):
    command = [sys.executable, "-m", "onthree_host.cli", "export", "records", "--db", db]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 0


# -- bad use: one sentence, exit 2 -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["dance"],
        ["--loud"],
        ["games", "extra"],
        ["games", "--db"],
        ["games", "--db", "/no/such/folder/games.db"],
        ["games", "--db", "{tmp}"],
        ["games", "--db", "{text}"],
        ["show"],
        ["show", "99", "--db", "{db}"],
        ["show", "first", "--db", "{db}"],
        ["show", "1", "--position", "99", "--db", "{db}"],
        ["show", "1", "--position", "x", "--db", "{db}"],
        ["show", "last"],
        ["verify", "99", "--db", "{db}"],
        ["verify", "--file", "/no/such/file"],
        ["verify", "--file", "{empty}"],
        ["verify", "1", "--file", "{text}"],
        ["verify", "--file", "{text}", "--db", "{db}"],
        ["verify"],
        ["score"],
        ["score", "crossing"],
        ["score", "chess", "{text}"],
        ["score", "crossing", "/no/such/file"],
        ["score", "crossing", "{text}"],
        ["score", "crossing", "{db}"],
        ["resolve"],
        ["resolve", POSITION],
        ["resolve", "chess/1 players=2", "e4"],
        ["resolve", POSITION, "T2 T1"],
        ["resolve", POSITION, "T2 T1 M9"],
        ["resolve", POSITION, "T2 T1 M1 M1"],
        ["resolve", POSITION.replace("bag=14", "bag=40"), "T2 T1 M1"],
        ["resolve", POSITION.replace("players=3", "players=x"), "T2 T1 M1"],
        ["resolve", POSITION.replace("phase=choose", "phase=end"), "T2 T1 M1"],
        ["resolve", "", ""],
        ["stats", "--db", "{text}"],
        ["stats"],
        ["export"],
        ["export", "everything"],
        ["export", "records", "--game", "99", "--db", "{db}"],
        ["export", "records", "-o", "/no/such/folder/log.jsonl", "--db", "{db}"],
        ["log", "--port", "/dev/no-such-port"],
        ["log", "--port", "/dev/no-such-port", "--db", "/no/such/folder/games.db"],
        ["log", "--once", "--wait"],
        ["doctor", "--port", "/dev/no-such-port"],
        ["doctor", "--port", "/dev/no-such-port", "--board", "unix"],
        ["doctor", "--board", "paper"],
    ],
    ids=" ".join,
)
def test_bad_use_is_one_sentence_and_exit_2(run, argv, tmp_path, db, is_sentence):
    text, empty = tmp_path / "letter.txt", tmp_path / "empty.txt"
    text.write_text("Dear Bob,\nhow are you?\n" * 100)
    empty.touch()
    places = {"{tmp}": tmp_path, "{db}": db, "{text}": text, "{empty}": empty}
    code, out, err = run(*[places.get(word, word) for word in argv])
    # A text of no records is not bad use but a log that is found wrong; everything else is.
    assert code == 2, (out, err)
    assert out == ""
    assert is_sentence(err), err


def test_no_device_is_a_sentence_and_exit_1(run, monkeypatch, is_sentence):
    monkeypatch.setattr("onthree_host.boards.serial.find", list)
    code, out, err = run("log")
    assert (code, out) == (1, "")
    assert is_sentence(err)
    assert "--port" in err


def test_several_devices_are_listed(run, monkeypatch, is_sentence):
    monkeypatch.setattr("onthree_host.boards.serial.find", lambda: ["/dev/ttyACM0", "/dev/ttyACM1"])
    code, _, err = run("log")
    assert code == 2
    assert is_sentence(err)
    assert "/dev/ttyACM0" in err
    assert "/dev/ttyACM1" in err


@pytest.mark.parametrize("name", ["crossing", "crisscross", "crystalla", "heroes"])
def test_letters_that_are_none_are_refused_like_any_nonsense(run, name):
    """What a shell hands on of bytes that are no UTF-8."""
    state = registry.load(name).new(3)
    for word in ("\udcff", "a\udcff=1", "G\udcff", "T=\udcff", "c1=\udcff"):
        code, out, err = run("resolve", state.position(), word)
        assert (code, out) == (2, "")
        assert "mistake in On Three" not in err
    code, _, err = run("resolve", state.position() + " \udcff", "-")
    assert code == 2
    assert "mistake in On Three" not in err


def test_what_went_wrong_is_kept_whatever_was_typed(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("sys.argv", ["onthree", "\udcff"])
    monkeypatch.setattr(cli, "_dispatch", lambda argv: 1 // 0)
    assert cli.main() == 1
    assert "please report it" in capsys.readouterr().err
    (kept,) = tmp_path.glob("onthree-error-*.txt")
    assert "ZeroDivisionError" in kept.read_text(encoding="utf-8")
