"""Crossing Heroes on the PC: its score pad, its table drawn in text, and what happened in words."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any, cast

from onthree.rules import heroes_base as rules
from onthree.rules import heroes_grid as grid
from onthree.rules import heroes_points as values
from onthree.rules.game import SIMULTANEOUS, RuleError, State, places, read_options
from onthree.rules.heroes_game import Game
from onthree.rules.heroes_tracker import COMPLETED, OWNED, PLACED, Tracker
from onthree_host.errors import UsageError
from onthree_host.games import Result, count, fields, listed, members, options

PLAYER = ("gold", "hero_symbols", "glory", "items", "trials")
TRIAL = ("name", "kind", "vp", "of", "god", "completed")
KINDS: dict[str, int] = {
    "flat": values.FLAT,
    "per_god": values.PER_GOD,
    "per_glory": values.PER_GLORY,
    "per_item": values.PER_ITEM,
}
_KIND_WORDS = {"flat": "flat", "per_glory": "glory", "per_item": "item"}  # as pods have them
ITEM_NAMES = [item[1] for item in values.ITEMS]
_MOST = {"gold": 99, "hero_symbols": 36, "glory": 40}


# -- the score pad -----------------------------------------------------------------------------------------
def read_pad(pad: dict[str, Any]) -> Result:
    """Return the result of `{"players": [{"gold": 2, "hero_symbols": 3, "glory": 3, "items": [], "trials": []}]}`.

    A Trial is `{"name": "Calypso, the Nymph", "kind": "flat", "vp": 4, "god": "hermes", "completed": true}`; all
    placed ones are listed, completed or not. What is left out counts as nothing and is named in `missing`.
    """
    members(pad, "The pad", ("options", "players"))
    try:
        chosen = read_options(rules.OPTIONS, options(pad.get("options", {})))
    except RuleError as error:
        raise UsageError(str(error))
    missing: list[str] = []
    parts, golds, copies = [], [], [0] * len(ITEM_NAMES)
    for i, player in enumerate(listed(pad, "players", 1, rules.MAX_PLAYERS)):
        who = f"Player {i + 1}"
        members(player, who, PLAYER)
        missing += (f"{who}'s {name}" for name in PLAYER if name not in player)
        gold, hero, glory = (count(player.get(name, 0), f"{who}'s {name}", most) for name, most in _MOST.items())
        owned = _items(player.get("items", []), who)
        placed, completed = _trials(player.get("trials", []), who, owned, missing)
        parts.append(dict(values.points(completed, placed, owned, glory, hero, chosen[0] == 1)))
        golds.append(gold)
        copies = [a + b for a, b in zip(copies, owned, strict=True)]
    if sum(number - 1 for number in copies if number) > values.TILES - len(ITEM_NAMES):
        raise UsageError("There are 16 Items of 12 names, so at most four are there again.")
    scores = [sum(part.values()) for part in parts]
    lines = ["", *(f"missing: {what}" for what in missing)] if missing else []
    ranking = places(list(zip(scores, golds, strict=True)))  # CH22
    return Result(scores, ranking, parts, {"missing": missing} if missing else {}, lines)


def pad_words(pad: dict[str, Any]) -> list[str]:
    """Return for each player of a pad the words that its seat enters on its pod: `3 1 flat 4 double-hermes 2`.

    Hero symbols, Glory, then kind and number of each completed Trial in the order of their gods. They end where
    something is missing, and the seat goes on by itself. Gold and Items are what the device has counted.
    """
    read_pad(pad)  # says what is wrong
    texts = []
    for player in pad["players"]:
        words = [str(player[name]) for name in ("hero_symbols", "glory") if name in player]
        if len(words) < 2:
            words = words if "hero_symbols" in player else []
        else:
            words += _trial_words(player.get("trials", []), _items(player.get("items", []), ""))
        texts.append(" ".join(words))
    return texts


def _trial_words(trials: list[dict[str, Any]], owned: Sequence[int]) -> list[str]:
    """Return kind and number of the completed ones of a player's Trials, up to the first that is not said in full."""
    done = [trial for trial in trials if trial.get("completed")]
    if any("god" not in trial for trial in done):
        return []
    words: list[str] = []
    for trial in sorted(done, key=lambda trial: values.GODS.index(trial["god"])):
        kind = trial.get("kind")
        needed = ["kind", "vp", "name"] + ["of"] * (kind == "per_god")
        if any(name not in trial for name in needed):
            break
        word = trial["of"] if kind == "per_god" else _KIND_WORDS[str(kind)]
        doubler = values.doubler(_plain(trial.get("name")))
        if doubler >= 0 and owned[doubler]:
            word = "double" if kind == "flat" else f"double-{word}"
        words += [str(word), str(trial["vp"])]
    return words


