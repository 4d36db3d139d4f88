"""A duel through the contract alone, to its end: the acting combatant takes the first offer, with its defaults."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.core.errors import NotAllowed, RuleError
from rules.core.fight import Combatant, Fight
from rules.core.gear import NO_GEAR, Gear, Thing
from rules.core.outfit import fresh_body
from rules.core.requests import Choose, Dice
from rules.core.system import AnySystem
from rules.core.types import Json
from rules.systems.tactico.locations import is_melee
from rules.systems.tactico.melee import engage
from tests.content.shelf import Shelved
from tests.rules.demands import Emitted, demands_on_words
from tests.rules.recorder import GM, Recorder

HERO, FOE = "hero", "foe"
MOST_STEPS = 400
TURNS_OF_SEVERAL_ACTIONS = ("d20",)
"""Systems in which a turn goes on until it is ended: what comes first may then no longer fit into it."""


def thing_of(one: Shelved, *, place: str = "packed") -> Thing:
    """A fresh thing of an entry."""
    values, kind = one.values, one.kind
    charges = int(values[kind.charges]) if kind.charges else 0
    name = one.entry.name["es"]
    return Thing(one.entry.code, kind.name, name, values, 1, charges, place, one.entry.code)  # type: ignore[arg-type]


def duel(
    system: AnySystem,
    foe: Mapping[str, Json],
    *,
    hero: Mapping[str, Json] | None = None,
    gear: Gear = NO_GEAR,
    ordered: bool = True,
) -> Recorder:
    """A character with this gear and a creature with this sheet, before the first round or in the free scene."""

    def one(who: str, kind: str, written: Mapping[str, Json], carried: Gear, side: str) -> Combatant[object]:
        sheet = system.sheet_kinds[kind].load(written)
        body = fresh_body(system, kind, sheet, carried, {})
        return Combatant(who, who, body, side=side, kind=kind, sheet=sheet, gear=carried)

    people = (one(HERO, "person", hero or {}, gear, "party"), one(FOE, "creature", foe, NO_GEAR, "foes"))
    fight = Fight(
        round=system.begin({}),
        combatants={someone.id: someone for someone in people},
        order=tuple(someone.id for someone in people),
        status="running",
        ordered=ordered,
    )
    return Recorder(system, close(fight) if system.slug == "tactico" else fight)


def close(fight: Fight[Any, Any]) -> Fight[Any, Any]:
    """The fight in which two combatants without guns in hand are locked; one with a gun shoots from where it is."""
    held = [one.body.arm(one.body.in_hand).values.skill for one in fight.combatants.values()]
    return engage(fight, HERO, FOE) if all(is_melee(skill) for skill in held) else fight


def fought(play: Recorder, seed: str) -> set[str]:
    """Fight until one is out, with dice of this seed; returns the one who is. All facts must have words."""
    dice = Random(seed)
    for _ in range(MOST_STEPS):
        if down := {who for who in (HERO, FOE) if is_out(play, who)}:
            _check_words(play)
            return down
        step = play.system.next_step(play.fight)
        if step is not None:
            do(play, step, None, dice)
            continue
        who = play.system.whose_turn(play.fight)[0]
        offers = play.system.offers(play.fight, who, GM)
        actions = play.system.actions
        turn = [one.action for one in offers if one.reason is None and actions[one.action].of_the_turn]
        if not turn:
            # A combatant that can do nothing of what it declared passes.
            do(play, "end_turn", None, dice)
            continue
        try:
            do(play, turn[0], who, dice)
        except NotAllowed:
            if play.system.slug not in TURNS_OF_SEVERAL_ACTIONS:
                raise
            _rest_of_the_turn(play, who, dice)
    raise AssertionError(f"nobody is out after {MOST_STEPS} steps")


def _rest_of_the_turn(play: Recorder, who: str, dice: Random) -> None:
    """Reload what is empty, if there is time for it; else the turn is over."""
    try:
        do(play, "gear", who, dice, verb="reload")
    except RuleError:
        do(play, "end_turn", None, dice)


def do(play: Recorder, action: str, who: str | None, dice: Random, **given: Json) -> None:
    """Do something with everything as it is proposed, and answer what is asked until it is done."""
    declared = play.system.actions[action].inputs(play.fight, who, GM)
    proposed = {item.name: item.default for item in declared if item.default is not None}
    play.begin(action, who, **{**proposed, **given})
    while asked := play.requests:
        request = asked[0]
        if isinstance(request, Dice):
            play.answer(request.key, faces=[dice.randint(1, sides) for sides in request.sides])
        elif isinstance(request, Choose):
            play.answer(request.key, request.default)


def is_out(play: Recorder, who: str) -> bool:
    """Whether a combatant is out."""
    return any(fact.code == "out" for fact in play.system.card(play.fight, who).facts)


def _check_words(play: Recorder) -> None:
    emitted = Emitted()
    for fact in play.facts:
        emitted.fact(fact)
    demands_on_words(play.system.slug, emitted)
