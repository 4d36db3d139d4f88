"""What people do at a scene that is drawn: hexes, machines and arcs are tapped, and what was chosen so is done."""

from __future__ import annotations

import re
from html import unescape
from random import Random

from .evening import Evening
from .kinds import kind
from .pressing import main_step, press_one, told
from .reading import PICTURE, Page

DRAWN = re.compile(r'<a\s[^>]*?href="([^"]+)"')
MOST_TAPS = 4


def tappable(html: str) -> list[str]:
    """The addresses that the drawing of a page leads to."""
    drawn = "".join(found[0] for found in PICTURE.finditer(html) if 'class="map map--marks' in found[0])
    return [unescape(address) for address in DRAWN.findall(drawn)]


@kind(6)
def board(evening: Evening, chance: Random) -> str:
    """A person whose turn it is taps where to go or what to aim at, and does it; elsewhere the main button."""
    for person in chance.sample(evening.players(), len(evening.players())):
        tab = evening.tab_of(chance, person)
        if tab.closed or not tappable("".join(tab.parts.values())) or (found := main_step(tab)) is None:
            continue
        page, html = found[0], "".join(tab.parts.values())
        for _tap in range(chance.randint(1, MOST_TAPS)):
            links = [one for one in tappable(html) if "/panel/" in one]
            if not links:
                break
            html = person.get(chance.choice(links), script=True).text
            page = Page(html)
        button = page.main
        if button is None or button.disabled or button.link or not button.address:
            continue
        form = page.form(button.form)
        filled = form.at_random(chance, much=0.15) if button.lacks else form.as_it_stands()
        answer = evening.act(tab, button.address, filled, evening.key())
        tab.load()
        return f"{person}: {button.words[:50]!r} {told(answer)}"
    return press_one(evening, chance)
