"""Lets pytest run what run.py runs: a test whose name is in the file's CASES gets one case after the other."""

from tests.both import vectors


def pytest_generate_tests(metafunc):
    cases = getattr(metafunc.module, "CASES", {}).get(metafunc.function.__name__)
    if cases is not None:
        pairs = list(cases())
        metafunc.parametrize("case", [case for _, case in pairs], ids=[name for name, _ in pairs])


def pytest_terminal_summary(terminalreporter):
    sentence = vectors.waiting()
    if sentence:
        terminalreporter.write_line(sentence)
