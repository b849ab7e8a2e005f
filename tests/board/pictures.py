"""Every screen of lobby, games and tools as a picture in text, under pictures/, one file a state.

    python -m tests.board.pictures --write         # keep what the firmware draws now, on the games' pages, too
    python -m tests.board.pictures --png FOLDER    # the same as PNGs, to look at

A script of presses leads through all states on the virtual board; the stones are always the same ones. Two pixels of
a display stand above each other in a character, so the pictures have the right shape in an editor.
"""

import argparse
import itertools
import tempfile
from contextlib import contextmanager
from pathlib import Path

from hardware import screens
from onthree.records import FROM_PC, message
from onthree.wire import frame
from onthree_host.boards.flash import BLOCK
from onthree_host.boards.glass import Glass
from onthree_host.boards.unix import UnixBoard
from onthree_host.store import Store
from tests.board import pictures_crisscross, pictures_crystalla, pictures_heroes, pictures_tools, pictures_tracker
from tests.board.crowd import TAP_MS, Desk

FOLDER = Path(__file__).parent / "pictures"
MAIN = Path(__file__).parent / "fixtures" / "fixed_main.py"
FAST = "count_ms=300\nauto_ms=0\nresult_ms=0\n"
SECOND = 1_000_000
HALVES = {"  ": " ", "# ": "▀", " #": "▄", "##": "█"}


def drawn(glass):
    """Return a glass as 32 lines of characters, two pixels in each, open to the right."""
    rows = glass.picture()
    lines = ["┌" + "─" * 128]
    for y in range(0, 64, 2):
        pairs = zip(rows[y], rows[y + 1], strict=True)
        lines.append("│" + "".join(HALVES[upper + lower] for upper, lower in pairs).rstrip())
    return "\n".join([*lines, "└" + "─" * 128])


class Album:
    """Pictures by state, in the order in which they were taken."""

    def __init__(self):
        self.pages = {}

    def take(self, state, title, panel):
        """Keep what a display shows."""
        page = self.pages.setdefault(state, {})
        assert title not in page, f"{state} has two pictures called {title!r}"
        page[title] = Glass(bytes(panel.glass.data))

    def text(self, state):
        """Return a state's pictures as they are kept."""
        return "\n".join(f"{title}\n{drawn(glass)}\n" for title, glass in self.pages[state].items())


class Table:
    """A board and the hands around it."""

    def __init__(self, album, settings="", **options):
        prepare = options.pop("prepare", None)
        self.album = album
        self.board = UnixBoard(main=MAIN, start=False, **options)
        self.board.flash.put("settings", (FAST + settings).encode())
        if prepare:
            prepare(self.board)
        self.board.power_on()
        self.board.run_for(0.7)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.board.close()

    def hub(self, buttons, wait=0.25):
        for button in buttons:
            self.board.hub_press(button, TAP_MS)
            self.board.run_for(wait)

    def hold(self, seconds=1.2):
        """Hold hub B down."""
        self.board.hub_press("B", 1000 * seconds)
        self.board.run_for(seconds + 0.3)

    def tap(self, pod, buttons):
        for button in buttons:
            self.board.press(pod, button, TAP_MS)
            self.board.run_for(0.12)

    def says(self, words, seconds=20):
        self.board.run_until_text(self.board.hub, words, seconds * SECOND)

    def take_hub(self, state, title):
        self.album.take(state, f"hub: {title}", self.board.hub)

    def take_pod(self, pod, state, title):
        self.album.take(state, f"pod: {title}", self.board.pod(pod))

    @contextmanager
    def seated(self, kind, players, *options):
        """Players of a kind who have sat down, to whom a PC listens, so that they know what they are asked."""
        with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "log.db") as store:
            crowd = kind(Desk(self.board, store), range(players))
            crowd.sit_down(options)
            self.board.run_for(0.3)
            yield crowd

    def open_crossing(self):
        while "Crossing" not in self.board.hub.words():
            self.hub("A")
        self.hub("C")

    def sit_down(self, players, presses=""):
        """From the menu into the first turn; `presses` among the options."""
        self.open_crossing()
        self.hub(presses, 0.15)
        self.hub("C")
        for pod in range(players):
            self.tap(pod, "A")
        self.hub("C", 0.5)

    def choose(self, *presses):
        for pod, buttons in enumerate(presses):
            self.tap(pod, buttons)
        self.board.run_for(0.2)

    def count(self):
        """Press hub C until the count runs, and wait for the reveal."""
        for _ in range(3):  # the first press may only name those who have not chosen
            self.hub("C", 0.4)
            if any(self.board.pod(pod).glass.lit for pod in range(6)):
                break
        else:
            raise AssertionError(f"no count: {self.board.describe()}")
        while any(self.board.pod(pod).glass.lit for pod in range(6)):
            self.board.run_for(0.05)

    def turn(self, *presses):
        """A whole turn, up to where the next choice is asked for or something else is."""
        self.choose(*presses)
        self.count()
        self.board.run_for(0.5)
        self.hub("C", 0.4)


