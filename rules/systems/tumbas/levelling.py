"""Sessions, levels and advances (TUM-LVL-01 to -06, TUM-ADV-01 to -03, TUM-HP10-01 to -03, TUM-HOUSE-04, -24)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, cast

from rules.core.audience import GAME_MASTER, TABLE, Viewer, controllers_of
from rules.core.errors import Missing, NotAllowed, at_least, needed, one_of
from rules.core.facts import Explanation, Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Combatants, Input, Option, Text, options_of
from rules.core.people import here
from rules.core.requests import Answer, Steps, choose
from rules.core.system import Action
from rules.core.throws import Asking, Decision, Throws, asked, decide, known, throw_one
from rules.core.types import Id, Json
from rules.systems.tumbas.attributes import ATTRIBUTES, Attribute, known_attribute
from rules.systems.tumbas.bodies import with_sheet
from rules.systems.tumbas.house import TALENTS
from rules.systems.tumbas.settings import attribute_max, resistance_until, setting
from rules.systems.tumbas.sheet import LEAST_MAXIMUM, all_talents, attributes_of, hit_die_of, maximum_of
from rules.systems.tumbas.state import Body, Round, TumbasFight, characters
from rules.systems.tumbas.values import APTITUDE_STEP

AdvanceType: TypeAlias = Literal["attribute", "talent"]

ADVANCES = (*ATTRIBUTES, "talent")
"""What a level may be spent on (TUM-ADV-01)."""

LAST_ROLLED_LEVEL = 9
"""Up to this level hit points are rolled and Resistance counts (TUM-LVL-04, TUM-HP10-02, TUM-HP10-03)."""

FIXED_GAINS: Mapping[int, int] = {4: 1, 6: 1, 8: 2, 10: 2, 12: 3, 20: 3}
"""Hit points per level from level 10, by the sides of the hit die (TUM-HP10-01)."""


@dataclass(frozen=True, slots=True)
class SessionCount:
    """The sessions survived since the last level, and whether one is gained now."""

    sessions: int
    level_up: bool


@dataclass(frozen=True, slots=True)
class Advance:
    """What a level is spent on: an attribute raised by 1, or a new talent (TUM-ADV-01)."""

    type: AdvanceType
    attribute: Attribute | None = None
    talent: str | None = None


@dataclass(frozen=True, slots=True)
class Growing:
    """A character as far as a level changes it."""

    level: int
    hit_die: int
    hp_max: int
    hp_current: int
    attributes: Mapping[Attribute, int]
    talents: tuple[str, ...]
    last_advance: str | None
    """The advance of the level before, one of `ADVANCES`; None at level 1."""


@dataclass(frozen=True, slots=True)
class Gained:
    """What a level brings before its advance."""

    level: int
    hp_gain: int
    face: int | None
    """The hit die, None where it is not rolled."""

    @property
    def aptitudes_usual(self) -> bool:
        """Whether class aptitudes usually grow at this level (TUM-LVL-05)."""
        return self.level % APTITUDE_STEP == 0


@dataclass(frozen=True, slots=True)
class LevelUp:
    """The character after a level, and what brought the hit points."""

    after: Growing
    gained: Gained
    resistance_bonus: int


def survive_session(pace: int, sessions: int, *, survived: bool) -> SessionCount:
    """Count one played session; one that the character did not survive counts nothing (TUM-LVL-01, TUM-LVL-02)."""
    at_least(pace, 1, "tumbas.pace", field="pace")
    at_least(sessions, 0, "tumbas.sessions.negative", field="sessions")
    if not survived:
        return SessionCount(sessions, level_up=False)
    gained = sessions + 1 >= pace
    return SessionCount(0 if gained else sessions + 1, gained)


def fixed_gain(hit_die: int) -> int:
    """Return the hit points of each level from level 10 on (TUM-HP10-01)."""
    return FIXED_GAINS[one_of(hit_die, FIXED_GAINS, "tumbas.hit_die.unknown", field="hit_die")]


def check_advance(one: Growing, advance: Advance, most: int | None) -> None:
    """Refuse an advance that the rules forbid (TUM-ADV-01, TUM-ADV-02, TUMS-CHAR-02).

    most: the limit of attributes, None without one. Raises Missing, UnknownValue, NotAllowed.
    """
    if advance.type == "talent":
        if needed(advance.talent, "tumbas.advance.talent_missing", field="advance_talent") in one.talents:
            raise NotAllowed("tumbas.advance.talent_owned", field="advance_talent")
        return
    raised = known_attribute(needed(advance.attribute, "tumbas.advance.attribute_missing", field="advance_attribute"))
    if raised == one.last_advance:
        raise NotAllowed("tumbas.advance.twice_running", field="advance_attribute")
    if most is not None and one.attributes[raised] + 1 > most:
        raise NotAllowed("tumbas.advance.too_high", field="advance_attribute", params={"most": most})


def level_up(who: Id, one: Growing, most: int | None, resistance_until: int = LAST_ROLLED_LEVEL) -> Throws[LevelUp]:
    """Raise a character by one level: hit points, aptitudes, advance, in this order.

    The hit die is rolled for new levels up to 9 and added to the Resistance from before the advance, which is chosen
    after it (the choice "advance", an Advance). resistance_until: the last level that counts for the points of a raised
    Resistance. A refused advance refuses the whole level.
    (TUM-LVL-02 to -05, TUM-ADV-01 to -03, TUM-HP10-01 to -03, TUM-HOUSE-24)
    """
    level = at_least(one.level, 1, "tumbas.level", field="level") + 1
    gain, face = fixed_gain(one.hit_die), None
    if level <= LAST_ROLLED_LEVEL:
        face = yield from throw_one("hit_die", one.hit_die, who)
        gain = face + one.attributes["resistance"]
    gained = Gained(level, gain, face)
    yield from known("gained", gained)
    advance: Advance = yield from decide("advance", who)
    check_advance(one, advance, most)
    attributes, talents, last, bonus = dict(one.attributes), one.talents, "talent", 0
    if advance.attribute is not None:
        last = advance.attribute
        attributes[advance.attribute] += 1
        bonus = min(level, resistance_until) if last == "resistance" else 0
    elif advance.talent is not None:
        talents = (*talents, advance.talent)
    hp_max = max(LEAST_MAXIMUM, one.hp_max + gain + bonus)
    hp_current = one.hp_current + hp_max - one.hp_max
    after = Growing(level, one.hit_die, hp_max, hp_current, attributes, talents, last)
    return LevelUp(after, gained, bonus)


# The end of a session


def check_characters(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be a character whose books are kept."""
    if not characters(fight):
        raise NotAllowed("tumbas.sessions.nobody")


