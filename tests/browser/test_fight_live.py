"""Others act while a page is open: two at once, typed text, lost answers, sleep."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

from combat import deeds
from combat.models import LogEntry
from combat.views import news

from .fight import PHONE, TABLET, Demo, Person, Threes, Windows, elsewhere, entered, harm_elsewhere, load_demo

Enter = Callable[..., Person]
ACTS = re.compile("/hacer/")
ALL = re.compile("/parte/all/")


@pytest.fixture
def demo(live_url: str, monkeypatch: pytest.MonkeyPatch) -> Demo:
    monkeypatch.setattr(deeds, "_random", Threes())
    return load_demo()


@pytest.fixture
def enter(new_context: Windows, live_url: str, demo: Demo) -> Enter:
    """Open the demo fight as a person; it is Sharra's asalto."""
    url = demo.encounter.get_absolute_url()

    def come_in(name: str, **more: object) -> Person:
        return entered(new_context, live_url, name, url, **{**(TABLET if name == "dj" else PHONE), **more}).hears()

    return come_in


def entries(demo: Demo) -> int:
    return LogEntry.objects.filter(encounter=demo.encounter).count()


def keys_of(page: Page) -> list[str]:
    """The idempotency keys that the page sends, as they are sent."""
    found: list[str] = []

    def heard(request: Request) -> None:
        if ACTS.search(request.url):
            found.append(parse_qs(request.post_data or "")["key"][0])

    page.on("request", heard)
    return found


def test_who_comes_second_is_told_who_was_first(enter: Enter, demo: Demo) -> None:
    sharra, dj = enter("sharra"), enter("dj")
    # this tab hears nothing of what others do: it still shows the asalto that is over
    late = dj.page.context.new_page()
    late.route("**/live/**", lambda route: route.abort())
    late.goto(demo.encounter.get_absolute_url())
    count = entries(demo)
    sharra.press("Pasar turno")
    expect(dj.row("Orco 1")).to_have_attribute("aria-current", "true")
    Person(late).press("Pasar turno")
    expect(late.locator("#panel [role=alert]")).to_contain_text("Jugadora de Sharra llegó antes")
    expect(dj.row("Orco 1")).to_have_attribute("aria-current", "true")
    assert entries(demo) == count + 1


def test_what_was_lost_on_the_way_is_sent_again_or_given_up_and_counts_once(enter: Enter, demo: Demo) -> None:
    sharra, dj = enter("sharra"), enter("dj")
    keys = keys_of(sharra.page)
    what_could_not_be_sent_does_not_give_way_to_the_next_act(sharra, demo)
    for passes_the_turn in (
        a_lost_answer_is_asked_for_again_with_the_same_key,
        the_press_that_could_not_be_sent_sends_it_when_pressed_again,
    ):
        keys.clear()
        passes_the_turn(sharra, dj, keys, demo)
        dj.undo()
        expect(sharra.cue("Te toca")).to_be_visible()
    keys.clear()
    what_could_not_be_sent_is_sent_when_the_net_is_back(sharra, dj, keys, demo)
    sharra.assert_never_reloaded()


def attempts(sharra: Person, what: str) -> Locator:
    """Press what cannot be sent without a connection: the words typed, in their field."""
    sharra.action("Otra acción")
    words = sharra.panel.get_by_label("Qué se intenta")
    words.fill(what)
    sharra.page.context.set_offline(True)
    sharra.button("Mis dados").click()
    expect(sharra.button("Reintentar")).to_be_visible()
    return words


def what_could_not_be_sent_is_sent_when_the_net_is_back(
    sharra: Person, dj: Person, keys: list[str], demo: Demo
) -> None:
    count = entries(demo)
    words, again = attempts(sharra, "saltar por la ventana"), sharra.button("Reintentar")
    again.click()
    expect(again).to_be_visible()
    expect(words).to_have_value("saltar por la ventana")
    sharra.page.context.set_offline(False)
    with sharra.page.expect_response(ACTS):
        again.click()
    # What a player attempts by an attribute is the game master's to decide.
    expect(dj.cue("saltar por la ventana")).to_be_visible()
    expect(again).to_be_hidden()
    assert len(set(keys)) == 1
    assert entries(demo) == count + 1
    dj.press("Sí")
    expect(sharra.log).to_contain_text("saltar por la ventana")


def what_could_not_be_sent_does_not_give_way_to_the_next_act(sharra: Person, demo: Demo) -> None:
    count, again = entries(demo), sharra.button("Reintentar")
    attempts(sharra, "trepar")
    sharra.page.context.set_offline(False)
    # another act does not go out in its place, and says what has to be decided first
    sharra.button("Pasar turno").click()
    expect(again).to_be_focused()
    assert entries(demo) == count
    sharra.button("Descartar").click()
    expect(again).to_be_hidden()


