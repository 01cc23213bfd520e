"""Fetch the jars of the private Neo4j, exactly those of the lock file."""

import hashlib
import http.client
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from filelock import FileLock

from recuerdo.graph.local.errors import FetchError, NoNetworkError, WrongHashError
from recuerdo.graph.local.jars import LOCK_FILE, Jar, are_complete, locked_jars, mark_complete, sha256
from recuerdo.graph.local.layout import explain
from recuerdo.graph.local.progress import Progress, Report, quiet

MAVEN_CENTRAL = "https://repo1.maven.org/maven2"
PARALLEL = 8
ATTEMPTS = 2
TIMEOUT_S = 30
CHUNK_BYTES = 1 << 18


def fetch_jars(
    folder: Path, *, lock_file: Path = LOCK_FILE, base_url: str = MAVEN_CENTRAL, report: Report = quiet
) -> None:
    """Fill `folder` with the jars of the lock file; returns at once when it is complete.

    Jars that lie there already, fetched before a break or copied from another machine, are verified and kept.
    One process fetches; others that come meanwhile wait for it.

    Args:
        folder: Made when missing.
        lock_file: Names the jars.
        base_url: Root of a Maven repository.
        report: Told the bytes done after each jar.

    Raises:
        NoNetworkError: The repository does not answer; says what is missing and how to bring it by hand.
        WrongHashError: A jar is not what the lock file says, twice.
        FetchError: The repository answers, but does not have a jar.
        DiskFullError: No room.
        HomeNotWritableError: `folder` cannot be made or written.
    """
    if are_complete(folder, lock_file):
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / ".lock"):
            if not are_complete(folder, lock_file):
                jars = locked_jars(lock_file)
                _fill(folder, jars, base_url, report)
                _remove_others(folder, jars)
                mark_complete(folder, lock_file)
    except NoNetworkError as error:
        raise NoNetworkError(_what_is_missing(folder, locked_jars(lock_file), base_url, error)) from error
    except OSError as error:
        raise explain(error, folder) from error


def _fill(folder: Path, jars: tuple[Jar, ...], base_url: str, report: Report) -> None:
    """Provide every jar, `PARALLEL` at a time; the first error ends it all."""
    done, total = 0, sum(jar.size for jar in jars)
    pool = ThreadPoolExecutor(PARALLEL, thread_name_prefix="jars")
    tasks = {pool.submit(_provide, folder, jar, base_url): jar for jar in jars}
    try:
        for task in as_completed(tasks):
            task.result()
            done += tasks[task].size
            report(Progress("fetch", done, total))
    finally:
        pool.shutdown(cancel_futures=True)


def _remove_others(folder: Path, jars: tuple[Jar, ...]) -> None:
    """Remove jars that the lock file does not name: all that lie here are loaded."""
    named = {jar.file_name for jar in jars}
    for path in folder.glob("*.jar"):
        if path.name not in named:
            path.unlink()


def _provide(folder: Path, jar: Jar, base_url: str) -> None:
    target = folder / jar.file_name
    if not (target.is_file() and sha256(target) == jar.sha256):
        _download(f"{base_url}/{jar.path}", target, jar.sha256)


def _download(url: str, target: Path, expected: str) -> None:
    """Put the file at `target` once its hash is right; a broken answer and a wrong hash get a second try."""
    part = target.with_name(f".{target.name}.part")
    for attempt in range(1, ATTEMPTS + 1):
        try:
            digest = _write(part, _receive(url))
        except NoNetworkError:
            if attempt == ATTEMPTS:
                raise
            continue
        if digest == expected:
            part.replace(target)
            return
        part.unlink()
    raise WrongHashError(
        f"{url} came with SHA-256 {digest}, but jars.lock expects {expected}; it was fetched {ATTEMPTS} times and thrown "
        "away. Something on the way alters downloads (a proxy, a virus scanner), or the file was replaced at its "
        f"source. Try another network, or copy {target.name} from a machine that has it into {target.parent}."
    )


def _receive(url: str) -> Iterator[bytes]:
    """Yield the answer in chunks; whatever the network does wrong becomes one of our errors."""
    try:
        with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:  # noqa: S310 -- the base is ours
            while chunk := answer.read(CHUNK_BYTES):
                yield chunk
    except urllib.error.HTTPError as error:
        error.close()
        raise FetchError(f"{url} answers {error.code} {error.reason}, expected the jar. Try again later.") from error
    except (OSError, http.client.HTTPException) as error:
        raise NoNetworkError(f"{url}: {error}") from error


def _write(part: Path, chunks: Iterator[bytes]) -> str:
    """Write to `part`; returns the SHA-256 of what was written."""
    digest = hashlib.sha256()
    with part.open("wb") as file:
        for chunk in chunks:
            digest.update(chunk)
            file.write(chunk)
    return digest.hexdigest()


def _what_is_missing(folder: Path, jars: tuple[Jar, ...], base_url: str, error: Exception) -> str:
    missing = [jar for jar in jars if not (folder / jar.file_name).is_file()]
    megabytes = sum(jar.size for jar in missing) / 1e6
    return (
        f"The private Neo4j needs {len(jars)} jars and {len(missing)} of them ({megabytes:.0f} MB) are missing in {folder}; "
        f"they come from {base_url}, which does not answer ({error}). Connect to the network and start again, or copy "
        f"the folder {folder} from a machine where Recuerdo has started once (it is verified here), "
        "or set RECUERDO_NEO4J_URI to a Neo4j of your own."
    )
