"""`onthree deploy` against an emulated Pico behind a pty, with the real mpremote."""

import contextlib
import hashlib
import json
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from onthree_host import cards, deploy
from onthree_host.boards.bots import Bots
from onthree_host.boards.pico import PicoBoard
from onthree_host.boards.serve import serve_pty
from onthree_host.cli import main
from onthree_host.errors import LinkError, UsageError
from onthree_host.link import Recorded
from onthree_host.mpy import compile_file, device_contents
from onthree_host.recorder import Recorder
from onthree_host.sources import build_name, firmware_folder
from onthree_host.store import Store
from onthree_host.verify import verify_log
from tests.board.test_pico_power import records_in

GREETER = Path(__file__).parent / "fixtures" / "greeter.py"
WHAT_IT_NEEDS = ("main.py", "onthree/__init__.mpy", "onthree/compat.mpy", "onthree/wire.mpy", "onthree/records.mpy")


@contextlib.contextmanager
def on_a_port(board, speed=None):
    """The board behind a pty, served by a thread as fast as it goes; gives the pty's name."""
    names, named, done = [], threading.Event(), threading.Event()

    def ready(name):
        names.append(name)
        named.set()

    thread = threading.Thread(target=serve_pty, args=(board, speed, ready, done.is_set))
    thread.start()
    try:
        assert named.wait(30)
        yield names[0]
    finally:
        done.set()
        thread.join()


@pytest.fixture
def contents(monkeypatch):
    """A firmware of six small files, in place of the real one."""
    everything = device_contents()
    small = {name: everything[name] for name in WHAT_IT_NEEDS}
    small["start.mpy"] = compile_file(GREETER, "start.py")
    monkeypatch.setattr("onthree_host.mpy.device_contents", lambda plain=False: dict(small))
    return small


@pytest.mark.pico
def test_deploy_brings_a_board_up_to_date_and_leaves_the_rest_alone(contents, capsys):
    old = {
        **contents,
        "onthree/wire.mpy": contents["onthree/wire.mpy"],
        "start.mpy": compile_file(GREETER, "older.py"),
        "onthree/gone/away.mpy": b"stale",
        "device/app.py": b"stale",
        "journal/0001.log": b"a game",
        "mine.py": b"print('mine')\n",
    }
    board = PicoBoard(firmware=False, files=old)
    with on_a_port(board) as port:
        assert main(["deploy", "--port", port, "--wait", "120", "--dry-run"]) == 0
        said = capsys.readouterr()
        assert said.out.splitlines()[:3] == [
            "copy    start.mpy",
            "remove  device/app.py",
            "remove  onthree/gone/away.mpy",
        ]
        assert "On Three greeter runs on device 0123456789abcdef" in said.out
        assert main(["deploy", "--port", port, "--wait", "120", "--json"]) == 0
        facts = json.loads(capsys.readouterr().out)
        assert (facts["copied"], facts["unchanged"]) == (["start.mpy"], 5)
        assert facts["removed"] == ["device/app.py", "onthree/gone/away.mpy"]
        assert (facts["micropython"], facts["firmware"]) == ("1.26.1", "greeter")
        assert main(["deploy", "--port", port, "--wait", "120"]) == 0
        assert "all 6 files are up to date" in capsys.readouterr().err
    expected = {**contents, "journal/0001.log": b"a game", "mine.py": b"print('mine')\n"}
    assert board.device_files() == expected
    assert len(board.machine.resets) == 3


@pytest.mark.pico
def test_deploy_onto_a_board_with_nothing_but_micropython_and_a_card_file_with_it(contents, capsys, tmp_path):
    file = tmp_path / "mine.json"
    file.write_text(cards.example("crystalla"))
    deck = cards.compile(cards.parse(file.read_text()))
    board = PicoBoard(firmware=False)
    with on_a_port(board) as port:
        assert main(["deploy", "--port", port, "--wait", "120", "--cards", str(file)]) == 0
    said = capsys.readouterr()
    assert "journal/crystalla.cards has the cards." in said.err
    assert "  6 of 6  main.py" in said.err  # the last, so that half a firmware never starts
    assert board.device_files() == {**contents, "journal/crystalla.cards": deck}


def play(board, folder, turns):
    """Let bots play so many turns of Crossing, with a PC that listens; return the verdicts of `verify`."""
    with Store.open(folder / "games.db") as store:
        board.port.open()
        board.port.timeout = 0.02
        recorder = Recorder(board.port, store)
        bots = Bots(board, range(3), seed=5, hurry=True)
        bots.start()
        moves = 0
        end = board.now_us + 300_000_000
        while moves < turns or not recorder.caught_up:
            assert board.now_us < end, board.describe()
            events = recorder.poll(board.now_us / 1e6)
            moves += sum(isinstance(event, Recorded) and event.members["k"] == "move" for event in events)
        bots.stop()
        board.port.close()
        return list(verify_log(store.records()))


