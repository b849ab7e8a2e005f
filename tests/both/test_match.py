"""The match: a log replays to the identical game, every change of it is noticed, undo takes back what is one's own."""

from hashlib import sha256

from onthree import chance, match, records, wire
from onthree.compat import hexlify
from onthree.match import Match, MatchError
from onthree.rules import crisscross, registry
from onthree.rules.game import CHANCE, NONE, SIMULTANEOUS, TERMINAL, RuleError, State
from tests.both.playing import Dice, choose, new_game, over, refuses, stride, tables

SECRET = bytes(range(100, 132))
JOIN = "1:1234567 2:2345678 3:3456789"


# -- a game as a device logs it ---------------------------------------------------------------------------------
def play(module, players, seed, options=""):
    """Play a game or use a tool at random; return its records as `records.read` gives them."""
    dice = Dice(seed)
    log = []

    def note(kind, *values):
        text = records.record(len(log) + 1, "00112233aabbccdd", 1, 0, kind, *values)
        assert len(wire.frame(text)) <= wire.MAX_FRAME + 2, len(text)
        log.append(records.read(records.RECORDS, text))

    stream = chance.Stream(chance.stream_key(SECRET, JOIN.encode()))
    game = Match(module, players, options, stream)
    note("commit", 1, hexlify(chance.commitment(SECRET)).decode())
    note("start", 1, module.NAME, players, options, "123456"[:players], JOIN, game.digest())
    while not over(game.state):
        if game.state.current() == CHANCE:
            words = game.deal()
            note("draw", 1, game.entries, words, game.seal())
            continue
        who, action = choose(game.state, dice)
        if who == SIMULTANEOUS:
            words = game.play_joint(action)
            note("move", 1, game.entries, 0, words, game.seal())
        else:
            words = game.play(who, action)
            note("move", 1, game.entries, who + 1, words, game.seal())
    if game.state.current() != TERMINAL:  # a tool
        note("stop", 1, game.entries, "players", hexlify(SECRET).decode())
        return log
    scores = match.numbers(game.state.scores())
    note("end", 1, scores, match.numbers(game.state.ranking()), hexlify(SECRET).decode())
    return log


def replay(log, secret=SECRET):
    """Follow a log from its start record to its end or stop record; return the match."""
    game = match.begin(log[1], secret)
    for record in log[2:-1]:
        game.follow(record)
    if log[-1]["k"] == "end":
        game.finish(log[-1])
    elif log[-1]["n"] != game.entries:
        raise MatchError("it stops somewhere else")
    return game


def why_not(log, secret=SECRET):
    """The reason for which a log is refused."""
    try:
        replay(log, secret)
    except MatchError as error:
        return str(error)
    raise AssertionError("the log was accepted")


def changed(log, at, member, value):
    """The log with one member of one record changed."""
    copy = [dict(record) for record in log]
    assert copy[at][member] != value
    copy[at][member] = value
    return copy


def same(module, players, member, i, word, other):
    """Whether two words of a record mean the same (pointing at one's own tile is protecting it)."""
    if member == "x" or word == other or "-" in (word, other):
        return word == other
    state = module.new(players)
    return state.parse_action(i, word) == state.parse_action(i, other)


def _with_words():
    return tables(("reveal", "dice", "rounds", "buzzer"))  # an order has too few for this


CASES = {
    "test_a_log_replays_to_the_same_game": tables,
    "test_every_changed_word_is_noticed": _with_words,
    "test_a_record_missing_or_twice_or_swapped_is_noticed": tables,
}


def test_a_log_replays_to_the_same_game(case):
    module, players = case
    for seed in range(4):
        dice = Dice(seed)
        position = new_game(module, players, dice, seed > 0).position().split()
        named = [name for name, _ in module.OPTIONS]
        options = " ".join(word for word in position if word.split("=")[0] in named)
        log = play(module, players, seed, options)
        with_secret = replay(log)
        without = replay(log, None)
        assert with_secret.state.pack() == without.state.pack()
        assert with_secret.digest() == without.digest() == log[-2]["h"]
        assert with_secret.entries == log[-2]["n"]
        drawn = [record["x"] for record in log if record["k"] == "draw"]
        alone = drawn == ["seat1"] and players == 1  # who begins takes no byte then
        assert (with_secret.stream.taken() > 0) == (bool(drawn) and not alone)


