"""The form of the log: lines for people or JSON for programs, with the request's id, without secrets, never a flood."""

from __future__ import annotations

import json
import logging
import time
from datetime import UTC, datetime
from threading import Lock

from tapiz_site import faults

from .request_ids import request_id

SECRET = ("token", "code")
"""Parts of addresses that let their holder in."""

AS_MANY = 20
"""How many times a minute the same line is written: what fails for all fails in every request."""
MINUTE = 60.0
FIELDS = ("encounter", "act", "tries", "milliseconds", "status_code")
"""What a line may carry beside its sentence."""


class Context(logging.Filter):
    """Adds the request's id to a line, strikes the secret parts of its address, and says outer faults in a sentence."""

    def filter(self, record: logging.LogRecord) -> bool:
        if hasattr(record, "request_id"):
            return True
        record.request_id = request_id() or "-"
        found = getattr(getattr(record, "request", None), "resolver_match", None)
        secrets = [str(found.kwargs[name]) for name in SECRET if name in found.kwargs] if found else []
        if secrets and isinstance(record.args, tuple):
            record.args = tuple(_struck(one, secrets) if isinstance(one, str) else one for one in record.args)
            # a line that says how many were left out before it holds them already
            record.msg = _struck(str(record.msg), secrets)
        if record.exc_info and (fault := faults.sentence(record.exc_info[1])):
            record.msg, record.args = f"{record.getMessage()} {fault}", ()
            record.exc_info = record.exc_text = None
        return True


def _struck(text: str, secrets: list[str]) -> str:
    for secret in secrets:
        text = text.replace(secret, "…")
    return text


class Throttle(logging.Filter):
    """Lets the same line through a few times a minute, and says with the next how many were left out."""

    def __init__(self, as_many: int = AS_MANY) -> None:
        super().__init__()
        self._most = as_many
        self._lock = Lock()
        self._since = 0.0
        self._seen: dict[tuple[object, ...], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        # Each handler asks, about the same line.
        asked = f"let_through_{id(self)}"
        if not hasattr(record, asked):
            setattr(record, asked, self._goes(record))
        return bool(getattr(record, asked))

    def _goes(self, record: logging.LogRecord) -> bool:
        kind = record.exc_info[0] if record.exc_info else None
        key = (record.name, record.levelno, str(record.msg) if kind is None else "", kind)
        with self._lock:
            now, left_out = time.monotonic(), 0
            if now - self._since >= MINUTE:
                left_out = sum(max(0, count - self._most) for count in self._seen.values())
                self._since, self._seen = now, {}
            self._seen[key] = self._seen.get(key, 0) + 1
            goes = self._seen[key] <= self._most
        if left_out:
            record.msg, record.args = f"{record.getMessage()} (before this, {left_out} lines were left out)", ()
        return goes


class JsonFormatter(logging.Formatter):
    """A line of JSON: time, level, logger, message, request id, what else the line carries, and the trace."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": getattr(record, "request_id", "-"),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)
