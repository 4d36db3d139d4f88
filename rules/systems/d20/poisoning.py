"""Exposing creatures to poison, and putting poison on a weapon.

Rules: D20H-POIS-01 to -07, D20H-DISE-01 to -08.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.audience import GAME_MASTER, Viewer, controllers_of
from rules.core.errors import NotAllowed, RuleError, UnknownValue
from rules.core.facts import Notes, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number, Option, Text
from rules.core.people import here
from rules.core.requests import Answer, Steps, choose
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.d20.budget import TurnPart
from rules.systems.d20.dice import parse_amount
from rules.systems.d20.doing import check_spend, spend, turn_of
from rules.systems.d20.effects import Timer
from rules.systems.d20.gear.carrying import with_gear
from rules.systems.d20.gear.using import consumables
from rules.systems.d20.hazards import ask_each, ask_one, check_somebody, chosen, creatures_input, one_of_these
from rules.systems.d20.opportunity import distracted, go_on_after
from rules.systems.d20.poison import POISON, TAKES, coated, poison_rule, poisoned, prepare_poison, the_poison
from rules.systems.d20.state import Body, D20Fight, Round, Spent
from rules.systems.d20.turns import check_turn

COATING_PARTS: tuple[TurnPart, ...] = ("move", "attack", "full_round", "free")
"""The actions that coating a weapon may take, by the game master's ruling (D20C-ACT-10)."""


def poison_values(name: str = "") -> tuple[Input, ...]:
    """The name of a poison, its DC, its initial and its secondary damage (D20H-POIS-01 to -03, D20H-HOUSE-19)."""
    return (
        Text("name", "input.poison_name", required=False, length=60, default=name or None),
        Number("dc", "input.dc", default=12, minimum=1, maximum=40, required=False),
        one_of_these("takes", "input.poison_takes", "ability", TAKES, layout="select"),
        Text("initial", "input.poison_initial", default="1d4", required=False, length=8),
        Text("secondary", "input.poison_secondary", default="1d4", required=False, length=8),
    )


def poison_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The creatures exposed, and the poison."""
    return (creatures_input(fight, viewer), *poison_values())


def read_poison(command: Command, values: Mapping[str, Json]) -> Timer:
    """Return the poison of a form as a timer; raises UnknownValue for invalid dice."""
    for name in ("initial", "secondary"):
        try:
            parse_amount(values[name] or "0")
        except RuleError as refused:
            raise UnknownValue(refused.reason, field=name, params=dict(refused.params)) from None
    return Timer(
        f"{command.id}-poison",
        POISON,
        dc=values["dc"] or 12,
        dice=values["secondary"] or "0",
        name=values["name"] or "",
        data={"takes": values["takes"] or TAKES[0], "initial": values["initial"] or "0"},
    )


def poison_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll saves against the initial damage; the secondary follows a minute later in any case (D20H-POIS-01, -02)."""
    notes, people, poison = Notes(), chosen(fight, command), read_poison(command, command.inputs)
    for who in people:
        notes.tell("poison.meets", who=who, rules=("D20H-POIS-01",))
    initial, takes = str(poison.data["initial"]), str(poison.data["takes"])
    found = yield from ask_each(
        fight,
        people,
        lambda who: poison_rule(fight, who, "initial", poison.dc, initial),
        notes,
        "poison",
        because=("D20H-POIS-01",),
        secret=True,
    )
    for who, result in found.items():
        fight = yield from poisoned(fight, who, poison, result, takes, notes, f"poison:{who}:blow")
    return Outcome(fight, notes.so_far)


def coat_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The carried poison to use, if any; the game master sets its effect."""
    own = consumables(fight, actor)
    if not own:
        return ()
    options = tuple(Option(one.id, fact("weapon.named", name=one.name)) for one in own)
    return (Choice("thing", "input.poison_thing", required=False, layout="grid", options=options, fresh=True),)


def ruled_poison(fight: D20Fight, actor: Id, name: str, notes: Notes) -> Steps[Answer]:
    """Ask the game master for the poison, the action it takes and whether that provokes (D20H-HOUSE-19, D20C-ACT-10).

    Actions that no longer fit into the turn are not offered.
    """
    form: list[Input] = [*poison_values(name)]
    if turn_of(fight, actor) is not None:
        fitting = [part for part in COATING_PARTS if _fits(fight, actor, part)]
        form.append(one_of_these("part", "input.part", "part", fitting))
        form.append(Flag("provokes", "input.provokes", fresh=True))
    return (
        yield from choose("poison", None, *form, so_far=notes.so_far, audience=GAME_MASTER, label="ask.poison")
    )  # fmt: skip


def _fits(fight: D20Fight, actor: Id, part: TurnPart) -> bool:
    try:
        check_spend(fight, actor, Spent(part))
    except NotAllowed:
        return False
    return True


def coat_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The actor must have a weapon in hand."""
    actor = check_turn(fight, command, viewer)
    body = fight.body(actor)
    if body.weapon(body.main).unarmed:
        raise NotAllowed("d20.poison.no_weapon")
    # a condition may forbid every kind of action that coating can take
    check_spend(fight, actor, Spent("free"))


def coat_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Put poison on the weapon in hand; a 1 on the die exposes the actor (D20H-POIS-05, D20H-HOUSE-19)."""
    actor, notes = here(fight, command), Notes()
    body = fight.body(actor)
    wanted = command.inputs.get("thing")
    thing = next((one for one in consumables(fight, actor) if one.id == wanted), None)
    if wanted and thing is None:
        raise NotAllowed("core.nothing_to_use", field="thing")
    notes.tell(
        "poison.prepares",
        who=actor,
        weapon=body.weapon(body.main).name,
        rules=("D20H-POIS-05",),
        audience=controllers_of(actor),
    )
    ruled = yield from ruled_poison(fight, actor, "" if thing is None else thing.name, notes)
    poison = read_poison(command, ruled)
    if turn_of(fight, actor) is not None:
        fight = spend(fight, actor, Spent(ruled["part"] or COATING_PARTS[0]))
    if ruled.get("provokes"):
        fight = yield from distracted(fight, actor, notes, rules=("D20C-AOO-07", "D20C-ACT-10"))
        if not go_on_after(fight, actor, notes):
            return Outcome(fight, notes.so_far)
    if thing is not None:
        gear = fight.combatants[actor].gear.use_charge(thing.id, int(thing.values["charges"]))
        fight = with_gear(fight, actor, gear)
    found = yield from ask_one(fight, actor, prepare_poison(), notes, "prepare", because=("D20H-POIS-05",))
    fight = coated(fight, actor, body.main, poison)
    if not found.exposed:
        return Outcome(fight, notes.so_far)
    notes.tell("poison.slips", who=actor, rules=("D20H-POIS-05",))
    return Outcome((yield from the_poison(fight, actor, poison, notes, "slip")), notes.so_far)


POISONING: Action[Body, Round] = Action(
    "poison", poison_resolve, poison_inputs, check_somebody, icon="droplet", for_game_master=True
)

COAT: Action[Body, Round] = Action(
    "coat_weapon", coat_resolve, coat_inputs, coat_check, icon="droplet", of_the_turn=True, needs_actor=True
)
