"""A part of the fight's page that is asked for alone says what the page says, and what all parts together say.

So what is proved secret on the page (tests/secrecy) is secret in each part.
"""

from __future__ import annotations

from collections import Counter

import pytest
from django.http import HttpResponse
from django.test.signals import template_rendered

from combat.views.page import ALL, FRAGMENTS
from tests.combat.play import Game
from tests.secrecy.worlds import TOKEN

pytestmark = pytest.mark.django_db


def plain(answer: HttpResponse) -> str:
    assert answer.status_code == 200
    return TOKEN.sub("", answer.content.decode())


@pytest.mark.parametrize("who", ["game_master", "player", "other_player", "spectator"])
@pytest.mark.parametrize("asked", [False, True])
def test_a_part_alone_is_the_part_of_the_page(fight: Game, who: str, asked: bool) -> None:
    if asked:
        fight.attack("player", "Ana", "Orco 1", bonus=4)
    page, together = plain(fight.get(who)), plain(fight.get(who, "fragment", ALL))
    drawn = [name for name in FRAGMENTS if f'id="f-{name}"' in page]
    assert {"stage", "bar", "order", "result"} <= {*drawn}
    for name in drawn:
        alone = plain(fight.get(who, "fragment", name))
        assert alone in page, name
        assert f'id="f-{name}"' not in together or alone in together, name


@pytest.mark.parametrize("who", ["game_master", "player", "spectator"])
@pytest.mark.parametrize("at_once", [False, True])
def test_a_request_draws_each_part_once(fight: Game, templates_tell: None, who: str, at_once: bool) -> None:
    fight.attack("player", "Ana", "Orco 1", bonus=4)
    drawn: Counter[str] = Counter()
    count = lambda template, **_more: drawn.update([template.name])  # noqa: E731
    template_rendered.connect(count)
    try:
        fight.get(who, *(("fragment", ALL) if at_once else ()))
    finally:
        template_rendered.disconnect(count)
    parts = {f"combat/_{name}.html" for name in (*FRAGMENTS, "panel")}
    found = {name: many for name, many in drawn.items() if name in parts}
    assert {"combat/_stage.html", "combat/_order.html", "combat/_result.html"} <= found.keys()
    assert set(found.values()) == {1}
