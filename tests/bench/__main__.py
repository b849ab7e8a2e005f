"""All benchmarks of this folder: `python -m tests.bench [--pico] [--quick]`.

A benchmark is a file here with a `main`; it prints a table and leaves with 1 when a figure misses its budget. Those
in PICO run the emulated Pico and need MicroPython's UF2; they run with --pico, and only then. Further arguments are
handed on to every benchmark.
"""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PICO = ("pico", "pico_memory")


def names(pico: bool) -> list[str]:
    """Return the benchmarks there are, in order."""
    files = [path for path in HERE.glob("*.py") if "def main(" in path.read_text(encoding="utf-8")]
    found = sorted(path.stem for path in files if not path.stem.startswith("_"))
    return [name for name in found if (name in PICO) == pico]


def main(arguments: list[str]) -> int:
    """Run them one after the other, each in its own process; return 1 when one of them is not content."""
    handed_on = [word for word in arguments if word != "--pico"]
    codes = []
    for name in names("--pico" in arguments):
        run = subprocess.run([sys.executable, "-m", f"tests.bench.{name}", *handed_on], cwd=HERE.parent.parent)
        codes.append(run.returncode)
    return 1 if any(codes) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
