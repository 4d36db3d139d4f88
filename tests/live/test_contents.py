"""What the event stream brings along with the news: content of pages, in the language of the listener."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session

from tapiz_site.accounts.models import User
from tapiz_site.live import stream, versions
from tapiz_site.live.hub import Contents, Listener, News, hub
from tests.live.streams import Browser, Rights, abump, order, run

# Real commits: listeners are told only after a commit.
pytestmark = pytest.mark.django_db(transaction=True)


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