# -- the scenes ------------------------------------------------------------------------------------------------
def before_a_game(album):
    def broken(board):
        board.stick(0, "B")
        board.no_mux()

    with Table(album, prepare=broken) as table:
        table.take_hub("boot", "no mux, a stuck button")
    with Table(album, pods=4) as table:
        table.take_hub("boot", "two pods are not there")
        table.hub("C")
        while "Crossing" not in table.board.hub.words():
            table.hub("A")
        table.take_hub("menu", "a game")
        while "Settings" not in table.board.hub.words():
            table.hub("A")
        table.take_hub("menu", "the settings")
        table.hub("C")
        all_values(table)
    with Table(album) as table:
        table.open_crossing()
        all_values(table)
        table.hub("C")
        people_join(table)


def other_games(album):
    """The options of all other games; with card files, so that those are asked for, too."""

    def cards(board):
        pictures_crystalla.deck(board)
        pictures_heroes.with_invented(board)

    with Table(album, prepare=cards) as table:
        for game in ("Criss Cross", "Crystalla", "Crossing Heroes"):
            while game not in table.board.hub.words():
                table.hub("A")
            table.take_hub("menu", game)
            table.hub("C")
            all_values(table, f"{game}: ")
            table.hub("C")
            table.hub("B", 0.5)


def all_values(table, game=""):
    """Go through all options and their values, as far as they can be told apart by their words."""
    names = []
    while (name := " ".join(table.board.hub.text().split("\n")[2].split())) not in names:
        names.append(name)
        seen = []
        while table.board.hub.words() not in seen:
            seen.append(table.board.hub.words())
            table.take_hub("options", f"{game}{name}, value {len(seen)}")
            table.hub("B", 0.15)
        table.hub("A", 0.15)


def people_join(table):
    table.take_hub("join", "nobody has joined")
    table.take_pod(0, "join", "the invitation")
    table.tap(1, "A")
    table.tap(4, "A")
    table.take_hub("join", "one more is needed")
    table.take_pod(4, "join", "has joined")
    for pod in (0, 2, 3, 5):
        table.tap(pod, "A")
    table.take_hub("join", "all six have joined")


def six_seats(album):
    with Table(album) as table:
        table.sit_down(6)
        first_turn(table)
        second_turn(table)
        third_turn(table)
        last_turns(table)


def first_turn(table):
    table.take_hub("choose", "six seats, nobody has chosen")
    table.take_pod(0, "choose", "the question in the first turn")
    table.choose("A", "AA", "AA", "AAA")
    table.take_hub("choose", "four of six have chosen")
    table.take_pod(2, "choose", "a mushroom is chosen")
    table.hub("C")
    table.take_hub("choose", "who is missing")
    table.hub("C", 0.35)
    table.take_hub("count", "one")
    table.take_pod(0, "count", "lit all over")
    table.board.run_for(0.3)
    table.take_hub("count", "two")
    two = table.board.hub.glass
    table.board.run_until(lambda: not table.board.pod(0).glass.lit and table.board.hub.glass != two)
    table.board.run_for(0.03)  # for all of the hub's display
    table.take_hub("reveal", "three")
    table.take_pod(1, "reveal", "a mushroom")
    table.take_pod(4, "reveal", "no choice")
    table.board.run_for(0.5)
    table.take_hub("reveal", "what came of the first turn")
    table.board.run_for(3)
    results(table, "in the first turn", {0: "takes", 1: "crowded", 4: "no choice"})
    table.hub("C", 0.4)


