"""A sheet to draw on: a few shapes, one look, and SVG text that is the same every time."""

from collections.abc import Iterable
from xml.sax.saxutils import escape

FONT = "DejaVu Sans, Verdana, Helvetica, sans-serif"
PAPER, INK, FAINT, PANEL, EDGE = "#fbfaf6", "#1f2a33", "#6b7780", "#ffffff", "#c9d0d4"
NETS = {
    "3V3": "#d23c3c", "GND": "#3b444b", "SDA": "#2b6cd4", "SCL": "#d08700",
    "A": "#2d9a57", "B": "#8b4fc9", "C": "#0d93a8", "spare": "#a8b0b5", "BUZZER": "#c2408f",
}  # fmt: skip

Point = tuple[float, float]


def colour(net: str) -> str:
    """Return a net's colour: POD3_SDA is drawn as SDA is, HUB_A as A is."""
    return NETS.get(net, NETS.get(net.rsplit("_", 1)[-1], INK))


def num(value: float) -> str:
    """Return a number as short as it can be written with one decimal."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


class Sheet:
    """One drawing. Coordinates are pixels from the upper left."""

    def __init__(self, width: int, height: int, title: str, summary: str) -> None:
        """Start an empty sheet; `summary` is what a screen reader says of it."""
        self.width, self.height = width, height
        self.lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'font-family="{FONT}" role="img" aria-label="{escape(summary)}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" rx="18" fill="{PAPER}"/>',
        ]

    def add(self, element: str) -> None:
        """Add an element as it is."""
        self.lines.append(element)

    def rect(
        self, x: float, y: float, w: float, h: float,
        fill: str = PANEL, edge: str = EDGE, rx: float = 8, width: float = 1.5,
    ) -> None:  # fmt: skip
        """Add a box with rounded corners."""
        self.add(
            f'<rect x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}" rx="{num(rx)}" '
            f'fill="{fill}" stroke="{edge}" stroke-width="{num(width)}"/>'
        )

    def circle(self, x: float, y: float, r: float, fill: str, edge: str = "none", width: float = 1.5) -> None:
        """Add a disc."""
        self.add(
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="{fill}" stroke="{edge}" '
            f'stroke-width="{num(width)}"/>'
        )

    def text(
        self, x: float, y: float, words: str,
        size: float = 13, fill: str = INK, anchor: str = "start", weight: int = 400, turn: float = 0,
    ) -> None:  # fmt: skip
        """Add a line of text; (x, y) is its base line's start, middle or end."""
        more = f' transform="rotate({num(turn)} {num(x)} {num(y)})"' if turn else ""
        self.add(
            f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" fill="{fill}" text-anchor="{anchor}" '
            f'font-weight="{weight}"{more}>{escape(words)}</text>'
        )

    def wire(self, points: Iterable[Point], net: str, width: float = 2.6, radius: float = 7) -> None:
        """Add a wire through `points` in the net's colour, its corners rounded, on a thin edge of paper."""
        path = rounded(list(points), radius)
        common = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
        self.add(f'<path d="{path}" stroke="{PAPER}" stroke-width="{num(width + 3)}" {common}/>')
        self.add(f'<path d="{path}" stroke="{colour(net)}" stroke-width="{num(width)}" {common}/>')

    def pin(self, at: Point, net: str) -> None:
        """Add a connected pin."""
        self.circle(*at, 4.2, colour(net), PAPER, 1.2)

    def supply(self, x: float, y: float, net: str, side: int) -> None:
        """Add the flag of a supply net at a pin; `side` is -1 when it hangs to the left and 1 to the right."""
        end = x + 16 * side
        self.wire([(x, y), (end, y)], net, 2.2)
        if net == "GND":
            for step, half in enumerate((7, 4.5, 2)):
                at = end + 4 * step * side
                self.add(
                    f'<path d="M{num(at)} {num(y - half)}V{num(y + half)}" stroke="{NETS["GND"]}" stroke-width="2"/>'
                )
        else:
            left = end if side > 0 else end - 30
            self.rect(left, y - 8, 30, 16, NETS["3V3"], "none", 8)
            self.text(left + 15, y + 3.8, "3V3", 10, "#ffffff", "middle", 700)
        self.pin((x, y), net)

    def title(self, words: str, below: str) -> None:
        """Add the sheet's heading."""
        self.text(36, 50, words, 25, weight=700)
        self.text(36, 75, below, 14, FAINT)

    def legend(self, x: float, y: float, nets: Iterable[tuple[str, str]], step: float) -> None:
        """Add a row of colours and what they mean."""
        for i, (net, words) in enumerate(nets):
            self.wire([(x + i * step, y), (x + 22 + i * step, y)], net, 4)
            self.text(x + 32 + i * step, y + 4.5, words, 12.5, FAINT)

    def __str__(self) -> str:
        return "\n".join([*self.lines, "</svg>", ""])


def rounded(points: list[Point], radius: float) -> str:
    """Return the path through `points` with corners of `radius`, smaller where a leg is short."""
    words = [f"M{num(points[0][0])} {num(points[0][1])}"]
    for before, here, after in zip(points, points[1:], points[2:]):
        reach = min(radius, length(before, here) / 2, length(here, after) / 2)
        enter, leave = towards(here, before, reach), towards(here, after, reach)
        words.append(f"L{num(enter[0])} {num(enter[1])}Q{num(here[0])} {num(here[1])} {num(leave[0])} {num(leave[1])}")
    words.append(f"L{num(points[-1][0])} {num(points[-1][1])}")
    return "".join(words)


def length(a: Point, b: Point) -> float:
    """Return the distance of two points."""
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def towards(a: Point, b: Point, reach: float) -> Point:
    """Return the point `reach` from `a` on the way to `b`."""
    whole = length(a, b) or 1
    return a[0] + (b[0] - a[0]) * reach / whole, a[1] + (b[1] - a[1]) * reach / whole