def examined(board, capsys, monkeypatch):
    """Return what `onthree doctor` says over the pty. Its clock is the board's, which may lag behind."""
    monkeypatch.setattr("onthree_host.cli.doctor.time", SimpleNamespace(monotonic=lambda: board.now_us / 1e6))
    with on_a_port(board, 1.0) as port:
        code = main(["doctor", "--port", port, "--json"])
    facts = json.loads(capsys.readouterr().out)["device"]
    assert code == 0, facts
    return facts


@pytest.mark.slow  # 240 KB through the emulated USB
def test_an_empty_pico_gets_the_whole_firmware_plays_and_is_brought_up_to_date(uf2, capsys, tmp_path, monkeypatch):
    whole = device_contents()
    first = {**whole, "device/gone.mpy": b"of an earlier version"}
    monkeypatch.setattr("onthree_host.mpy.device_contents", lambda plain=False: dict(first))
    board = PicoBoard(firmware=False, pods=3)
    with on_a_port(board) as port:
        assert main(["deploy", "--port", port, "--wait", "900"]) == 0
    said = capsys.readouterr()
    assert f"{len(first)} files to copy, 0 to remove, 0 unchanged" in said.err
    assert f"{len(first):3} of {len(first)}  main.py" in said.err
    assert "Every file compared" in said.err
    assert f"On Three {build_name()} runs on device e661000000000001" in said.out
    files = board.device_files()
    assert {path: data for path, data in files.items() if not path.startswith("journal/")} == first

    facts = examined(board, capsys, monkeypatch)["facts"]
    assert (facts["device"], facts["firmware"], facts["micropython"]) == ("e661000000000001", build_name(), "1.26.1")
    assert (facts["displays"], facts["stuck"]) == (["hub", "1", "2", "3"], [])
    assert facts["state"] in ("boot", "menu")  # first it says which pods are not there
    assert facts["unread"] >= 2  # that it started, and that pods are missing
    assert facts["heap"] > 140_000
    assert 400_000 < facts["flash"] < 1_000_000
    assert abs(facts["clock_drift_ms"]) < 150

    (verdict,) = play(board, tmp_path, turns=1)
    assert verdict.ok
    before = records_in(board.machine.flash)
    assert "move" in [record["k"] for record in before]
    words = "device/words/en.mpy"
    changed = {**whole, words: compile_file(firmware_folder() / "device" / "words" / "en.py", "words.py")}
    assert changed[words] != whole[words]
    monkeypatch.setattr("onthree_host.mpy.device_contents", lambda plain=False: dict(changed))
    with on_a_port(board) as port:
        assert main(["deploy", "--port", port, "--wait", "900", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["copied"], facts["removed"]) == ([words], ["device/gone.mpy"])
    assert facts["unchanged"] == len(whole) - 1
    restarted = int(board.machine.resets[-1])
    files = board.device_files()
    assert {path: data for path, data in files.items() if not path.startswith("journal/")} == changed
    assert records_in(board.machine.flash)[: len(before)] == before
    board.run_for(6)  # first it says which pods are not there
    assert board.hub.first_shown("The game goes on", restarted)


@pytest.mark.brief
def test_a_pico_with_the_whole_firmware_can_be_looked_at(uf2):
    whole = {path: data for path, data in device_contents().items() if path != "main.py"}
    board = PicoBoard(firmware=False, files=whole)
    with on_a_port(board) as port:
        found = deploy.look(port).files
    assert found == {path: (len(data), hashlib.sha256(data).hexdigest()) for path, data in whole.items()}


@pytest.mark.pico
def test_a_port_in_use_and_an_app_that_never_greets(contents, capsys):
    contents["start.mpy"] = b"no .mpy file"
    board = PicoBoard(firmware=False)
    with on_a_port(board) as port:
        line = deploy.serial.open_port(port)
        assert main(["deploy", "--port", port, "--wait", "120"]) == 1
        assert capsys.readouterr().err.splitlines()[-1].startswith(f"Another program uses {port}")
        line.close()
        assert main(["deploy", "--port", port, "--wait", "1"]) == 1
        assert "did not greet within 1 s" in capsys.readouterr().err.splitlines()[-1]


def test_a_card_file_that_cannot_be_played_is_refused_before_anything_is_done(capsys, tmp_path):
    file = tmp_path / "mine.json"
    file.write_text(cards.example("heroes").replace('"kind": "flat"', '"kind": "round"', 1))
    assert main(["deploy", "--port", "/dev/none", "--cards", str(file)]) == 2
    assert "Trial 1 needs 'kind'" in capsys.readouterr().err


def device(files=(), version=(1, 26, 1), free=900_000):
    return deploy.Device("Pico", version, free, dict(files))


def test_a_plan_counts_blocks_and_knows_what_is_stale():
    digest = "3a6eb0790f39ac87c94f3856b2dd2c5d110e6811602261a9a923d3bb23adc8b7"  # of b"data"
    has = device({"main.py": (4, digest), "device/old.mpy": (5000, digest), "onthree/x.mpy": (4, "00")})
    todo = deploy.plan(has, {"main.py": b"data", "onthree/x.mpy": b"data"})
    assert (todo.keep, todo.copy, todo.remove) == (["main.py"], {"onthree/x.mpy": b"data"}, ["device/old.mpy"])
    assert todo.room == 4096 - 8192
    assert deploy._emptied(has, todo) == ["device"]
    with pytest.raises(ValueError, match="journal/x"):
        deploy.plan(has, {"journal/x": b""})


def test_a_full_flash_is_noticed_before_anything_is_touched(monkeypatch):
    monkeypatch.setattr(deploy, "mpremote", lambda *_: pytest.fail("mpremote was called"))
    todo = deploy.plan(device(free=20_000), {"device/a.mpy": b"x" * 9000})
    with pytest.raises(deploy.DeployError, match=r"The flash is full: 12 KB are needed and 19 KB are free"):
        deploy.carry_out("port", device(free=20_000), todo)


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"name": "circuitpython", "version": [9, 0, 0]}, "runs circuitpython 9.0.0: On Three needs MicroPython"),
        ({"name": "micropython", "version": [1, 24, 1], "mpy": 6}, "runs MicroPython 1.24.1, and On Three needs 1.26"),
        ({"name": "micropython", "version": [2, 0, 0], "mpy": 7}, r"one that takes \.mpy files of version 6"),
        (
            {"name": "micropython", "version": [1, 26, 1], "mpy": 6, "error": "OSError(19)"},
            "file system cannot be read",
        ),
    ],
)
def test_a_board_with_something_else_on_it(monkeypatch, facts, message):
    answer = json.dumps({"machine": "a board", "mpy": 0, **facts})
    monkeypatch.setattr(deploy, "mpremote", lambda *_: f"noise\n{answer}\n")
    with pytest.raises(deploy.DeployError, match=message):
        deploy.look("port")


