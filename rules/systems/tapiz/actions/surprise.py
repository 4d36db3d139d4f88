"""Surprise: no asalto in the first ronda and no static resistance in it (TAP-HOUSE-10, TAP-HERO-08)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Combatants, Flag, Input, Option
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.defences import check_static
from rules.systems.tapiz.hero_points import pay
from rules.systems.tapiz.rolls import Mode
from rules.systems.tapiz.state import Body, Round, TapizFight
from rules.systems.tapiz.turns import caught, waiting


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who is caught unready; the others are not."""
    options = tuple(Option(who, Fact("core.combatant", params={"who": Ref(who)})) for who in fight.order)
    now = [who for who in fight.order if fight.combatants[who].body.surprised]
    return (
        Combatants(
            "surprised", "input.surprised", required=False, layout="five", options=options, several=True, default=now
        ),
    )


def check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """Before the conflict or in its first ronda."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if fight.round.number > 1:
        raise NotAllowed("tapiz.surprise.too_late")


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Write down who is surprised; whoever had the asalto and is hands it on (TAP-HOUSE-10)."""
    yield from ()
    notes = Notes()
    named: list[Id] = command.inputs["surprised"] or []
    for who in fight.order:
        body = fight.combatants[who].body
        if body.surprised != (who in named):
            fight = fight.with_body(who, replace(body, surprised=who in named))
    for who in named:
        notes.add(Fact("surprise.now", params={"who": Ref(who)}, rules=("TAP-HOUSE-10",)))
    if not named:
        notes.add(Fact("surprise.nobody", rules=("TAP-HOUSE-10",)))
    turn = fight.round.turn
    if turn is not None and caught(fight, turn):
        fight = replace(fight, round=replace(fight.round, turn=None, used=False))
        left = waiting(fight)
        fight = replace(fight, round=replace(fight.round, turn=left[0] if left else None))
    return Outcome(fight, notes.so_far)


def resistance_mode(fight: TapizFight, who: Id, wanted: Mode, notes: Notes) -> Steps[tuple[TapizFight, Mode]]:
    """How somebody resists: surprised it rolls, unless a hero point allows the static roll (TAP-HERO-08, TAP-HOUSE-10).

    Nobody has to wait for it: proposed is to keep the point and roll.
    """
    if wanted != "static" or not caught(fight, who):
        return fight, wanted
    left = fight.points_of(who)
    if left > 0:
        own = controllers_of(who)
        answer = yield from choose(
            "static",
            who,
            Flag("hero_point", "input.static_hero_point", note=Fact("note.surprised", rules=("TAP-HOUSE-10",))),
            so_far=notes.so_far,
            audience=own,
            default={"hero_point": False},
            label="ask.static",
        )
        if answer.get("hero_point"):
            params: dict[str, Param] = {"who": Ref(who)}
            notes.add(Fact("hero.static", params=params, rules=("TAP-HERO-08",)))
            return fight.with_points_of(who, pay(left)), "static"
    notes.add(Fact("surprise.rolls", params={"who": Ref(who)}, rules=("TAP-HOUSE-10",)))
    return fight, "rolled"


def check_mode(fight: TapizFight, who: Id, mode: Mode) -> None:
    """Refuse a static roll to whoever is surprised (TAP-HOUSE-10)."""
    if mode == "static":
        check_static(surprised=caught(fight, who), static_allowed=False)


SURPRISE: Action[Body, Round] = Action(
    "surprise", resolve, inputs, check, icon="zap", for_game_master=True, interrupts=True
)
