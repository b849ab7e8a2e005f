"""Where the heap of a Pico goes, on an emulated one: `python -m tests.bench.pico_memory [--modules]`.

How much is free at the menu and at the first decision of each game and tool, with six seats or as many as may play, and
how long the largest free block is. They are opened and given up one after the other, as at a table. With --modules it
shows what each module keeps instead, those of one game among them. It leaves with 1 when less than the budget is free.
"""

import argparse
import re
import sys

from onthree.rules import registry
from tests.bench.pico_rig import Figures
from tests.bench.table import Table, number

LEAST_KB = 140
ENTRIES = tuple(range(len(registry.GAMES + registry.TOOLS)))


def measure(
    entries: "tuple[int, ...]" = ENTRIES, modules: bool = False
) -> "tuple[list[tuple[str, int, int]], dict[str, int]]":
    """Return (where, bytes free, largest free block) at the menu and in each game, and the bytes kept by each module.

    `entries` are numbers in the menu, in the order in which they are opened, each after the menu.
    """
    figures = Figures("pico_memory_app.py", f"MODULES = {modules}\nENTRIES = {entries}\n")
    figures.run("DONE", 10 + 10 * len(entries))
    free: list[tuple[str, int, int]] = []
    kept: dict[str, int] = {}
    for line in figures.said:
        words = line.split()
        if len(words) == 3 and words[0] == "free":
            free.append((words[1], int(words[2]), 0))
        elif len(words) == 3 and words[0] == "kept":
            kept[words[1]] = int(words[2])
        found = re.search(r"max free sz: (\d+)", line)
        if found and free:
            free[-1] = (*free[-1][:2], 16 * int(found.group(1)))  # the heap's blocks are 16 bytes long
    return free, kept


def main(arguments: "list[str]") -> int:
    """Measure and print; return 1 if anything is over its budget."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.pico_memory", description=__doc__.splitlines()[0])
    parser.add_argument("--modules", action="store_true", help="show what each module keeps")
    options, _ = parser.parse_known_args(arguments)
    free, kept = measure(ENTRIES[:1] if options.modules else ENTRIES, options.modules)
    if options.modules:
        table = Table("Heap kept by each module", "")
        for name in sorted(kept, key=lambda name: -kept[name]):
            table.add(name, f"{number(kept[name])} bytes")
        table.add("all of them", f"{number(sum(kept.values()))} bytes")
        table.print()
        return 0
    table = Table("Heap free, six seats", f"at least {LEAST_KB} KB; the largest block")
    shown = []
    for what, all_free, block in free:
        if what not in shown:  # the menu once
            shown.append(what)
            table.add(what, f"{number(all_free / 1024)} KB", f"{number(block / 1024)} KB")
    table.print()
    return 1 if min(all_free for _, all_free, _ in free) < LEAST_KB * 1024 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
