"""Tables of figures for `make bench`: what we measured beside what others reach. Runs on both interpreters."""


class Table:
    """Rows of (what, ours, peers). `peers` is text: figures measured elsewhere, or a budget."""

    def __init__(self, title: str, peers: str = "peers, measured elsewhere") -> None:
        self.title = title
        self.rows: list[tuple[str, str, str]] = [("", "ours", peers)]

    def add(self, what: str, ours: str, peers: str = "") -> None:
        """Add a row; `ours` with its unit, "8,400 /s"."""
        self.rows.append((what, ours, peers))

    def lines(self) -> "list[str]":
        """Return the table as lines of text, without trailing blanks."""
        first = max(len(row[0]) for row in self.rows)
        second = max(len(row[1]) for row in self.rows)
        pattern = "  {:<" + str(first) + "}  {:>" + str(second) + "}  {}"
        return [self.title] + [pattern.format(*row).rstrip() for row in self.rows]

    def print(self) -> None:
        """Print the table and an empty line."""
        print("\n".join(self.lines()))
        print()


def number(value: float) -> str:
    """Return a figure as people write it: 8,412; 3.4; 0.25."""
    if value >= 100:
        text = str(int(value + 0.5))
        groups: list[str] = []
        while len(text) > 3:
            groups.insert(0, text[-3:])
            text = text[:-3]
        groups.insert(0, text)
        return ",".join(groups)
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
