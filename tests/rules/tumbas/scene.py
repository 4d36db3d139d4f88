"""A small Tumbas fight for the written tests: two characters, two wolves of one group and a hidden bandit.

Ana, warrior: F 2, A 1, R 1, V 0; axe and dagger, leather (1) and shield; 11 PG. Bruno, wizard: I 3, V 1; crossbow and
staff; 6 PG. Wolf: F 1, A 2, 7 PG, d6. Shade: a bandit, F 1, A 1, armour 1, 8 PG, who also throws.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.core import log
from rules.core.audience import PUBLIC, Viewer
from rules.core.facts import Fact, visible
from rules.core.fight import Combatant, Fight
from rules.core.gear import NO_GEAR, Gear, Thing
from rules.core.outfit import fresh_body
from rules.core.types import Id, Json
from rules.core.words import Speaker
from rules.systems.tumbas.gear.carrying import carried, count
from rules.systems.tumbas.situation import engage, neighbours
from rules.systems.tumbas.state import Body, Declared, Round
from rules.systems.tumbas.system import SYSTEM
from tests.rules.demands import Emitted, demands_on_words
from tests.rules.recorder import GM, Recorder

ANA = Viewer("p1", controls=frozenset({"ana"}))
BRUNO = Viewer("p2", controls=frozenset({"bruno"}))

WARRIOR: Mapping[str, Json] = {
    "character_class": "warrior",
    "strength": 2,
    "agility": 1,
    "resistance": 1,
    "talents": ["strong_arm", "quick"],
    "weapons": [{"weapon": "axe"}, {"weapon": "dagger"}],
    "armour": "leather",
    "shield": True,
}
WIZARD: Mapping[str, Json] = {
    "race": "elf",
    "character_class": "wizard",
    "intelligence": 3,
    "will": 1,
    "hp_max": 6,
    "talents": ["foresight"],
    "weapons": [{"weapon": "crossbow"}, {"weapon": "staff"}],
}
WOLF: Mapping[str, Json] = {"template": "wolf"}
BANDIT: Mapping[str, Json] = {"template": "bandit", "shoots": True}

MELEE = Declared("attack")


class Scene(Recorder):
    """A recorder that reads everything that is told: it must have words, and terms must add up."""

    def _keep(self, entry: log.Entry, head: Any) -> log.Entry:
        kept = super()._keep(entry, head)
        emitted = Emitted()
        for fact in kept.facts:
            emitted.fact(fact)
            add_up(fact)
        for request in self.requests:
            emitted.request(request)
        demands_on_words("tumbas", emitted)
        return kept

    def body(self, who: Id) -> Body:
        body: Body = self.fight.combatants[who].body
        return body

    def sheet(self, who: Id) -> Mapping[str, Json]:
        """The frozen sheet of a combatant."""
        return self.fight.combatants[who].sheet

    def count(self, who: Id, kind: str) -> int:
        """How many things of a kind a combatant has."""
        return count(carried(self.fight.combatants[who]), kind)

    def objects(self, who: Id) -> dict[str, Thing]:
        """The objects that a combatant carries, by name."""
        return {one.name: one for one in carried(self.fight.combatants[who]).of("object")}

    @property
    def round(self) -> Round:
        """Where the fight stands."""
        found: Round = self.fight.round
        return found

    def near(self, who: Id) -> tuple[Id, ...]:
        """The combatants with which one is engaged."""
        return neighbours(self.fight, who)

    def dice(self, *faces: int) -> None:
        """Answer the first open group of dice with as many of these faces as it asks for, and so on."""
        left = list(faces)
        while left:
            request = next(one for one in self.requests if hasattr(one, "sides"))
            count = len(request.sides)
            self.answer(request.key, faces=left[:count])
            left = left[count:]

    def declare(self, who: Id, what: str, *, viewer: Viewer = GM, **inputs: Json) -> None:
        """Announce an action."""
        given = {"what": what, "target": None, "hurried": False, "words": "", **inputs}
        self.begin("declare", who, viewer=viewer, **given)

    def why_not(self, action: str, actor: Id | None, viewer: Viewer = GM) -> str | None:
        """The code of the reason why an action is not offered; None when it is."""
        (offer,) = (one for one in SYSTEM.offers(self.fight, actor, viewer) if one.action == action)
        return offer.reason.code.removeprefix("error.") if offer.reason else None

    def offered(self, actor: Id | None, viewer: Viewer = GM) -> list[str]:
        """What is offered without a reason against it."""
        return [one.action for one in SYSTEM.offers(self.fight, actor, viewer) if one.reason is None]

    def told(self, code: str) -> Fact:
        """The newest fact of this code."""
        return next(fact for fact in reversed(self.facts) if fact.code == code)

    def seen(self, viewer: Viewer = PUBLIC, facts: Iterable[Fact] | None = None) -> list[str]:
        """The codes that a viewer may know, of everything told or of these facts."""
        return [fact.code for fact in visible(self.facts if facts is None else facts, viewer)]

    def read(self, viewer: Viewer = PUBLIC, language: str = "es") -> list[str]:
        """The log as a viewer reads it."""
        fight = self.fight
        speaker = Speaker(
            "tumbas", language, lambda who: fight.combatants[who].called(by_game_master=viewer.game_master)
        )
        return [speaker.text(fact) for fact in visible(self.facts, viewer)]


def add_up(fact: Fact) -> None:
    """The terms of a fact come to its value."""
    if fact.terms:
        assert sum(term.value or 0 for term in fact.terms) == fact.value, fact


def one(
    who: Id, name: str, kind: str, sheet: Mapping[str, Json], body: Mapping[str, Any], **more: Any
) -> Combatant[Body]:
    """A combatant whose body differs from the fresh one in `body`."""
    loaded = SYSTEM.sheet_kinds[kind].load(sheet)
    fresh = fresh_body(SYSTEM, kind, loaded, more.get("gear", NO_GEAR), {})
    return Combatant(who, name, replace(fresh, **body), kind=kind, sheet=loaded, **more)


def scene(
    *,
    number: int = 1,
    stage: str = "declaration",
    ordered: bool = True,
    near: Iterable[tuple[Id, Id]] = (),
    house: Mapping[str, Json] | None = None,
    sheets: Mapping[Id, Mapping[str, Json]] | None = None,
    gears: Mapping[Id, Gear] | None = None,
    **bodies: Mapping[str, Any],
) -> Scene:
    """The fight at the start of a round.

    near: pairs that stand next to each other. bodies: what differs from a fresh body, by combatant. sheets: what
    differs from the usual sheet. gears: the gear besides what the sheet lists. ordered: False for the same people in
    the free scene. number: 0 before the first round.
    """
    more_of = sheets or {}
    people: tuple[tuple[Id, str, str, Mapping[str, Json], dict[str, Any]], ...] = (
        ("ana", "Ana", "person", WARRIOR, {"side": "party", "controllers": frozenset({"p1"}), "character": "s1"}),
        ("bruno", "Bruno", "person", WIZARD, {"side": "party", "controllers": frozenset({"p2"}), "character": "s2"}),
        ("wolf1", "Lobo", "creature", WOLF, {"group": "wolves", "numbered": True, "number": 1}),
        ("wolf2", "Lobo", "creature", WOLF, {"group": "wolves", "numbered": True, "number": 2}),
        ("shade", "Sombra", "creature", BANDIT, {"hidden": True}),
    )
    combatants = [
        one(
            who,
            name,
            kind,
            {**sheet, **more_of.get(who, {})},
            bodies.get(who, {}),
            entered=place,
            gear=(gears or {}).get(who, NO_GEAR),
            **more,
        )
        for place, (who, name, kind, sheet, more) in enumerate(people)
    ]
    state: Any = Round(number, stage if number and ordered else "none")  # type: ignore[arg-type]
    fight: Fight[Any, Any] = Fight(
        round=state if ordered else Round(),
        combatants={someone.id: someone for someone in combatants},
        order=tuple(someone.id for someone in combatants),
        status="running" if number else "ready",
        house=dict(house or {}),
        ordered=ordered,
    )
    for first, second in near:
        fight = engage(fight, first, second)
    return Scene(SYSTEM, fight)
