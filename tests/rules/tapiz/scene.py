"""A small Tapiz fight for the written tests: two characters, two orcs of one group and a hidden creature.

Ana (level 2): Fuerza 14, Destreza 12, armour light: CA 13; 20 PGF, 15 PGM; two hero points. Orc: CA 10, 14 PGF, 8 PGM.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.core import log
from rules.core.audience import PUBLIC, Viewer
from rules.core.facts import Fact, visible
from rules.core.fight import RESERVE, Combatant, Fight, Purse
from rules.core.gear import NO_GEAR, Gear
from rules.core.inputs import Choice
from rules.core.landing import LANDS
from rules.core.outfit import fresh_body
from rules.core.requests import Answer
from rules.core.types import Id, Json
from rules.core.words import Speaker
from rules.systems.tapiz.effects import LISTED_EFFECTS, NEXT_ROLL, UNTIL_REMOVED, Effect
from rules.systems.tapiz.hit_points import Pool
from rules.systems.tapiz.in_force import listed
from rules.systems.tapiz.state import Body
from rules.systems.tapiz.system import SYSTEM
from tests.rules.demands import Emitted, demands_on_words
from tests.rules.recorder import GM, Recorder

ANA = Viewer("p1", controls=frozenset({"ana"}))
BRUNO = Viewer("p2", controls=frozenset({"bruno"}))

HERO: Mapping[str, Json] = {
    "level": 2,
    "strength": 14,
    "dexterity": 12,
    "intelligence": 12,
    "physical_max": 20,
    "mental_max": 15,
    "armour": "light",
    "traits": [{"text": "Esgrima"}, {"text": "Terca"}],
}
ORC: Mapping[str, Json] = {"strength": 12, "physical_max": 14, "mental_max": 8}


class Scene(Recorder):
    """A recorder that reads everything that is told: it must have words, and terms must add up.

    Where `accepts`, whatever is about to land is let land by those who could soften it.
    """

    accepts = True

    def begin(self, action: str, actor: Id | None = None, **more: Any) -> log.Entry:
        entry = super().begin(action, actor, **more)
        self._accept()
        return entry

    def answer(self, key: str, given: Answer | None = None, **more: Any) -> log.Entry:
        entry = super().answer(key, given, **more)
        self._accept()
        return entry

    def _accept(self) -> None:
        while self.accepts and (open_ := [one for one in self.requests if one.key.startswith("landing")]):
            names = [item.name for item in getattr(open_[0], "inputs", ()) if isinstance(item, Choice)]
            self.answer(open_[0].key, dict.fromkeys(names, LANDS))

    def _keep(self, entry: log.Entry, head: Any) -> log.Entry:
        kept = super()._keep(entry, head)
        emitted = Emitted()
        for fact in kept.facts:
            emitted.fact(fact)
            add_up(fact)
        for request in self.requests:
            emitted.request(request)
        demands_on_words("tapiz", emitted)
        return kept

    def body(self, who: Id) -> Body:
        body: Body = self.fight.combatants[who].body
        return body

    def points(self, who: Id) -> int:
        """The hero points that the player of a combatant can spend."""
        return self.fight.points_of(who)

    def effects(self, who: Id) -> dict[Id, Effect]:
        """The effects that a combatant carries."""
        return dict(self.body(who).effects)

    @property
    def turn(self) -> Id | None:
        """Whose asalto it is."""
        turn: Id | None = self.fight.round.turn
        return turn

    def attack(self, who: Id, target: Id, *, points: int | None = None, viewer: Viewer = GM, **inputs: Json) -> None:
        """Attack; `points`: without dice, with a modifier that leads to this many points (negative: of a failure)."""
        inputs = {"target": target, "attribute": "strength", **inputs}
        if points is not None:
            needed = points - self.body(who).modifier("strength")  # 10 without dice against CA 10
            inputs |= {"mode": "static", "others": [{"value": needed, "reason": "la escena"}]}
        self.begin("attack", who, viewer=viewer, **inputs)

    def hurt(self, who: Id, amount: int, pool: str = "physical") -> None:
        """Take hit points by hand, without asking."""
        self.begin("damage", amount=amount, pool=pool, targets={who: "full"}, asks=False)

    def why_not(self, action: str, actor: Id | None, viewer: Viewer = GM) -> str | None:
        """The code of the reason why an action is not offered; None when it is."""
        (offer,) = (one for one in SYSTEM.offers(self.fight, actor, viewer) if one.action == action)
        return offer.reason.code.removeprefix("error.") if offer.reason else None

    def seen(self, viewer: Viewer = PUBLIC, facts: Iterable[Fact] | None = None) -> list[str]:
        """The codes that a viewer may know, of everything told or of these facts."""
        return [fact.code for fact in visible(self.facts if facts is None else facts, viewer)]

    def read(self, viewer: Viewer = PUBLIC, language: str = "es") -> list[str]:
        """The log as a viewer reads it."""
        fight = self.fight
        speaker = Speaker(
            "tapiz", language, lambda who: fight.combatants[who].called(by_game_master=viewer.game_master)
        )
        return [speaker.text(fact) for fact in visible(self.facts, viewer)]


def add_up(fact: Fact) -> None:
    """The terms of a fact come to its value."""
    if fact.terms:
        assert sum(term.value or 0 for term in fact.terms) == fact.value, fact


def carrying(name: str, *, effect_id: Id = "e1", lasting: bool = False) -> dict[Id, Effect]:
    """An example effect, as it is carried from the start."""
    example = LISTED_EFFECTS[name]
    return {effect_id: listed(effect_id, name, 0, UNTIL_REMOVED if lasting or not example.numeric else NEXT_ROLL)}


def one(
    who: Id,
    name: str,
    kind: str,
    sheet: Mapping[str, Json],
    body: Mapping[str, Any],
    house: Mapping[str, Json] | None = None,
    **more: Any,
) -> Combatant[Body]:
    """A combatant whose body differs from the fresh one in `body`."""
    loaded = SYSTEM.sheet_kinds[kind].load(sheet)
    fresh = fresh_body(SYSTEM, kind, loaded, more.get("gear", NO_GEAR), house or {})
    return Combatant(who, name, replace(fresh, **body), kind=kind, sheet=loaded, **more)


def _played(person: Id) -> dict[str, Any]:
    return {"side": "party", "controllers": frozenset({person}), "purse": person}


def scene(
    *,
    status: str = "running",
    turn: Id | None = "ana",
    ordered: bool = True,
    left: Mapping[str, int] | None = None,
    house: Mapping[str, Json] | None = None,
    sheets: Mapping[Id, Mapping[str, Json]] | None = None,
    gears: Mapping[Id, Gear] | None = None,
    **bodies: Mapping[str, Any],
) -> Scene:
    """The fight in its first round, with all initiatives known.

    `bodies`: what is different, by combatant; `left`: hero points by purse, two for each player. `house`: settings of
    the table. `sheets`: what differs on a sheet; `gears`: what a combatant has with it. Not `ordered`: the same
    combatants in the free scene.
    """
    written = sheets or {}
    people = (
        ("ana", "Ana", "person", HERO, 15, {**_played("p1"), "character": "s1"}),
        ("bruno", "Bruno", "person", HERO, 13, {**_played("p2"), "character": "s2"}),
        ("orc1", "Orco", "creature", ORC, 12, {"group": "orcs", "numbered": True, "number": 1}),
        ("orc2", "Orco", "creature", ORC, 12, {"group": "orcs", "numbered": True, "number": 2}),
        ("shade", "Sombra", "creature", ORC, 9, {"hidden": True}),
    )
    combatants = [
        one(
            who,
            name,
            kind,
            {**sheet, **written.get(who, {})},
            {"initiative": score, **bodies.get(who, {})},
            house,
            entered=place,
            gear=(gears or {}).get(who, NO_GEAR),
            **more,
        )
        for place, (who, name, kind, sheet, score, more) in enumerate(people)
    ]
    fight: Fight[Any, Any] = Fight(
        round=SYSTEM.begin(house or {}),
        combatants={someone.id: someone for someone in combatants},
        order=tuple(someone.id for someone in combatants),
        status="ready",
        purses={purse: Purse({"p1": 2, "p2": 2, **(left or {})}.get(purse, 0)) for purse in ("p1", "p2", RESERVE)},
        house=house or {},
    )
    if not ordered:
        fight = replace(fight, status="running", ordered=False)
    elif status == "running":
        fight = replace(fight, status="running", round=replace(fight.round, number=1, turn=turn))
    return Scene(SYSTEM, fight)


def pool(current: int, maximum: int = 20, *, healing_available: bool = False, stabilised: bool = False) -> Pool:
    """A pool that is not full."""
    return Pool(current, maximum, wounds=int(healing_available), steadied=stabilised)