def _session_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who took part and lived; beside each what that comes to (TUM-LVL-02)."""
    pace = setting(fight.house, "pace")
    options = []
    for who in characters(fight):
        one = fight.combatants[who]
        found = survive_session(pace, one.sheet["sessions"], survived=True)
        note = (
            Fact("note.gains_level", value=one.body.level + 1)
            if found.level_up
            else fact("note.sessions", found.sessions, pace=pace)
        )
        options.append(Option(who, fact("core.combatant", who=who), notes=(note,)))
    living = [who for who in characters(fight) if fight.body(who).health != "dead"]
    return (
        Combatants(
            "survived",
            "input.survived",
            required=False,
            layout="five",
            several=True,
            options=tuple(options),
            default=living,
        ),
    )


def _session(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Count the session for those who survived it; uses of the aptitude come back (TUM-LVL-02, TUM-HOUSE-04)."""
    yield from ()
    notes = Notes()
    # That a session counts where nobody is seen would tell that a combatant is there.
    seen = any(who not in fight.hidden for who in characters(fight))
    notes.tell("session.ends", rules=("TUM-LVL-02",), audience=TABLE if seen else GAME_MASTER)
    pace = setting(fight.house, "pace")
    for who in characters(fight):
        sheet = fight.combatants[who].sheet
        found = survive_session(pace, sheet["sessions"], survived=who in command.inputs["survived"])
        if found.level_up:
            fight = with_sheet(fight, who, {"sessions": 0, "levels_due": sheet["levels_due"] + 1})
            notes.tell("session.level", rules=("TUM-LVL-02",), who=who)
        elif found.sessions != sheet["sessions"]:
            fight = with_sheet(fight, who, {"sessions": found.sessions})
            rules = ("TUM-LVL-01", "TUM-LVL-02")
            notes.tell("session.counts", found.sessions, rules=rules, who=who, count=found.sessions, pace=pace)
        body = fight.body(who)
        if body.aptitude_used:
            fight = fight.with_body(who, replace(body, aptitude_used=0))
    return Outcome(fight, notes.so_far)


END_SESSION: Action[Body, Round] = Action(
    "end_session",
    _session,
    _session_inputs,
    check_characters,
    icon="moon",
    for_game_master=True,
    interrupts=True,
    undo="with_all_after",
)


# Rising by a level


def growing(fight: TumbasFight, who: Id) -> Growing:
    """A character of the fight as far as a level changes it."""
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


def _advance_inputs(fight: TumbasFight, one: Growing) -> tuple[Input, ...]:
    """What the advance is spent on; an attribute that cannot be raised now says why (TUM-ADV-01, TUM-ADV-02)."""

    def option(name: str) -> Option:
        reason = None
        try:
            if name != "talent":
                check_advance(one, Advance("attribute", cast(Attribute, name)), attribute_max(fight.house))
        except NotAllowed as refused:
            most = {key: value for key, value in refused.params.items() if isinstance(value, int)}
            reason = Fact(f"error.{refused.reason}", params=most)
        return Option(name, Fact(f"advance.{name}"), reason=reason)

    free = tuple(name for name in TALENTS if name not in one.talents)
    return (
        Choice("advance", "input.advance", layout="grid", options=tuple(map(option, ADVANCES))),
        Choice("talent", "input.new_talent", required=False, layout="select", options=options_of("talent", free)),
        Text("other_talent", "sheet.other_talent", required=False, length=80),
    )


