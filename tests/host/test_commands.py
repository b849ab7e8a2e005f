"""The commands that read a store: what they print, and how they end."""

import json
import re

from tests.host import logs


# -- the commands ------------------------------------------------------------------------------------------------
def test_games_lists_them(run, db):
    code, out, _ = run("games", "--db", db)
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == ["game", "1", "2", "3"]
    assert "finished" in out
    assert "stopped" in out
    code, out, _ = run("games", "--db", db, "--json")
    found = json.loads(out)
    assert [game["players"] for game in found] == [4, 3, 5]
    assert found[0]["ending"] == "finished"
    assert len(found[0]["scores"]) == 4


def test_no_games_yet_is_nothing_wrong(run, tmp_path, fill):
    empty = fill(tmp_path / "new.db", [])
    for command in ("games", "stats"):
        code, out, _ = run(command, "--db", empty)
        assert code == 0
        assert "onthree demo" in out
    assert json.loads(run("games", "--db", empty, "--json")[1]) == []


def test_show_tells_a_game(run, db, log):
    code, out, _ = run("show", "1", "--db", db)
    assert code == 0
    moves = [json.loads(raw) for raw in log.records if b'"k":"move","g":1,' in raw]
    turns = sum(1 for found in moves if found["seat"] == 0)
    assert f"turn {turns}, the last turn" in out
    assert out.count("mushrooms ") == turns + 1  # a table a turn, and the last one
    end = next(json.loads(raw) for raw in log.records if b'"k":"end","g":1,' in raw)
    for seat, points in enumerate(end["scores"].split()):
        assert f"seat {seat + 1}: {points} points (" in out


def test_show_tells_a_walk_in_one_sentence(run, tmp_path, fill):
    log = logs.Log(5, apart=True)
    log.game(3, name="crystalla")
    code, out, _ = run("show", "last", "--db", fill(tmp_path / "games.db", log.records))
    assert code == 0
    words = " ".join(out.split())
    walks = re.findall(r"seat \d takes all pieces from [a-c]\d, drops (.*?) on [a-c]\d, takes the card", words)
    assert len(walks) == words.count("takes all pieces") == 27  # nine rounds of three
    assert max(len(line) for line in out.split("\n")) <= 130


def test_show_gives_the_position_that_resolve_reads(run, db):
    code, position, _ = run("show", "1", "--db", db, "--position", "2")
    assert code == 0
    assert position.startswith("crossing/1 players=4 turn=2 ")
    shown = json.loads(run("show", "1", "--db", db, "--json")[1])
    move = next(step for step in shown["steps"] if step["kind"] == "move" and step["turn"] == 2)
    assert move["before"] == position.strip()
    code, out, _ = run("resolve", position.strip(), move["words"], "--json")
    assert code == 0
    assert json.loads(out) == {"position": move["after"], "events": move["events"]}


def test_show_marks_a_wrong_log(run, tmp_path, log, fill):
    at = next(i for i, raw in enumerate(log.records) if b'"k":"move"' in raw)
    bad = [*log.records[:at], logs.resealed(log.records[at], h="0" * 16), *log.records[at + 1 :]]
    code, out, _ = run("show", "1", "--db", fill(tmp_path / "bad.db", bad))
    assert code == 1
    assert "WRONG" in out


def test_verify_of_a_true_store(run, db):
    code, out, _ = run("verify", "--db", db)
    assert code == 0
    assert "3 of 3 games right" in out
    for name in ("1", "last", "all"):
        code, out, _ = run("verify", name, "--db", db, "--json")
        assert code == 0
        assert json.loads(out)["ok"] is True


def test_verify_of_an_unfinished_game_is_fine_with_a_word(run, tmp_path, fill):
    made = logs.Log(1)
    made.game(4, turns=3, ending="none")
    code, out, _ = run("verify", "last", "--db", fill(tmp_path / "part.db", made.records))
    assert code == 0
    assert "unfinished" in out


def test_verify_names_the_wrong_record(run, tmp_path, log, fill):
    at = next(i for i, raw in enumerate(log.records) if b'"k":"draw","g":2,' in raw)
    stones = json.loads(log.records[at])["x"].split()
    stones[0] = "B" if stones[0] != "B" else "R"
    bad = [*log.records[:at], logs.resealed(log.records[at], x=" ".join(stones)), *log.records[at + 1 :]]
    code, out, _ = run("verify", "--db", fill(tmp_path / "bad.db", bad))
    assert code == 1
    assert f"record {at + 1}: chance gave" in out
    assert "2 of 3 games right" in out
    code, out, _ = run("verify", "2", "--db", tmp_path / "bad.db", "--json")
    assert code == 1
    assert json.loads(out)["games"][0]["seq"] == at + 1


def test_verify_reports_what_came_twice_and_different(run, tmp_path, log, fill):
    path = fill(tmp_path / "twice.db", log.records)
    fill(tmp_path / "twice.db", [logs.resealed(log.records[4], ms=99999999)])
    code, out, _ = run("verify", "--db", path)
    assert code == 1
    assert "record 5 " in out


def test_verify_reads_what_export_writes(run, db, tmp_path, log):
    target = tmp_path / "log.jsonl"
    assert run("export", "records", "--db", db, "-o", target)[0] == 0
    assert target.read_bytes().splitlines() == log.records
    code, out, _ = run("verify", "--file", target)
    assert code == 0
    assert "3 of 3 games right" in out
    captured = b"".join(b"\x1e" + raw + b"\r\n" for raw in log.records)
    assert run("verify", "--file", "-", stdin=captured)[0] == 0
    target.write_text("hello\n" + target.read_text())
    assert run("verify", "--file", target)[0] == 1


def test_export_of_games_and_of_one_game(run, db):
    lines = run("export", "games", "--db", db)[1].splitlines()
    assert lines[0].startswith("id,device,")
    assert len(lines) == 4
    lines = run("export", "records", "--game", "2", "--db", db)[1].splitlines()
    assert json.loads(lines[0])["k"] == "commit"
    assert json.loads(lines[-1])["k"] == "end"


def test_stats_sum_up(run, db):
    found = json.loads(run("stats", "--db", db, "--json")[1])
    assert [(group["players"], group["finished"], group["unfinished"]) for group in found] == [
        (3, 1, 0),
        (4, 1, 0),
        (5, 0, 1),
    ]
    assert sum(found[0]["wins_by_seat"]) >= 1
    assert "crossing" in run("stats", "--db", db)[1]
