"""The event stream, driven as the ASGI callable it is."""

from __future__ import annotations

import asyncio
import gzip

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.test import Client

from tapiz_site.accounts import links
from tapiz_site.accounts.models import Kind, User
from tapiz_site.live import stream
from tapiz_site.live.hub import hub
from tapiz_site.live.models import Topic
from tapiz_site.live.versions import bump
from tests.live.streams import Browser, Rights, abump, answer, run

# Real commits: listeners are told only after a commit.
pytestmark = pytest.mark.django_db(transaction=True)


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
