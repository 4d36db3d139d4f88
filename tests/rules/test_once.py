"""What is remembered of a value that never changes (`rules.core.once`)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from rules.core import once as module
from rules.core.audience import Viewer
from rules.core.gear import Gear, Thing
from rules.core.once import once
from rules.core.registry import get_system
from rules.systems.d20.doing import spend_blow
from rules.systems.d20.situation import beside
from rules.systems.tapiz.effects import DISARMED, Effect
from rules.systems.tapiz.gear.using import wield_options

from .test_stage import SYSTEMS, played


@dataclass(frozen=True, slots=True)
class Body:
    """Equal to another of the same strength."""

    strength: int


def test_the_same_value_is_worked_out_once_and_an_equal_one_anew() -> None:
    asked: list[tuple[int, str]] = []

    @once
    def carries(body: Body, what: str) -> int:
        asked.append((body.strength, what))
        return body.strength * len(what)

    first, second = Body(3), Body(3)
    assert [carries(first, "bag"), carries(first, "bag"), carries(first, "chest"), carries(second, "bag")] == [
        9,
        9,
        15,
        9,
    ]
    assert asked == [(3, "bag"), (3, "chest"), (3, "bag")]


def test_it_keeps_only_so_many_answers_and_never_one_of_a_value_that_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 4)

    @once
    def strength(body: Body) -> int:
        return body.strength

    # each body is gone before the next one is made, which may get its identity
    assert [strength(Body(number)) for number in range(100)] == list(range(100))


def test_an_attack_that_is_resolved_again_goes_on_with_the_same_fight() -> None:
    fight = played("d20").fight
    who, other = fight.order[:2]
    assert spend_blow(fight, who, "attack_melee") is spend_blow(fight, who, "attack_melee")
    assert spend_blow(fight, who, "attack_melee").round != spend_blow(fight, who, "attack_melee", off=True).round
    assert beside(fight, who, other) is beside(fight, who, other)
    again = replace(fight)
    assert beside(again, who, other) == beside(fight, who, other)


def test_what_may_be_drawn_says_of_each_weapon_whether_it_can_be_reached() -> None:
    gear = Gear({"axe": Thing("axe", "weapon", "Hacha", {"size": "one_handed", "reach": "inmediato", "hands": "1"})})
    free = next(iter(played("tapiz").fight.combatants.values())).body
    effect = Effect("x", "minor", -1, False, "scene", listed=DISARMED, about="axe")
    struck = replace(free, effects={"x": effect})
    assert [one.reason is None for one in (*wield_options(gear, free), *wield_options(gear, struck))] == [True, False]


@pytest.mark.parametrize("slug", SYSTEMS)
def test_a_form_that_is_kept_is_its_viewers_alone(slug: str) -> None:
    """The game master reads of the hidden one, a player of the same fight does not, in either order of asking."""
    fight = played(slug).fight
    attack = get_system(slug).actions["relate" if slug == "tactico" else "attack"]
    viewers = (Viewer("gm", game_master=True), fight.viewer("p1", game_master=False)) * 2
    for order in (viewers, viewers[::-1]):
        forms = {viewer.game_master: repr(attack.inputs(replace(fight), "aa", viewer)) for viewer in order}
        assert "'dd'" in forms[True]
        assert "'dd'" not in forms[False]
    same = replace(fight)
    assert len({repr(attack.inputs(same, "aa", viewer)) for viewer in viewers}) == 2