def _items(names: Any, who: str) -> list[int]:
    """Return how many of each Item a player has."""
    if not isinstance(names, list):
        raise UsageError(f"{who}'s items are a list of names, not {names!r}.")
    owned = [0] * len(ITEM_NAMES)
    for name in names:
        plain = _plain(name).replace("Medea's Protection", "Medea's Cauldron")  # CH-A3
        if plain not in ITEM_NAMES:
            raise UsageError(f"There is no Item {name!r}; there are {', '.join(ITEM_NAMES)}.")
        owned[ITEM_NAMES.index(plain)] += 1
    return owned


def _plain(name: Any) -> str:
    """Return a name with the apostrophe that the rules have; "" for what is no text."""
    return name.replace("\u2019", "'") if isinstance(name, str) else ""


def _trials(
    trials: Any, who: str, owned: Sequence[int], missing: list[str]
) -> tuple[list[int], list[tuple[int, int, int, int]]]:
    """Return a player's Trials by god and what each completed one is worth; add to `missing` what is not said."""
    if not isinstance(trials, list) or len(trials) > rules.TURNS:
        raise UsageError(f"{who}'s trials are a list of at most {rules.TURNS}.")
    if trials and len(trials) < rules.TURNS:
        missing.append(f"{who}'s {rules.TURNS - len(trials)} other trials")
    placed = [0] * len(values.GODS)
    completed = []
    for number, trial in enumerate(trials, 1):
        what = f"{who}'s trial {number}"
        members(trial, what, TRIAL)
        god = _god(trial, "god", what)
        done = trial.get("completed", False)
        if not isinstance(done, bool):
            raise UsageError(f"{what} is completed, true or false, not {done!r}.")
        kind = _kind(trial, what)
        vp = count(trial.get("vp", 0), f"The vp of {what}", 99)
        needed = ["name", "god", "completed"] + ["kind", "vp"] * done + ["of"] * (done and kind == values.PER_GOD)
        missing += (f"{name} of {what}" for name in needed if name not in trial)
        if god >= 0:
            placed[god] += 1
        if done and not (kind == values.PER_GOD and "of" not in trial):
            doubler = values.doubler(_plain(trial.get("name")))
            kind += _god(trial, "of", what) if kind == values.PER_GOD else 0
            completed.append((god, kind, vp, 1 if doubler >= 0 and owned[doubler] else 0))
    return placed, completed


def _god(trial: dict[str, Any], member: str, what: str) -> int:
    """Return the number of a god, -1 if it is left out."""
    if member not in trial:
        return -1
    if trial[member] not in values.GODS:
        raise UsageError(f"The {member} of {what} is one of {', '.join(values.GODS)}, not {trial[member]!r}.")
    return values.GODS.index(trial[member])


def _kind(trial: dict[str, Any], what: str) -> int:
    """Return the kind of a Trial's value, flat if it is left out."""
    kind = trial.get("kind", "flat")
    if not isinstance(kind, str) or kind not in KINDS:
        raise UsageError(f"The kind of {what} is one of {', '.join(KINDS)}, not {kind!r}.")
    if "of" in trial and kind != "per_god":
        raise UsageError(f"{what} names a god in 'of', which only the kind per_god has.")
    return KINDS[kind]


