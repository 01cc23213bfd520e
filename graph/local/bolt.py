"""The opening words of Bolt, enough to know that a Neo4j is listening."""

import socket

LOOPBACK = "127.0.0.1"
# The magic number, then four version offers: Bolt 5.8 down to 5.0, and three empty ones.
HANDSHAKE = b"\x60\x60\xb0\x17" + bytes((0, 8, 8, 5)) + bytes(12)
TIMEOUT_S = 2.0


def answers(port: int) -> bool:
    """Tell whether a Bolt server on this machine agrees on a version at `port`."""
    try:
        with socket.create_connection((LOOPBACK, port), TIMEOUT_S) as connection:
            connection.sendall(HANDSHAKE)
            return connection.recv(4, socket.MSG_WAITALL)[3:] == b"\x05"
    except OSError:
        return False


def is_free(port: int) -> bool:
    """Tell whether a server may listen at `port`."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True


def free_port() -> int:
    """Return a port that nobody listens at now."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port