def a_lost_answer_is_asked_for_again_with_the_same_key(sharra: Person, dj: Person, keys: list[str], demo: Demo) -> None:
    count, again = entries(demo), sharra.button("Reintentar")

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    sharra.page.route(ACTS, lose_the_answer, times=1)
    sharra.button("Pasar turno").click()
    expect(again).to_be_visible()
    expect(dj.row("Orco 1")).to_have_attribute("aria-current", "true")
    with sharra.page.expect_response(ACTS):
        again.click()
    expect(again).to_be_hidden()
    expect(sharra.cue("Te toca")).to_have_count(0)
    assert len(keys) == 2
    assert len(set(keys)) == 1
    assert entries(demo) == count + 1


def the_press_that_could_not_be_sent_sends_it_when_pressed_again(
    sharra: Person, dj: Person, keys: list[str], demo: Demo
) -> None:
    count = entries(demo)
    sharra.page.context.set_offline(True)
    sharra.button("Pasar turno").click()
    expect(sharra.button("Reintentar")).to_be_visible()
    sharra.page.context.set_offline(False)
    sharra.press("Pasar turno")
    expect(dj.row("Orco 1")).to_have_attribute("aria-current", "true")
    expect(sharra.button("Reintentar")).to_be_hidden()
    assert len(set(keys)) == 1
    assert entries(demo) == count + 1


def test_a_double_tap_counts_once(enter: Enter, demo: Demo) -> None:
    dj = enter("dj")
    for pause, left in ((0, 21), (60, 16), (180, 11)):
        count = entries(demo)
        dj.prepare_harm(5, {"Sharra": "Todo"})
        expect(dj.button("Aplicar 5")).to_be_visible()
        # one step of the page, since the dock may draw its buttons anew between two
        place = dj.dock.evaluate("""dock => {
          const { x, y, width, height } = dock.querySelector(".btn--next").getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        }""")
        dj.page.mouse.click(*place)
        dj.page.wait_for_timeout(pause)
        dj.page.mouse.click(*place)
        expect(dj.row("Sharra")).to_contain_text(re.compile(rf"{left}\s*/\s*26"))
        dj.page.wait_for_timeout(500)
        assert entries(demo) == count + 1, f"{pause} ms between the taps"


def test_a_button_that_is_held_down_is_not_made_anew(enter: Enter, demo: Demo) -> None:
    """The orc that is aimed at falls meanwhile: its button would be another, and the press be lost."""
    sharra = enter("sharra")
    sharra.page.bring_to_front()
    button = sharra.dock.locator(".btn--next")
    button.evaluate("button => { button.held = true }")
    button.hover()
    sharra.page.mouse.down()
    harm_elsewhere(demo, 20, Orco_1="full")
    expect(sharra.row("Orco 1")).to_contain_text("fuera de combate")
    sharra.page.wait_for_timeout(500)
    assert button.evaluate("button => button.held === true")
    with sharra.page.expect_request(ACTS):
        sharra.page.mouse.up()


def test_the_order_comes_with_the_news_and_rows_in_which_nothing_changed_are_the_same(enter: Enter) -> None:
    sharra, dj = enter("sharra"), enter("dj")
    for one in (sharra, dj):
        one.page.route(ALL, lambda route: route.abort())
    for name in ("Orco 2", "Sharra"):
        sharra.row(name).evaluate("row => { row.kept = true }")
    dj.harm(5, {"Sharra": "Todo"})
    expect(sharra.row("Sharra")).to_contain_text(re.compile(r"21\s*/\s*26"))
    expect(dj.row("Sharra")).to_contain_text(re.compile(r"21\s*/\s*26"))
    assert sharra.row("Orco 2").evaluate("row => row.kept === true")
    # what changed did so inside its row
    assert sharra.row("Sharra").evaluate("row => row.kept === true")
    # what is put in is as alive as what is fetched
    dj.row("Sharra").get_by_role("link").click()
    expect(dj.panel).to_contain_text("Sharra")
    dj.assert_never_reloaded()


def test_the_order_is_fetched_where_the_news_do_not_bring_it(
    enter: Enter, demo: Demo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "of_act", lambda *_about: {})
    sharra = enter("sharra")
    with sharra.page.expect_response(ALL):
        harm_elsewhere(demo, 5, Sharra="full")
    expect(sharra.row("Sharra")).to_contain_text(re.compile(r"21\s*/\s*26"))


def test_the_news_wait_for_an_order_that_is_on_its_way(enter: Enter, demo: Demo) -> None:
    """What came with the news is enough, whether the answer came or not."""
    sharra = enter("sharra")
    sharra.page.route(ALL, lambda route: route.abort())
    first = sharra.page.locator("#f-all")
    for how_it_ends, before, after in (("live:fresh", 19, 14), ("live:stale", 14, 9)):
        # as htmx marks the element that has asked
        first.evaluate("element => element.classList.add('htmx-request')")
        harm_elsewhere(demo, 5, Elythlian="full")
        sharra.page.wait_for_timeout(200)
        expect(sharra.row("Elythlian")).to_contain_text(re.compile(rf"{before}\s*/\s*19"))
        first.evaluate(
            """(element, howItEnds) => {
              element.classList.remove("htmx-request");
              document.body.dispatchEvent(new CustomEvent(howItEnds, { detail: { element } }));
            }""",
            how_it_ends,
        )
        expect(sharra.row("Elythlian")).to_contain_text(re.compile(rf"{after}\s*/\s*19"))
    expect(sharra.log).to_contain_text("pierde 5")


