"""Bad wires and odd clocks, on a page with a stream that the test plays and a clock that it sets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tapiz_site.live.stream import HEARTBEAT

LIVE = Path(__file__).resolve().parents[2] / "static" / "js" / "live.js"
PAGE = """
<!doctype html><html lang="es"><body data-live-url="/live/" data-live-topics="table:a@1">
<div data-live-banner hidden></div><div id="part" data-live-topic="table:a"></div></body></html>
"""
STREAMS = """() => {
window.streams = [];
window.asked = 0;
window.EventSource = class extends EventTarget {
  constructor() { super(); this.readyState = 0; streams.push(this); }
  close() { this.readyState = 2; }
};
document.getElementById("part").addEventListener("live", () => { asked += 1; });
window.say = (name, data) => streams.at(-1).dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
}"""
BANNER_SECONDS = 20


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context()
    page = context.new_page()
    page.clock.install(time=1_700_000_000)
    page.route("https://mesa.example/", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
    page.goto("https://mesa.example/")
    page.evaluate(STREAMS)
    page.add_script_tag(content=LIVE.read_text(encoding="utf-8"))
    yield page
    context.close()


def streams(page: Page) -> int:
    return int(page.evaluate("streams.length"))


def asked(page: Page) -> int:
    return int(page.evaluate("asked"))


def warned(page: Page) -> bool:
    return not page.evaluate("document.querySelector('[data-live-banner]').hidden")


def test_a_stream_that_is_dead_without_a_word_shows_within_twenty_seconds(page: Page) -> None:
    page.evaluate("say('sync', {'table:a': 1})")
    assert not warned(page)
    page.clock.run_for(1000 * BANNER_SECONDS)
    assert (streams(page) >= 2, warned(page)) == (True, True)
    page.evaluate("say('sync', {'table:a': 2})")
    assert not warned(page)
    assert asked(page) >= 1


def test_beats_keep_it_for_as_long_as_they_come(page: Page) -> None:
    page.evaluate("say('sync', {'table:a': 1})")
    for _beat in range(20):
        page.clock.run_for(int(1000 * HEARTBEAT))
        page.evaluate("say('beat', {})")
    assert (streams(page), warned(page), asked(page)) == (1, False, 0)


@pytest.mark.parametrize("now", [1_700_000_000 - 3600, 1_700_000_000 + 3600])
def test_a_clock_that_is_set_neither_hides_silence_nor_loses_news(page: Page, now: int) -> None:
    page.evaluate("say('sync', {'table:a': 1})")
    page.clock.set_system_time(now)
    page.evaluate("say('message', {'table:a': 2})")
    page.clock.run_for(100)
    assert asked(page) >= 1
    page.clock.set_system_time(now - 7200)
    page.clock.run_for(1000 * BANNER_SECONDS)
    assert (streams(page) >= 2, warned(page)) == (True, True)


def test_after_an_hour_of_sleep_the_page_asks_at_once(page: Page) -> None:
    page.evaluate("say('sync', {'table:a': 1})")
    page.clock.fast_forward("01:00:00")
    assert (streams(page), asked(page)) == (2, 1)
    page.evaluate("say('sync', {'table:a': 9})")
    assert not warned(page)


def test_behind_a_proxy_that_holds_everything_back_the_page_says_so_and_goes_on_asking(page: Page) -> None:
    page.clock.run_for(1000 * BANNER_SECONDS)
    assert warned(page)
    before = asked(page)
    page.evaluate(
        "document.getElementById('part').addEventListener('live', (event) => "
        "document.body.dispatchEvent(new CustomEvent('live:fresh', {detail: {element: event.target}})))"
    )
    page.clock.run_for(60_000)
    assert asked(page) - before >= 3


def test_a_new_build_ends_the_stream_and_the_page_comes_back_by_itself(page: Page) -> None:
    page.evaluate("say('sync', {'table:a': 1})")
    page.evaluate("streams.at(-1).dispatchEvent(new Event('error'))")
    page.clock.run_for(2000)
    assert streams(page) == 2
    page.evaluate("say('sync', {'table:a': 4})")
    assert (warned(page), asked(page)) == (False, 1)
