"""Make the pages, tables and drawings of hardware/ from the one table of pins; `make hardware` runs it."""

import sys
from collections.abc import Callable
from pathlib import Path

from hardware import draw_hub, draw_pod, draw_table, electrics, pages
from hardware.plan import Plan, read_plan

HERE = Path(__file__).resolve().parent

FILES: dict[str, Callable[[Plan], str]] = {
    "pinout.md": pages.pinout,
    "netlist.csv": pages.netlist,
    "BOM.md": lambda plan: pages.bill(plan, HERE / "bom.csv"),
    "electrics.md": electrics.page,
    "diagram.json": pages.wokwi,
    "hub.svg": draw_hub.draw,
    "pod.svg": draw_pod.draw,
    "table.svg": draw_table.draw,
}


def main() -> int:
    """Write every file that is not already as it should be; say which."""
    plan = read_plan()
    for name, make in FILES.items():
        path, text = HERE / name, make(plan)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote hardware/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
