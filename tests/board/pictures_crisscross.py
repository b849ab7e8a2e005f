"""The scenes of Criss Cross for the album of pictures (see pictures.py): sheets on the pods, and on paper."""

from onthree.rules.game import CHANCE
from tests.board.crosses import Crosses
from tests.board.pictures_tools import pages
from tests.both.golden import STUCK

STATE = "crisscross"
PAPER = "crisscross-paper"
MODE, ADVANCED, ROLLER, START_SYMBOL, SYMBOLS = (0, 1), (2, 1), (5, 1), (6, 1), (7, 1)  # options, one press of B each


def place(crowd, seat, cells):
    """Enter the roll in two cells, `c1d1`; the first symbol in the first of them."""
    first, second = crowd.state.action_text(CHANCE, crowd.state.roll)
    crowd.place(seat, f"{cells[:2]}={first},{cells[2:]}={second}")
    crowd.desk.listen_for(0.3)


def three(table):
    """Three seats, sheets on the pods, the advanced game: from the start symbols to the scores."""
    with table.seated(Crosses, 3, ADVANCED) as crowd:
        table.take_hub(STATE, "start symbols")
        table.take_pod(0, STATE, "a start symbol to choose")
        table.take_pod(1, STATE, "seat 1 chooses first")
        crowd.start_symbols("A")
        table.take_pod(0, STATE, "its start symbol")
        crowd.start_symbols("CF", 1)
        table.board.run_for(0.3)
        table.take_hub(STATE, "all have start symbols")
        table.take_pod(0, STATE, "the first roll is here")
        table.take_pod(1, STATE, "the first roll is elsewhere")
        table.tap(0, "C")
        table.board.run_for(0.25)
        table.take_hub(STATE, "the dice tumble")
        table.take_pod(1, STATE, "the dice tumble")
        table.board.run_for(2)
        crowd.desk.listen_for(0.2)
        table.take_hub(STATE, "a roll, nobody has entered it")
        table.take_pod(0, STATE, "the first cell where the pair fits")
        for buttons, title in (("A", "the next cell"), ("B", "turned"), ("B", "swapped")):
            table.tap(0, buttons)
            table.take_pod(0, STATE, title)
        table.tap(0, "C")
        crowd.desk.listen_for(0.4)
        table.take_hub(STATE, "a roll, one has entered it")
        table.take_pod(0, STATE, "entered")
        for seat in (1, 2):
            crowd.place(seat)
        table.board.run_for(0.3)
        table.take_hub(STATE, "seat 2 rolls")
        table.take_pod(1, STATE, "the roll is here")
        table.take_pod(2, STATE, "the roll is elsewhere")
        crowd.play(5)
        pages(table, STATE, "after six rounds")
        crowd.play()
        table.board.run_for(0.4)
        table.take_hub(STATE, "all have entered the last roll")
        table.take_pod(0, STATE, "the last roll is entered")
        table.hub("C", 1)
        pages(table, STATE, "the end of the advanced game", 5)
        for seat in range(3):
            table.take_pod(seat, STATE, f"the end of the advanced game, seat {seat + 1}")


def stuck(table):
    """Two seats, one of them stuck as early as can be; the table rolls, and symbols are shapes."""
    with table.seated(Crosses, 2, ROLLER, SYMBOLS) as crowd:
        crowd.start_symbols("BE")
        table.board.run_for(0.3)
        table.take_hub(STATE, "shapes, the table rolls")
        for cells in STUCK[0].split():
            crowd.roll()
            place(crowd, 0, cells)
            crowd.place(1, crowd.state.action_text(1, crowd.state.legal_actions(1)[0]))
        table.board.run_for(0.3)
        table.take_hub(STATE, "one is stuck before the roll")
        table.take_pod(0, STATE, "stuck before the roll")
        crowd.roll()
        table.board.run_for(0.3)
        table.take_hub(STATE, "one is stuck")
        table.take_pod(0, STATE, "stuck")
        table.take_pod(1, STATE, "shapes")
        while crowd.state.actors():
            crowd.place(1, crowd.state.action_text(1, crowd.state.legal_actions(1)[0]))
            if crowd.state.current() == CHANCE:
                crowd.roll()
        table.board.run_for(0.3)
        table.hub("C", 1)
        table.take_hub(STATE, "the end of the basic game")
        table.take_pod(0, STATE, "the end of the basic game, a sheet that was stuck")
        table.take_pod(1, STATE, "the end of the basic game, a full sheet")


