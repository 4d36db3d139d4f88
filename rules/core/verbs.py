"""The verbs that every system has: who takes part, under what name, seen or unseen, in what order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from rules.core.audience import GAME_MASTER, TABLE, Audience, Viewer, controllers_of
from rules.core.board.rules import rules_of
from rules.core.board.verbs import entering
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Explanation, Fact, Notes, Ref, Word
from rules.core.fight import Combatant, Command, Fight, Outcome, Status
from rules.core.inputs import Choice, Combatants, Input, Number, Option, Text
from rules.core.outfit import fresh_body, load_gear
from rules.core.requests import Steps
from rules.core.system import Action, AnySystem
from rules.core.told_codes import EXPERIENCE
from rules.core.types import Id, Json, drop

AnyFight: TypeAlias = Fight[Any, Any]
AnyOutcome: TypeAlias = Outcome[Any, Any]


def _no_questions(outcome: AnyOutcome) -> Steps[AnyOutcome]:
    yield from ()
    return outcome


def _attending(fight: AnyFight) -> Audience:
    """Who may read who comes, goes and shows: while a scene is prepared its game master, who may still hide them."""
    return GAME_MASTER if fight.status == "ready" else TABLE


def with_number(fight: AnyFight, one: Combatant[Any]) -> Combatant[Any]:
    """Give the next number that the table has not seen to who is numbered, or has the name of another in sight.

    The hidden wait for theirs, and characters have none unless they are numbered.
    """
    alike = [other for other in fight.combatants.values() if other.id != one.id and other.called_alike(one)]
    taken = [other.number or (0 if other.hidden else 1) for other in alike]
    named_twice = one.character is None and not all(other.hidden for other in alike)
    if one.hidden or one.number is not None or not (one.numbered or named_twice):
        return one
    return replace(one, number=max(taken, default=0) + 1)


def enlist(fight: AnyFight, combatants: tuple[Combatant[Any], ...]) -> AnyFight:
    """Add combatants at the end of the order."""
    for one in combatants:
        if one.id in fight.combatants:
            raise NotAllowed("core.enlist.twice")
        entered = max((other.entered for other in fight.combatants.values()), default=0) + 1
        fight = fight.with_combatant(with_number(fight, replace(one, entered=entered)))
        fight = replace(fight, order=(*fight.order, one.id))
    return fight


def _all(fight: AnyFight) -> tuple[Option, ...]:
    return tuple(Option(who, Fact("core.combatant", params={"who": Ref(who)})) for who in fight.order)


def _who(fight: AnyFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    return (Combatants("who", options=_all(fight)),)


def _chosen(fight: AnyFight, command: Command) -> Combatant[Any]:
    who = str(command.inputs.get("who"))
    if who not in fight.combatants:
        raise UnknownValue("core.combatant.gone", field="who")
    return fight.combatants[who]


def _dismiss(fight: AnyFight, command: Command) -> Steps[AnyOutcome]:
    return _gone(fight, _chosen(fight, command), "core.dismissed")


def _leave(fight: AnyFight, command: Command) -> Steps[AnyOutcome]:
    return _gone(fight, _chosen(fight, command), "core.left")


def _gone(fight: AnyFight, one: Combatant[Any], code: str) -> Steps[AnyOutcome]:
    after = replace(fight, combatants=drop(fight.combatants, one.id))
    name, public = one.called(by_game_master=True), one.called(by_game_master=False)
    told = Fact(code, params={"name": public}, audience=_attending(fight))
    if one.hidden or name != public:
        secret = Fact(code, params={"name": name}, audience=GAME_MASTER)
        told = replace(secret, otherwise=None if one.hidden else told)
    return _no_questions(Outcome(after, (told,)))


def _rename(fight: AnyFight, command: Command) -> Steps[AnyOutcome]:
    one = _chosen(fight, command)
    name = command.inputs.get("name") or one.name
    public_name = command.inputs.get("public_name") or ""
    renamed = replace(one, name=name, public_name=public_name)
    if not renamed.called_alike(one):
        # among others of the new name the old number may be taken
        renamed = with_number(fight, replace(renamed, number=None))
    after = fight.with_combatant(renamed)
    fact = Fact("core.renamed", params={"before": one.called(by_game_master=True), "name": name}, audience=GAME_MASTER)
    return _no_questions(Outcome(after, (fact,)))


def _hide(fight: AnyFight, command: Command) -> Steps[AnyOutcome]:
    one = _chosen(fight, command)
    after = fight.with_combatant(replace(one, hidden=True))
    return _no_questions(Outcome(after, (Fact("core.hidden", params={"who": Ref(one.id)}, audience=GAME_MASTER),)))


def _reveal(fight: AnyFight, command: Command) -> Steps[AnyOutcome]:
    one = _chosen(fight, command)
    after = fight.with_combatant(with_number(fight, replace(one, hidden=False)))
    fact = Fact("core.revealed", params={"who": Ref(one.id)}, audience=_attending(fight))
    return _no_questions(Outcome(after, (fact,)))


def _show_as(fight: AnyFight, command: Command) -> Steps[AnyOutcome]:
    one = _chosen(fight, command)
    shows = command.inputs["shows"]
    after = fight.with_combatant(replace(one, shows=shows))
    fact = Fact(f"core.shows.{shows}", params={"who": Ref(one.id)}, audience=GAME_MASTER)
    return _no_questions(Outcome(after, (fact,)))


def _reorder(fight: AnyFight, command: Command) -> Steps[AnyOutcome]:
    one = _chosen(fight, command)
    order = list(fight.order)
    place = order.index(one.id)
    other = place + (-1 if command.inputs["direction"] == "up" else 1)
    if not 0 <= other < len(order):
        raise NotAllowed("core.reorder.edge", field="direction")
    order[place], order[other] = order[other], order[place]
    fact = Fact("core.reordered", params={"who": Ref(one.id), "other": Ref(order[place])})
    return _no_questions(Outcome(replace(fight, order=tuple(order)), (fact,)))


def _separate(fight: AnyFight, command: Command) -> Steps[AnyOutcome]:
    one = _chosen(fight, command)
    if one.group is None:
        raise NotAllowed("core.separate.single", field="who")
    fact = Fact("core.separated", params={"who": Ref(one.id)}, audience=controllers_of(one.id))
    return _no_questions(Outcome(fight.with_combatant(replace(one, group=None)), (fact,)))


def _release(fight: AnyFight, command: Command) -> Steps[AnyOutcome]:
    person = command.inputs["person"]
    theirs = [one for one in fight.combatants.values() if person in one.controllers]
    for one in theirs:
        fight = fight.with_combatant(replace(one, controllers=one.controllers - {person}))
    facts = tuple(Fact("core.released", params={"who": Ref(one.id)}, audience=GAME_MASTER) for one in theirs)
    return _no_questions(Outcome(fight, facts))


NOT_NOW: Mapping[Status, str] = {
    "paused": "core.paused.not_now", "running": "core.running.not_now", "archived": "core.archived.not_now"
}  # fmt: skip
"""Why a scene cannot be brought to a status."""


MOST_EXPERIENCE = 999_999


def _to_status(status: Status, allowed_from: tuple[Status, ...]) -> Action[Any, Any]:
    def check(fight: AnyFight, command: Command, viewer: Viewer) -> None:
        if not fight.ordered:
            raise NotAllowed("core.free_scene")
        if fight.status not in allowed_from:
            raise NotAllowed(NOT_NOW[status], params={"status": fight.status})

    def resolve(fight: AnyFight, command: Command) -> Steps[AnyOutcome]:
        reopened = fight.status == "archived"
        told: Explanation = (Fact("core.status.reopened" if reopened else f"core.status.{status}"),)
        if note := command.inputs.get("note"):
            told = (*told, Fact("core.note", params={"note": note}, audience=GAME_MASTER))
        if experience := command.inputs.get("experience"):
            told = (*told, Fact(EXPERIENCE, experience))
        return _no_questions(Outcome(replace(fight, status=status), told))

    names: Mapping[Status, str] = {"paused": "pause", "running": "resume", "archived": "archive", "ready": "ready"}
    closing = (
        Text("note", "core.note_input", required=False, length=1000, multiline=True),
        Number("experience", "core.experience_input", required=False, minimum=0, maximum=MOST_EXPERIENCE),
    )
    return Action(
        names[status],
        resolve,
        lambda fight, actor, viewer: closing if status == "archived" else (),
        check,
        for_game_master=True,
        interrupts=True,
        undo="with_all_after",
    )


def enlist_action(system: AnySystem) -> Action[Any, Any]:
    """The verb that adds combatants: its rows come from the app, their bodies from the system.

    Each row of `combatants`: id, name, kind and sheet; optional public_name, side, group, numbered, hidden, shows,
    controllers, character, gear and condition (what an earlier fight left). On a board they stand where their side
    enters, if it has such a place.
    """

    def resolve(fight: AnyFight, command: Command) -> Steps[AnyOutcome]:
        rows = [_combatant(system, fight, row) for row in command.inputs["combatants"]]
        after = enlist(fight, tuple(rows))
        if after.board is not None:
            after = entering(after, [one.id for one in rows], rules_of(system))
        audience = _attending(fight)
        facts = tuple(Fact("core.enlisted", params={"who": Ref(one.id)}, audience=audience) for one in rows)
        return _no_questions(Outcome(after, facts))

    return Action("enlist", resolve, internal=True, for_game_master=True, interrupts=True)


def resheet_action(system: AnySystem) -> Action[Any, Any]:
    """The verb that brings an edited character into a fight: `who`, `sheet`, `name`, `controllers`, `gear`.

    A character who comes back from elsewhere brings the `condition` it is in now.
    """

    def resolve(fight: AnyFight, command: Command) -> Steps[AnyOutcome]:
        one = _chosen(fight, command)
        sheet = system.sheet_kinds[one.kind].load(command.inputs["sheet"])
        gear = load_gear(command.inputs["gear"]) if "gear" in command.inputs else one.gear
        body = system.resheeted(one.body, fresh_body(system, one.kind, sheet, gear, fight.house))
        if condition := command.inputs.get("condition"):
            body = system.with_lasting(body, condition)
        name = command.inputs.get("name") or one.name
        players = frozenset(command.inputs.get("controllers", one.controllers))
        # a character without a player waits unseen in the free scene, and is seen there once it has one
        hidden = one.hidden and (fight.ordered or not players or bool(one.controllers))
        one = replace(one, name=name, sheet=sheet, gear=gear, body=body, controllers=players, hidden=hidden)
        after = fight.with_combatant(with_number(fight, one))
        fact = Fact("core.resheeted", params={"who": Ref(one.id)}, audience=controllers_of(one.id))
        return _no_questions(Outcome(after, (fact,)))

    return Action("resheet", resolve, internal=True, interrupts=True)


def rehouse_action(system: AnySystem) -> Action[Any, Any]:
    """The verb that brings the settings of la carta, as they are now, into a fight under way: `house`.

    A fight keeps the settings it began with until then. Bodies are made anew from their sheets, with everything that
    the fight has done to them.
    """

    def resolve(fight: AnyFight, command: Command) -> Steps[AnyOutcome]:
        house = dict(sorted(command.inputs["house"].items()))
        changed = [
            item
            for item in system.settings
            if house.get(item.name, item.default) != fight.house.get(item.name, item.default)
        ]
        after = replace(fight, house=house)
        for one in fight.combatants.values():
            # a sheet that was frozen long ago may lack what sheets have by now
            sheet = system.sheet_kinds[one.kind].load(one.sheet)
            body = system.resheeted(one.body, fresh_body(system, one.kind, sheet, one.gear, house))
            after = after.with_combatant(replace(one, body=body))
        facts = tuple(_rehoused(item, house.get(item.name, item.default)) for item in changed)
        return _no_questions(Outcome(after, facts or (Fact("core.rehoused_same"),)))

    return Action("apply_house", resolve, internal=True, for_game_master=True, interrupts=True)


def _rehoused(item: Input, value: Json) -> Fact:
    """That a setting has changed here, and to what, where that is one word or number."""
    setting = Word(item.label)
    to: Word | int | None = None
    if isinstance(value, bool):
        to = Word("core.on" if value else "core.off")
    elif isinstance(value, int):
        to = value
    elif isinstance(item, Choice):
        to = next((Word(one.label.code) for one in item.options if one.value == value), None)
    if to is None:
        return Fact("core.rehoused", params={"setting": setting})
    return Fact("core.rehoused_to", params={"setting": setting, "to": to})


def heal_wounds_action(system: AnySystem) -> Action[Any, Any]:
    """The verb that heals `wounds` of a combatant, `who`, by their ids; those that are gone are left out."""

    def resolve(fight: AnyFight, command: Command) -> Steps[AnyOutcome]:
        one, notes = _chosen(fight, command), Notes()
        for name in command.inputs["wounds"]:
            # one may take another with it
            found = next((wound for wound in system.wounds(fight, one.id) if wound.id == name), None)
            fight = found.heal(fight, notes) if found else fight
        return _no_questions(Outcome(fight, notes.so_far))

    return Action("heal_wounds", resolve, internal=True, for_game_master=True, interrupts=True)


def _combatant(system: AnySystem, fight: AnyFight, row: Mapping[str, Any]) -> Combatant[Any]:
    kind = row.get("kind", "person")
    if kind not in system.sheet_kinds:
        raise UnknownValue("core.enlist.kind", field="kind")
    sheet = system.sheet_kinds[kind].load(row["sheet"])
    gear = load_gear(row.get("gear"))
    body = fresh_body(system, kind, sheet, gear, fight.house)
    if condition := row.get("condition"):
        body = system.with_lasting(body, condition)
    return Combatant(
        id=row["id"],
        name=row["name"],
        body=body,
        side=row.get("side", "foes"),
        kind=kind,
        public_name=row.get("public_name", ""),
        numbered=row.get("numbered", False),
        group=row.get("group"),
        hidden=row.get("hidden", False),
        shows=row.get("shows", "word"),
        controllers=frozenset(row.get("controllers", ())),
        character=row.get("character"),
        gear=gear,
        sheet=sheet,
    )


CORE_ACTIONS: Mapping[str, Action[Any, Any]] = {
    action.name: action
    for action in (
        Action("dismiss", _dismiss, _who, for_game_master=True),
        Action(
            "rename",
            _rename,
            lambda fight, actor, viewer: (
                *_who(fight, actor, viewer),
                Text("name", "core.name", required=False, length=60),
                Text("public_name", "core.public_name", required=False, length=60),
            ),
            for_game_master=True,
            interrupts=True,
        ),
        Action("hide", _hide, _who, for_game_master=True, interrupts=True),
        Action("reveal", _reveal, _who, for_game_master=True, interrupts=True),
        Action(
            "show_as",
            _show_as,
            lambda fight, actor, viewer: (
                *_who(fight, actor, viewer),
                Choice(
                    "shows",
                    "core.shows",
                    options=tuple(
                        Option(word, Fact(f"core.shows_option.{word}")) for word in ("number", "word", "nothing")
                    ),
                ),
            ),
            for_game_master=True,
            interrupts=True,
        ),
        Action(
            "reorder",
            _reorder,
            lambda fight, actor, viewer: (
                *_who(fight, actor, viewer),
                Choice("direction", options=tuple(Option(way, Fact(f"core.reorder.{way}")) for way in ("up", "down"))),
            ),
            for_game_master=True,
            interrupts=True,
        ),
        # the app takes a character to a fight; its caller closes what can no longer go on without them
        Action("leave", _leave, internal=True, for_game_master=True, interrupts=True),
        # the app releases the combatants of a person who left the table
        Action("release", _release, internal=True, interrupts=True),
        Action("separate", _separate, _who, for_game_master=True, interrupts=True),
        _to_status("paused", ("running",)),
        _to_status("running", ("paused", "archived")),
        _to_status("archived", ("ready", "running", "paused")),
    )
}
