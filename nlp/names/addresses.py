"""Names that are addresses: URLs, repositories, file paths, e-mail addresses."""

from __future__ import annotations

import posixpath
import re
from typing import NamedTuple

from recuerdo.nlp.names import tables

_EMAIL = re.compile(r"(?:mailto:)?([\w.+-]+@[\w-]+(?:\.[\w-]+)+)", re.IGNORECASE)
_SSH = re.compile(r"(?:ssh://)?git@([\w.-]+)[:/](.+)", re.IGNORECASE)
_URL = re.compile(
    r"(?:[a-z][a-z0-9+.-]*://)?(?P<host>(?:[\w-]+\.)+[a-z]{2,24})(?P<port>:\d+)?(?P<rest>[/?#]\S*)?", re.IGNORECASE
)
_LOCAL_URL = re.compile(r"[a-z][a-z0-9+.-]*://(?P<host>[\w.-]+)(?P<port>:\d+)?(?P<rest>[/?#]\S*)?", re.IGNORECASE)
_DEFAULT_PORTS = frozenset({":80", ":443"})
_OWNER_AND_NAME = re.compile(r"[a-zA-Z0-9][\w.-]*[a-zA-Z0-9]/[a-zA-Z0-9][\w.-]+")
_CAPITALS = re.compile(r"[A-Z0-9/]+")
_PATH = re.compile(r"(?:[A-Za-z]:|~|\.{1,2})?[\\/].+|.+[\\/][^\\/]*\.[A-Za-z0-9]{1,8}|[\w.-]+\.[a-z][a-z0-9]{0,4}")
_REPOSITORY_CLASSES = frozenset({"project", "service", "product", ""})


class Address(NamedTuple):
    """At most one part is filled."""

    address: str = ""
    path: str = ""
    email: str = ""


def read_address(text: str, kind: str) -> Address:
    """The address that a name is, if it is one.

    Args:
        text: The name as written.
        kind: Its type class; a bare ``owner/name`` is a repository, ``a/b.py`` a path, only where that fits.
    """
    text = text.strip().strip("<>")
    if match := _EMAIL.fullmatch(text):
        return Address(email=match[1].lower())
    if text and kind == "file" and "://" not in text:
        return Address(path=normal_path(text))
    if remote := _url(text) or _repository(text, kind):
        return Address(address=remote)
    return Address(path=normal_path(text)) if _is_path(text, kind) else Address()


def normal_path(text: str) -> str:
    """Forward slashes, no doubled slash, ``.`` and ``..`` resolved, no ``file://``."""
    return posixpath.normpath(re.sub(r"^file://", "", text.strip(), flags=re.IGNORECASE).replace("\\", "/"))


def _is_path(text: str, kind: str) -> bool:
    return kind in {"", "object"} and ("/" in text or "\\" in text) and bool(_PATH.fullmatch(text))


def _url(text: str) -> str:
    if match := _SSH.fullmatch(text):
        return _at_host(match[1].lower(), "/" + match[2])
    match = _URL.fullmatch(text) or _LOCAL_URL.fullmatch(text)
    if not match or text.lower().startswith("file:"):
        return ""
    host = match["host"].lower()
    has_scheme = "://" in text
    if not (has_scheme or host.startswith("www.") or host.rpartition(".")[2] in tables.hosts().top_domains):
        return ""
    port = match["port"] or ""
    return _at_host(host.removeprefix("www.") + ("" if port in _DEFAULT_PORTS else port), match["rest"] or "")


def _at_host(host: str, rest: str) -> str:
    rest = re.sub(r"/{2,}", "/", rest).rstrip("/")
    parts = rest.strip("/").split("/")
    if host in tables.hosts().forges and len(parts) == 2 and all(parts) and not re.search("[?#]", rest):
        return _repo("/".join(parts))
    return host + rest


def _repository(text: str, kind: str) -> str:
    is_one = kind in _REPOSITORY_CLASSES and _OWNER_AND_NAME.fullmatch(text) and not _CAPITALS.fullmatch(text)
    if not is_one or (kind != "project" and (text != text.lower() or _PATH.fullmatch(text))):
        return ""
    return _repo(text)


def _repo(owner_and_name: str) -> str:
    return "repo:" + owner_and_name.lower().removesuffix(".git")
