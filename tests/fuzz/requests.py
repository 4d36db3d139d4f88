"""Hostile requests: any address, method and role, with parameters, headers and bodies that no browser would send."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from urllib.parse import quote, urlencode

METHODS = ("GET",) * 6 + ("POST",) * 10 + ("HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW", "get")
FORM, JSON = "application/x-www-form-urlencoded", "application/json"
BOUNDARY = "x"
FILES = f"multipart/form-data; boundary={BOUNDARY}"
KINDS = (
    (FORM,) * 8
    + (FILES,) * 3
    + (*(JSON, "text/plain", "", f"{FORM}; charset=utf-16", "multipart/form-data", "x/y;;="),)
)

NUMBERS = ("0", "-1", "1", "2.5", "1e9", "9" * 30, "-" + "9" * 30, "NaN", "∞", "٣", "0x10", " 1 ", "1,5")
TEXTS = (
    *("", " ", "x", "\x00", "a\x00b", "\ud800", "\u202e", "'\"<script>", "{{ 7 }}", "%s%n", "../../etc/passwd"),
    *(
        "x" * 300,
        "ñ" * 5000,
        "🐉",
        "a\r\nSet-Cookie: a=b",
        "[]",
        "{}",
        "null",
        "true",
        "on",
        "__proto__",
        "é",
        "e\u0301",
    ),
)
IDS = (
    *("00000000-0000-4000-8000-000000000000", "0", "-1", "9" * 25, "nothing", "NULL", "1 OR 1=1", "ñ", "a b", "."),
    *("%00", "%2e%2e", "x" * 200, "1.0", "١"),
)
HEADERS: tuple[Mapping[str, str], ...] = (
    *({},) * 8,
    {"HTTP_HX_REQUEST": "true"},
    {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "\x00", "HTTP_HX_CURRENT_URL": "%%%"},
    {"HTTP_HX_REQUEST": "true", "HTTP_HX_BOOSTED": "true"},
    {"HTTP_ACCEPT_LANGUAGE": "xx-,;q=9,*"},
    {"HTTP_ACCEPT_LANGUAGE": "en" * 500},
    {"HTTP_ACCEPT_ENCODING": "gzip;q=0, br"},
    {"HTTP_REFERER": "http://[::1", "HTTP_ORIGIN": "null"},
    {"HTTP_IF_NONE_MATCH": '"x", W/"', "HTTP_IF_MODIFIED_SINCE": "yesterday"},
    {"HTTP_RANGE": "bytes=9-1,,"},
    {"HTTP_X_FORWARDED_FOR": "1.2.3.4, x", "HTTP_X_FORWARDED_PROTO": "https"},
    {"HTTP_CONTENT_ENCODING": "gzip"},
    {"HTTP_X_HTTP_METHOD_OVERRIDE": "DELETE"},
)


@dataclass(frozen=True)
class Hostile:
    """One request, and the role that sends it."""

    who: str
    name: str
    """The name of its address."""
    method: str
    path: str
    query: str
    kind: str
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        body = self.body if len(self.body) < 400 else self.body[:400] + b"..."
        return f"{self.who} {self.method} {self.path}?{self.query} [{self.kind}] {body!r} {dict(self.headers)}"


class Generator:
    """Makes requests from a seed: the same requests in each run.

    addresses: by name the path of each, from its arguments. known: names of fields and values that forms have, so that
    requests come further than the first check.
    """

    def __init__(
        self,
        seed: int,
        addresses: Mapping[str, Callable[[Random], str]],
        roles: Sequence[str],
        forms: Mapping[str, Mapping[str, object]],
        queries: Sequence[Mapping[str, str]],
    ) -> None:
        self.chance = Random(seed)
        self.addresses = addresses
        self.roles = roles
        self.forms = forms
        self.queries = queries
        self.fields = sorted(
            {name for form in forms.values() for name in form} | {name for one in queries for name in one}
        )

    def request(self, token: str) -> Hostile:
        """The next one; with the token against forgery, so that it comes as far as the view."""
        chance = self.chance
        name = chance.choice(list(self.addresses))
        form = {**self._form(name), "csrfmiddlewaretoken": token}
        kind = chance.choice(KINDS)
        return Hostile(
            chance.choice(self.roles),
            name,
            chance.choice(METHODS),
            self.addresses[name](chance),
            self._query(name),
            kind,
            self._body(kind, form),
            chance.choice(HEADERS),
        )

    def _value(self) -> str:
        return self.chance.choice(self.chance.choice((NUMBERS, TEXTS, IDS)))

    def _form(self, name: str) -> dict[str, str]:
        chance = self.chance
        form = {key: value if isinstance(value, str) else str(value) for key, value in self.forms[name].items()}
        for key in list(form):
            if chance.random() < 0.3:
                form[key] = self._value()
            elif chance.random() < 0.1:
                del form[key]
        for _more in range(chance.choice((0, 0, 1, 3))):
            form[chance.choice((*self.fields, *TEXTS[:12]))] = self._value()
        return form

    def _query(self, name: str) -> str:
        chance = self.chance
        query = dict(chance.choice(self.queries)) if name.startswith("combat:") or chance.random() < 0.2 else {}
        for key in list(query):
            if chance.random() < 0.25:
                query[key] = self._value()
        for _more in range(chance.choice((0, 0, 0, 1, 2))):
            query[chance.choice((*self.fields, "page", "q", "panel", "next", "c", "token"))] = self._value()
        said = urlencode(query, encoding="utf-8", errors="surrogatepass")
        return said if chance.random() < 0.95 else said + chance.choice(("&%", "&=&", "&a=%ff", "&;", "#", "&" * 999))

    def _body(self, kind: str, form: Mapping[str, str]) -> bytes:
        chance = self.chance
        if chance.random() < 0.05:
            return bytes(chance.getrandbits(8) for _byte in range(chance.randrange(300)))
        if kind == JSON:
            return json.dumps(form).encode()
        if "multipart" in kind:
            return b"".join(self._part(key, value) for key, value in form.items()) + f"--{BOUNDARY}--\r\n".encode()
        return urlencode(form, encoding="utf-8", errors="surrogatepass").encode()

    def _part(self, key: str, value: str) -> bytes:
        plain = quote(key, safe=" áéíóúñ<>[]{}_-", errors="replace")
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{plain}"'
        if key in ("file", "folder") or self.chance.random() < 0.05:
            head += f'; filename="{self.chance.choice(("a.zip", "a.json", "", "../a", "ñ" * 99))}"'
        return head.encode() + b"\r\n\r\n" + value.encode(errors="surrogatepass") + b"\r\n"
