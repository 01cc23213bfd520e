"""What the channel of a text says about it: form alone cannot tell a commit's imperative from a request."""

from __future__ import annotations

import re

_COMMITS = frozenset({"commit", "git", "pr", "changelog"})
_MACHINES = frozenset({"log", "logs", "tool", "tool_output", "terminal", "shell", "ci", "monitor", "metrics", "alert"})
_CONVENTIONAL = re.compile(
    r"^\s*(?:feat|fix|chore|docs|refactor|perf|test|build|ci|style|revert|deps)(?:\([^)]*\))?!?:\s", re.IGNORECASE
)


def is_commit(canal: str | None, text: str = "") -> bool:
    """Whether a text is a commit message, by its channel or by a conventional prefix (`fix(auth): `)."""
    return (canal or "").lower() in _COMMITS or _CONVENTIONAL.match(text) is not None


def is_machine(canal: str | None) -> bool:
    """Whether a channel carries what systems return."""
    return (canal or "").lower() in _MACHINES
