"""Effects that the story brings, and those that it ends (TAP-STORY-01, TAP-STORY-03)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Combatants, Flag, Input, Several, seldom
from rules.core.landing import landed
from rules.core.people import may_harm, person_options
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.in_force import carried_options, ended, own_words, own_words_inputs
from rules.systems.tapiz.softening import consequence
from rules.systems.tapiz.state import Body, Round, TapizFight


def give_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which combatant, the effect in words, and who bears it too."""
    bearers = person_options(may_harm(fight, viewer))
    asks = Flag("asks", "input.asks", default=False)
    also = Combatants("also", "input.also_bear", required=False, several=True, layout="five", options=bearers)
    return (Combatants("who", "input.bearer", layout="five", options=bearers), *own_words_inputs(), *seldom(also), asks)


def give_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Let an effect that the story brings land on those who bear it; each may be asked first.

    (TAP-STORY-01, TAP-HERO-01)
    """
    notes = Notes()
    effect = own_words(f"{command.id}-given", command.inputs, fight.round.number)
    asks = effect.sign < 0 and command.inputs["asks"]
    bearers: dict[Id, None] = dict.fromkeys((command.inputs["who"], *(command.inputs.get("also") or ())))
    # each bears one of their own, which can end by itself
    landings = [
        consequence(fight, who, replace(effect, id=f"{effect.id}{number or ''}"), {}, notes, by=None, answered=asks)
        for number, who in enumerate(bearers)
    ]
    return Outcome((yield from landed(fight, landings, notes)), notes.so_far)


def end_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which effects end."""
    return (Several("effects", "input.ending", minimum=1, ordered=False, options=carried_options(fight)),)


def end_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """Refuse where no effect is carried."""
    if not any(one.body.effects for one in fight.combatants.values()):
        raise NotAllowed("tapiz.nothing_to_remove")


def end_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """End effects that no longer make sense (TAP-STORY-03)."""
    yield from ()
    notes = Notes()
    return Outcome(ended(fight, command.inputs["effects"], notes), notes.so_far)


GIVE_EFFECT: Action[Body, Round] = Action(
    "give_effect", give_resolve, give_inputs, icon="plus", interrupts=True, for_game_master=True
)
END_EFFECTS: Action[Body, Round] = Action(
    "end_effects", end_resolve, end_inputs, end_check, icon="x", interrupts=True, for_game_master=True
)
