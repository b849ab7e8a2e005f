"""The tools for any game: a reveal, dice, an order, rounds, a buzzer. Each keeps the contract of `rules/game.py`."""