def results(table, when, pods):
    """Take the three pages of the hub, and what some of the pods say."""
    for page in ("what happened", "the mushrooms", "the players"):
        table.take_hub("result", f"{page} {when}")
        table.hub("A")
    for pod, what in pods.items():
        table.take_pod(pod, "result", f"{what} {when}")


def second_turn(table):
    table.take_pod(1, "choose", "the question, with players")
    table.choose("C", "BBBBB", "BB", "C", "AAAAA", "AAAA")
    table.take_hub("choose", "all have chosen")
    table.hub("A")
    table.take_hub("choose", "the second page, all have chosen")
    table.take_pod(0, "choose", "protection is chosen")
    table.take_pod(1, "choose", "a player is chosen")
    table.count()
    table.take_pod(0, "reveal", "protection")
    table.take_pod(1, "reveal", "a player")
    table.board.run_for(3)
    pods = {0: "protects", 1: "blocked", 2: "empty tile", 4: "takes"}
    results(table, "in the second turn", pods)
    table.hub("C", 0.4)


def third_turn(table):
    table.take_pod(0, "choose", "on break")
    table.choose("", "A", "AA", "", "AAA", "AAAA")
    table.take_hub("choose", "two are on break")
    table.hub("A")
    table.take_hub("choose", "the second page, two are on break")
    table.hub("A")
    table.hold()
    table.take_hub("stop", "the question")
    table.hub("C")
    table.count()
    table.take_pod(0, "reveal", "a break")
    table.board.run_for(3)
    table.take_pod(0, "result", "on break in the third turn")
    table.hub("C", 0.4)


def last_turns(table):
    """Play until the distributor is asked, then to the end."""
    picks = ("A", "AA", "AAA", "AAAA", "AAAAA", "A")
    for turn in itertools.count(4):
        words = table.board.hub.words()
        if "Seat 1:" in words:
            break
        if turn == 5:
            power_cut(table)
        # Once all crowd together, so that the last stones are too few for the mushrooms.
        table.turn(*["A" if turn == 4 else picks[(pod + turn) % 6] for pod in range(6)])
    share_out(table)
    table.take_hub("choose", "the last turn")
    table.choose(*picks)
    table.count()
    table.board.run_for(3)
    table.take_hub("result", "what happened in the last turn")
    table.hub("C", 0.5)
    scores(table)


def power_cut(table):
    table.board.power_off()
    table.board.power_on()
    table.says("The game goes on")
    table.board.run_for(0.3)
    table.take_hub("greet", "after a power cut")
    table.hub("C", 0.4)


def share_out(table):
    table.take_hub("turn", "the distributor is asked")
    table.hub("A")
    table.take_hub("turn", "the distributor is asked, the players")
    table.take_pod(0, "turn", "the distributor's first answer")
    table.take_pod(1, "turn", "the others wait")
    table.tap(0, "C")
    table.board.run_for(0.4)
    table.take_pod(0, "turn", "the distributor's second answer")
    while "All given?" not in table.board.pod(0).words():
        table.tap(0, "C")
        table.board.run_for(0.3)
    table.take_pod(0, "turn", "all is given")
    table.tap(0, "C")
    table.board.run_for(0.5)


def scores(table):
    board = table.board
    table.take_hub("final", "the ranking of six")
    winner = next(pod for pod in range(6) if "Place 1 of 6" in board.pod(pod).words())
    table.take_pod(winner, "final", "the winner")
    table.take_pod(next(pod for pod in range(6) if pod != winner), "final", "another player")
    table.hub("A" * (winner + 1))
    table.take_hub("final", "the winner's points")
    table.hub("A" * (6 - winner))
    table.take_hub("final", "the secret")


