"""The panel in which several combatants act at once for the game master: act and target of each, and its button."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.http import QueryDict
from django.utils.translation import gettext as _

from rules.core import engine, group
from rules.core.errors import RuleError
from rules.core.fight import Command
from rules.core.inputs import Choice, Combatants, Input, check_inputs
from rules.core.stage import proposal, taken
from rules.core.types import Id, Json
from tapiz_site import inputs as forms
from tapiz_site.inputs import BoundInput

from .board import Row
from .deeds import Deed
from .desk import Desk
from .parts import Button, Panel, odds_of, token

ACTS, PARTY = "acts", "party"
"""The names of the ticks: for one combatant (`acts--<id>`), for all those of players."""


@dataclass(frozen=True)
class GroupMember:
    """One combatant of a group act."""

    actor: Row
    does: str
    """What it does, in words."""
    how: str
    """The choices with which it does so, such as the weapon."""
    ticked: bool
    played: bool
    """A player has it: it acts only where the game master says so."""
    at: BoundInput | None = None
    chance: Fraction | None = None
    reason: str = ""
    """Why it cannot act with the others."""

    @property
    def tick(self) -> str:
        """The name of its tick."""
        return f"{ACTS}--{self.actor.id}"


def offered(desk: Desk) -> bool:
    """Whether there are several combatants that the game master may let act at once.

    Not while one that lies in wait is first by order: it is left out of the form, and would stop those behind it.
    """
    members = group.members(desk.system, desk.fight)
    waits = _in_turn(desk) and members[:1] and members[0] in desk.fight.hidden
    return desk.seat.runs and desk.waiting is None and len(members) > 1 and not waits


def preferred(desk: Desk) -> bool:
    """Whether the game master let the last ones act at once, and has several again: players' too, where those did."""
    last = desk.seat.read.encounter.memory.get("group")
    members = group.members(desk.system, desk.fight)
    own = [who for who in members if not desk.fight.combatants[who].controllers]
    several = len(members if last and last.get(PARTY) else own) > 1
    return last is not None and several and offered(desk)


def way_in(desk: Desk) -> Button | None:
    """The link to the panel."""
    if not offered(desk):
        return None
    names: dict[str, int] = {}
    for who in group.members(desk.system, desk.fight):
        one = desk.fight.combatants[who]
        if not one.controllers:
            names[one.name] = names.get(one.name, 0) + 1
    said = ", ".join(f"{name} × {count}" if count > 1 else name for name, count in names.items())
    return Button(_("Todos a la vez"), "swords", show=desk.panel_url(panel="group"), note=said)