def test_every_changed_word_is_noticed(case):
    module, players = case
    log = play(module, players, 5)
    tried = 0
    for at in range(2, len(log) - 1, stride(module)):
        record = log[at]
        member = "x" if record["k"] == "draw" else "a"
        words = record[member].split(" ")
        others = sorted(set(word for other in log[2:-1] if member in other for word in other[member].split(" ")))
        for i in range(len(words)):
            other = others[(others.index(words[i]) + 1 + i) % len(others)]
            if same(module, players, member, i, words[i], other):
                continue
            spoilt = changed(log, at, member, " ".join(words[:i] + [other] + words[i + 1 :]))
            assert why_not(spoilt)
            assert why_not(spoilt, None)
            tried += 1
    assert tried > 10 // stride(module)


def test_a_record_missing_or_twice_or_swapped_is_noticed(case):
    module, players = case
    log = play(module, players, 6)
    for at in range(2, len(log) - 1, stride(module)):
        assert why_not(log[:at] + log[at + 1 :])
        assert why_not(log[: at + 1] + log[at:])
        if at < len(log) - 2:
            assert why_not(log[:at] + [log[at + 1], log[at]] + log[at + 2 :])


def test_every_other_change_is_noticed_too():
    log = play(registry.load("crossing"), 3, 7)
    digest = "0123456789abcdef"
    assert why_not(changed(log, 1, "h", digest)).startswith("the game starts differently")
    assert why_not(changed(log, 1, "players", 4)).startswith("the game starts differently")
    assert why_not(changed(log, 1, "players", 9)).startswith("the game cannot be set up: ")
    assert why_not(changed(log, 1, "opt", "end_rule=immediate")).startswith("the game starts differently")
    assert why_not(changed(log, 1, "opt", "end_rule=never")).startswith("the game cannot be set up: ")
    assert why_not(changed(log, 1, "game", "chess")).startswith("the game cannot be set up: ")
    assert why_not(changed(log, 1, "join", JOIN + " 4:1")).startswith("chance gave ")
    assert why_not(log, bytes(32)).startswith("chance gave ")
    assert why_not(changed(log, 2, "h", digest)).startswith("the game stands differently after it (digest ")
    assert why_not(changed(log, 2, "n", 99)) == "it is entry {}, not 99".format(log[2]["n"])
    assert why_not(changed(log, 2, "k", "fault")) == "a fault record is no step of a game"
    for seat in (-1, 4):
        assert why_not(changed(log, 3, "seat", seat)) == "it is not the turn of seat {}".format(seat)
    alone = changed(changed(log, 3, "seat", 1), 3, "a", "M1")
    assert why_not(alone) == "the rules do not allow it: It is not the turn of seat 1."
    assert why_not(changed(log, 3, "a", log[3]["a"] + " -")) == "there are 4 choices for 3 seats"
    assert why_not(changed(log, 3, "a", "M1 M2 QQ")).startswith("the rules do not allow it: ")
    assert why_not(changed(log, -1, "scores", "1 2 3")).endswith(", not 1 2 3")
    assert why_not(changed(log, -1, "rank", "1 1 1")).endswith(", not 1 1 1")
    assert why_not(log[:-2] + log[-1:]) != ""
    assert why_not(log[:4] + log[-1:]) == "the game is not over"


def test_a_draw_record_says_all_that_was_drawn_and_no_more():
    log = play(registry.load("crossing"), 3, 7)
    words = log[2]["x"]
    assert why_not(changed(log, 2, "x", words.rsplit(" ", 1)[0])) == "not everything was drawn"
    assert why_not(changed(log, 2, "x", words + " R")) in ("nothing is left to draw for R", "chance gave B, not R")
    assert why_not(changed(log, 2, "x", words + " R"), None) == "nothing is left to draw for R"


def test_the_secret_must_be_the_one_committed_to():
    commit = hexlify(chance.commitment(SECRET)).decode()
    record = {"secret": hexlify(SECRET).decode()}
    assert match.secret_of(record, commit) == SECRET
    for secret, why in (
        ("00" * 32, "the secret is not the one the device had committed to"),
        (record["secret"][2:], "the secret is not the one the device had committed to"),
        ("x" * 64, "the secret is not hex"),
        ("abc", "the secret is not hex"),
        ("", "the secret is not the one the device had committed to"),
    ):
        try:
            match.secret_of({"secret": secret}, commit)
        except MatchError as error:
            assert str(error) == why
        else:
            raise AssertionError(secret)


def test_nothing_can_be_dealt_without_a_stream():
    game = Match(registry.load("crossing"), 3)
    try:
        game.deal()
    except MatchError:
        pass
    else:
        raise AssertionError("something was dealt")
    assert game.entries == 0


