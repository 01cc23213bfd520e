"""How the private Neo4j is configured: its ports and password, `neo4j.conf` and the command that starts it."""

import hashlib
import json
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

from recuerdo.graph.local.bolt import LOOPBACK, free_port
from recuerdo.graph.local.layout import Layout
from recuerdo.graph.local.state import replace_text

USER = "neo4j"
DATABASE = "neo4j"
HASH_ITERATIONS = 1024

# Neo4j reaches into these packages of Java.
OPENED = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")


@dataclass(frozen=True, slots=True)
class Connection:
    """What was chosen by chance at first start and is kept from then on.

    Attributes:
        bolt_port: On the loopback interface.
        password: Of the user `neo4j`.
    """

    bolt_port: int
    password: str


def read_connection(layout: Layout) -> Connection:
    """Read what was chosen at first start."""
    return Connection(**json.loads(layout.connection.read_bytes()))


def choose_connection(layout: Layout) -> Connection:
    """Read the connection, or choose it at first start and tell Neo4j the password."""
    if not layout.connection.exists():
        chosen = Connection(free_port(), secrets.token_urlsafe(24))
        _write_initial_password(layout, chosen.password)
        write_connection(layout, chosen)
    return read_connection(layout)


def write_connection(layout: Layout, connection: Connection) -> None:
    """Keep the connection, readable by this user alone."""
    replace_text(layout.connection, json.dumps(asdict(connection)))


def write_neo4j_conf(layout: Layout, bolt_port: int, http_port: int | None) -> None:
    """Write `neo4j.conf` for the next start."""
    settings = {
        "server.directories.data": layout.data,
        "server.directories.logs": layout.logs,
        "server.directories.run": layout.run,
        "server.default_listen_address": LOOPBACK,
        "server.bolt.listen_address": f"{LOOPBACK}:{bolt_port}",
        "server.bolt.advertised_address": f"{LOOPBACK}:{bolt_port}",
        "server.http.enabled": "false" if http_port is None else "true",
        "server.http.listen_address": f"{LOOPBACK}:{http_port or 0}",
        "server.https.enabled": "false",
        "dbms.usage_report.enabled": "false",
        "client.allow_telemetry": "false",
        "db.tx_log.preallocate": "false",
        "db.tx_log.rotation.size": "32M",
        "db.tx_log.rotation.retention_policy": "64M size",
        "db.transaction.timeout": "120s",
        "server.memory.pagecache.size": "512M",
        # Without it, stopping takes ten seconds more.
        "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration": "0s",
    }
    lines = [f"{name}={value}" for name, value in settings.items()]
    replace_text(layout.conf / "neo4j.conf", "\n".join(["# Written at every start by Recuerdo.", *lines, ""]))


def java_command(java: Path, layout: Layout) -> list[str]:
    """Return the command line of the JVM."""
    return [
        str(java),
        *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in OPENED),
        "--enable-native-access=ALL-UNNAMED",
        "-Xms256m",
        "-Xmx1g",
        "-XX:+UseSerialGC",  # 120 MB less than the default at this heap size
        "-XX:+ExitOnOutOfMemoryError",
        "-Dfile.encoding=UTF-8",
        "-cp",
        str(layout.jars / "*"),
        "org.neo4j.server.Neo4jCommunity",
        f"--home-dir={layout.home}",
        f"--config-dir={layout.conf}",
        "--console-mode",
    ]


def _write_initial_password(layout: Layout, password: str) -> None:
    """Do what `neo4j-admin dbms set-initial-password` does, without the seconds that one more JVM takes.

    Neo4j reads this file when it makes its system database: the name, then the salted hash.
    """
    salt = secrets.token_bytes(32)
    digest = salt + password.encode()
    for _ in range(HASH_ITERATIONS):
        digest = hashlib.sha256(digest).digest()
    folder = layout.data / "dbms"
    folder.mkdir(parents=True, exist_ok=True)
    replace_text(folder / "auth.ini", f"{USER}:SHA-256,{digest.hex()},{salt.hex()},{HASH_ITERATIONS}:")