def test_ones_own_act_is_seen_though_the_news_brought_that_of_somebody_else(
    enter: Enter, demo: Demo, monkeypatch: pytest.MonkeyPatch
) -> None:
    sharra = enter("sharra")
    # the news of her act come without content, as from another process
    brought = news.of_act
    monkeypatch.setattr(news, "of_act", lambda *_about: {})

    def another_is_first(route: Route) -> None:
        with monkeypatch.context() as as_ever:
            as_ever.setattr(news, "of_act", brought)
            harm_elsewhere(demo, 1, Mercenario="full")
        time.sleep(0.3)
        route.continue_()

    sharra.page.route(ACTS, another_is_first, times=1)
    sharra.button("Pasar turno").click()
    expect(sharra.row("Orco 1")).to_have_attribute("aria-current", "true")


def test_what_is_being_prepared_stays_while_others_act(enter: Enter, demo: Demo) -> None:
    sharra = enter("sharra")
    sharra.pick("A quién", "Orco 2")
    sharra.tick("Pies ligeros")
    words = sharra.panel.get_by_label("Cómo ayuda Pies ligeros")
    words.fill("por la mesa y de un salto")
    words.evaluate("field => { field.untouched = true }")
    words.focus()
    harm_elsewhere(demo, 5, Sharra="full", Orco_1="half")
    expect(sharra.row("Sharra")).to_contain_text(re.compile(r"21\s*/\s*26"))
    expect(sharra.row("Orco 1")).to_contain_text("con heridas")
    # the form says it too
    expect(sharra.panel.locator("label", has_text="Orco 1")).to_contain_text("con heridas")
    expect(words).to_be_focused()
    assert words.evaluate("field => field.untouched")
    expect(words).to_have_value("por la mesa y de un salto")
    # an effect that bears on the roll is shown at once, and what was chosen stays
    elsewhere(demo, "give_effect", who=demo.id("Sharra"), name="Sol de cara")
    expect(sharra.panel.get_by_role("group", name="En vigor")).to_contain_text("Sol de cara")
    expect(words).to_have_value("por la mesa y de un salto")
    target = sharra.panel.get_by_role("radiogroup", name="A quién").get_by_role("radio", name="Orco 2")
    expect(target).to_be_checked()
    expect(sharra.panel.get_by_role("checkbox", name="Pies ligeros")).to_be_checked()


def test_words_typed_while_the_panel_is_on_its_way_stay(enter: Enter, demo: Demo) -> None:
    sharra = enter("sharra")
    sharra.tick("Pies ligeros")
    words = sharra.panel.get_by_label("Cómo ayuda Pies ligeros")
    words.fill("por")
    held: list[Route] = []
    sharra.page.route("**/parte/all/?*", lambda route: held.append(route), times=1)
    with sharra.page.expect_request("**/parte/all/?*"):
        elsewhere(demo, "give_effect", who=demo.id("Sharra"), name="Sol de cara")
    words.fill("por la mesa y de un salto")
    with sharra.page.expect_response("**/parte/all/?*"):
        held[0].continue_()
    expect(sharra.panel.get_by_role("group", name="En vigor")).to_contain_text("Sol de cara")
    expect(words).to_have_value("por la mesa y de un salto")


def test_of_two_panels_asked_for_at_once_the_later_stays(enter: Enter) -> None:
    dj = enter("dj")
    held: list[Route] = []
    dj.page.route("**/panel/?panel=more", lambda route: held.append(route), times=1)
    with dj.page.expect_request("**/panel/?panel=more"):
        dj.page.get_by_role("link", name="Más", exact=True).click()
    dj.follow("Daño o cura")
    with dj.page.expect_event("requestfinished", lambda request: request.url.endswith("?panel=more")):
        held[0].continue_()
    dj.page.evaluate("new Promise(requestAnimationFrame)")
    expect(dj.panel.get_by_role("heading", name="Daño o cura")).to_be_visible()


def hide(page: Page, hidden: bool) -> None:
    """Put the page behind another app, or bring it back."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def test_a_phone_that_slept_catches_up_when_it_wakes(enter: Enter, demo: Demo) -> None:
    sleeper = enter("elythlian", kept=False)
    sleeper.page.clock.install()
    sleeper.open(demo.encounter.get_absolute_url())
    status = sleeper.page.locator("[data-live-status]")
    expect(status).to_have_text("al día")
    hide(sleeper.page, True)
    # a minute later the stream is closed
    sleeper.page.clock.fast_forward("01:05")
    harm_elsewhere(demo, 5, Elythlian="full")
    expect(sleeper.row("Elythlian")).to_contain_text(re.compile(r"19\s*/\s*19"))
    with sleeper.page.expect_request("**/live/**"):
        hide(sleeper.page, False)
    expect(sleeper.row("Elythlian")).to_contain_text(re.compile(r"14\s*/\s*19"))
    expect(status).to_have_text("al día")
    sleeper.assert_never_reloaded()
