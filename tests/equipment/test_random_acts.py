"""Ledger, possessions and the gear in the fight agree after any acts, undos and redos in any order."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from combat import store
from combat.deeds import Deed
from combat.errors import CombatError
from equipment.ledger import services, sharing
from equipment.ledger.errors import GearError
from equipment.ledger.fights import frozen_gear
from equipment.ledger.frozen import settled
from equipment.ledger.models import Cause, Possession
from rules.core.changes import fold
from rules.core.errors import RuleError
from tests.combat.play import Game
from tests.sizes import examples

from .having import balanced, hands, has

NAMES = ("Ana", "Bruno")
ACTS = ("shoot", "gather", "draw", "give", "stash", "take", "use", "more", "leave", "pack", "into", "charge", "offer")
STEPS = ("undo", "undo_any", "redo")

Step = tuple[str, int, int]

steps = st.lists(
    st.tuples(st.sampled_from((*ACTS, *STEPS, *STEPS)), st.integers(0, 40), st.integers(1, 4)), min_size=3, max_size=14
)


def chosen(game: Game, who: str, number: int) -> Possession | None:
    """One of a holder's possessions, the same for the same number."""
    found = list(hands(game, who).things().filter(quantity__gt=0))
    return found[number % len(found)] if found else None


def in_fight(game: Game, action: str, who: str, **inputs: object) -> None:
    game.act("game_master", Deed("command", action, game.id(who), inputs, internal=True))


def act(game: Game, step: Step, start: int) -> None:
    """Try an act; a refused one changes nothing. `start`: earlier entries, which stay."""
    verb, number, count = step
    who, other = NAMES[number % 2], NAMES[1 - number % 2]
    by = game.users["game_master"]
    mine, hold = hands(game, who), chosen(game, who, number // 2)
    common = chosen(game, "stash", number // 2)
    box = mine.things().filter(kind="box", quantity__gt=0).first()
    with_them = [one for one in game.one(who).gear.things.values() if one.quantity]
    used = with_them[number % len(with_them)] if with_them else None
    undoable = [row.id for row in game.entries[start:] if row.kind not in ("undo", "redo", "sync")]
    simple: dict[str, Callable[[], object]] = {
        "gather": lambda: in_fight(game, "toy_gather", who, name="Piedra"),
        "undo": lambda: game.undo("game_master", undoable[-1]),
        "undo_any": lambda: game.undo("game_master", undoable[-1 - number % len(undoable)], with_depending=count > 2),
        "redo": lambda: game.redo("game_master"),
    }
    with_thing: dict[str, Callable[[Possession], object]] = {
        "give": lambda one: sharing.give(mine, by, one.pk, count, hands(game, other)),
        "stash": lambda one: sharing.give(mine, by, one.pk, count, hands(game, "stash"), Cause.STASHED),
        "use": lambda one: services.count(mine, by, one.pk, -count),
        "more": lambda one: services.count(mine, by, one.pk, count),
        "leave": lambda one: services.put(mine, by, one.pk, "left", where="La posada", quantity=count),
        "pack": lambda one: services.put(mine, by, one.pk, "packed"),
        "into": lambda one: services.put_into(mine, by, one.pk, box.pk if box else one.pk, quantity=count),
        "charge": lambda one: services.charge(mine, by, one.pk, -1),
        "offer": lambda one: sharing.accept(
            sharing.offer(mine, by, one.pk, count, hands(game, other)).pk, mine, hands(game, other), by
        ),
    }
    if verb in simple and (undoable or not verb.startswith("undo")):
        simple[verb]()
    elif verb == "take" and common is not None:
        sharing.give(hands(game, "stash"), by, common.pk, count, mine, Cause.TAKEN)
    elif verb == "shoot" and used is not None:
        in_fight(game, "toy_shoot", who, thing=used.id, count=count)
    elif verb == "draw" and used is not None:
        place = {"blade": "hand", "suit": "worn"}.get(used.kind, "packed")
        in_fight(game, "toy_draw", who, thing=used.id, place="packed" if used.place == place else place)
    elif verb in with_thing and hold is not None:
        with_thing[verb](hold)


def agree(game: Game) -> None:
    """Ledgers add up, and the head of the fight holds what its characters have; its log leads there."""
    assert balanced()
    equipment = game.read.system.equipment
    for name in NAMES:
        one = game.one(name)
        truth = frozen_gear(game.table, game.characters[name].pk, one.gear.things)
        assert settled(equipment, one.gear) == settled(equipment, truth)
    game.encounter.refresh_from_db()
    state = game.encounter.first
    for entry in store.entries(game.encounter):
        state = fold(state, entry.changes)
    assert state == game.encounter.head


@settings(max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps)
@pytest.mark.django_db
def test_ledger_possessions_and_fight_agree(fight: Game, told: list[Step]) -> None:
    here = transaction.savepoint()
    try:
        has(fight, "Ana", "arrow", "Flecha", 6, grams=20)
        has(fight, "Ana", "wand", "Vara", 2, charges=2)
        has(fight, "Ana", "box", "Saco", room=200, grams=100)
        has(fight, "Bruno", "arrow", "Flecha", 3, grams=20)
        mail = has(fight, "Bruno", "suit", "Cota", armour="heavy", grams=100)
        services.put(hands(fight, "Bruno"), fight.users["game_master"], mail.pk, "worn")
        start = len(fight.entries)
        for step in told:
            try:
                with transaction.atomic():
                    act(fight, step, start)
            except (GearError, CombatError, RuleError):
                pass
            agree(fight)
    finally:
        transaction.savepoint_rollback(here)
        fight.encounter.refresh_from_db()