def alone(table):
    """One seat against the table of ranks, the start symbol rolled."""
    with table.seated(Crosses, 1, START_SYMBOL) as crowd:
        table.take_hub(STATE, "alone")
        table.take_pod(0, STATE, "alone")
        crowd.play()
        table.board.run_for(0.3)
        table.hub("C", 1)
        table.take_hub(STATE, "alone, the end")
        table.take_pod(0, STATE, "alone, the end")


def paper(table):
    """Three seats with sheets on paper, the advanced game."""
    with table.seated(Crosses, 3, MODE, ADVANCED) as crowd:
        crowd.start_symbols("ABC")
        crowd.roll()
        table.board.run_for(0.5)
        table.take_hub(PAPER, "a roll")
        table.take_pod(0, PAPER, "a roll")
        crowd.answer(0, "C")
        table.board.run_for(0.3)
        table.take_hub(PAPER, "a roll, one is done")
        table.take_pod(0, PAPER, "done")
        for seat in (1, 2):
            crowd.answer(seat, "C")
        table.board.run_for(0.3)
        table.take_hub(PAPER, "seat 2 rolls")
        table.take_pod(1, PAPER, "the roll is here")
        table.take_pod(2, PAPER, "the roll is elsewhere")
        while crowd.state.round < 8:
            paper_round(crowd)
        crowd.roll()
        table.board.run_for(0.3)
        table.take_pod(1, PAPER, "done or stuck?")
        table.tap(1, "A")
        table.board.run_for(0.2)
        table.take_pod(1, PAPER, "stuck or done?")
        crowd.answer(1, "C")
        table.board.run_for(0.2)
        table.take_pod(1, PAPER, "stuck")
        paper_round(crowd, roll=False)
        while not crowd.state.scoring():
            paper_round(crowd)
        table.board.run_for(0.3)
        paper_scores(table, crowd)


def paper_round(crowd, roll=True):
    """Let all say that they are done."""
    if roll:
        crowd.roll()
    for seat in crowd.awaited():
        crowd.answer(seat, "C")
    crowd.desk.listen_for(0.2)


def paper_scores(table, crowd):
    """One leaves its points to paper, two enter their lines."""
    table.take_hub(PAPER, "points are entered")
    table.take_pod(0, PAPER, "on paper, or the first line")
    crowd.answer(2, "C")
    table.board.run_for(0.2)
    table.take_pod(2, PAPER, "left to paper")
    for line in range(11):
        for seat, presses in ((0, "A" + "A" * (line % 3)), (1, "A" * (line == 0) + "A" * (line % 4))):
            if line:
                presses = presses[1:]
            if (line, seat) in ((0, 0), (5, 0), (10, 0)):
                table.tap(seat, presses)
                table.board.run_for(0.2)
                table.take_pod(seat, PAPER, f"line {line + 1}")
                presses = ""
            crowd.answer(seat, presses + "C")
        if line == 4:
            table.board.run_for(0.2)
            table.take_hub(PAPER, "some lines are entered")
    table.board.run_for(0.3)
    table.take_hub(PAPER, "all points are entered")
    table.take_pod(0, PAPER, "all points are entered")
    table.hub("C", 1)
    pages(table, PAPER, "the end", 5)
    for seat in range(3):
        table.take_pod(seat, PAPER, f"the end, seat {seat + 1}")


SCENES = (three, stuck, alone, paper)
