import pytest

from onthree_host.store import Store


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "games.db") as opened:
        yield opened
