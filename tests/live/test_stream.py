"""The event stream, driven as the ASGI callable it is."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import Awaitable, Callable, Collection, Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.sessions.models import Session
from django.test import Client

from tapiz_site.accounts import links
from tapiz_site.accounts.models import Kind, User
from tapiz_site.live import presence, stream, versions
from tapiz_site.live.hub import Contents, Listener, News, hub
from tapiz_site.live.models import Topic
from tapiz_site.live.versions import bump
from tests.live.streams import Browser

# Real commits: listeners are told only after a commit.
pytestmark = pytest.mark.django_db(transaction=True)

Rights = set[tuple[int, str]]
abump = sync_to_async(bump)


def run(story: Callable[[], Awaitable[None]]) -> None:
    """Run an asynchronous test to its end; afterwards there are no listeners."""
    async_to_sync(story)()
    assert hub.topics() == []


async def answer(browser: Browser) -> int:
    await browser.end()
    return browser.status


def test_a_topic_without_a_rule_is_not_there(session_key: str, rights: Rights) -> None:
    async def story() -> None:
        assert await answer(Browser(session_key, "test:a")) == 404
        assert await answer(Browser(session_key, "unheard:of")) == 404

    run(story)


def test_one_refused_topic_refuses_the_stream(session_key: str, sharra: User, rights: Rights) -> None:
    rights.add((sharra.pk, "test:a"))

    async def story() -> None:
        browser = Browser(session_key, "test:a", "test:b")
        assert await answer(browser) == 404
        assert "test:" not in browser.text

    run(story)


@pytest.mark.parametrize("key", ["", "forged", "x" * 32])
def test_without_a_session_nothing_is_there(key: str, sharra: User, rights: Rights) -> None:
    rights.add((sharra.pk, "test:a"))

    async def story() -> None:
        assert await answer(Browser(key, "test:a")) == 404

    run(story)


def test_a_changed_password_closes_old_sessions(session_key: str, sharra: User, rights: Rights) -> None:
    rights.add((sharra.pk, "test:a"))
    sharra.set_password("another")
    sharra.save()

    async def story() -> None:
        assert await answer(Browser(session_key, "test:a")) == 404

    run(story)


@pytest.mark.parametrize("topics", [[], ["test:" + "x" * 200], [f"test:{n}" for n in range(30)]])
def test_odd_requests_are_refused(session_key: str, sharra: User, rights: Rights, topics: list[str]) -> None:
    rights.update((sharra.pk, topic) for topic in topics)

    async def story() -> None:
        assert await answer(Browser(session_key, *topics)) == 404

    run(story)


def test_only_get_is_answered(session_key: str) -> None:
    async def story() -> None:
        assert await answer(Browser(session_key, "test:a", method="POST")) == 405

    run(story)


def test_the_versions_come_first_and_then_each_change(session_key: str, sharra: User, rights: Rights) -> None:
    rights.update({(sharra.pk, "test:a"), (sharra.pk, "test:b")})
    bump(["test:a"])

    async def story() -> None:
        browser = Browser(session_key, "test:a", "test:b")
        await browser.until(lambda: len(browser.events) == 1)
        assert browser.status == 200
        assert browser.headers[b"content-type"].startswith(b"text/event-stream")
        assert browser.headers[b"cache-control"] == b"no-store"
        assert browser.headers[b"x-accel-buffering"] == b"no"
        assert browser.events == [("sync", {"test:a": 1, "test:b": 0})]

        await abump(["test:b", "test:other"])
        await browser.until(lambda: len(browser.events) == 2)
        assert browser.events[1] == ("message", {"test:b": 1})
        await browser.hang_up()

    run(story)


def test_a_change_of_another_topic_sends_nothing(session_key: str, sharra: User, rights: Rights) -> None:
    rights.add((sharra.pk, "test:a"))

    async def story() -> None:
        browser = Browser(session_key, "test:a")
        await browser.until(lambda: len(browser.events) == 1)
        await abump(["test:secret"])
        await abump(["test:a"])
        await browser.until(lambda: len(browser.events) == 2)
        assert "secret" not in browser.text
        await browser.hang_up()

    run(story)


def test_a_lost_right_ends_the_stream_soon_after_the_next_news(
    session_key: str, sharra: User, rights: Rights, monkeypatch
) -> None:
    monkeypatch.setattr(stream, "LOOK_AFTER", 0.02)
    rights.add((sharra.pk, "test:a"))

    async def story() -> None:
        browser = Browser(session_key, "test:a")
        await browser.until(lambda: len(browser.events) == 1)
        rights.clear()
        await abump(["test:a"])
        await browser.end()
        await abump(["test:a"])
        assert [name for name, _ in browser.events] == ["sync", "message", "denied"]
        assert browser.events[-1][1] == {}
        assert browser.messages[-1]["more_body"] is False

    run(story)


@pytest.mark.parametrize("how", ["changed", "by a link"])
def test_a_new_password_ends_the_other_streams_at_once(
    client: Client, session_key: str, sharra: User, rights: Rights, monkeypatch, how: str
) -> None:
    """Not only at the next beat: a password may be changed to shut out a stranger."""
    monkeypatch.setattr(stream, "LOOK_AFTER", 0.02)
    rights.add((sharra.pk, "test:a"))
    sharra.set_password("hidromiel-de-reyes")
    sharra.save()
    client.force_login(sharra)
    elsewhere = Client()
    elsewhere.force_login(sharra)

    def change() -> None:
        if how == "changed":
            words = {"old": "hidromiel-de-reyes", "password": "otro-vino-de-reyes"}
            assert client.post("/cuenta/contrasena/", words).status_code == 302
        else:
            token = links.make(user=sharra, kind=Kind.PASSWORD, by=None).split("/")[-2]
            assert links.set_password(token, "otro-vino-de-reyes") == sharra

    async def story() -> None:
        browser = Browser(elsewhere.session.session_key, "test:a")
        await browser.until(lambda: len(browser.events) == 1)
        await sync_to_async(change)()
        await browser.end()
        assert [name for name, _ in browser.events] == ["sync", "denied"]

    run(story)


def test_a_log_out_ends_the_stream_at_the_next_beat(
    session_key: str, sharra: User, rights: Rights, monkeypatch
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)
    rights.add((sharra.pk, "test:a"))

    async def story() -> None:
        browser = Browser(session_key, "test:a")
        await browser.until(lambda: ("beat", {}) in browser.events)
        await sync_to_async(Session.objects.all().delete)()
        await browser.end()
        assert browser.events[-1][0] == "denied"

    run(story)


def test_a_wake_up_that_never_came_is_made_good_by_the_beat(
    session_key: str, sharra: User, rights: Rights, monkeypatch
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)
    monkeypatch.setattr(hub, "wake", lambda versions: None)
    rights.add((sharra.pk, "test:a"))

    async def story() -> None:
        browser = Browser(session_key, "test:a")
        await browser.until(lambda: len(browser.events) >= 1)
        await abump(["test:a"])
        await browser.until(lambda: ("message", {"test:a": 1}) in browser.events)
        await browser.hang_up()

    run(story)


def test_a_beat_leaves_what_is_about_to_be_told_with_its_content(
    session_key: str, sharra: User, rights: Rights, monkeypatch
) -> None:
    """A beat between the commit and the content would have the page fetch what comes anyway."""
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)
    rights.add((sharra.pk, "test:a"))

    async def story() -> None:
        browser = Browser(session_key, "test:a", language="es")
        await browser.until(lambda: len(browser.events) == 1)
        with hub.telling({"test:a": 1}):
            await Topic.objects.acreate(name="test:a", version=1)
            beats = browser.events.count(("beat", {}))
            await browser.until(lambda: browser.events.count(("beat", {})) > beats + 1)
            assert "message" not in dict(browser.events)
        await browser.until(lambda: ("message", {"test:a": 1}) in browser.events)
        await browser.hang_up()

    run(story)


def test_a_stream_ends_after_its_time(session_key: str, sharra: User, rights: Rights, monkeypatch) -> None:
    monkeypatch.setattr(stream, "LONGEST", 0.05)
    rights.add((sharra.pk, "test:a"))

    async def story() -> None:
        browser = Browser(session_key, "test:a", takes=b"gzip")
        await browser.end()
        assert "denied" not in browser.text
        assert gzip.decompress(browser.body).decode() == browser.text

    run(story)


def test_the_hub_knows_who_is_connected(session_key: str, sharra: User, rights: Rights) -> None:
    rights.add((sharra.pk, "test:a"))
    assert presence.at(["test:a"]) == set()

    async def story() -> None:
        first, second = (Browser(session_key, "test:a") for _ in range(2))
        for browser in (first, second):
            await browser.until(lambda browser=browser: len(browser.events) == 1)
        assert presence.at(["test:a"]) == {sharra.pk}
        assert hub.streams("test:a") == {sharra.pk: 2}
        await first.hang_up()
        assert hub.streams("test:a") == {sharra.pk: 1}
        await second.hang_up()
        assert presence.at(["test:a"]) == set()

    run(story)


@pytest.fixture
def elythlian(db) -> tuple[User, str]:
    """Another person and the key of their session."""
    user, client = User.objects.create_user("elythlian"), Client()
    client.force_login(user)
    return user, client.session.session_key


def test_who_is_connected_comes_with_the_stream_and_again_when_others_are(
    session_key: str, sharra: User, elythlian: tuple[User, str], rights: Rights, monkeypatch
) -> None:
    monkeypatch.setattr(stream, "PEOPLE_AFTER", 0.01)
    other, other_key = elythlian
    rights |= {(sharra.pk, "test:a"), (sharra.pk, "test:b"), (other.pk, "test:a"), (other.pk, "test:b")}

    async def story() -> None:
        browser = Browser(session_key, "test:a", "test:b", language="es", people="test:a")
        silent = Browser(session_key, "test:a")
        await browser.until(lambda: len(browser.events) == 2)
        assert browser.events[1] == ("people", {"people": [sharra.pk]})
        elsewhere = Browser(other_key, "test:b")
        await elsewhere.until(lambda: len(elsewhere.events) == 1)
        there = Browser(other_key, "test:a")
        await browser.until(lambda: len(browser.events) == 3)
        assert browser.events[2] == ("people", {"people": sorted([sharra.pk, other.pk])})
        await there.hang_up()
        await browser.until(lambda: len(browser.events) == 4)
        assert browser.events[3] == ("people", {"people": [sharra.pk]})
        for one in (silent, elsewhere):
            await one.hang_up()
        assert [name for name, _ in silent.events] == ["sync"]
        # who shows people is entitled to content all the same
        await abump(["test:a"], order)
        await browser.until(lambda: browser.events[-1][0] == "content")
        await browser.hang_up()

    run(story)


def test_who_goes_from_one_page_to_the_next_stays_connected(
    session_key: str, sharra: User, elythlian: tuple[User, str], rights: Rights, monkeypatch
) -> None:
    other, other_key = elythlian
    rights |= {(sharra.pk, "test:a"), (other.pk, "test:a")}

    async def story() -> None:
        monkeypatch.setattr(stream, "PEOPLE_AFTER", 0.0)
        browser = Browser(session_key, "test:a", people="test:a")
        page = Browser(other_key, "test:a")
        await browser.until(lambda: ("people", {"people": sorted([sharra.pk, other.pk])}) in browser.events)
        before = len(browser.events)
        monkeypatch.setattr(stream, "PEOPLE_AFTER", 0.2)
        await page.hang_up()
        page = Browser(other_key, "test:a")
        await page.until(lambda: len(page.events) == 1)
        await asyncio.sleep(0.4)
        assert len(browser.events) == before
        for one in (browser, page):
            await one.hang_up()

    run(story)


@pytest.mark.parametrize("topic", ["test:b", "people:test:a"])
def test_who_is_connected_is_told_of_topics_that_are_heard_alone(
    session_key: str, sharra: User, rights: Rights, monkeypatch, topic: str
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)
    rights.add((sharra.pk, "test:a"))

    async def story() -> None:
        browser = Browser(session_key, "test:a", people=topic)
        await browser.until(lambda: ("beat", {}) in browser.events)
        assert "people" not in dict(browser.events)
        assert await answer(Browser(session_key, "test:a", "people:test:a")) == 404
        await browser.hang_up()

    run(story)


def test_one_person_cannot_open_streams_without_end(
    session_key: str, sharra: User, rights: Rights, monkeypatch
) -> None:
    monkeypatch.setattr(stream, "MOST_STREAMS_OF_ONE_PERSON", 1)
    rights.add((sharra.pk, "test:a"))

    async def story() -> None:
        first = Browser(session_key, "test:a")
        await first.until(lambda: len(first.events) == 1)
        assert await answer(Browser(session_key, "test:a")) == 429
        await first.hang_up()

    run(story)


def test_a_failing_look_ends_the_stream_but_is_not_called_a_lost_right(
    session_key: str, sharra: User, rights: Rights, monkeypatch
) -> None:
    rights.add((sharra.pk, "test:a"))

    async def story() -> None:
        browser = Browser(session_key, "test:a")
        await browser.until(lambda: len(browser.events) == 1)

        async def broken(*_args: object) -> None:
            raise OSError

        monkeypatch.setattr(stream, "_look", broken)
        await abump(["test:a"])
        await browser.end()
        assert "denied" not in browser.text

    run(story)


def order(topics: Collection[str]) -> Iterator[Contents]:
    """The content of the topic `test:a`."""
    said = {"es": {"part": "<p>Está\n</p>"}, "en": {"part": "<p>It is</p>"}}
    if "test:a" in topics:
        yield {one: {"test:a": said[one.language]} for one in hub.readers("test:a")}


def test_content_comes_with_the_news_in_the_language_that_was_asked_for(
    session_key: str, sharra: User, rights: Rights
) -> None:
    rights.update({(sharra.pk, "test:a"), (sharra.pk, "test:b")})

    async def story() -> None:
        spanish, english, plain, odd = (
            Browser(session_key, "test:a", "test:b", language=language) for language in ("es", "en", "", "xx")
        )
        for browser in (spanish, english, plain, odd):
            await browser.until(lambda browser=browser: len(browser.events) == 1)
        await abump(["test:a"], order)
        for browser in (spanish, english, plain, odd):
            await browser.until(lambda browser=browser: len(browser.events) == 2)
        await abump(["test:b"], order)
        for browser in (spanish, english, plain, odd):
            await browser.until(lambda browser=browser: len(browser.events) == 3)
        name, data = spanish.events[1]
        assert name == "content"
        assert data == {"versions": {"test:a": 1}, "contents": {"test:a": {"part": "<p>Está\n</p>"}}}
        assert spanish.events[2] == ("message", {"test:b": 1})
        assert english.events[1][1]["contents"] == {"test:a": {"part": "<p>It is</p>"}}
        assert "<p>" not in plain.text + odd.text
        for browser in (spanish, english, plain, odd):
            await browser.hang_up()

    run(story)


@pytest.mark.parametrize("loses", ["right", "session", "password", "account"])
def test_a_listener_who_has_lost_the_right_gets_no_content(
    session_key: str, sharra: User, rights: Rights, monkeypatch, loses: str
) -> None:
    monkeypatch.setattr(stream, "LOOK_AFTER", 0.02)
    rights.add((sharra.pk, "test:a"))

    def lose() -> None:
        if loses == "right":
            rights.clear()
        elif loses == "session":
            Session.objects.all().delete()
        elif loses == "password":
            sharra.set_password("another")
            sharra.save()
        else:
            User.objects.update(is_active=False)

    async def story() -> None:
        browser = Browser(session_key, "test:a", language="es")
        await browser.until(lambda: len(browser.events) == 1)
        await sync_to_async(lose)()
        await abump(["test:a"], order)
        await browser.end()
        assert [name for name, _ in browser.events] == ["sync", "message", "denied"]
        assert "<p>" not in browser.text

    run(story)


def test_a_browser_that_takes_gzip_gets_each_event_at_once_and_compressed(
    session_key: str, sharra: User, rights: Rights
) -> None:
    rights.add((sharra.pk, "test:a"))
    content = {"part": "<li>Orco 1</li>" * 400}

    def long(topics: Collection[str]) -> Iterator[Contents]:
        yield {one: {"test:a": content} for one in hub.readers("test:a")}

    async def story() -> None:
        browser = Browser(session_key, "test:a", language="es", takes=b"gzip, br")
        await browser.until(lambda: len(browser.events) == 1)
        assert browser.headers[b"content-encoding"] == b"gzip"
        for number in (1, 2):
            await abump(["test:a"], long)
            await browser.until(lambda number=number: len(browser.events) == 1 + number)
            assert browser.events[-1] == ("content", {"versions": {"test:a": number}, "contents": {"test:a": content}})
        assert len(browser.messages[-1]["body"]) < 200
        await browser.hang_up()

    run(story)


def test_content_that_cannot_be_made_leaves_the_version(
    session_key: str, sharra: User, rights: Rights, monkeypatch
) -> None:
    noted: list[str] = []
    monkeypatch.setattr(versions.log, "exception", noted.append)
    rights.update({(sharra.pk, "test:a"), (sharra.pk, "test:b")})

    def broken(topics: Collection[str]) -> Iterator[Contents]:
        yield {one: {"test:b": {"part": "first"}} for one in hub.readers("test:b")}
        raise OSError

    async def story() -> None:
        browser = Browser(session_key, "test:a", "test:b", language="es")
        await browser.until(lambda: len(browser.events) == 1)
        await abump(["test:a", "test:b"], broken)
        await browser.until(lambda: "test:a" in str(browser.events[1:]))
        told = str(browser.events[1:])
        # what was made before came with its version, or with that of the rest, which comes alone
        assert "'test:a': 1" in told
        assert "first" in told
        assert "'contents': {'test:a'" not in told
        await browser.hang_up()

    run(story)
    assert len(noted) == 1


def test_contents_are_sent_in_the_order_in_which_they_are_made(
    session_key: str, sharra: User, rights: Rights, monkeypatch
) -> None:
    """What all share need not wait for what is one's own; and rights are asked once for all of it."""
    rights.update({(sharra.pk, "test:a"), (sharra.pk, "test:b")})
    heard: list[Any] = []
    asked: list[int] = []

    async def story() -> None:
        browser = Browser(session_key, "test:a", "test:b", language="es")
        await browser.until(lambda: len(browser.events) == 1)

        def in_turn(topics: Collection[str]) -> Iterator[Contents]:
            entitled = versions.entitled
            monkeypatch.setattr(versions, "entitled", lambda about: asked.append(len(about)) or entitled(about))
            for topic in ("test:b", "test:a"):
                yield {one: {topic: {"part": topic}} for one in hub.readers(topic)}
                until = time.monotonic() + 5
                while topic not in str(browser.events[1:]) and time.monotonic() < until:
                    time.sleep(0.005)
                heard.append(browser.events[-1])

        await abump(["test:a", "test:b"], in_turn)
        await browser.hang_up()

    run(story)
    assert heard == [
        ("content", {"versions": {topic: 1}, "contents": {topic: {"part": topic}}}) for topic in ("test:b", "test:a")
    ]
    assert asked == [1]