# -- a small game for what Crossing has not: turns, and chance after some of them --------------------------------
class Walk(State):
    """Actions: 1 passes the turn on, 2 keeps it, 3 asks for a draw, 4 ends the game, 200 and 40000 pass it on."""

    def __init__(self, players):
        self.players = players
        self.done = []

    def current(self):
        if self.done and self.done[-1] == 3:
            return CHANCE
        if self.done and self.done[-1] == 4:
            return TERMINAL
        return sum(1 for action in self.done if action in (1, 200, 40000)) % self.players

    def actors(self):
        return 1 << self.current() if self.current() >= 0 else 0

    def legal_actions(self, seat):
        return (1, 2, 3, 4, 200, 40000) if seat == self.current() else ()

    def apply(self, action):
        if self.current() == CHANCE:
            self.done.append(100 + action)
        elif action in self.legal_actions(self.current()):
            self.done.append(action)
        else:
            raise RuleError("No.")

    def chance_outcomes(self):
        return (1, 1, 2)

    def action_text(self, seat, action):
        return ("c" if seat == CHANCE else "a") + str(action)

    def parse_action(self, seat, text):
        if text[:1] not in "ca" or not text[1:].isdigit():
            raise RuleError("No such word.")
        return int(text[1:])

    def pack(self):
        return " ".join(str(action) for action in self.done).encode()

    def scores(self):
        return [0] * self.players

    def ranking(self):
        return [1] * self.players


class WalkModule:
    NAME = "walk"

    def new(self, players, options):
        return Walk(players)

    def unpack(self, data):
        state = Walk(2)
        state.done = [int(word) for word in data.decode().split()]
        return state


def walk():
    return Match(WalkModule(), 2, "", chance.Stream(bytes(32)))


def undone(game, seat):
    """Undo and say whether it was allowed; when not, nothing may have changed."""
    before = facts(game)
    try:
        game.undo(seat)
    except RuleError as error:
        assert str(error)[-1] == "."
        assert before == facts(game)
        return False
    assert game.entries == before[1] + 1
    return True


def facts(game):
    """What an undo that is refused leaves alone."""
    kept = [(mark, list(entries)) for mark, entries in game._kept]
    return game.state.pack(), game.entries, bytes(game._entered), kept


def test_undo_takes_back_the_last_own_entry():
    game = walk()
    assert not undone(game, 0)
    game.play(game.state.current(), 2)
    game.play(game.state.current(), 1)
    assert game.state.current() == 1
    assert not undone(game, 1)
    assert undone(game, 0)
    assert game.state.done == [2]
    assert undone(game, 0)
    assert game.state.done == []
    assert not undone(game, 0)
    game.play(game.state.current(), 1)
    assert game.state.current() == 1


def test_undo_never_takes_back_what_others_have_built_on():
    game = walk()
    game.play(game.state.current(), 2)
    game.play(game.state.current(), 1)
    game.play(game.state.current(), 1)
    assert game.state.current() == 0
    assert not undone(game, 0)  # seat 2 has moved since
    assert undone(game, 1)
    assert undone(game, 0)
    assert game.state.done == [2]


def test_seats_that_need_not_wait_undo_in_any_order():
    """Criss Cross: seat 1 takes its entry back after seat 2 has entered; not after the next roll."""
    module = crisscross
    game = Match(module, 2, "roller=device start_symbol=roll", chance.Stream(bytes(32)))
    game.deal()
    first = game.state.pack()
    for seat in (0, 1):
        game.play(seat, game.state.legal_actions(seat)[seat])
        assert game.state.current() == (SIMULTANEOUS if not seat else CHANCE)
    assert undone(game, 0) and game.state.current() == SIMULTANEOUS and game.state.actors() == 1
    assert undone(game, 1) and game.state.pack() == first
    assert not undone(game, 1)
    for seat in (1, 0):
        game.play(seat, game.state.legal_actions(seat)[3])
    game.deal()
    assert not undone(game, 0) and not undone(game, 1)


def test_hours_of_turns_keep_only_the_last_that_can_be_taken_back():
    """Undo goes back 73 to 96 entries, to the same states, whatever came before."""
    for turns, most in ((24, 24), (25, 25), (96, 96), (97, 73), (120, 96), (500, 92)):
        game = Match(registry.load("rounds"), 3)
        states = [game.state.pack()]
        for i in range(turns):
            game.play(game.state.current(), 1 + i % 2)
            states.append(game.state.pack())
        back = 0
        while undone(game, (turns - 1 - back) % 3):
            back += 1
            assert game.state.pack() == states[-1 - back]
        assert back == most


def test_undo_never_reaches_behind_a_draw():
    game = walk()
    game.play(game.state.current(), 2)
    game.play(game.state.current(), 3)
    assert undone(game, 0)  # asking for a draw, while nothing is drawn
    game.play(game.state.current(), 3)
    assert game.deal()[0] == "c"
    assert not undone(game, 0)
    game.play(game.state.current(), 1)
    assert undone(game, 0)
    assert not undone(game, 0)