# -- the table ---------------------------------------------------------------------------------------------
def table(state: State) -> list[str]:
    """Return the table: whose turn it is, with cards what lies open, and each seat's Gold, Trials and Items."""
    played = cast(rules.Heroes, state)
    who = state.current()
    seat = f", seat {who + 1} in phase {played.PHASES[played.phase]}" if who >= 0 else ""
    lines = [f"turn {played.turn} of {rules.TURNS}{', the score pads' if who == SIMULTANEOUS else seat}"]
    if isinstance(state, Game):
        return lines + _open_cards(state) + [line for s in range(state.players) for line in _seat(state, s)]
    tracked = cast(Tracker, state)
    for s, record in enumerate(tracked.records):
        gods = " ".join(f"{god} {record[COMPLETED + i]}/{record[PLACED + i]}" for i, god in enumerate(values.GODS))
        lines.append(f"  seat {s + 1}  {tracked.gold[s]:2} gold  completed {gods}")
        lines += _item_lines(record[OWNED : OWNED + len(ITEM_NAMES)])
    return lines


def _item_lines(owned: Sequence[int]) -> list[str]:
    """Return the Items of a seat by name, in as many lines as they take; none, if there are none."""
    names = [ITEM_NAMES[i] + (f" x {n}" if n > 1 else "") for i, n in enumerate(owned) if n]
    text = "items " + ", ".join(names)
    return textwrap.wrap(text, 110, initial_indent=" " * 10, subsequent_indent=" " * 16) if names else []


def _open_cards(state: Game) -> list[str]:
    """Return the rows on the table; cards as numbers of the card file, then what they say."""
    deck = state.deck
    lines = [f"  {deck.title()}"]
    for i, trial in enumerate(state.slots[:5]):
        if trial:
            gold, skills = deck.bonus(trial - 1)
            says = f"{_need(state, trial)} {values.GODS[deck.god(trial - 1)]} +{gold} gold +{skills} skills"
            lines.append(f"  {f'T{i + 1}' if i < 4 else 'next'}  {deck.trial_name(trial - 1)}: {says}")
    for row, begin in (("a", 5), ("b", 10)):
        skills_shown = "  ".join(f"{_skill(state, skill):6}" for skill in state.slots[begin : begin + 5])
        lines.append(f"  row {row}  {skills_shown}".rstrip())
    for i, tile in enumerate(state.slots[15:19]):
        if tile:
            lines.append(f"  I{i + 1}  {ITEM_NAMES[deck.item(tile - 1)]}: {deck.cost(tile - 1)} gold")
    return lines


def _need(state: Game, trial: int) -> str:
    return grid.symbols_text(state.deck.need(trial - 1)) if trial else "-"


def _skill(state: Game, skill: int) -> str:
    """Return a Skill's symbols, with g for Gold and * for Glory."""
    if not skill:
        return "."
    deck = state.deck
    return grid.symbols_text(deck.symbols(skill - 1)) + "g" * deck.gold(skill - 1) + "*" * deck.glory(skill - 1)


def _seat(state: Game, seat: int) -> list[str]:
    """Return a seat: its Gold and Items, then the 3 by 3 with Skills around it; a completed Trial in brackets."""
    hero = state.slots[state.base(seat)]
    name = f"{state.deck.hero_name(hero - 1)}, {grid.SYMBOLS[state.deck.hero(hero - 1)]}" if hero else "no Hero yet"
    lines = [f"  seat {seat + 1}  {state.gold[seat]} gold  {name}", *_item_lines(state.owned(seat))]
    cells = []
    for i, trial in enumerate(state.cells(seat)):
        need = _need(state, trial)
        cells.append(f"[{need}]" if state.done[seat] >> i & 1 else need)
    cells.insert(4, "Hero")
    edges = [_skill(state, skill) for skill in state.edges(seat)]
    rows = [["", *edges[0:3], ""]]
    rows += [[edges[3 + r], *cells[3 * r : 3 * r + 3], edges[6 + r]] for r in range(3)]
    rows.append(["", *edges[9:12], ""])
    return lines + ["    " + "".join(f"{word:9}" for word in row).rstrip() for row in rows]


