"""Being caught unready: no asalto in the first ronda of a conflict, no static rolls until it ends (TAP-HOUSE-10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Combatants, Input, Option
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.defences import check_static
from rules.systems.tapiz.hero_points import pay
from rules.systems.tapiz.rolls import MODES, Mode
from rules.systems.tapiz.state import Body, Round, TapizFight


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who is surprised; ticked are those who are already."""
    options = tuple(Option(who, Fact("core.combatant", params={"who": Ref(who)})) for who in fight.order)
    now = [who for who in fight.order if fight.combatants[who].body.surprised]
    return (
        Combatants("who", "input.surprised", required=False, several=True, layout="five", options=options, default=now),
    )


def check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """Before the conflict, or in its first ronda."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if fight.round.number > 1:
        raise NotAllowed("tapiz.surprise.too_late")


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Write down who is surprised and who is not."""
    yield from ()
    notes = Notes()
    for who in fight.order:
        body = fight.combatants[who].body
        now = who in (command.inputs["who"] or ())
        if now == body.surprised:
            continue
        fight = fight.with_body(who, replace(body, surprised=now))
        code = "surprise.now" if now else "surprise.no_longer"
        notes.add(Fact(code, params={"who": Ref(who)}, rules=("TAP-HOUSE-10",)))
    return Outcome(fight, notes.so_far)


def mode_options(fight: TapizFight, who: Id, modes: Sequence[Mode] = MODES) -> tuple[Option, ...]:
    """Dice or 10; a static roll costs the surprised a hero point, or is not theirs to make (TAP-HERO-08)."""
    surprised = fight.combatants[who].body.surprised
    left = fight.points_of(who)
    return tuple(
        Option(
            mode,
            Fact(f"mode.{mode}"),
            notes=(Fact("note.hero_point"),) if surprised and mode == "static" and left else (),
            reason=Fact("error.tapiz.resistance.surprised") if surprised and mode == "static" and not left else None,
        )
        for mode in modes
    )


def pay_for_static(fight: TapizFight, who: Id, notes: Notes) -> TapizFight:
    """A static roll by somebody surprised, allowed by a hero point; whoever is not surprised makes it for nothing.

    Raises NotAllowed without a point (TAP-HERO-08, TAP-HOUSE-10).
    """
    if not fight.combatants[who].body.surprised:
        return fight
    left = fight.points_of(who)
    check_static(surprised=True, static_allowed=left > 0)
    params: dict[str, Param] = {"who": Ref(who)}
    notes.add(Fact("hero.static", params=params, rules=("TAP-HERO-08", "TAP-HOUSE-10")))
    return fight.with_points_of(who, pay(left))


def mode_of_resistance(fight: TapizFight, target: Id, wanted: Mode, notes: Notes) -> Steps[Mode]:
    """How a target resists: the surprised roll, unless they pay for the static resistance when they are asked."""
    if wanted == "rolled" or not fight.combatants[target].body.surprised:
        return wanted
    if not fight.points_of(target):
        return "rolled"
    answer = yield from choose(
        "surprised",
        target,
        Choice("mode", "input.mode", default="rolled", layout="segments", options=mode_options(fight, target)),
        so_far=notes.so_far,
        audience=controllers_of(target),
        default={"mode": "rolled"},
        label="ask.surprised",
    )
    return cast(Mode, answer["mode"])


SURPRISE: Action[Body, Round] = Action(
    "surprise", resolve, inputs, check, icon="zap", interrupts=True, for_game_master=True
)
