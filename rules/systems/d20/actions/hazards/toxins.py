"""Poison and disease, and poison put on a weapon (D20H-POIS-01 to -07, D20H-DISE-01 to -08)."""

from __future__ import annotations

from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input, Number, Text
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.actions.acting import check_turn, here
from rules.systems.d20.actions.hazards.common import check_somebody, chosen, creatures_input, one_of_these
from rules.systems.d20.bearing import save_bonus
from rules.systems.d20.dice import parse_amount
from rules.systems.d20.hazards.disease import DISEASE_NAMES, DISEASES, DiseaseName, expose
from rules.systems.d20.hazards.poison import prepare_poison
from rules.systems.d20.marks import Timer
from rules.systems.d20.passing.common import DAY, each, one, saved
from rules.systems.d20.passing.poisoned_blades import coated, the_poison
from rules.systems.d20.passing.toxins import INCUBATION, POISON, TAKES, poison_rule, poisoned
from rules.systems.d20.phases import Round
from rules.systems.d20.state import Body, D20Fight, with_timer


def poison_values() -> tuple[Input, ...]:
    """What a poison is: its name, DC, what it takes at once and a minute later (D20H-POIS-01 to -03)."""
    return (
        Text("name", "input.poison_name", required=False, length=60),
        Number("dc", "input.dc", default=12, minimum=1, maximum=40, required=False),
        one_of_these("takes", "input.poison_takes", "ability", TAKES, layout="select"),
        Text("initial", "input.poison_initial", default="1d4", required=False, length=8),
        Text("secondary", "input.poison_secondary", default="1d4", required=False, length=8),
    )


def poison_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who is exposed to which poison."""
    return (creatures_input(fight, viewer), *poison_values())


def read_poison(command: Command) -> Timer:
    """The poison of a form, as what will fall due; raises the RuleError of dice that nobody can read."""
    values = command.inputs
    for name in ("initial", "secondary"):
        parse_amount(values[name] or "0")
    return Timer(
        f"{command.id}-poison",
        POISON,
        dc=values["dc"] or 12,
        dice=values["secondary"] or "0",
        name=values["name"] or "",
        data={"takes": values["takes"] or TAKES[0], "initial": values["initial"] or "0"},
    )


def poison_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """A save each against the first damage; the second follows a minute later in any case (D20H-POIS-01, -02)."""
    notes, people, poison = Notes(), chosen(fight, command), read_poison(command)
    for who in people:
        notes.add(Fact("poison.meets", params={"who": Ref(who)}, rules=("D20H-POIS-01",)))
    initial, takes = str(poison.data["initial"]), str(poison.data["takes"])
    found = yield from each(
        fight, people, lambda who: poison_rule(fight, who, "initial", poison.dc, initial), notes, "poison"
    )
    for who, result in found.items():
        fight = yield from poisoned(fight, who, poison, result, takes, notes, f"poison:{who}:blow")
    return Outcome(fight, notes.so_far)


def coat_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which poison goes on the weapon in hand."""
    return poison_values()


def coat_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Somebody with a weapon in hand."""
    actor = check_turn(fight, command, viewer)
    body = fight.combatants[actor].body
    if body.weapon(body.main).unarmed:
        raise NotAllowed("d20.poison.no_weapon")


def coat_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Put poison on the weapon in hand: a 1 on the die exposes whoever does it (D20H-POIS-05)."""
    actor, notes, poison = here(fight, command), Notes(), read_poison(command)
    body = fight.combatants[actor].body
    params: dict[str, Param] = {"who": Ref(actor), "weapon": body.weapon(body.main).name}
    notes.add(Fact("poison.prepares", params=params, rules=("D20H-POIS-05",), audience=controllers_of(actor)))
    found = yield from one(fight, actor, prepare_poison(), notes, "prepare")
    fight = coated(fight, actor, body.main, poison)
    if not found.exposed:
        return Outcome(fight, notes.so_far)
    notes.add(Fact("poison.slips", params={"who": Ref(actor)}, rules=("D20H-POIS-05",)))
    return Outcome((yield from the_poison(fight, actor, poison, notes, "slip")), notes.so_far)


def disease_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who meets which disease."""
    return (
        creatures_input(fight, viewer),
        one_of_these("disease", "input.disease", "disease", DISEASE_NAMES, layout="select"),
    )


def disease_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """A save at once; whoever fails it falls ill after the incubation (D20H-DISE-01, D20H-DISE-02, D20H-DISE-08)."""
    notes, people = Notes(), chosen(fight, command)
    name = cast(DiseaseName, command.inputs["disease"] or DISEASE_NAMES[0])
    for who in people:
        params: dict[str, Param] = {"who": Ref(who), "what": Word(f"disease.{name}")}
        notes.add(Fact("disease.meets", params=params, rules=("D20H-DISE-01", "D20H-DISE-05", "D20H-DISE-07")))
    found = yield from each(
        fight, people, lambda who: expose(name, save_bonus(fight, who, "fortitude")), notes, "disease"
    )
    for who, result in found.items():
        saved(who, "infection", notes, success=result.save_success, rules=("D20H-DISE-01",))
        if result.infected:
            days = result.incubation_days or 1
            timer = Timer(f"{command.id}-{name}", INCUBATION, days * DAY, dc=DISEASES[name].dc, data={"disease": name})
            fight = with_timer(fight, who, timer)
    return Outcome(fight, notes.so_far)


POISONING: Action[Body, Round] = Action(
    "poison", poison_resolve, poison_inputs, check_somebody, icon="droplet", for_game_master=True
)
COAT: Action[Body, Round] = Action(
    "coat_weapon", coat_resolve, coat_inputs, coat_check, icon="droplet", needs_actor=True
)
DISEASE_MET: Action[Body, Round] = Action(
    "disease", disease_resolve, disease_inputs, check_somebody, icon="triangle-alert", for_game_master=True
)
