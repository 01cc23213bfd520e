"""The jars of the private Neo4j, fetched from a small repository of the test's own."""

import hashlib
import http.server
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from recuerdo.graph.local.errors import (
    DiskFullError,
    FetchError,
    HomeNotWritableError,
    NoNetworkError,
    WrongHashError,
)
from recuerdo.graph.local.fetch import fetch_jars
from recuerdo.graph.local.jars import NEO4J_VERSION, Jar, are_complete, format_lock, locked_jars
from recuerdo.graph.local.progress import Progress

NAMES = ("one", "two", "three")


def content(name: str) -> bytes:
    return name.encode() * 1000


@dataclass
class Repository:
    """A Maven repository that can be told to serve rubbish, and counts."""

    url: str = ""
    rubbish: Counter[str] = field(default_factory=Counter)
    served: Counter[str] = field(default_factory=Counter)
    absent: set[str] = field(default_factory=set)

    def answer(self, name: str) -> bytes:
        self.served[name] += 1
        self.rubbish[name] -= 1
        return b"rubbish" if self.rubbish[name] >= 0 else content(name)


@pytest.fixture
def repository() -> Iterator[Repository]:
    shelf = Repository()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.split("/")[-3]
            if name in shelf.absent:
                self.send_error(404)
                return
            body = shelf.answer(name)
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        shelf.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield shelf
        server.shutdown()
        thread.join()


@pytest.fixture
def lock_file(tmp_path: Path) -> Path:
    jars = [Jar("g.h", n, "1", "", len(content(n)), hashlib.sha256(content(n)).hexdigest()) for n in NAMES]
    path = tmp_path / "jars.lock"
    path.write_text(format_lock(jars))
    return path


def refused_url() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{probe.getsockname()[1]}"


def test_the_committed_lock_file_names_neo4j_and_its_browser_with_a_hash_for_each_jar() -> None:
    jars = locked_jars()
    versions = {jar.artifact: jar.version for jar in jars}
    assert versions["neo4j"] == versions["neo4j-server"] == NEO4J_VERSION
    assert "neo4j-browser" in versions
    assert all(len(jar.sha256) == 64 and jar.size > 0 for jar in jars)
    assert len({jar.file_name for jar in jars}) == len(jars)


def test_a_fetched_folder_holds_every_jar_and_is_complete(
    tmp_path: Path, lock_file: Path, repository: Repository
) -> None:
    steps: list[Progress] = []
    fetch_jars(tmp_path / "jars", lock_file=lock_file, base_url=repository.url, report=steps.append)
    assert {path.name for path in (tmp_path / "jars").glob("*.jar")} == {f"{name}-1.jar" for name in NAMES}
    assert are_complete(tmp_path / "jars", lock_file)
    assert steps[-1].done == steps[-1].total == sum(len(content(name)) for name in NAMES)


def test_a_complete_folder_is_not_fetched_again(tmp_path: Path, lock_file: Path, repository: Repository) -> None:
    fetch_jars(tmp_path, lock_file=lock_file, base_url=repository.url)
    fetch_jars(tmp_path, lock_file=lock_file, base_url=refused_url())
    assert set(repository.served.values()) == {1}


def test_a_jar_with_a_wrong_hash_is_fetched_once_more(tmp_path: Path, lock_file: Path, repository: Repository) -> None:
    repository.rubbish["two"] = 1
    fetch_jars(tmp_path, lock_file=lock_file, base_url=repository.url)
    assert repository.served["two"] == 2
    assert (tmp_path / "two-1.jar").read_bytes() == content("two")


def test_a_jar_that_is_wrong_twice_is_refused_and_not_kept(
    tmp_path: Path, lock_file: Path, repository: Repository
) -> None:
    repository.rubbish["two"] = 2
    with pytest.raises(WrongHashError, match=r"two-1\.jar .* expects .* copy two-1\.jar"):
        fetch_jars(tmp_path, lock_file=lock_file, base_url=repository.url)
    assert repository.served["two"] == 2
    assert not list(tmp_path.glob("*two-1*"))
    assert not are_complete(tmp_path, lock_file)


def test_what_was_fetched_before_a_break_is_kept(tmp_path: Path, lock_file: Path, repository: Repository) -> None:
    (tmp_path / "one-1.jar").write_bytes(content("one"))
    fetch_jars(tmp_path, lock_file=lock_file, base_url=repository.url)
    assert repository.served["one"] == 0


def test_a_broken_jar_in_the_folder_is_replaced(tmp_path: Path, lock_file: Path, repository: Repository) -> None:
    (tmp_path / "one-1.jar").write_bytes(b"half")
    fetch_jars(tmp_path, lock_file=lock_file, base_url=repository.url)
    assert (tmp_path / "one-1.jar").read_bytes() == content("one")


def test_a_jar_that_the_lock_file_does_not_name_is_removed(
    tmp_path: Path, lock_file: Path, repository: Repository
) -> None:
    (tmp_path / "older-0.9.jar").touch()
    fetch_jars(tmp_path, lock_file=lock_file, base_url=repository.url)
    assert not (tmp_path / "older-0.9.jar").exists()


def test_without_network_the_error_says_what_is_missing_and_how_to_bring_it(tmp_path: Path, lock_file: Path) -> None:
    (tmp_path / "one-1.jar").write_bytes(content("one"))
    with pytest.raises(NoNetworkError) as caught:
        fetch_jars(tmp_path, lock_file=lock_file, base_url=refused_url())
    message = str(caught.value)
    assert "needs 3 jars and 2 of them" in message
    assert f"copy the folder {tmp_path}" in message
    assert "RECUERDO_NEO4J_URI" in message


def test_a_folder_copied_from_another_machine_needs_no_network(tmp_path: Path, lock_file: Path) -> None:
    for name in NAMES:
        (tmp_path / f"{name}-1.jar").write_bytes(content(name))
    fetch_jars(tmp_path, lock_file=lock_file, base_url=refused_url())
    assert are_complete(tmp_path, lock_file)


def test_a_jar_that_the_source_does_not_have_is_named(tmp_path: Path, lock_file: Path, repository: Repository) -> None:
    repository.absent.add("three")
    with pytest.raises(FetchError, match=r"g/h/three/1/three-1\.jar answers 404"):
        fetch_jars(tmp_path, lock_file=lock_file, base_url=repository.url)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs Linux's always full device")
def test_a_full_disk_is_named_with_what_to_do(tmp_path: Path, lock_file: Path, repository: Repository) -> None:
    (tmp_path / ".two-1.jar.part").symlink_to("/dev/full")
    with pytest.raises(DiskFullError, match=rf"disk of {tmp_path} is full.*RECUERDO_HOME"):
        fetch_jars(tmp_path, lock_file=lock_file, base_url=repository.url)


def test_a_folder_that_cannot_be_made_is_named_with_what_to_do(
    tmp_path: Path, lock_file: Path, repository: Repository
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(HomeNotWritableError, match=r"cannot be written.*RECUERDO_HOME"):
        fetch_jars(tmp_path / "file" / "jars", lock_file=lock_file, base_url=repository.url)
