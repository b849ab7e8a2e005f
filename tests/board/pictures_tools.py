"""The scenes of the tools for the album of pictures (see pictures.py): each in use, as its users see it."""

from tests.board.crowd import TAP_MS


def sit_down(table, entry, players, presses=""):
    """From the menu into a tool; `presses` among its options, if it has any."""
    while entry not in table.board.hub.words():
        table.hub("A")
    table.hub("C")
    if "nobody yet" not in table.board.hub.words():
        table.hub(presses, 0.15)
        table.hub("C")
    for pod in range(players):
        table.tap(pod, "A")
    table.hub("C", 0.6)


def leave(table):
    """Stop the tool."""
    table.hold()
    table.hub("A", 0.5)


def pages(table, state, title, most=4):
    """Take all pages of the hub."""
    first = table.board.hub.words()
    for page in range(1, most + 1):
        table.take_hub(state, f"{title}, page {page}")
        table.hub("A", 0.2)
        if table.board.hub.words() == first:
            return


def reveal(table):
    sit_down(table, "Reveal", 4)
    table.take_hub("tools", "reveal, nobody has chosen")
    table.take_pod(0, "tools", "reveal, the question")
    table.choose("A", "AA", "AA", "AAA")
    table.take_pod(1, "tools", "reveal, a choice")
    table.count()
    table.take_pod(1, "tools", "reveal, the choice on three")
    table.board.run_for(3)
    table.take_hub("tools", "reveal, what they chose")
    table.take_pod(1, "tools", "reveal, two chose the same")
    table.take_pod(3, "tools", "reveal, the other choice")
    leave(table)


def dice(table):
    sit_down(table, "Dice", 3, "BBBB")
    table.take_hub("tools", "dice, no roll yet")
    table.take_pod(0, "tools", "dice, no roll yet")
    table.tap(0, "C")
    table.board.run_for(1.5)
    pages(table, "tools", "dice, a roll")
    table.take_pod(1, "tools", "dice, a roll")
    leave(table)


def order(table):
    sit_down(table, "Who begins?", 4, "B")
    table.board.run_for(1)
    table.take_hub("tools", "who begins, the order")
    table.take_pod(0, "tools", "who begins, a place")
    table.hub("B", 0.5)


def rounds(table):
    sit_down(table, "Rounds", 4)
    pages(table, "tools", "rounds, the first turn")
    table.take_pod(0, "tools", "rounds, the turn is here")
    table.take_pod(1, "tools", "rounds, the turn is elsewhere")
    leave(table)


def buzzer(table):
    board = table.board
    sit_down(table, "Buzzer", 6)
    table.tap(5, "A")
    table.take_hub("ready", "one was too early")
    table.take_pod(0, "ready", "a press would be too early")
    table.take_pod(5, "ready", "too early")
    go = board.hub_press("C", TAP_MS)
    for pod, after in ((1, 500_000), (2, 500_100), (0, 512_340)):
        board.press(pod, "B", TAP_MS, at_us=go + after)
    board.run_for(0.45)
    table.take_hub("race", "go")
    table.take_pod(3, "race", "go")
    board.run_for(0.4)
    table.take_hub("race", "three have pressed")
    table.take_pod(0, "race", "has pressed")
    table.hub("C", 0.6)
    pages(table, "tools", "buzzer, who was first")
    for pod, what in ((1, "a tie"), (0, "later"), (3, "not at all"), (5, "too early")):
        table.take_pod(pod, "tools", f"buzzer, {what}")
    leave(table)


SCENES = (reveal, dice, order, rounds, buzzer)
