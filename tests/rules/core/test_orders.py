"""The form of standing orders: what may be ordered, by which viewers, and for how many at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import UnknownValue
from rules.core.facts import Fact, Ref, Word
from rules.core.fight import Combatant
from rules.core.inputs import Choice, Flag
from rules.core.orders import ALIKE, NAME, standing_answer, standing_orders_action, used
from rules.core.requests import Choose, Dice, StandingOrder
from rules.core.types import Id
from tests.rules.recorder import GM, Recorder
from tests.rules.toys import threat

BRAVE = StandingOrder("order.brave", {"yes": True}, {"yes": False})
ASKED = Choose("sure", "rat", inputs=(Flag("yes"),), standing=BRAVE)


class Ordering(threat.ThreatSystem):
    def orders(self, fight: threat.ThreatFight, who: Id) -> Sequence[str]:
        return ("order.brave", "order.careful")


SYSTEM = Ordering()


def scene(**more: Any) -> Recorder:
    """Two rats of one name; `more` is what makes the second another one."""
    rat = Combatant("rat", "Rata", threat.Body())
    play = threat.scenario(threat.SYSTEM).with_combatant(rat).with_combatant(replace(rat, id="two", **more))
    return Recorder(SYSTEM, replace(play, order=(*play.order, "rat", "two")))


def asks(play: Recorder, viewer: Viewer = GM) -> Any:
    return standing_orders_action(SYSTEM).inputs(play.fight, "rat", viewer)


def test_each_kind_of_question_has_what_is_ordered_now() -> None:
    play = scene()
    play.begin(NAME, "rat", **{"order.brave": "never", ALIKE: False})
    brave, careful, _alike = asks(play)
    assert isinstance(brave, Choice)
    assert [option.value for option in brave.options] == ["always", "ask", "never"]
    assert (brave.default, careful.default, brave.required) == ("never", "ask", False)
    assert (brave.layout, brave.fresh) == ("segments", True)
    assert play.entries[-1].facts == (
        Fact(
            "core.orders.set",
            params={"says": Word("core.orders.says.never"), "who": Ref("rat"), "what": Word("order.brave")},
            audience=controllers_of("rat"),
        ),
    )


def test_somebody_of_the_fight_gives_them_at_any_moment() -> None:
    play = scene()
    with pytest.raises(UnknownValue, match=r"core\.combatant\.gone"):
        play.begin(NAME)
    assert standing_orders_action(SYSTEM).inputs(play.fight, "nobody", GM) == ()
    play.begin("attack", "ana", target="orc")
    play.begin(NAME, "rat", **{"order.brave": "never", ALIKE: False})
    assert play.fight.combatants["rat"].orders == {"order.brave": "never"}
    play.begin(NAME, "rat", **{"order.brave": "ask", ALIKE: False})
    assert play.fight.combatants["rat"].orders == {}


@pytest.mark.parametrize(
    ("more", "viewer", "alike"),
    [
        ({}, GM, True),
        ({}, Viewer("p9", controls=frozenset({"rat", "two"})), False),
        ({"name": "Otra"}, GM, False),
        ({"side": "party"}, GM, False),
        ({"controllers": frozenset({"p2"})}, GM, False),
    ],
)
def test_the_game_master_may_order_for_all_of_one_name_side_and_player(
    more: dict[str, Any], viewer: Viewer, alike: bool
) -> None:
    play = scene(**more)
    assert (ALIKE in [item.name for item in asks(play, viewer)]) is alike
    play.begin(NAME, "rat", viewer=viewer, **{"order.brave": "always", **({ALIKE: True} if alike else {})})
    ordered = [who for who, one in play.fight.combatants.items() if one.orders]
    assert ordered == (["rat", "two"] if alike else ["rat"])


def test_for_all_of_one_name_is_proposed_where_no_player_has_them() -> None:
    assert [(one.default, one.fresh) for one in asks(scene()) if one.name == ALIKE] == [(True, True)]
    play = scene()
    for who in ("rat", "two"):
        one = replace(play.fight.combatants[who], controllers=frozenset({"p1"}))
        play.head = replace(play.head, fight=play.fight.with_combatant(one))
    assert [one.default for one in asks(play) if one.name == ALIKE] == [False]


@pytest.mark.parametrize(
    ("says", "answer", "code"),
    [
        ("always", {"yes": True}, "core.orders.used_always"),
        ("never", {"yes": False}, "core.orders.used_never"),
        ("ask", None, ""),
    ],
)
def test_an_order_answers_the_questions_of_its_kind(says: str, answer: Any, code: str) -> None:
    play = scene()
    play.begin(NAME, "rat", **{"order.brave": says, ALIKE: False})
    assert standing_answer(play.fight, ASKED) == answer
    assert standing_answer(play.fight, replace(ASKED, standing=None)) is None
    assert standing_answer(play.fight, replace(ASKED, to=None)) is None
    assert standing_answer(play.fight, Dice("hit", "rat", sides=(6,))) is None
    if answer:
        told = Fact(code, params={"who": Ref("rat"), "what": Word("order.brave")}, audience=controllers_of("rat"))
        assert used(play.fight, ASKED) == (told,)