def test_content_of_the_past_is_not_told(session_key: str, sharra: User, rights: Rights) -> None:
    async def story() -> None:
        listener = Listener(["test:a"], sharra.pk, language="es")
        listener.wake({"test:a": 1}, {"test:a": {"part": "old"}})
        listener.wake({"test:a": 2}, {})
        # A version that was committed earlier may arrive later.
        listener.wake({"test:a": 1}, {"test:a": {"part": "older still"}})
        assert listener.news() == News({"test:a": 2}, {})
        # Nor that of the later of two versions that come at once, since it says only what the later one brought.
        listener.wake({"test:a": 3}, {"test:a": {"part": "third"}})
        listener.wake({"test:a": 4}, {"test:a": {"part": "fourth"}})
        assert listener.news() == News({"test:a": 4}, {})
        assert listener.news() == News({}, {})

    run(story)


def test_many_streams_hear_one_change(client: Client, session_key: str, sharra: User, rights: Rights) -> None:
    rights.add((sharra.pk, "test:a"))

    async def story() -> None:
        browsers = [Browser(session_key, "test:a") for _ in range(20)]
        for browser in browsers:
            await browser.until(lambda browser=browser: len(browser.events) == 1)
        await abump(["test:a"])
        for browser in browsers:
            await browser.until(lambda browser=browser: len(browser.events) == 2)
        await asyncio.gather(*(browser.hang_up() for browser in browsers))

    run(story)
