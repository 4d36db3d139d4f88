"""Rising by a level: hit points, aptitudes, the advance (TUM-LVL-03 to -05, TUM-ADV-01 to -03, TUM-HP10-01 to -03)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Option, Text
from rules.core.requests import Steps, roll
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.tumbas.actions.acting import here
from rules.systems.tumbas.advancement import Advance, Growing, LevelUp, check_advance, level_up, rolls_hit_points
from rules.systems.tumbas.attributes import ATTRIBUTES, Attribute
from rules.systems.tumbas.growth import with_sheet
from rules.systems.tumbas.house import TALENTS
from rules.systems.tumbas.settings import attribute_max
from rules.systems.tumbas.sheet import all_talents, attributes_of, hit_die_of, maximum_of, options_of
from rules.systems.tumbas.state import Body, Round, TumbasFight

ADVANCES = (*ATTRIBUTES, "talent")


def growing(fight: TumbasFight, who: Id) -> Growing:
    """A character as far as a level changes it."""
    one = fight.combatants[who]
    return Growing(
        level=one.sheet["level"],
        hit_die=hit_die_of(one.sheet),
        hp_max=maximum_of(one.sheet),
        hp_current=one.body.hp,
        attributes=attributes_of(one.sheet),
        talents=all_talents(one.sheet),
        last_advance=one.sheet["last_advance"],
    )


def inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What the advance is spent on; an attribute that cannot be raised now says why (TUM-ADV-01, TUM-ADV-02)."""
    if actor is None or actor not in fight.combatants or fight.combatants[actor].body.creature:
        return ()
    one = growing(fight, actor)

    def option(name: str) -> Option:
        if name == "talent":
            return Option(name, Fact("advance.talent"))
        reason = None
        try:
            check_advance(one, Advance("attribute", cast(Attribute, name)), attribute_max(fight.house))
        except NotAllowed as refused:
            most = {key: value for key, value in refused.params.items() if isinstance(value, int)}
            reason = Fact(f"error.{refused.reason}", params=most)
        return Option(name, Fact(f"advance.{name}"), reason=reason)

    free = tuple(name for name in TALENTS if name not in one.talents)
    return (
        Choice("advance", "input.advance", layout="grid", default="talent", options=tuple(map(option, ADVANCES))),
        Choice("talent", "input.new_talent", required=False, layout="select", options=options_of("talent", free)),
        Text("other_talent", "sheet.other_talent", required=False, length=80),
    )


def check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """A level must be due, outside fights, and the advance one that the rules allow (TUM-LVL-02, TUM-ADV-01, -02)."""
    actor = here(fight, command)
    if fight.ordered:
        raise NotAllowed("tumbas.time.in_fight")
    one = fight.combatants[actor]
    if one.body.creature or not one.sheet["levels_due"]:
        raise NotAllowed("tumbas.level.not_due")
    if "advance" in command.inputs:
        check_advance(growing(fight, actor), _advance(command), attribute_max(fight.house))


def _advance(command: Command) -> Advance:
    chosen = command.inputs["advance"]
    if chosen != "talent":
        return Advance("attribute", chosen)
    talent = command.inputs.get("talent") or command.inputs.get("other_talent")
    if not talent:
        raise NotAllowed("tumbas.advance.talent_missing", field="talent")
    return Advance("talent", talent=talent)


def resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll the hit die up to level 9, then take the advance; current hit points grow as the maximum (TUM-HOUSE-24)."""
    actor = here(fight, command)
    one = growing(fight, actor)
    notes = Notes()
    begins: dict[str, Param] = {"who": Ref(actor), "level": one.level + 1}
    notes.add(Fact("level.rises", one.level + 1, begins, ("TUM-LVL-02", "TUM-LVL-03")))
    face = None
    if rolls_hit_points(one.level + 1):
        (face,) = yield from roll("hit_die", actor, one.hit_die, so_far=notes.so_far, label="dice.hit_die")
    found = level_up(one, _advance(command), face, attribute_max=attribute_max(fight.house))
    fight = _written(fight, actor, found, command)
    _tell(actor, one, found, face, notes)
    return Outcome(fight, notes.so_far)


def _written(fight: TumbasFight, actor: Id, found: LevelUp, command: Command) -> TumbasFight:
    sheet, grown = fight.combatants[actor].sheet, found.after
    changes: dict[str, Json] = {
        "level": grown.level,
        "hp_max": grown.hp_max,
        "last_advance": grown.last_advance,
        "levels_due": sheet["levels_due"] - 1,
    }
    changes |= {str(name): value for name, value in grown.attributes.items()}
    if grown.last_advance == "talent":
        if command.inputs.get("talent"):
            changes["talents"] = [*sheet["talents"], command.inputs["talent"]]
        else:
            changes["other_talents"] = [*sheet["other_talents"], {"name": command.inputs["other_talent"]}]
    fight = with_sheet(fight, actor, changes)
    return fight.with_body(actor, replace(fight.combatants[actor].body, hp=grown.hp_current))


def _tell(actor: Id, one: Growing, found: LevelUp, face: int | None, notes: Notes) -> None:
    own = controllers_of(actor)
    if face is None:
        terms: Explanation = (
            Fact("term.fixed_gain", found.hp_gain, rules=("TUM-HP10-01", "TUM-HP10-02", "TUM-HP10-03")),
        )
    else:
        terms = (
            Fact("term.hit_die", face, {"sides": one.hit_die}, ("TUM-LVL-04",)),
            Fact(
                "term.attribute",
                one.attributes["resistance"],
                {"attribute": Word("attribute.resistance")},
                ("TUM-LVL-04",),
            ),
        )
    params: dict[str, Param] = {"who": Ref(actor), "maximum": found.after.hp_max}
    notes.add(Fact("level.hit_points", found.hp_gain, params, ("TUM-LVL-04", "TUM-HOUSE-24"), own, terms))
    if found.aptitudes_usual:
        notes.add(Fact("level.aptitude", params={"who": Ref(actor)}, rules=("TUM-LVL-05", "TUM-HOUSE-04")))
    last = found.after.last_advance or "talent"
    if last == "talent":
        talent = found.after.talents[-1]
        named: str | Word = Word(f"talent.{talent}") if talent in TALENTS else talent
        notes.add(Fact("level.talent", params={"who": Ref(actor), "talent": named}, rules=("TUM-ADV-01",)))
    else:
        raised: dict[str, Param] = {"who": Ref(actor), "attribute": Word(f"attribute.{last}")}
        notes.add(Fact("level.attribute", params=raised, rules=("TUM-ADV-01", "TUM-ADV-02")))
    if found.resistance_bonus:
        bonus: dict[str, Param] = {"who": Ref(actor), "points": found.resistance_bonus}
        notes.add(Fact("level.resistance", found.resistance_bonus, bonus, ("TUM-ADV-03",), own))


LEVEL_UP: Action[Body, Round] = Action("level_up", resolve, inputs, check, icon="arrow-up", needs_actor=True)
