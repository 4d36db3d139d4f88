"""A PostgreSQL of our own for the time of a test run: a throw-away cluster on a socket, or none."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent


def _programs() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    elsewhere = shutil.which("initdb")
    return Path(elsewhere).resolve().parent if elsewhere else None


def _as_servant() -> list[str]:
    # PostgreSQL refuses to run as root; Debian's package brings the account it runs under.
    if os.geteuid() != 0:
        return []
    return ["runuser", "-u", "postgres", "--"]


@contextmanager
def database_url() -> Iterator[str | None]:
    """Give TAPIZ_TEST_POSTGRES, else the address of a server started for this block, else None."""
    if given := os.environ.get("TAPIZ_TEST_POSTGRES"):
        yield given
        return
    with server() as found:
        yield found.url if found else None


@dataclass(frozen=True, slots=True)
class Server:
    """A PostgreSQL of our own: its address, and how to stop it and start it again."""

    url: str
    restart: Callable[[], bool]


@contextmanager
def server() -> Iterator[Server | None]:
    """A server started for this block; None where there are no programs for it."""
    if _programs() is None and os.geteuid() == 0:
        subprocess.run([ROOT / "scripts" / "apt", "postgresql"], check=False)
    programs = _programs()
    if programs is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="tapiz-pg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if os.geteuid() == 0:
            try:
                servant = pwd.getpwnam("postgres")
            except KeyError:
                yield None
                return
            os.chown(folder, servant.pw_uid, servant.pw_gid)
        data = folder / "data"
        options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off -c max_connections=50"

        def run(program: str, *arguments: str) -> bool:
            command = [*_as_servant(), str(programs / program), "-D", str(data), *arguments]
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            return subprocess.run(command, cwd=folder, check=False, **quiet).returncode == 0

        started = run("initdb", "-A", "trust", "-U", "tapiz", "-E", "UTF8", "--locale=C") and run(
            "pg_ctl", "-w", "-l", str(folder / "log"), "-o", options, "start"
        )
        try:
            url = f"postgres://tapiz@{quote(str(folder), safe='')}/postgres"
            again = partial(run, "pg_ctl", "-w", "-m", "fast", "-l", str(folder / "log"), "-o", options, "restart")
            yield Server(url, again) if started else None
        finally:
            if started:
                run("pg_ctl", "-m", "immediate", "stop")
