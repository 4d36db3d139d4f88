"""The entry point: requests to the stream and to the pages, and how a body arrives."""

import asyncio
from collections.abc import Callable, Iterator, MutableMapping
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tapiz_site import asgi, bodies
from tapiz_site.accounts.models import User
from tapiz_site.connections import stopping

Message = MutableMapping[str, Any]


class Visit:
    """One request by hand: the visitor's messages and the answer."""

    def __init__(self, path: str, *messages: Message) -> None:
        self.scope: Message = {"type": "http", "method": "POST", "path": path, "headers": []}
        self.waiting = list(messages)
        self.answers: list[Message] = []

    async def receive(self) -> Message:
        return self.waiting.pop(0) if self.waiting else {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        self.answers.append(message)

    def go(self) -> None:
        async_to_sync(asgi.application)(self.scope, self.receive, self.send)


def views(resolver: URLResolver | None = None, space: str = "") -> Iterator[tuple[str, Callable[..., Any]]]:
    """The views of all addresses that have a name."""
    for one in (resolver or get_resolver()).url_patterns:
        if isinstance(one, URLPattern):
            yield f"{space}{one.name}", one.callback
        else:
            yield from views(one, f"{one.namespace}:" if one.namespace else space)


def part(body: bytes, *, more: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[Message]:
    """Replace the pages with a function that notes its requests."""
    seen: list[Message] = []

    async def pages(scope: Message, receive: asgi.Receive, send: asgi.Send) -> None:
        seen.append(await receive())
        seen.append(await receive())

    monkeypatch.setattr(asgi, "_pages", pages)
    return seen


def test_a_body_in_parts_reaches_the_pages_whole(seen: list[Message]) -> None:
    Visit("/mesas/", part(b"one ", more=True), part(b"two", more=False)).go()
    assert seen == [part(b"one two", more=False), {"type": "http.disconnect"}]


def test_a_visitor_who_leaves_in_the_middle_takes_no_thread(seen: list[Message]) -> None:
    visit = Visit("/mesas/", part(b"one ", more=True))
    visit.go()
    assert (seen, visit.answers) == ([], [])


def test_an_endless_body_is_refused_before_it_is_read(seen: list[Message], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "ANONYMOUS_BYTES", 10)
    visit = Visit("/mesas/", *[part(b"12345", more=True)] * 9)
    visit.go()
    assert seen == []
    assert visit.answers[0]["status"] == 413
    assert len(visit.waiting) == 6


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("who", "path", "most"),
    [
        ("nobody", "/mesas/importar/", 10),
        ("user", "/mesas/importar/", 30),
        ("user", "/cuenta/", 20),
        ("user", "/no/such/page/", 10),
    ],
)
def test_only_users_who_upload_send_much(
    seen: list[Message], monkeypatch: pytest.MonkeyPatch, client: Client, who: str, path: str, most: int
) -> None:
    """Anybody may send 100 kB, users a long form, and users who upload a file what its page takes; here 10, 20, 30."""
    monkeypatch.setattr(bodies, "ANONYMOUS_BYTES", 10)
    monkeypatch.setattr(bodies, "FORM_BYTES", 20)
    monkeypatch.setattr("django.conf.settings.MAX_TABLE_BYTES", 30)
    if who == "user":
        client.force_login(User.objects.create_user("ana"))
    for length, passed in ((most, 2), (most + 1, 0)):
        visit = Visit(path, part(b"x" * length, more=False))
        visit.scope["headers"] = [(b"cookie", client.cookies.output(header="", sep=";").encode())]
        seen.clear()
        visit.go()
        assert len(seen) == passed
        assert [answer["status"] for answer in visit.answers[:1]] == ([] if passed else [413])


@pytest.mark.django_db
def test_large_bodies_have_room_together(seen: list[Message], monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    """One person with many connections could otherwise fill the memory of the process."""
    monkeypatch.setattr(bodies, "ANONYMOUS_BYTES", 10)
    monkeypatch.setattr(bodies, "LARGE_AT_ONCE", 40)
    client.force_login(User.objects.create_user("ana"))

    def visit() -> list[int]:
        one = Visit("/cuenta/", part(b"x" * 8, more=True), part(b"x" * 9, more=True), part(b"x" * 3, more=False))
        one.scope["headers"] = [(b"cookie", client.cookies.output(header="", sep=";").encode())]
        one.go()
        return [answer["status"] for answer in one.answers[:1]]

    other = bodies.Held()
    other.grow(21)
    assert (visit(), seen) == ([503], [])
    other.let_go()
    assert (visit(), len(seen)) == ([], 2)
    assert bodies.Held.everybody == 0


def test_every_form_with_files_takes_uploads() -> None:
    """An address whose form has a file field, and no other, is marked."""
    marked: dict[str, set[str]] = {}
    for name, view in views():
        marked.setdefault(getattr(view, "body_limit", ""), set()).add(name)
    assert marked["MAX_PICTURE_BYTES"] == {
        "characters:look",
        "combat:map_picture",
        "pictures:creature_look",
        "pictures:pictures",
        "pictures:table_look",
    }
    assert marked["MAX_TABLE_BYTES"] == {"exchange:import_table"}
    assert marked["MAX_REQUEST_BYTES"] == {
        "combat:maps",
        "exchange:import_character",
        "packs:bring",
        "packs:install",
    }


def test_a_body_that_does_not_arrive_is_given_up(seen: list[Message], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "BODY_SECONDS", 0.01)
    visit = Visit("/mesas/", part(b"one ", more=True))
    silence = asyncio.Event()

    async def receive() -> Message:
        if visit.waiting:
            return visit.waiting.pop(0)
        await silence.wait()
        raise AssertionError("the visitor speaks no more")

    async_to_sync(asgi.application)(visit.scope, receive, visit.send)
    assert seen == []
    assert visit.answers[0]["status"] == 408


def test_the_stream_alone_is_asynchronous(seen: list[Message], monkeypatch: pytest.MonkeyPatch) -> None:
    streamed: list[str] = []

    async def stream(scope: Message, receive: asgi.Receive, send: asgi.Send) -> None:
        streamed.append(scope["path"])

    monkeypatch.setattr("tapiz_site.live.stream.application", stream)
    Visit("/live/", part(b"", more=False)).go()
    Visit("/live/other", part(b"", more=False)).go()
    assert streamed == ["/live/"]
    assert len(seen) == 2


def test_a_server_that_stops_sends_the_streams_away(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    sent: list[Message] = []

    async def stream(scope: Message, receive: asgi.Receive, send: asgi.Send) -> None:
        heard.append((await receive())["type"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        stopping().set()
        heard.append((await receive())["type"])

    async def visit() -> None:
        silence = asyncio.Event()
        first = iter([part(b"", more=False)])

        async def receive() -> Message:
            for message in first:
                return message
            await silence.wait()
            raise AssertionError("nobody speaks any more")

        async def send(message: Message) -> None:
            sent.append(message)

        await asyncio.wait_for(asgi.application({"type": "http", "path": "/live/"}, receive, send), 5)

    monkeypatch.setattr("tapiz_site.live.stream.application", stream)
    async_to_sync(visit)()
    assert heard == ["http.request", "http.disconnect"]
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert sent[-1]["more_body"] is False