def _level_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """A level must be due, outside fights (TUM-LVL-02)."""
    actor = here(fight, command)
    if fight.ordered:
        raise NotAllowed("tumbas.time.in_fight")
    one = fight.combatants[actor]
    if one.body.creature or not one.sheet["levels_due"]:
        raise NotAllowed("tumbas.level.not_due")


def _advance(chosen: Answer) -> Advance:
    if chosen["advance"] != "talent":
        return Advance("attribute", chosen["advance"])
    talent = chosen.get("talent") or chosen.get("other_talent")
    if not talent:
        raise Missing("tumbas.advance.talent_missing", field="talent")
    return Advance("talent", talent=talent)


def _level_up(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll the hit die up to level 9, see what grows, then choose the advance (TUM-LVL-03, TUM-HOUSE-24)."""
    actor = here(fight, command)
    one = growing(fight, actor)
    notes = Notes()
    rules = ("TUM-LVL-02", "TUM-LVL-03")
    notes.tell("level.rises", one.level + 1, rules=rules, who=actor, level=one.level + 1)
    chosen: dict[str, Json] = {}

    def advance(decision: Decision) -> Steps[Advance]:
        chosen.update(
            (
                yield from choose(
                    "advance", actor, *_advance_inputs(fight, one), so_far=notes.so_far, label="ask.advance"
                )
            )
        )
        return _advance(chosen)

    how = Asking(
        so_far=lambda: notes.so_far,
        name=lambda die, roller, time: die.purpose,
        choices={"advance": advance},
        tell=lambda found: _tell_gain(actor, one, found.value, notes),
    )
    found = yield from asked(level_up(actor, one, attribute_max(fight.house), resistance_until(fight.house)), how)
    fight = _written(fight, actor, found, chosen)
    _tell_advance(actor, found, notes)
    return Outcome(fight, notes.so_far)


def _written(fight: TumbasFight, actor: Id, found: LevelUp, chosen: Answer) -> TumbasFight:
    sheet, grown = fight.combatants[actor].sheet, found.after
    changes: dict[str, Json] = {
        "level": grown.level,
        "hp_max": grown.hp_max,
        "last_advance": grown.last_advance,
        "levels_due": sheet["levels_due"] - 1,
    }
    changes |= {str(name): value for name, value in grown.attributes.items()}
    if grown.last_advance == "talent":
        if chosen.get("talent"):
            changes["talents"] = [*sheet["talents"], chosen["talent"]]
        else:
            changes["other_talents"] = [*sheet["other_talents"], {"name": chosen["other_talent"]}]
    fight = with_sheet(fight, actor, changes)
    return fight.with_body(actor, replace(fight.body(actor), hp=grown.hp_current))


def _tell_gain(actor: Id, one: Growing, found: Gained, notes: Notes) -> None:
    """Tell the hit points of a level, and whether class aptitudes grow (TUM-LVL-03 to -05)."""
    if found.face is None:
        rules: tuple[str, ...] = ("TUM-HP10-01", "TUM-HP10-02", "TUM-HP10-03")
        terms: Explanation = (Fact("term.fixed_gain", found.hp_gain, rules=rules),)
    else:
        rules, resistance = ("TUM-LVL-04",), one.attributes["resistance"]
        terms = (
            fact("term.hit_die", found.face, rules=rules, sides=one.hit_die, faces=found.face),
            fact("term.attribute", resistance, rules=rules, attribute=Word("attribute.resistance")),
        )
    rules = ("TUM-LVL-04", "TUM-HOUSE-24")
    gain, own = found.hp_gain, controllers_of(actor)
    maximum = max(LEAST_MAXIMUM, one.hp_max + gain)
    notes.tell("level.hit_points", gain, rules=rules, audience=own, terms=terms, who=actor, maximum=maximum)
    if found.aptitudes_usual:
        notes.tell("level.aptitude", rules=("TUM-LVL-05", "TUM-HOUSE-04"), who=actor)


def _tell_advance(actor: Id, found: LevelUp, notes: Notes) -> None:
    """Tell what the level was spent on (TUM-ADV-01, TUM-ADV-03)."""
    grown = found.after
    if grown.last_advance == "talent":
        talent = grown.talents[-1]
        named: str | Word = Word(f"talent.{talent}") if talent in TALENTS else talent
        notes.tell("level.talent", rules=("TUM-ADV-01",), who=actor, talent=named)
    else:
        raised = Word(f"attribute.{grown.last_advance}")
        notes.tell("level.attribute", rules=("TUM-ADV-01", "TUM-ADV-02"), who=actor, attribute=raised)
    if bonus := found.resistance_bonus:
        own = controllers_of(actor)
        notes.tell("level.resistance", bonus, rules=("TUM-ADV-03",), audience=own, who=actor, points=bonus)


LEVEL_UP: Action[Body, Round] = Action("level_up", _level_up, check=_level_check, icon="arrow-up", needs_actor=True)