def three_seats(album):
    """Nobody ever gets a stone: all point at the same mushroom, and the tie is to be played again."""
    with Table(album, "hide_ms=1000\n") as table:
        table.sit_down(3, "AAAAAB" + "AB")  # final_tie=replay, show_scores=always
        table.take_hub("choose", "three seats")
        table.hub("A")
        table.take_hub("choose", "three seats, the second page")
        table.tap(0, "A")
        table.take_pod(0, "choose", "scores are shown")
        table.board.run_for(1.5)
        table.take_pod(0, "choose", "the choice is hidden")
        for turn in itertools.count(1):
            words = table.board.hub.words()
            if "A more B menu" in words:
                break
            if "Seat 1:" in words:
                table.tap(0, "C")
                table.board.run_for(0.2)
                continue
            table.choose("A" if turn > 1 else "", "A", "A")  # seat 1 has chosen in the first turn
            table.count()
            if turn == 1:
                table.board.run_for(0.5)
                table.take_hub("result", "what happened to three seats")
            table.board.run_for(0.3)
            table.hub("C", 0.3)
        table.take_hub("final", "a tie that is played again")
        table.take_pod(0, "final", "no points")


def notices(album):
    with Table(album) as table:
        table.open_crossing()
        table.hub("AAAAAAAABBBB" + "C", 0.15)  # distributor: seat 5
        for pod in range(3):
            table.tap(pod, "A")
        table.hub("C", 0.4)
        table.take_hub("notice", "a distributor who is not there")
        table.hub("C")
        table.hub("B", 0.4)
        table.board.port.write(frame(message(FROM_PC, "repl")))
        table.board.run_for(1)
        table.take_hub("repl", "a PC asked for it")
    with Table(album, prepare=lambda board: board.hold_hub("A")) as table:
        table.take_hub("repl", "hub A was held")
    with Table(album, prepare=fill) as table:
        table.open_crossing()
        table.take_hub("notice", "the log is full")
    with Table(album, prepare=lambda board: board.flash.put("fail", b""), strict=False) as table:
        table.open_crossing()
        table.hub("C", 0.5)
        table.take_hub("fatal", "an error that nobody expected")


def fill(board):
    """Leave less room in the flash than a game needs."""
    board.flash.put("full", bytes(board.flash.blocks * BLOCK - 100_000))


def taken():
    """Return the album of all scenes."""
    album = Album()
    for scene in (before_a_game, other_games, six_seats, three_seats, notices):
        scene(album)
    for scene in pictures_tools.SCENES + pictures_crisscross.SCENES + pictures_tracker.SCENES:
        with Table(album) as table:
            scene(table)
    for scene, prepare in pictures_crystalla.SCENES + pictures_heroes.SCENES:
        with Table(album, prepare=prepare) as table:
            scene(table)
    return album


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="keep the pictures as they are now")
    parser.add_argument("--png", type=Path, metavar="FOLDER", help="write PNGs there, too")
    args = parser.parse_args()
    album = taken()
    for state, page in sorted(album.pages.items()):
        print(f"{state:10} {len(page):3} pictures")
        if args.write:
            FOLDER.mkdir(exist_ok=True)
            (FOLDER / f"{state}.txt").write_text(album.text(state), encoding="utf-8")
        if args.png:
            sheet(page).save(args.png / f"{state}.png")
    if args.write:
        screens.main()


def sheet(page):
    """Return all pictures of a state on one image, with their titles."""
    from PIL import Image, ImageDraw, ImageFont

    columns, scale = 4, 3
    w, h = 128 * scale + 20, 64 * scale + 40
    image = Image.new("RGB", (columns * w, -(-len(page) // columns) * h), (60, 60, 60))
    draw = ImageDraw.Draw(image)
    for i, (title, glass) in enumerate(page.items()):
        x, y = i % columns * w + 10, i // columns * h
        draw.text((x, y + 6), title, fill=(255, 255, 255), font=ImageFont.load_default(16))
        image.paste(glass.image(scale), (x, y + 30))
    return image


if __name__ == "__main__":
    main()
