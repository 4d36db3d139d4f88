"""Who is connected, as those who look at the same page are told."""

from __future__ import annotations

import asyncio

import pytest
from django.test import Client

from tapiz_site.accounts.models import User
from tapiz_site.live import presence, stream
from tapiz_site.live.hub import hub
from tests.live.streams import Browser, Rights, abump, answer, order, run

# Real commits: listeners are told only after a commit.
pytestmark = pytest.mark.django_db(transaction=True)


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
