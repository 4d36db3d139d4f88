"""The site as people run it, for measuring and looking: its own process, a data folder of its own, a free port."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Of several lists Chromium heeds the last, so the first three lines repeat what Playwright turns off. The fourth is
# ours: two pages of the address bar's own, which every visitor's first window would load (a second of CPU).
FEATURES_OFF = (
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,"
    "TcpPortRandomizationWin,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,"
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup"
)
CHROMIUM_ARGUMENTS = (
    f"--disable-features={FEATURES_OFF}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE_SECONDS = 180


def environment(data: Path, **extra: str) -> dict[str, str]:
    """The present environment without any setting of this site, but for the data folder and what is given."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("TAPIZ_", "DATABASE_", "DJANGO_"))}
    return {**kept, "TAPIZ_DATA": str(data), **extra}


def settle_in(data: Path, **extra: str) -> None:
    """Make this very process one of that data folder too, so that it can write what pages are to show."""
    wanted = environment(data, DJANGO_SETTINGS_MODULE="tapiz_site.settings", DJANGO_ALLOW_ASYNC_UNSAFE="1", **extra)
    for name in set(os.environ) - set(wanted):
        del os.environ[name]
    os.environ.update(wanted)
    import django

    django.setup()
    from tapiz_site import preparation

    preparation.prepare_database()


def free_port() -> int:
    """A port of the loopback address on which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@contextmanager
def serving(data: Path, **extra: str) -> Iterator[str]:
    """Serve a data folder in one process of its own; the address."""
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with (data / "serve.txt").open("wb") as said:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment(data, **extra), stdout=said, stderr=subprocess.STDOUT
        )
    try:
        _wait_for(process, port, data / "serve.txt")
        yield f"http://localhost:{port}"
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def _wait_for(process: subprocess.Popen[bytes], port: int, said: Path) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"The site did not start:\n{said.read_text(encoding='utf-8')}") from None
            time.sleep(0.05)
        else:
            return
