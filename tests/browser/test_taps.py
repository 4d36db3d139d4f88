"""How many taps harm, healing and an undo cost; `tests/combat/test_presses.py` counts those of attacks and turns."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, expect

from .fight import Person, Windows
from .test_sizes import FIGHTS, begun


@dataclass
class Hand:
    """Taps, and counts them."""

    person: Person
    taps: int = 0

    def tap(self, what: Locator) -> None:
        """One tap."""
        self.taps += 1
        what.click()

    def act(self, what: Locator) -> None:
        """One tap that acts, with all that follows from it."""
        self.taps += 1
        self.person.act(what)

    def spent(self) -> int:
        """The taps since the last time."""
        taps, self.taps = self.taps, 0
        return taps


@pytest.mark.parametrize("name", FIGHTS)
def test_what_harm_healing_and_an_undo_cost(new_context: Windows, live_url: str, name: str) -> None:
    """Harm to three, one of them half; one of them is healed, and that is taken back."""
    dj = begun(name, new_context, live_url)
    hand, following = Hand(dj), dj.dock.locator(".btn--next")
    keys = dj.panel.get_by_role("group", name="Teclado")
    hand.tap(dj.dock.get_by_role("link", name="Daño o cura"))
    hand.tap(keys.get_by_role("button", name="8", exact=True))
    hand.tap(dj.panel.locator("[data-groups] button").filter(has_text="×3").first)
    hurt = dj.panel.locator(".hit--on")
    hand.tap(hurt.last.locator("label").filter(has_text="½"))
    whom = str(hurt.first.get_attribute("data-who"))
    before = dj.row(whom).inner_text()
    expect(following).to_contain_text("Aplicar 8 de daño a 3")
    hand.act(following)
    expect(dj.row(whom)).not_to_have_text(before, use_inner_text=True)
    assert hand.spent() <= 5

    harmed = dj.row(whom).inner_text()
    hand.tap(dj.row(whom).get_by_role("link"))
    hand.tap(dj.panel.get_by_role("link", name="Cura", exact=True))
    hand.tap(keys.get_by_role("button", name="5", exact=True))
    expect(following).to_contain_text(f"Aplicar 5 de cura a {whom}")
    hand.act(following)
    expect(dj.row(whom)).not_to_have_text(harmed, use_inner_text=True)
    assert hand.spent() <= 4

    hand.act(dj.dock.get_by_role("button", name="Deshacer"))
    expect(dj.row(whom)).to_have_text(harmed, use_inner_text=True)
    assert hand.spent() == 1