def test_undo_never_reaches_behind_a_reveal():
    game = Match(registry.load("crossing"), 3, "", chance.Stream(bytes(32)))
    game.deal()
    game.play_joint([1, 2, 1])
    for seat in range(-1, 4):
        assert not undone(game, seat)


def test_the_choice_of_one_seat_can_be_undone_in_crossing_too():
    """The distributor's split of the last stones is the one decision there that a seat makes alone."""
    found = 0
    module = registry.load("crossing")
    for seed in range(20):
        dice = Dice(seed)
        game = Match(module, 4, "", chance.Stream(bytes([seed]) * 32))
        while game.state.current() != TERMINAL:
            if game.state.current() == CHANCE:
                game.deal()
                continue
            who, action = choose(game.state, dice)
            if who == SIMULTANEOUS:
                game.play_joint(action)
                continue
            before = game.state.pack()
            game.play(game.state.current(), action)
            if game.state.current() == who:
                assert not undone(game, (who + 1) % 4)
                assert undone(game, who)
                assert game.state.pack() == before
                game.play(game.state.current(), action)
                found += 1
    assert found > 3


def test_an_undo_is_followed_and_leaves_its_trace_in_the_digest():
    game = walk()
    log = []
    game.play(game.state.current(), 2)
    log.append({"k": "move", "n": 1, "seat": 1, "a": "a2", "h": game.seal()})
    game.undo(0)
    log.append({"k": "undo", "n": 2, "seat": 1, "h": game.seal()})
    game.play(game.state.current(), 1)
    log.append({"k": "move", "n": 3, "seat": 1, "a": "a1", "h": game.seal()})
    follower = walk()
    for record in log:
        follower.follow(record)
    assert follower.digest() == game.digest()
    straight = walk()
    straight.play(0, 1)
    straight.seal()
    assert straight.state.pack() == game.state.pack()
    assert straight.digest() != game.digest()
    follower = walk()
    follower.follow(log[0])
    log[1]["seat"] = 2
    try:
        follower.follow(log[1])
    except MatchError as error:
        assert str(error) == "the rules do not allow it: There is nothing of yours to take back."
    else:
        raise AssertionError("an undo of another seat was followed")


def test_the_digest_is_chained_as_the_protocol_says():
    game = walk()
    chain = sha256(b"walk 2 |" + b"").digest()
    assert game.digest() == hexlify(chain[:8]).decode()
    entries = b""
    game.play(game.state.current(), 2)
    game.play(game.state.current(), 200)
    game.play(game.state.current(), 40000)
    game.play(game.state.current(), 3)
    outcome = int(game.deal()[1:])
    game.play(game.state.current(), 1)
    game.undo(0)
    entries += bytes([0, 2])
    entries += bytes([0, 0x80 | 200 & 0x7F, 200 >> 7])
    entries += bytes([1, 0x80 | 40000 & 0x7F, 0x80 | 40000 >> 7 & 0x7F, 40000 >> 14])
    entries += bytes([0, 3, 0xFE, outcome, 0, 1, 0xFD, 0])
    chain = sha256(chain + entries + game.state.pack()).digest()
    assert game.seal() == hexlify(chain[:8]).decode() == game.digest()
    chain = sha256(chain + game.state.pack()).digest()
    assert game.seal() == hexlify(chain[:8]).decode()  # nothing entered: a link of the chain all the same
    crossing = Match(registry.load("crossing"), 3, "shortage=in_order")
    opening = b"crossing 3 shortage=in_order|" + crossing.state.pack()
    assert crossing.digest() == hexlify(sha256(opening).digest()[:8]).decode()


def test_a_joint_entry_is_chained_as_the_protocol_says():
    game = Match(registry.load("crossing"), 3, "", chance.Stream(bytes(32)))
    game.deal()
    game.seal()
    chain = game._chain
    game.play_joint([1, 2, NONE])
    assert game.seal() == hexlify(sha256(chain + bytes([0xFF, 1, 2, 0]) + game.state.pack()).digest()[:8]).decode()


def test_what_the_rules_refuse_changes_nothing():
    game = Match(registry.load("crossing"), 3, "", chance.Stream(bytes(32)))
    refuses(game.play, 0, 1)
    game.deal()
    before = (game.state.pack(), game.entries, bytes(game._entered))
    refuses(game.play, 0, 1)
    refuses(game.play_joint, [1, 2, 7])  # a tile in the first turn
    assert (game.state.pack(), game.entries, bytes(game._entered)) == before
