"""The people of a command: its actor, its target, the combatants that a viewer may name; the same in every system."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from itertools import takewhile
from typing import Any, TypeAlias, TypeVar

from rules.core.audience import TABLE, Audience, Viewer, controllers_of
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Explanation, Fact, Notes, fact
from rules.core.fight import Combatant, Command, Fight
from rules.core.inputs import Combatants, Option
from rules.core.throws import Asking, Dice, Known
from rules.core.types import Id, Json

B = TypeVar("B")
AnyFight: TypeAlias = Fight[Any, Any]


def here(fight: AnyFight, command: Command) -> Id:
    """The actor of a command, who is in the fight; raises NotAllowed otherwise."""
    if command.actor is None or command.actor not in fight.combatants:
        raise NotAllowed("core.combatant.gone", field="actor")
    return command.actor


def target_of(fight: AnyFight, command: Command) -> Id:
    """The target of a command, who is still there and not its actor; raises UnknownValue otherwise."""
    target = str(command.inputs.get("target"))
    if target not in fight.combatants or target == command.actor:
        raise UnknownValue("core.combatant.gone", field="target")
    return target


def may_name(fight: AnyFight, viewer: Viewer) -> list[Id]:
    """The combatants that a viewer may name, in order: only the game master names the hidden."""
    return [who for who in fight.order if viewer.game_master or not fight.combatants[who].hidden]


def may_harm(fight: AnyFight, viewer: Viewer) -> list[Id]:
    """The combatants whose points a viewer may change by hand: everybody, or those they control."""
    return [who for who in fight.order if viewer.game_master or who in viewer.controls]


def state_known(one: Combatant[Any], viewer: Viewer) -> bool:
    """Whether a viewer may know how a combatant fares."""
    return viewer.game_master or one.id in viewer.controls or one.shows != "nothing"


def others_than(
    fight: Fight[B, Any],
    actor: Id,
    viewer: Viewer,
    standing: Callable[[B], bool],
    *,
    near: Container[Id] = (),
    itself: bool = False,
) -> list[Id]:
    """The combatants that a viewer may name: foes, then friends, the fallen last; of each those who are near first.

    standing: whether a body can go on; it decides only where the viewer may know how the combatant fares.
    itself: the actor may be named too.
    """
    side = fight.combatants[actor].side

    def place(who: Id) -> tuple[bool, bool, bool]:
        one = fight.combatants[who]
        return _fallen(one, viewer, standing), one.side == side, who not in near

    return sorted((who for who in may_name(fight, viewer) if itself or who != actor), key=place)


def standing_foes(
    fight: Fight[B, Any], actor: Id, viewer: Viewer, standing: Callable[[B], bool], who: Sequence[Id]
) -> tuple[Id, ...]:
    """Those among `who` that are of another side than the actor and not known to have fallen, in the same order.

    A character or a player's combatant does not usually mean the hidden, even where the game master acts for it.
    """
    attacker = fight.combatants[actor]
    people = [fight.combatants[one] for one in who]
    return tuple(
        one.id
        for one in people
        if one.side != attacker.side
        and not _fallen(one, viewer, standing)
        and not (one.hidden and (attacker.controllers or attacker.character))
    )


def used_on(fight: Fight[B, Any], actor: Id, viewer: Viewer, alive: Callable[[B], bool]) -> Combatants:
    """Ask on which combatant the actor uses a thing; the actor is proposed.

    Foes and the dead can be chosen too, but are not proposed.
    alive: whether a body can still profit from a thing; ignored where the viewer may not know how the combatant fares.
    """
    people = [actor, *(who for who in may_name(fight, viewer) if who != actor)]
    likely = [who for who in friends_among(fight, actor, people) if not _fallen(fight.combatants[who], viewer, alive)]
    return people_input(people, label="input.used_on", default=actor, likely=likely)


def friends_among(fight: AnyFight, actor: Id, who: Sequence[Id]) -> tuple[Id, ...]:
    """Those among `who` that are of the actor's side, in the same order."""
    return tuple(one for one in who if fight.combatants[one].side == fight.combatants[actor].side)


def _fallen(one: Combatant[B], viewer: Viewer, standing: Callable[[B], bool]) -> bool:
    return state_known(one, viewer) and not standing(one.body)


def person_options(who: Sequence[Id], notes: Mapping[Id, Explanation] | None = None) -> tuple[Option, ...]:
    """Combatants as options of an input; notes: what stands beside each."""
    said = notes or {}
    return tuple(Option(one, fact("core.combatant", who=one), notes=said.get(one, ())) for one in who)


def people_input(
    who: Sequence[Id],
    *,
    name: str = "target",
    label: str = "input.target",
    default: Id | None = None,
    required: bool = True,
    several: bool = False,
    fresh: bool = False,
    likely: Sequence[Id] | None = None,
    engaged: Container[Id] = (),
    notes: Mapping[Id, Explanation] | None = None,
    refused: Mapping[Id, Fact] | None = None,
) -> Combatants:
    """The choice of combatants: `default` is proposed, else the first (of the likely) where one must be chosen.

    fresh: the last choice is not proposed again; where several may be chosen this always holds. likely: the usual
    targets; the others can be chosen, but are not proposed. engaged: those next to the actor, who are proposed before
    one that was chosen earlier. refused: others, shown with the reason why they cannot be chosen.
    """
    others = (Option(one, fact("core.combatant", who=one), reason=why) for one, why in (refused or {}).items())
    usual = [one for one in who if likely is None or one in likely or one == default]
    first = usual[0] if required and usual and not several else None
    proposed: Json = default if default in usual else first
    return Combatants(
        name,
        label,
        layout="five",
        options=(*person_options(who, notes), *others),
        default=proposed,
        required=required,
        several=several,
        fresh=several or fresh,
        likely=None if likely is None else tuple(usual),
        engaged=tuple(one for one in usual if one in engaged) if likely is not None else (),
    )


def numbers_for(one: Combatant[Any]) -> Audience:
    """Who may read a combatant's points as numbers."""
    return TABLE if one.shows == "number" else controllers_of(one.id)


def words_for(one: Combatant[Any]) -> Audience:
    """Who may read how a combatant looks, and its states."""
    return controllers_of(one.id) if one.shows == "nothing" else TABLE


def unplayed_first(fight: AnyFight, turns: Sequence[Id]) -> tuple[tuple[Id], ...]:
    """Those without players at the beginning of an order of turns, each by itself: the game master's own in a row."""
    return tuple((who,) for who in takewhile(lambda who: not fight.combatants[who].controllers, turns))


def rolls_seen(fight: AnyFight, who: Id | None) -> Audience:
    """Who may see the dice of a combatant: the table those of a played one, else the game master and controllers."""
    if who is None or who not in fight.combatants:
        return controllers_of()
    return TABLE if fight.combatants[who].controllers else controllers_of(who)


def asking(
    fight: AnyFight,
    rollers: Mapping[str, Id | None],
    notes: Notes,
    *,
    key: str = "",
    odds: Callable[[Dice], Fact | None] = lambda dice: None,
    tell: Callable[[Known], None] = lambda known: None,
) -> Asking:
    """How a rule asks the people of a fight for dice: seen as rolls are (`rolls_seen`), with what was told so far.

    tell: tells what is known before the rule ends.
    """
    return Asking(
        rollers,
        key,
        audience=lambda die, to: rolls_seen(fight, to),
        so_far=lambda: notes.so_far,
        odds=odds,
        tell=tell,
    )
