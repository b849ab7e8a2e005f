"""The rules of the games: one module a game, all of them keeping the contract of `game.py`."""
