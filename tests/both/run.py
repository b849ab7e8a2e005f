"""Run the tests of this folder without pytest: `micropython tests/both/run.py [--list] [file or part of a name ...]`.

A test is a function test_* of a file test_*.py; it fails by raising. A file may have a dict CASES that gives for a
test's name a function that returns (case name, case) pairs: the test is then run with each case. Prints a line and
a traceback for a test that fails, and at last `N passed, M failed`; the exit code is 1 when one failed or none ran.
"""

import os
import sys


def _root():
    here = __file__.replace("\\", "/")
    if not here.startswith("/"):
        here = os.getcwd() + "/" + here
    return here.rsplit("/", 3)[0]


def find_files(folder):
    """The names of the test modules in `folder`, in order."""
    return sorted(name[:-3] for name in os.listdir(folder) if name.startswith("test_") and name.endswith(".py"))


def find_tests(module):
    """(name, function, arguments) of every test of a module, in order."""
    cases = getattr(module, "CASES", {})
    found = []
    for name in sorted(name for name in dir(module) if name.startswith("test_")):
        if name in cases:
            for label, case in cases[name]():
                found.append(("{}[{}]".format(name, label), getattr(module, name), (case,)))
        else:
            found.append((name, getattr(module, name), ()))
    return found


def _print_trace(error):
    if hasattr(sys, "print_exception"):
        sys.print_exception(error)
    else:
        import traceback

        traceback.print_exception(type(error), error, error.__traceback__, file=sys.stdout)


def main(arguments):
    root = _root()
    for folder in (root, root + "/shared"):
        if folder not in sys.path:
            sys.path.insert(0, folder)
    listing = "--list" in arguments
    wanted = [word for word in arguments if not word.startswith("-")]
    passed = 0
    failed = []
    for file in find_files(root + "/tests/both"):
        module = __import__("tests.both." + file, None, None, ("x",))
        for name, test, arguments in find_tests(module):
            name = file + "::" + name
            if wanted and not any(word in name for word in wanted):
                continue
            if listing:
                print(name)
                passed += 1
                continue
            try:
                test(*arguments)
                passed += 1
            except Exception as error:
                failed.append(name)
                print("FAILED " + name)
                _print_trace(error)
    if not listing:
        waiting = __import__("tests.both.vectors", None, None, ("x",)).waiting()
        if waiting:
            print(waiting)
        print("{} passed, {} failed".format(passed, len(failed)))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
