"""The process that is the database."""

import os
import signal
import subprocess
from pathlib import Path

from recuerdo.graph.local.locks import try_lock


class Jvm:
    """One running JVM, started by this keeper or by one that was killed.

    It inherits a lock on its pid file and so holds it exactly as long as it lives: no reused process number is
    ever taken for it. Only the keeper may touch the pid file.
    """

    def __init__(self, pid_file: Path, pid: int, child: "subprocess.Popen[bytes] | None" = None) -> None:
        self.pid_file = pid_file
        self.pid = pid
        self.child = child

    @classmethod
    def start(cls, command: list[str], pid_file: Path, log: Path) -> "Jvm":
        """Start it; its output goes to the end of `log`."""
        lock = try_lock(pid_file)
        if lock is None:
            raise RuntimeError(f"{pid_file} is held: a JVM is running already and must be adopted, not started")
        os.ftruncate(lock, 0)
        try:
            with log.open("ab") as output:
                child = subprocess.Popen(  # noqa: S603 -- our own java
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    pass_fds=(lock,),
                    # Written by the child itself: the file never is locked without naming its holder.
                    preexec_fn=lambda: _write_own_pid(lock),  # noqa: PLW1509 -- the keeper has no threads
                )
        finally:
            os.close(lock)
        return cls(pid_file, child.pid, child)

    @classmethod
    def adopt(cls, pid_file: Path) -> "Jvm | None":
        """Take over the JVM of a keeper that is gone, None when there is none."""
        lock = try_lock(pid_file)
        if lock is None:
            return cls(pid_file, int(pid_file.read_text()))
        os.close(lock)
        return None

    def is_alive(self) -> bool:
        """Tell whether it runs."""
        if self.child:
            return self.child.poll() is None
        lock = try_lock(self.pid_file)
        if lock is None:
            return True
        os.close(lock)
        return False

    def terminate(self) -> None:
        """Ask it to stop; it checkpoints first."""
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once; what was committed is recovered at the next start."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        if self.is_alive():
            os.kill(self.pid, number)


def _write_own_pid(file: int) -> None:
    os.write(file, str(os.getpid()).encode())
