"""Lists and sums over the games of a store."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import datetime
from statistics import mean
from typing import Any

from onthree.rules import registry
from onthree_host.store import GameRow

CSV_COLUMNS = (
    "id", "device", "device_game", "game", "players", "options", "heard_at", "moves", "ending", "scores", "places",
)  # fmt: skip


def when(milliseconds: int | None) -> str:
    """Return a moment in this computer's time zone, "2026-11-30 14:05"."""
    if milliseconds is None:
        return "-"
    return datetime.fromtimestamp(milliseconds / 1000).isoformat(sep=" ", timespec="minutes")


def ending(row: GameRow) -> str:
    """Return how a game ended, in a word."""
    return {"end": "finished", "stop": "stopped"}.get(row.ending or "", "unfinished")


def winners(row: GameRow) -> list[int]:
    """Return the seats (from 1) that won."""
    return [seat + 1 for seat, place in enumerate(row.places) if place == 1]


def facts(row: GameRow) -> dict[str, Any]:
    """Return a game of the list as JSON has it."""
    return {
        "id": row.id,
        "device": row.dev,
        "device_game": row.g,
        "game": row.game,
        "players": row.players,
        "options": row.options,
        "heard_at": row.heard_at,
        "moves": row.moves,
        "ending": ending(row),
        "scores": list(row.scores),
        "places": list(row.places),
    }


def games_csv(rows: Sequence[GameRow]) -> str:
    """Return the list of games as CSV, with a heading."""
    text = io.StringIO()
    writer = csv.DictWriter(text, CSV_COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        found = facts(row)
        writer.writerow({**found, **{name: " ".join(map(str, found[name])) for name in ("scores", "places")}})
    return text.getvalue()


def stats(rows: Sequence[GameRow]) -> list[dict[str, Any]]:
    """Return, for each game and number of players: how many were played, points, and wins by seat. Tools have none."""
    groups: dict[tuple[str, int], list[GameRow]] = {}
    for row in rows:
        if row.game is not None and row.players is not None and row.game not in registry.TOOLS:
            groups.setdefault((row.game, row.players), []).append(row)
    return [_group(game, players, groups[game, players]) for game, players in sorted(groups)]


def _group(game: str, players: int, rows: list[GameRow]) -> dict[str, Any]:
    over = [row for row in rows if row.ending == "end"]
    points = [score for row in over for score in row.scores]
    return {
        "game": game,
        "players": players,
        "finished": len(over),
        "unfinished": len(rows) - len(over),
        "mean_points": round(mean(points), 1) if points else None,
        "mean_best": round(mean(max(row.scores) for row in over), 1) if over else None,
        "highest": max(points, default=None),
        "shared_wins": sum(1 for row in over if len(winners(row)) > 1),
        "wins_by_seat": [sum(1 for row in over if seat + 1 in winners(row)) for seat in range(players)],
    }
