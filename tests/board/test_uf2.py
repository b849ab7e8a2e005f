"""MicroPython's UF2: found, fetched with its hash checked, and read."""

import hashlib
import http.server
import struct
import threading

import pytest

from onthree_host.boards import uf2


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("ONTHREE_UF2", raising=False)
    return tmp_path / "onthree" / uf2.NAME


@pytest.fixture
def site():
    """A web site with one file on it; `site.body` may be changed, `site.url` is its address."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Length", str(len(server.body)))
            self.end_headers()
            self.wfile.write(server.body)

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    server.body = b"firmware" * 20_000
    server.url = f"http://127.0.0.1:{server.server_port}/{uf2.NAME}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def block(address, payload, flags=0x2000):
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, flags, address, len(payload), 0, 1, 0)
    return (head + payload).ljust(508, b"\0") + struct.pack("<I", 0x0AB16F30)


def test_the_named_file_comes_first_and_must_exist(cache, tmp_path, monkeypatch):
    assert uf2.find() is None
    cache.parent.mkdir(parents=True)
    cache.write_bytes(b"cached")
    assert uf2.find() == cache
    named = tmp_path / "mine.uf2"
    monkeypatch.setenv("ONTHREE_UF2", str(named))
    with pytest.raises(uf2.Uf2Error, match="ONTHREE_UF2 names"):
        uf2.find()
    named.write_bytes(b"named")
    assert uf2.find() == named
    with pytest.raises(uf2.Uf2Error, match="--uf2 names"):
        uf2.find(str(tmp_path / "other.uf2"))


def test_a_download_is_kept_when_its_hash_is_right(cache, site, monkeypatch):
    monkeypatch.setattr(uf2, "SHA256", hashlib.sha256(site.body).hexdigest())
    steps = []
    assert uf2.get(url=site.url, progress=lambda done, total: steps.append((done, total))) == cache
    assert cache.read_bytes() == site.body
    assert steps[-1] == (len(site.body), len(site.body))
    assert len(steps) > 1


def test_a_download_with_a_wrong_hash_leaves_nothing(cache, site):
    with pytest.raises(uf2.Uf2Error, match=r"SHA-256 is wrong\. Get https://micropython\.org/.* --uf2 or ONTHREE_UF2"):
        uf2.get(url=site.url)
    assert list(cache.parent.iterdir()) == []


def test_without_a_network_the_message_says_how_to_get_it(cache):
    with pytest.raises(uf2.Uf2Error, match=rf"could not be downloaded \(.+\)\. Get {uf2.URL} .* put it at {cache}"):
        uf2.get(url="http://127.0.0.1:9/nothing.uf2")


def test_blocks_land_at_their_address_and_the_rest_is_erased(tmp_path):
    path = tmp_path / "two.uf2"
    path.write_bytes(block(0x10000100, b"B" * 256) + block(0x10000000, b"A" * 16) + block(0x20000000, b"C", flags=1))
    assert uf2.flash_image(path) == b"A" * 16 + b"\xff" * 240 + b"B" * 256


def test_another_file_is_refused(tmp_path):
    path = tmp_path / "not.uf2"
    for data in (b"", b"x" * 1024):
        path.write_bytes(data)
        with pytest.raises(uf2.Uf2Error, match="is not a UF2 file"):
            uf2.flash_image(path)
