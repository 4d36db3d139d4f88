"""Two web processes and nginx before them, as docs/running.md says."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from http.client import HTTPConnection
from pathlib import Path

from scripts.served import ROOT, environment, free_port

PATIENCE = 60.0
_HERE = "http://127.0.0.1:8123"
"""Where the page sends nginx."""


class Site:
    """The site for as long as the block lasts; `address` is nginx's."""

    def __init__(self, data: Path, settings: Mapping[str, str]) -> None:
        self.data = data
        self.ports = [free_port(), free_port()]
        self.address = f"127.0.0.1:{free_port()}"
        self.settings = {**settings, "TAPIZ_PUBLIC_URL": f"http://{self.address}"}
        self._running: dict[int, subprocess.Popen[bytes]] = {}
        self._nginx: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Site:
        if shutil.which("nginx") is None:
            subprocess.run([ROOT / "scripts" / "apt", "nginx"], check=True)
        for number, _port in enumerate(self.ports):
            self.begin(number)
        for number, _port in enumerate(self.ports):
            self.await_ready(number)
        conf = self.data / "nginx.conf"
        conf.write_text(self._configuration(), encoding="utf-8")
        self._nginx = subprocess.Popen(
            ["nginx", "-c", str(conf), "-p", str(self.data), "-e", str(self.data / "nginx.txt")]
        )
        _until(lambda: self.ready(int(self.address.rpartition(":")[2])) == 200, "nginx")
        return self

    def __exit__(self, *_why: object) -> None:
        if self._nginx is not None:
            self._nginx.send_signal(signal.SIGTERM)
            self._nginx.wait(10)
        for process in self._running.values():
            process.send_signal(signal.SIGINT)
        for process in self._running.values():
            process.wait(10)

    def begin(self, number: int) -> None:
        """Start a web process."""
        command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(self.ports[number])]
        with (self.data / f"serve-{number}.txt").open("ab") as said:
            self._running[number] = subprocess.Popen(
                command, cwd=ROOT, env=environment(self.data, **self.settings), stdout=said, stderr=said
            )

    def await_ready(self, number: int) -> None:
        """Wait until a web process that was started answers; ends with what it printed where it does not."""
        port, said = self.ports[number], self.data / f"serve-{number}.txt"
        _until(lambda: self.ready(port) == 200, f"port {port}", said)

    def kill(self, number: int) -> None:
        """End a web process without a word."""
        self._running[number].kill()
        self._running[number].wait()

    def ready(self, port: int) -> int:
        """What the process at this port says of itself; 0 where it says nothing."""
        connection = HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/salud/lista/")
            return connection.getresponse().status
        except OSError:
            return 0
        finally:
            connection.close()

    def _configuration(self) -> str:
        page = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
        locations = re.findall(r"^   location .*?^   }\n", page, re.MULTILINE | re.DOTALL)
        servers = "".join(f"server 127.0.0.1:{port} fail_timeout=1s; " for port in self.ports)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        folders = "".join(f"{kind}_temp_path {self.data}/{kind};\n" for kind in kinds)
        return (
            f"daemon off;\nuser root;\npid {self.data}/nginx.pid;\nevents {{}}\nhttp {{\naccess_log off;\n{folders}"
            f"upstream web {{ {servers}}}\nserver {{\nlisten {self.address};\n"
            f"{''.join(locations).replace(_HERE, 'http://web')}}}\n}}\n"
        )


def _until(done: object, what: str, said: Path | None = None) -> None:
    assert callable(done)
    deadline = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > deadline:
            raise SystemExit(f"{what} did not start. {said.read_text(encoding='utf-8') if said else ''}")
        time.sleep(0.1)
