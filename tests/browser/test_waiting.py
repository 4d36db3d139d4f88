"""A fight's page while others act: where it stands, what it proposes when one's turn comes, what a reload keeps."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from combat import deeds

from .fight import PHONE, TABLET, Demo, Person, Threes, Windows, entered, load_demo


@pytest.fixture
def demo(live_url: str, monkeypatch: pytest.MonkeyPatch) -> Demo:
    monkeypatch.setattr(deeds, "_random", Threes())
    return load_demo()


def target(person: Person, name: str) -> Locator:
    """The choice of a target in the form of an attack."""
    return person.panel.get_by_role("radio", name=re.compile(f"^{name}"))


def in_sight(person: Person, what: Locator) -> bool:
    """Whether it stands wholly between the header and the dock."""
    box = what.bounding_box()
    stage, dock = person.page.locator("#f-stage").bounding_box(), person.dock.bounding_box()
    assert box is not None
    assert stage is not None
    assert dock is not None
    return stage["y"] + stage["height"] <= box["y"] + 1 and box["y"] + box["height"] <= dock["y"] + 1


def test_a_form_in_which_nothing_was_chosen_proposes_who_still_stands(
    new_context: Windows, live_url: str, demo: Demo
) -> None:
    """Orc 1 was proposed to both; it falls, and another is proposed. The trait that Sharra has chosen stays.

    Orc 3 she chooses herself: though it falls, it stays chosen, in sight and said to be fallen.
    """
    url = demo.encounter.get_absolute_url()
    dj = entered(new_context, live_url, "dj", url, **TABLET)
    elythlian = entered(new_context, live_url, "elythlian", url, **PHONE)
    sharra = entered(new_context, live_url, "sharra", url, **PHONE)
    for one in (elythlian, sharra):
        expect(target(one, "Orco 1")).to_be_checked()
    sharra.panel.locator("label").filter(has_text="Corsaria").click()
    dj.harm(20, {"Orco 1": "Todo"})
    for one in (elythlian, sharra):
        expect(target(one, "Orco 2")).to_be_checked()
    expect(sharra.panel.get_by_role("checkbox", name=re.compile("Corsaria"))).to_be_checked()
    sharra.pick("A quién", "Orco 3")
    dj.harm(20, {"Orco 3": "Todo"})
    expect(target(sharra, "Orco 3 fuera de combate")).to_be_checked()
    for one in (dj, elythlian, sharra):
        one.assert_never_reloaded()


def test_after_the_turn_one_reads_ones_own_card_and_a_question_from_its_top(
    new_context: Windows, live_url: str, demo: Demo
) -> None:
    url = demo.encounter.get_absolute_url()
    dj = entered(new_context, live_url, "dj", url, **TABLET)
    sharra = entered(new_context, live_url, "sharra", url, **PHONE)
    expect(sharra.page.get_by_text("Prepara tu turno")).to_be_hidden()
    sharra.page.locator(".fight__page").evaluate("one => { one.scrollTop = one.scrollHeight; }")
    sharra.press("Pasar turno")
    own = sharra.page.get_by_role("region", name="Sharra")
    assert in_sight(sharra, own)
    expect(sharra.page.get_by_text("Prepara tu turno")).to_be_visible()

    # the orc misses her, and she is asked what comes of it wherever she reads
    sharra.page.locator(".fight__page").evaluate("one => { one.scrollTop = one.scrollHeight; }")
    dj.pick("A quién", "Sharra")
    dj.by_hand()
    dj.faces(1, 1, 1)
    title = sharra.panel.get_by_role("heading", name="Gastar los puntos", exact=True)
    expect(title).to_be_in_viewport(ratio=1)
    assert in_sight(sharra, title)


def test_what_was_chosen_outlives_a_reload(new_context: Windows, live_url: str, demo: Demo) -> None:
    sharra = entered(new_context, live_url, "sharra", demo.encounter.get_absolute_url(), **PHONE)
    for trait in ("Pies", "Corsaria"):
        sharra.panel.locator("label").filter(has_text=trait).click()
    sharra.panel.locator(".pick-words", has_text="Pies").get_by_placeholder("decir cómo ayuda").fill("por el flanco")
    sharra.page.reload()
    expect(sharra.panel.locator("label").filter(has_text="Pies")).to_contain_text("1.º")
    expect(sharra.panel.locator("label").filter(has_text="Corsaria")).to_contain_text("2.º")
    expect(sharra.panel.locator("[value='por el flanco']")).to_have_count(1)
    expect(sharra.dock.locator(".btn--next")).to_contain_text("Tirar 3d6 + 6")
    # once rolled it is over
    sharra.act(sharra.dock.locator(".btn--next"))
    sharra.page.reload()
    expect(sharra.panel.get_by_role("heading", name="Gastar los puntos")).to_be_visible()


def test_the_traits_stand_above_the_fold(new_context: Windows, live_url: str, demo: Demo) -> None:
    """On the game master's first screen, though a weapon is in hand."""
    dj = entered(new_context, live_url, "dj", demo.encounter.get_absolute_url(), **TABLET)
    for width, height in ((1180, 820), (1024, 768)):
        dj.page.set_viewport_size({"width": width, "height": height})
        traits = dj.panel.get_by_role("group", name="Rasgos, en orden")
        assert in_sight(dj, traits), (width, height)


def test_the_order_shows_whose_turn_it_is(new_context: Windows, live_url: str, demo: Demo) -> None:
    dj = entered(new_context, live_url, "dj", demo.encounter.get_absolute_url(), **TABLET)
    dj.page.set_viewport_size({"width": 1180, "height": 600})
    last = dj.row("Mercenario")
    current = dj.page.locator("#f-order li[aria-current]")
    for _turn in range(8):
        acting = current.locator(".turn__who").inner_text().strip()
        if acting == "Mercenario":
            break
        dj.press("Pasar turno")
        expect(current.locator(".turn__who")).not_to_have_text(acting)
    expect(last).to_have_attribute("aria-current", "true")
    column, row = dj.page.locator("#f-order").bounding_box(), last.bounding_box()
    assert column is not None
    assert row is not None
    assert column["y"] <= row["y"]
    assert row["y"] + row["height"] <= column["y"] + column["height"] + 1


def test_a_waiting_phone_reads_who_comes_next_once(new_context: Windows, live_url: str, demo: Demo) -> None:
    """The header says it; in the dock a long name had four lines."""
    sharra = entered(new_context, live_url, "sharra", demo.encounter.get_absolute_url(), **PHONE)
    dj = entered(new_context, live_url, "dj", demo.encounter.get_absolute_url(), **TABLET)
    dj.press("Pasar turno")
    expect(sharra.page.locator("#f-stage")).to_contain_text("después")
    then = sharra.dock.locator(".dock__then")
    expect(then).to_have_count(1)
    expect(then).to_be_hidden()
