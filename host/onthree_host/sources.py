"""Where the device's sources are: the firmware's files and the rules it shares with the PC.

In a checkout, and in an editable install of one, they are firmware/ and shared/onthree themselves, so that
what is deployed and what runs on a virtual board is what stands in the editor. In an installed wheel the
firmware's files lie beside this module, in _firmware/ (setup.py copies them at build time), and the rules are
the installed package `onthree`.
"""

import hashlib
import re
from pathlib import Path

import onthree
from onthree_host.errors import OnThreeError

_HERE = Path(__file__).resolve().parent
_VERSION = re.compile(r'^VERSION = "(.*?)"', re.M)  # in device/build.py


class SourcesMissing(OnThreeError):
    """The firmware's files are not where an installation has them; the message says what to do."""


def firmware_folder() -> Path:
    """Return the folder that holds main.py and device/."""
    for folder in (_HERE.parent.parent / "firmware", _HERE / "_firmware"):
        if (folder / "main.py").is_file():
            return folder
    raise SourcesMissing("The firmware's files are missing: install On Three again, from a checkout or a wheel.")


def shared_folder() -> Path:
    """Return the folder that holds the package `onthree`, fit for an interpreter's module path."""
    return Path(onthree.__file__).resolve().parent.parent


def device_files() -> list[tuple[str, Path]]:
    """Return every file a device needs as (path on the device, path here), in the order of the former."""
    firmware, shared = firmware_folder(), shared_folder()
    files = [(path.relative_to(firmware).as_posix(), path) for path in firmware.rglob("*.py")]
    files += [(path.relative_to(shared).as_posix(), path) for path in (shared / "onthree").rglob("*.py")]
    return sorted(files)


def build_name() -> str:
    """Return what a deployed device calls its firmware: the version and 8 hex digits of all its files' contents."""
    digest = hashlib.sha256()
    for target, path in device_files():
        data = path.read_bytes()
        digest.update(f"{target} {len(data)}\n".encode() + data)
    found = _VERSION.search((firmware_folder() / "device" / "build.py").read_text(encoding="utf-8"))
    if found is None:
        raise SourcesMissing("The firmware's device/build.py tells no version: install On Three again.")
    return f"{found[1]}+{digest.hexdigest()[:8]}"


def contents(target: str, path: Path) -> bytes:
    """Return the source of a device's file; that of device/build.py names the build (see `build_name`)."""
    data = path.read_bytes()
    if target != "device/build.py":
        return data
    return _VERSION.sub(f'VERSION = "{build_name()}"', data.decode()).encode()
