"""The settings under different environments, each read by a process of its own."""

import json
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from tapiz_site import env
from tests.house.clean import ROOT, clean_environment

READ = """
import json, sys
from tapiz_site import settings
print(json.dumps({name: getattr(settings, name) for name in sys.argv[1:]}, default=str))
"""


def read(data: Path, *names: str, **environment: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-c", READ, *names],
        cwd=ROOT,
        env=clean_environment(data, **environment),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_without_an_environment_it_is_production_on_the_local_network(tmp_path: Path) -> None:
    found = read(tmp_path, "DEBUG", "ALLOWED_HOSTS", "SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "DATABASES")
    assert found["DEBUG"] is False
    assert "localhost" in found["ALLOWED_HOSTS"]
    assert "*" not in found["ALLOWED_HOSTS"]
    assert found["SECURE_SSL_REDIRECT"] is False
    assert found["SESSION_COOKIE_SECURE"] is False
    database = found["DATABASES"]["default"]
    assert database["NAME"] == str(tmp_path / "tapiz.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in database["OPTIONS"]["init_command"]
    assert "journal_mode=WAL" in database["OPTIONS"]["init_command"]


def test_an_https_address_turns_the_safeguards_on(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        "ALLOWED_HOSTS",
        "CSRF_TRUSTED_ORIGINS",
        "SECURE_SSL_REDIRECT",
        "SECURE_HSTS_SECONDS",
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "TRUSTED_PROXIES",
        TAPIZ_PUBLIC_URL="https://mesa.example/",
    )
    assert found["ALLOWED_HOSTS"] == ["mesa.example"]
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://mesa.example"]
    assert found["SECURE_SSL_REDIRECT"] is found["SESSION_COOKIE_SECURE"] is found["CSRF_COOKIE_SECURE"] is True
    assert found["SECURE_HSTS_SECONDS"] > 0
    assert found["TRUSTED_PROXIES"] == ["127.0.0.1", "::1"]


def test_a_plain_http_address_does_not(tmp_path: Path) -> None:
    found = read(tmp_path, "SESSION_COOKIE_SECURE", "SECURE_HSTS_SECONDS", TAPIZ_PUBLIC_URL="http://mesa.example:8080")
    assert found == {"SESSION_COOKIE_SECURE": False, "SECURE_HSTS_SECONDS": 0}


def test_postgresql_comes_from_one_variable(tmp_path: Path) -> None:
    found = read(tmp_path, "DATABASES", DATABASE_URL="postgres://tapiz:secret@db.example/mesas")["DATABASES"]["default"]
    assert (found["ENGINE"], found["HOST"], found["NAME"]) == ("django.db.backends.postgresql", "db.example", "mesas")
    assert "transaction_mode" not in found.get("OPTIONS", {})
    assert found["CONN_HEALTH_CHECKS"] is True


def test_the_secret_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    first = read(folder, "SECRET_KEY")["SECRET_KEY"]
    assert len(first) >= 50
    assert read(folder, "SECRET_KEY")["SECRET_KEY"] == first
    assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert read(tmp_path / "other", "SECRET_KEY")["SECRET_KEY"] != first


def test_simultaneous_first_starts_agree_on_one_key(tmp_path: Path) -> None:
    read_key = "import sys, pathlib; from tapiz_site import env; print(env.secret_key(pathlib.Path(sys.argv[1])))"
    command = [sys.executable, "-c", read_key, str(tmp_path)]
    starts = [
        subprocess.Popen(command, cwd=ROOT, env=clean_environment(None), stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    keys = {start.communicate()[0] for start in starts}
    assert len(keys) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]


@pytest.mark.parametrize("value", ["mesa.example", "ftp://mesa.example", "https://mesa.example/path", "https://"])
def test_a_wrong_address_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("TAPIZ_PUBLIC_URL", value)
    with pytest.raises(ImproperlyConfigured, match="TAPIZ_PUBLIC_URL"):
        env.public_url()


def test_values_of_the_wrong_kind_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPIZ_X", "perhaps")
    for reader in (lambda: env.flag("TAPIZ_X"), lambda: env.number("TAPIZ_X", 1), lambda: env.choice("TAPIZ_X", "a")):
        with pytest.raises(ImproperlyConfigured, match="TAPIZ_X"):
            reader()
    monkeypatch.setenv("TAPIZ_X", "0")
    assert env.flag("TAPIZ_X") is False
    with pytest.raises(ImproperlyConfigured):
        env.number("TAPIZ_X", 1)


def test_this_machine_is_among_the_local_hosts() -> None:
    hosts = env.local_hosts()
    assert {"localhost", "127.0.0.1"} <= set(hosts)
    assert not any(address.startswith("127.") for address in env.machine_addresses())
