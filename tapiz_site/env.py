"""Settings from the environment: typed readers, the data folder, the secret key and this machine's addresses."""

import fcntl
import os
import secrets
import socket
import struct
from contextlib import suppress
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_TRUE = {"1", "true", "yes", "on", "si", "sí"}
_FALSE = {"", "0", "false", "no", "off"}
_SIOCGIFADDR = 0x8915


def text(name: str, default: str = "") -> str:
    """Read a text; blank counts as not set."""
    return os.environ.get(name, "").strip() or default


def flag(name: str) -> bool:
    """Read a yes/no, off when not set."""
    value = text(name).lower()
    if value not in _TRUE | _FALSE:
        raise ImproperlyConfigured(f"{name} must be yes or no, not {value!r}.")
    return value in _TRUE


def choice(name: str, default: str, *others: str) -> str:
    """Read one of a few words."""
    value = text(name, default)
    if value not in (default, *others):
        raise ImproperlyConfigured(f"{name} must be one of {', '.join((default, *others))}, not {value!r}.")
    return value


def words(name: str) -> list[str]:
    """Read a list separated by commas."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def networks(name: str, default: str) -> list[str]:
    """Read a list of addresses and networks, such as 10.0.0.0/8."""
    found = words(name) or default.split(",")
    for one in found:
        try:
            ip_network(one, strict=False)
        except ValueError as problem:
            raise ImproperlyConfigured(f"{name} must be addresses or networks, not {one!r}.") from problem
    return found


def number(name: str, default: int) -> int:
    """Read a whole number of at least one."""
    value = text(name, str(default))
    if not value.isdecimal() or int(value) < 1:
        raise ImproperlyConfigured(f"{name} must be a number of at least 1, not {value!r}.")
    return int(value)


def public_url(name: str = "TAPIZ_PUBLIC_URL") -> tuple[str, str, bool]:
    """Read the public address as (origin, host name, whether it is https); empty strings when not set."""
    value = text(name).rstrip("/")
    if not value:
        return "", "", False
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path:
        raise ImproperlyConfigured(f"{name} must look like https://mesa.example, not {value!r}.")
    return value, parts.hostname, parts.scheme == "https"


def mail(name: str = "TAPIZ_MAIL") -> dict[str, str | int | bool]:
    """Read the mail server, smtp+tls://user:password@host:587, as Django's settings; empty when not set.

    smtp+tls switches to TLS (port 587), smtps is encrypted from the start (465), smtp never (25).
    """
    value = text(name)
    if not value:
        return {}
    parts = urlsplit(value)
    ports = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
    if parts.scheme not in ports or not parts.hostname or parts.path not in ("", "/"):
        raise ImproperlyConfigured(f"{name} must look like smtp+tls://user:password@mail.example:587.")
    return {
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or ports[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
    }


def data_folder(base: Path) -> Path:
    """The folder of database, secret key and logs (TAPIZ_DATA, or else `data`), made private when missing."""
    folder = Path(text("TAPIZ_DATA", str(base / "data"))).expanduser().resolve()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise ImproperlyConfigured(f"TAPIZ_DATA: {folder} cannot be made ({problem.strerror}).") from problem
    return folder


def secret_key(folder: Path) -> str:
    """TAPIZ_SECRET_KEY, or else the key in the data folder, written at the first start."""
    if given := text("TAPIZ_SECRET_KEY"):
        return given
    file = folder / "secret_key"
    try:
        if not file.exists():
            _write_key(file)
        key = file.read_text(encoding="ascii").strip()
    except OSError as problem:
        why = f"The secret key {file} cannot be read or written ({problem.strerror})"
        raise ImproperlyConfigured(f"{why}: make room on the disk, or let the server's user write there.") from problem
    if not key:
        raise ImproperlyConfigured(f"The secret key {file} is empty: put the old one back, or delete the file.")
    return key


def _write_key(file: Path) -> None:
    # Written to a file beside it and linked into place, so that two starting processes agree on one complete key.
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as out:
            out.write(secrets.token_urlsafe(64))
        with suppress(FileExistsError):
            os.link(draft, file)
    finally:
        draft.unlink(missing_ok=True)


def machine_addresses() -> list[str]:
    """This machine's IPv4 addresses without loopback, the one of the default route first."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only asks which of our addresses would be used.
            probe.connect(("192.0.2.1", 9))
            found.append(str(probe.getsockname()[0]))
        except OSError:
            pass
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue
            found.append(socket.inet_ntoa(answer[20:24]))
    return [address for address in dict.fromkeys(found) if not address.startswith("127.")]


def local_hosts() -> list[str]:
    """The host names of this machine on its own network."""
    name = socket.gethostname().lower()
    return ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local", *machine_addresses()]