def panel(desk: Desk, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
    """The pairs with their ticks, and the button that lets them act."""
    pairs = tuple(_pairs(desk, params, errors))
    own = tuple(pair for pair in pairs if not pair.played)
    played = tuple(pair for pair in pairs if pair.played and not pair.reason)
    party = _party(desk, params)
    does = dict.fromkeys(pair.does for pair in pairs if pair.ticked or (party and pair in played))
    first = next((pair.actor.id for pair in (*own, *played)), "")
    nobody = _("Nadie puede ahora: cada cual elige lo suyo.") if all(pair.reason for pair in pairs) else ""
    return Panel(
        "group",
        token("group", repr(pairs), desk.moment),
        title=_("Todos a la vez"),
        name="group",
        hidden={"panel": "group"},
        groups=(own, played),
        chosen=party,
        problem=problem,
        lines=(_("Actúan por orden: quien se queda fuera detiene a los que van detrás."),) if _in_turn(desk) else (),
        next=Button(
            _("Actuar a la vez"),
            "dices",
            act=desk.act_url(do="group", moment=desk.moment, rolls="1"),
            note=desk.speaker.listed(list(does)) if does else "",
            reason=nobody,
        ),
        others=(Button(_("Uno a uno"), "sword", show=desk.panel_url(panel="act", actor=first)),),
    )


def proposed(desk: Desk, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel | None:
    """The panel, where the last ones acted at once and its button, whose note says what they do, lets any act now."""
    found = panel(desk, params, errors, problem) if preferred(desk) else None
    return found if found is not None and found.next is not None and found.next.note else None


def deed(desk: Desk, query: QueryDict, data: QueryDict) -> Deed | None:
    """What the form wants done; None where no combatant is ticked.

    Raises RuleError for a target that is not offered.
    """
    acts: list[dict[str, Json]] = []
    party = PARTY in data
    for command in _commands(desk):
        if command is None or command.actor is None or not _ticked(desk, command.actor, data, party=party):
            continue
        values = dict(command.inputs)
        if (aim := _aim(desk, command)) is not None and aim.name in data:
            values[aim.name.partition("--")[0]] = aim.check(data[aim.name] or None)
        acts.append({"actor": command.actor, "action": command.action, "inputs": values})
    inputs: dict[str, Json] = {"acts": acts, PARTY: party}
    rolls = "by_hand" not in data
    made = Deed("command", group.NAME, inputs=inputs, moment=query.get("moment", ""), rolls=rolls, internal=True)
    return made if acts else None


def _pairs(desk: Desk, params: QueryDict, errors: Mapping[str, RuleError]) -> Iterator[GroupMember]:
    typed = params if params.get("filled") == "group" else None
    for who, command in zip(group.members(desk.system, desk.fight), _commands(desk), strict=True):
        row = desk.board.row(who)
        assert row is not None  # noqa: S101 - the game master sees all
        played = bool(desk.fight.combatants[who].controllers)
        # who lies in wait does so until the game master lets it act
        usual = not played and who not in desk.fight.hidden
        if command is None:
            yield GroupMember(row, "", "", False, played, reason=_("Pide elegir algo más: actúa aparte."))
            continue
        aim, ticked = _aim(desk, command), _ticked(desk, who, typed) if typed is not None else usual
        at = None
        if aim is not None:
            start = typed.get(aim.name) if typed is not None else command.inputs.get(aim.name.partition("--")[0])
            (at,) = forms.fields([desk.with_health(aim)], {aim.name: start}, errors, desk.speaker) or (None,)
        does = desk.speaker.first_word(f"action.{command.action}", default=command.action)
        yield GroupMember(row, does, _how(desk, command), ticked, played, at, _chance(desk, command))


def _commands(desk: Desk) -> Iterator[Command | None]:
    """What each combatant would do; None for one whose form still asks for a choice."""
    head = desk.seat.read.head
    for who in group.members(desk.system, desk.fight):
        form, command = _usual(desk, who)
        passes = Command("proposal", "end_turn", who, {}, desk.moment)
        if not form and "end_turn" in desk.system.actions and taken(desk.system, head, passes, desk.viewer):
            command = passes
        yield (
            replace(command, inputs=check_inputs(tuple(_declared(desk, command)), command.inputs)) if command else None
        )


def _usual(desk: Desk, who: Id) -> tuple[str, Command | None]:
    """The usual act of a combatant that takes its turn and asks for no more choices; else the name of its usual act."""
    system, head = desk.system, desk.seat.read.head
    usual, command = proposal(system, head, who, desk.viewer, desk)
    form, without = usual, {name for name, one in system.actions.items() if one.leaves_turn}
    while form and (command is None or form in without):
        without.add(form)
        form, command = proposal(system, head, who, desk.viewer, desk, without=without)
    return usual, command


def _declared(desk: Desk, command: Command) -> Sequence[Input]:
    return desk.inputs(command.action, command.actor)


def _aim(desk: Desk, command: Command) -> Combatants | None:
    """The choice of the one that the act is aimed at, under a name of its own in the form."""
    found = (item for item in _declared(desk, command) if isinstance(item, Combatants) and not item.several)
    aim = next(found, None)
    return replace(aim, name=f"{aim.name}--{command.actor}", fresh=False) if aim is not None else None


def _ticked(desk: Desk, who: Id, data: QueryDict, *, party: bool = False) -> bool:
    return f"{ACTS}--{who}" in data or (party and bool(desk.fight.combatants[who].controllers))


def _party(desk: Desk, params: QueryDict) -> bool:
    """Whether the combatants of players act too: as ticked, else as the last time."""
    if params.get("filled") == "group":
        return PARTY in params
    return bool(desk.seat.read.encounter.memory.get("group", {}).get(PARTY))


def _in_turn(desk: Desk) -> bool:
    """Whether they act one after the other."""
    return len(desk.system.together(desk.fight)) > 1


def _how(desk: Desk, command: Command) -> str:
    """The options that its choices begin with, in words."""
    chosen = [
        option.label
        for item in _declared(desk, command)
        if isinstance(item, Choice) and item.required and not item.seldom
        for option in item.options
        if option.value == command.inputs.get(item.name)
    ]
    words = dict.fromkeys(desk.speaker.text(label) for label in chosen)
    return " · ".join(word for word in words if word != desk.speaker.first_word(f"action.{command.action}", default=""))


def _chance(desk: Desk, command: Command) -> Fraction | None:
    """The chance of what matters most, where the number to reach is known."""
    try:
        found = odds_of(engine.odds(desk.system, desk.fight, command, desk.viewer))
    except RuleError:
        return None
    return found.columns[0][1][0][1] if found is not None and found.known else None
