"""Every system that is offered is whole: it has each member that the application asks of a system."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from rules.core.audience import PUBLIC
from rules.core.base import BaseSystem
from rules.core.errors import UnknownValue
from rules.core.fight import Combatant, Fight
from rules.core.registry import SYSTEMS, get_system
from rules.core.system import Action, RuleSystem
from rules.core.types import Json


@pytest.mark.parametrize("slug", sorted(SYSTEMS))
def test_a_system_has_every_member(slug):
    members = {*RuleSystem.__annotations__, *(name for name in vars(RuleSystem) if not name.startswith("_"))}
    assert [name for name in sorted(members) if not hasattr(get_system(slug), name)] == []


def test_a_system_that_is_not_installed_is_unknown() -> None:
    with pytest.raises(UnknownValue, match=r"core\.system\.unknown") as refused:
        get_system("chess")
    assert refused.value.field == "system"


class Plain(BaseSystem[int, None]):
    actions = {
        name: Action(name, lambda fight, command: iter(()), needs_actor=needs_actor, internal=internal)
        for name, needs_actor, internal in (("hit", True, False), ("rest", False, False), ("sync", False, True))
    }

    def body(self, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> int:
        return 0

    def begin(self, house: Mapping[str, Json]) -> None:
        return None


PLAIN = Fight(None, {who: Combatant(who, who, 0, entered=place) for place, who in enumerate(("b", "a"))}, ("a", "b"))


def test_a_system_that_says_nothing_else_offers_all_its_verbs_in_the_order_of_entry() -> None:
    running = replace(PLAIN, status="running")
    offered = {actor: [one.action for one in Plain().offers(running, actor, PUBLIC)] for actor in ("a", None)}
    assert offered == {"a": ["hit"], None: ["rest"]}
    assert [place.combatant for place in Plain().order(running)] == ["b", "a"]
    assert Plain().whose_turn(running) == ("a", "b")
    assert Plain().whose_turn(replace(running, ordered=False)) == ()


@pytest.mark.parametrize("owed", ["body", "begin"])
def test_a_system_cannot_leave_out_what_only_it_can_say(owed: str) -> None:
    lacking = type("Lacking", (Plain,), {owed: getattr(BaseSystem, owed)})
    with pytest.raises(TypeError, match=owed):
        lacking()