# -- what happened -----------------------------------------------------------------------------------------
_ROWS = {
    "muse-trials": "the row of Trials",
    "muse-a": "Skill row a",
    "muse-b": "Skill row b",
    "muse-items": "the Items",
}
_GOLD = ("muses", "trial", "icon", "refill", "buys")


# What a seat does alone, by the phase of the position and the word; None stands for all other words of the phase.
_ENTRIES: dict[str, dict[str | None, str]] = {
    "choose": {None: "takes a Trial blessed by {}"},
    "bonus": {"0": "gets no gold for the Trial"},
    "cell": {None: "lays the Trial at {}"},
    "skill": {None: "takes Skill {}"},
    "torch": {None: "takes Skill {} by the Torch"},
    "edge": {None: "lays the Skill at {}"},
    "trial": {"-": "has told all of the Trial"},
    "after": {"-": "has told all of the Torch"},
    "zeus": {"-": "finds no Item for Zeus to give", None: "gets {} from Zeus"},
    "buy": {"-": "buys nothing", None: "wants to buy {}"},
    "pads": {None: "enters {} on its pad"},
}


def entry(position: str, seat: int, word: str) -> str:
    """Return in words what a seat takes, lays or enters on its pad; "" where `events` will tell it."""
    phase = fields(position)["phase"]
    if phase == "choose" and word.startswith("muse"):
        return ""
    if phase == "choose" and word.startswith("T"):
        return f"seat {seat} takes Trial {word[1:]} of the row"
    words = _ENTRIES.get(phase, {})
    said = words.get(word, words.get(None))
    names = {item[0]: item[1] for item in values.ITEMS}
    return f"seat {seat} {said.format(names.get(word, word))}" if said else ""


def events(state: State) -> list[dict[str, Any]]:
    """Return what the action just applied did: `kind`, `seat`, `action`, `gold` where it moved, `god` where known.

    Kinds: muses, trial, icon, refill, buys (with gold), completes, zeus, no-item; see `Heroes.events`.
    """
    found = []
    for kind, seat, action, counts in state.events():
        event: dict[str, Any] = {"kind": kind, "seat": seat + 1, "action": state.action_text(seat, action)}
        if kind in _GOLD:
            event["gold"] = counts[0]
        elif kind == "completes" and counts:
            event["god"] = values.GODS[counts[0]]
        found.append(event)
    return found


def tell(event: dict[str, Any]) -> str:
    """Return one of `events` as a sentence without its full stop."""
    seat, action, kind = f"seat {event['seat']}", event["action"], event["kind"]
    gold = f"{event.get('gold', 0)} gold"
    if kind == "completes":
        where = (
            f"the Trial at {action}, blessed by {event['god']}" if "god" in event else f"a Trial blessed by {action}"
        )
        return f"{seat} completes {where}"
    if kind == "buys":
        words = [item[1] for item in values.ITEMS if item[0] == action]
        return f"{seat} buys {words[0] if words else f'the Item at {action}'} for {gold}"
    return {
        "muses": f"{seat} pays the Muses {gold} for {_ROWS.get(action, action)}",
        "trial": f"{seat} gets {gold} for the Trial",
        "icon": f"{seat} gets {gold} for a Skill",
        "refill": f"{seat} finds two columns empty and gets {gold}",
        "zeus": f"{seat} has the blessings of all four gods, and an Item is free",
        "no-item": f"{seat} finds no Item open for it",
    }[kind]


def sum_up(events: list[dict[str, Any]]) -> str:
    """Return the events of an action in one line: "2 gold for the Trial, completes sw"."""
    said = []
    for event in events:
        action, gold = event["action"], event.get("gold", 0)
        said.append(
            {
                "muses": f"{gold} gold to the Muses",
                "trial": f"{gold} gold for the Trial",
                "icon": f"{gold} gold for a Skill",
                "refill": f"Skills filled, {gold} gold",
                "buys": f"buys {action} for {gold}",
                "completes": f"completes {action}",
                "zeus": "Zeus gives an Item",
                "no-item": "no Item is open",
            }[event["kind"]]
        )
    return ", ".join(said)
