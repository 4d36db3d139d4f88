"""Two people at once: the last piece goes to one of them, and a fight and a gift never count the same arrow twice."""

from __future__ import annotations

import pytest

from combat.deeds import Deed
from combat.errors import CombatError
from equipment.ledger import services, sharing
from equipment.ledger.errors import GearError
from equipment.ledger.models import Cause
from rules.core.errors import RuleError
from tests.combat.play import make_game
from tests.combat.test_at_once import at_once

from .having import balanced, hands, has, held

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_two_people_take_the_last_one() -> None:
    game = make_game()
    stash = hands(game, "stash")
    for _time in range(5):
        rope = has(game, "stash", "stuff", "Cuerda")
        before = sum(held(game, who).get("Cuerda", 0) for who in ("Ana", "Bruno"))

        def take(who: str, player: str, pk: str = rope.pk) -> str:
            try:
                sharing.give(stash, game.users[player], pk, 1, hands(game, who), Cause.TAKEN)
            except GearError as refused:
                return refused.code
            return "got"

        came = at_once(lambda: take("Ana", "player"), lambda: take("Bruno", "other_player"))
        assert sorted(came) == ["gone_to", "got"]
        assert sum(held(game, who).get("Cuerda", 0) for who in ("Ana", "Bruno")) == before + 1
    assert balanced()


def test_a_shot_in_the_fight_and_a_gift_outside_never_count_one_arrow_twice() -> None:
    game = make_game()
    game.begin()
    arrows = has(game, "Ana", "arrow", "Flecha", 10)
    ana = game.id("Ana")

    def shoot() -> int:
        shot = 0
        for _time in range(8):
            deed = Deed("command", "toy_shoot", ana, {"thing": arrows.pk, "count": 1}, internal=True)
            try:
                game.act("player", deed, key=f"shot-{_time}")
            except (RuleError, CombatError):
                continue
            shot += 1
        return shot

    def give() -> int:
        given = 0
        for _time in range(8):
            try:
                sharing.give(hands(game, "Ana"), game.users["player"], arrows.pk, 1, hands(game, "Bruno"))
            except GearError:
                continue
            given += 1
        return given

    shot, given = at_once(shoot, give)
    assert shot + given == 10
    assert held(game, "Ana") == {}
    assert held(game, "Bruno") == {"Flecha": given}
    assert {one.name: one.quantity for one in game.one("Bruno").gear.things.values()} == {"Flecha": given}
    assert balanced()


def test_a_blow_in_the_fight_and_a_tap_in_the_inventory_never_wait_for_each_other() -> None:
    game = make_game()
    game.begin()
    arrows = has(game, "Ana", "arrow", "Flecha", 10)

    def strike() -> int:
        for blow in range(8):
            game.damage("game_master", "Ana", 1, key=f"blow-{blow:05}")
        return 8

    def tap() -> int:
        for _time in range(8):
            services.count(hands(game, "Ana"), game.users["player"], arrows.pk, -1)
        return 8

    before = game.body("Ana").physical.current
    assert at_once(strike, tap) == [8, 8]
    assert game.body("Ana").physical.current == before - 8
    assert held(game, "Ana") == {"Flecha": 2}
    assert game.one("Ana").gear.things[arrows.pk].quantity == 2
