"""Direct damage and healing, to one or several at once, and effects given or taken without a roll."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Allocation, Choice, Combatants, Input, Number, Option, Several
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, drop
from rules.systems.tapiz.actions.harm import hurt, mend
from rules.systems.tapiz.actions.spending import give_effect, own_words, own_words_inputs
from rules.systems.tapiz.hit_points import POOLS, PoolName
from rules.systems.tapiz.state import Body, Round, TapizFight, effect_fact

SHARES = {"half": (1, 2), "full": (1, 1), "double": (2, 1)}
"""How much of an amount somebody takes, as a fraction; halves are rounded down."""


def _theirs(fight: TapizFight, viewer: Viewer) -> tuple[Option, ...]:
    return tuple(
        Option(who, Fact("core.combatant", params={"who": Ref(who)}))
        for who in fight.order
        if viewer.game_master or who in viewer.controls
    )


def damage_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How much, harm or healing, which pool, and who takes which share; players: those they control."""
    return (
        Number("amount", "input.amount", minimum=1, maximum=999),
        Choice(
            "verb",
            "input.verb",
            default="harm",
            required=False,
            layout="segments",
            options=(Option("harm", Fact("verb.harm")), Option("heal", Fact("verb.heal"))),
        ),
        Choice(
            "pool",
            "input.pool",
            default="physical",
            required=False,
            layout="segments",
            options=tuple(Option(name, Fact(f"pool_name.{name}")) for name in POOLS),
        ),
        Allocation(
            "targets",
            "input.targets",
            options=_theirs(fight, viewer),
            shares=tuple(Option(name, Fact(f"share.{name}")) for name in SHARES),
        ),
    )


def damage_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take or give the points; healing by hand is no attempt and leaves the chance open (TAP-HP-01)."""
    yield from ()
    notes = Notes()
    name = cast(PoolName, command.inputs["pool"] or "physical")
    shares: dict[Id, str] = command.inputs["targets"]
    for who in (one for one in fight.order if one in shares):
        part, whole = SHARES[shares[who]]
        amount = command.inputs["amount"] * part // whole
        if command.inputs["verb"] == "heal":
            fight = mend(fight, who, name, amount, notes, rules=("TAP-HP-01",), uses_chance=False)
        else:
            fight = hurt(fight, who, name, amount, notes)
    return Outcome(fight, notes.so_far)


def give_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """To whom, and the effect in words."""
    return (Combatants("who", "input.bearer", layout="five", options=_theirs(fight, viewer)), *own_words_inputs())


def give_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Let somebody carry an effect that the story brings (TAP-STORY-01)."""
    yield from ()
    notes = Notes()
    effect = own_words(f"{command.id}-given", command.inputs, fight.round.number)
    return Outcome(give_effect(fight, command.inputs["who"], effect, notes), notes.so_far)


def take_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which effects end."""
    options = tuple(
        Option(effect.id, effect_fact(effect), notes=(Fact("core.combatant", params={"who": Ref(who)}),))
        for who in fight.order
        for effect in fight.combatants[who].body.effects.values()
    )
    return (Several("effects", "input.ending", minimum=1, options=options),)


def take_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """There must be an effect to end."""
    if not any(one.body.effects for one in fight.combatants.values()):
        raise NotAllowed("tapiz.nothing_to_remove")


def take_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """End effects that no longer make sense (TAP-STORY-03)."""
    yield from ()
    notes = Notes()
    fight = without(fight, command.inputs["effects"], notes)
    return Outcome(fight, notes.so_far)


def without(fight: TapizFight, effects: list[Id], notes: Notes) -> TapizFight:
    """The fight without these effects, whoever carries them."""
    for who in fight.order:
        for name in effects:
            body = fight.combatants[who].body
            if name in body.effects:
                params: dict[str, Param] = {"whom": Ref(who), "name": body.effects[name].called()}
                notes.add(Fact("effect.ended", params=params, rules=("TAP-STORY-03",)))
                fight = fight.with_body(who, replace(body, effects=drop(body.effects, name)))
    return fight


DAMAGE: Action[Body, Round] = Action("damage", damage_resolve, damage_inputs, icon="calculator", interrupts=True)
GIVE_EFFECT: Action[Body, Round] = Action(
    "give_effect", give_resolve, give_inputs, icon="plus", interrupts=True, for_game_master=True
)
END_EFFECTS: Action[Body, Round] = Action(
    "end_effects", take_resolve, take_inputs, take_check, icon="x", interrupts=True, for_game_master=True
)
