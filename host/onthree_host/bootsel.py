"""Picos in BOOTSEL mode: a drive and no serial port, for want of MicroPython or because the button was held."""

import sys
from pathlib import Path

_IDS = {("2e8a", "0003"): "RP2040", ("2e8a", "000f"): "RP2350"}  # the boot ROM's USB ids
_DRIVES = ("RPI-RP2", "RP2350")
_MOUNTS = ("/media/*", "/run/media/*", "/mnt", "/Volumes")
_USB = Path("/sys/bus/usb/devices")


def bootsel_boards(usb: Path = _USB, mounts: tuple[str, ...] = _MOUNTS) -> list[str]:
    """Return what is found of boards in BOOTSEL mode: the drives that are mounted, else the chips on USB."""
    drives = [str(drive) for pattern in mounts for drive in _matching(pattern) if (drive / "INFO_UF2.TXT").is_file()]
    if sys.platform == "win32":
        letters = (Path(f"{letter}:/") for letter in "DEFGHIJKLMNOP")
        drives += [str(drive) for drive in letters if (drive / "INFO_UF2.TXT").is_file()]
    return drives or [_IDS[ids] for ids in map(_ids, _devices(usb)) if ids in _IDS]


def _matching(pattern: str) -> list[Path]:
    root = Path(pattern.split("*")[0])
    folders = list(root.glob("*")) if "*" in pattern else [root]
    return [folder / name for folder in folders for name in _DRIVES]


def _devices(usb: Path) -> list[Path]:
    return sorted(usb.iterdir()) if usb.is_dir() else []


def _ids(device: Path) -> tuple[str, str]:
    try:
        return (device / "idVendor").read_text().strip(), (device / "idProduct").read_text().strip()
    except OSError:
        return ("", "")
