"""All settings, read once from the environment (`RECUERDO_*`). The only reader of the environment."""

from __future__ import annotations

import getpass
import os
from pathlib import Path
from typing import Literal, Self

import platformdirs
from pydantic import Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


def _home() -> Path:
    return platformdirs.user_data_path("recuerdo", appauthor=False)


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container's user without a name
        return "owner"


class Settings(BaseSettings):
    """Every setting with its default; the field's description is its documentation, `recuerdo settings` prints them."""

    model_config = SettingsConfigDict(env_prefix="RECUERDO_", extra="ignore", frozen=True)

    home: Path = Field(
        default_factory=_home, description="Folder of the private Neo4j, the embedder and their data; per user."
    )
    jars: Path | None = Field(
        None, description="Folder of Neo4j's jars, when several homes share one. Default: `jars` in the home."
    )
    neo4j_uri: str | None = Field(
        None, description="Address of a Neo4j of yours: bolt://, neo4j://, or with +s. Unset: the private one."
    )
    neo4j_user: str = Field("neo4j", description="User at that Neo4j.")
    neo4j_password: SecretStr | None = Field(
        None, description="Password at that Neo4j; required when the address is set."
    )
    neo4j_database: str = Field("neo4j", description="Database at that Neo4j.")
    neo4j_wait_seconds: float = Field(60.0, ge=0, description="How long to wait for a Neo4j that is starting.")
    local_grace_seconds: float = Field(
        30.0, ge=0, description="How long the private Neo4j stays after the last process has left."
    )
    owner: str = Field(
        default_factory=_user,
        min_length=1,
        description="Whose memory the local (stdio) server keeps. Default: the user's name.",
    )
    agent: str | None = Field(None, description="The agent's name over stdio. Default: what the client calls itself.")
    embedder: str = Field(
        "bundled", description="`bundled`, or a sentence-transformers model by name or path (extra `models`)."
    )
    embedder_threads: int = Field(2, ge=1, description="Threads of one embedding.")
    english_model: str | None = Field(
        None, description="spaCy model for English by name or path. Default: the largest installed."
    )
    spanish_model: str | None = Field(
        None, description="spaCy model for Spanish by name or path. Default: the largest installed, else rules."
    )
    pendiente_days: float = Field(7.0, gt=0, description="Days after which a `pendiente` expires.")
    retry_window_seconds: float = Field(
        120.0, ge=0, description="The same text from the same agent within this time is a retry."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field("warning", description="What is logged to stderr.")

    @model_validator(mode="after")
    def _password_for_a_named_database(self) -> Self:
        if self.neo4j_uri and self.neo4j_password is None:
            raise ValueError(
                "RECUERDO_NEO4J_URI is set, RECUERDO_NEO4J_PASSWORD is not. Set it, or unset the address to use the private Neo4j."
            )
        return self


def child_environment() -> dict[str, str]:
    """Return this process's environment for server processes of our own: the same home, the same database."""
    return dict(os.environ)  # noqa: TID251 - this module is the one that may