@pytest.mark.parametrize(
    ("output", "kind", "message"),
    [
        (
            "mpremote: failed to access /dev/x (it may be in use by another program)\n",
            LinkError,
            "Another program uses",
        ),
        ("mpremote: could not enter raw repl\n", deploy.DeployError, "hold the hub's button A while plugging it in"),
        ("OSError: [Errno 28] ENOSPC\n", deploy.DeployError, "The flash is full"),
        (
            "Traceback\nmpremote: something new\n",
            deploy.DeployError,
            "mpremote could not work on port: mpremote: something",
        ),
    ],
)
def test_what_mpremote_says_becomes_one_sentence(output, kind, message):
    error = deploy._explained("port", output)
    assert isinstance(error, kind)
    assert message in str(error)
    assert "\n" not in str(error)


def test_no_board_and_a_board_in_bootsel_mode(monkeypatch, capsys):
    monkeypatch.setattr(deploy.serial, "find", list)
    monkeypatch.setattr(deploy, "bootsel_boards", list)
    assert main(["deploy"]) == 1
    assert "No Pico is plugged in" in capsys.readouterr().err
    monkeypatch.setattr(deploy, "bootsel_boards", lambda: ["/media/me/RPI-RP2"])
    assert main(["deploy"]) == 1
    assert "in BOOTSEL mode" in capsys.readouterr().err
    assert main(["deploy", "--port", "/dev/no-such-port"]) == UsageError.exit_code
    assert "There is no port /dev/no-such-port" in capsys.readouterr().err


def test_boards_in_bootsel_mode_are_found(tmp_path):
    (tmp_path / "usb" / "1-1").mkdir(parents=True)
    (tmp_path / "usb" / "1-1" / "idVendor").write_text("2e8a\n")
    (tmp_path / "usb" / "1-1" / "idProduct").write_text("0003\n")
    mounts = (f"{tmp_path}/media/*",)
    assert deploy.bootsel_boards(tmp_path / "usb", mounts) == ["RP2040"]
    drive = tmp_path / "media" / "me" / "RPI-RP2"
    drive.mkdir(parents=True)
    (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader")
    assert deploy.bootsel_boards(tmp_path / "usb", mounts) == [str(drive)]
    assert deploy.bootsel_boards(tmp_path / "none", ()) == []
