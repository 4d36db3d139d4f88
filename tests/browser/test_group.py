"""A game master alone plays a round of seven in Tumbas by group acts: in few presses, on one page."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from combat import deeds, services, store
from combat import demo as demos
from combat.deeds import Deed
from rules.core.types import Json
from tapiz_site.accounts.models import User

from .fight import Demo, Person, Windows, entered, log_ins
from .test_fight_pages import Inspector

WIDE = {"viewport": {"width": 1180, "height": 820}, "has_touch": True}
MOST = 12


class Counted:
    """A game master whose presses are counted."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.presses = 0

    def follow(self, name: str) -> None:
        self.person.follow(name)
        self.presses += 1

    def press(self, name: str) -> None:
        self.person.press(name)
        self.presses += 1

    def tick(self, name: str) -> None:
        self.person.tick(name)
        self.presses += 1


@pytest.fixture
def demo(live_url: str, monkeypatch: pytest.MonkeyPatch) -> Demo:
    monkeypatch.setattr(deeds, "_random", random.Random(3))
    path = next(path for path in demos.demos() if path.parent.name == "tumbas")
    demo = Demo({name: password for name, password, _role in log_ins(path)}, "Lobos ante la cripta")
    # seven who act with the others: one in hiding waits until it is ticked
    guardian = next(one.id for one in store.read(demo.encounter.pk).head.fight.combatants.values() if one.hidden)
    _does(demo, "reveal", {"who": guardian})
    return demo


def _does(demo: Demo, action: str, inputs: dict[str, Json]) -> None:
    """What the game master has done before the page is opened."""
    dj = User.objects.get(username="narradora")
    services.act(
        encounter=demo.encounter.pk, user=dj, deed=Deed("command", action, inputs=inputs), key=f"{action}-here"
    )


def test_a_round_of_seven_by_a_game_master_alone(new_context: Windows, live_url: str, demo: Demo) -> None:
    """From the declarations to those of the next round; then one undo takes a whole melee back."""
    dj, inspector = entered(new_context, live_url, "narradora", demo.encounter.get_absolute_url(), **WIDE), Inspector()
    expect(dj.page.locator("#f-order li")).to_have_count(7)
    for name in ("Lobo 1", "Lobo 2"):
        expect(dj.panel.get_by_role("heading", level=2).first).to_have_text(name)
        dj.press("Pasar turno")
    dj.press("Seguir el asalto")

    hand = Counted(dj)
    hand.follow("Todos a la vez")
    expect(dj.panel.get_by_role("checkbox", name="Lobo 3")).to_be_checked()
    expect(dj.panel.get_by_label("A quién, Lobo 2")).to_have_value(re.compile(r"\w+"))
    inspector.look(dj.page, "all declare at once")
    hand.tick("Y el grupo")
    hand.press("Actuar a la vez")
    expect(dj.log).to_contain_text("Guardián de la cripta declara cargar; objetivo: Irena")
    hand.press("Seguir el asalto")
    hand.press("Actuar a la vez")
    hand.press("Seguir el asalto")
    expect(dj.page.locator("#f-bar")).to_contain_text("Melé")
    hand.press("Actuar a la vez")
    expect(dj.result.get_by_role("listitem")).to_have_count(7)
    inspector.look(dj.page, "what came of the melee")
    hand.press("Seguir el asalto")
    expect(dj.page.locator("#f-bar")).to_contain_text("Asalto 3")
    assert hand.presses <= MOST

    # the next round begins with the same, and needs no more than its four steps
    expect(dj.panel.get_by_role("checkbox", name="Y el grupo")).to_be_checked()
    dj.undo()
    expect(dj.row("Lobo 1")).to_contain_text("ya actuó")
    dj.press("Deshacer todo")
    expect(dj.row("Lobo 1")).not_to_contain_text("ya actuó")
    expect(dj.page.locator("#f-bar")).to_contain_text("Melé")
    dj.assert_never_reloaded()
    assert not inspector.problems, "\n".join(inspector.problems)


def test_beside_a_board_what_a_group_did_is_read_in_whole_lines(
    new_context: Windows, live_url: str, demo: Demo
) -> None:
    _does(demo, "board_new", {"columns": 8, "rows": 8})
    dj = entered(new_context, live_url, "narradora", demo.encounter.get_absolute_url(), **WIDE)
    dj.follow("Todos a la vez")
    dj.press("Actuar a la vez")
    told = dj.result.get_by_role("listitem").first.locator("> :nth-child(3)").bounding_box()
    panel = dj.result.locator(".result--group").bounding_box()
    assert told is not None
    assert panel is not None
    assert told["width"] > panel["width"] * 0.8
