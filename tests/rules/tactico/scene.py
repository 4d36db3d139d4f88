"""A small Táctico fight for the written tests: two characters, two raiders of one group, a hidden sniper.

Ana, guard: Fue 6, Des 5, Con 6, Per 4, Vol 5; Iniciativa 9, Fatiga 11, 22 PV; Armas Cuerpo a Cuerpo 5, Pelea 4,
Atletismo 3, Armas a Distancia 3; machete and pistol, heavy protection on the torso. Bruno, medic: Int 7, Per 6;
Iniciativa 11, 20 PV; Medicina 6, Armas a Distancia 5; rifle. Raider: all 5, Iniciativa 10, 20 PV, Armas Cuerpo a
Cuerpo 5, light protection all over. Shade: a sniper, hidden, Iniciativa 10.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.core import log
from rules.core.audience import PUBLIC, Viewer
from rules.core.facts import Fact, visible
from rules.core.fight import Combatant, Fight
from rules.core.types import Id, Json
from rules.core.words import Speaker
from rules.systems.tactico.budget import defences_left
from rules.systems.tactico.locations import Location
from rules.systems.tactico.melee import engage, opponents
from rules.systems.tactico.state import Body, Round, Turn, Wound
from rules.systems.tactico.system import SYSTEM
from tests.rules.demands import Emitted, demands_on_words
from tests.rules.recorder import GM, Recorder

ANA = Viewer("p1", controls=frozenset({"ana"}))
BRUNO = Viewer("p2", controls=frozenset({"bruno"}))

GUARD: Mapping[str, Json] = {
    "strength": 6,
    "constitution": 6,
    "perception": 4,
    "athletics": 3,
    "brawl": 4,
    "melee_weapons": 5,
    "ranged_weapons": 3,
    "weapons": [
        {"name": "Machete", "category": "melee_weapons", "place": "sheath"},
        {"category": "handguns", "spares": 1, "place": "holster"},
    ],
    "protection": [{"name": "Chaleco", "kind": "heavy", "location": "torso", "size": 3}],
    "containers": [{"name": "Mochila", "size": 1, "capacity": 4}],
    "items": [{"name": "Ración", "category": "food_and_drink", "quantity": 2, "place": "container_1"}],
}
MEDIC: Mapping[str, Json] = {
    "intelligence": 7,
    "perception": 6,
    "medicine": 6,
    "ranged_weapons": 5,
    "equipment": True,
    "weapons": [{"category": "rifles", "hand": "both", "spares": 2}],
}
RAIDER: Mapping[str, Json] = {"trained": "melee_weapons", "weapon": "melee_weapons", "worn": "light"}
SNIPER: Mapping[str, Json] = {"weapon": "precision_rifles"}

STRIKE: dict[str, Json] = {"aim": None, "difficulty": "ruled", "modifiers": []}
"""A blow or shot without anything special."""


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
        demands_on_words("tactico", emitted)
        return kept

    def body(self, who: Id) -> Body:
        body: Body = self.fight.combatants[who].body
        return body

    @property
    def round(self) -> Round:
        """Where the fight stands."""
        found: Round = self.fight.round
        return found

    def turn(self, who: Id) -> Turn:
        """A combatant's turn: what is declared, and what is left of it."""
        return self.round.turns[who]

    def near(self, who: Id) -> tuple[Id, ...]:
        """The opponents that a combatant is locked with."""
        return opponents(self.fight, who)

    def defences(self, who: Id) -> int:
        """Blows that a combatant can still answer."""
        return defences_left(self.fight, who)

    def left(self, who: Id, location: Location) -> int:
        """The resistance of a location."""
        return self.body(who).resistance[location]

    def dice(self, *faces: int) -> None:
        """Answer open groups of dice, each with as many of these faces as it asks for."""
        left = list(faces)
        while left:
            request = next(one for one in self.requests if hasattr(one, "sides"))
            count = len(request.sides)
            self.answer(request.key, faces=left[:count])
            left = left[count:]

    def declare(
        self,
        who: Id,
        first: str = "give_up",
        second: str = "give_up",
        third: str = "give_up",
        *,
        at: Id | None = None,
        viewer: Viewer = GM,
        **more: Json,
    ) -> None:
        """Declare the three segments; `at`: the target of the first."""
        segments: dict[str, Json] = {"first": first, "second": second, "third": third, "first_target": at}
        self.begin("declare", who, viewer=viewer, **{**segments, "words": "", **more})

    def declare_all(self, **plans: tuple[str, ...]) -> None:
        """Let everybody declare in order, the plan given here or nothing, and begin the first segment."""
        while self.round.stage == "declaration" and (waiting := SYSTEM.whose_turn(self.fight)):
            plan = plans.get(waiting[0], ())
            at = next((part for part in plan if part in self.fight.combatants), None)
            self.declare(waiting[0], *(part for part in plan if part not in self.fight.combatants), at=at)
        self.begin("next_step")

    def strike(self, who: Id, target: Id, *, viewer: Viewer = GM, action: str = "attack", **inputs: Json) -> None:
        """Begin a blow or a shot."""
        keys = [key for key in self.body(who).arms if key == self.body(who).in_hand]
        weapon = keys[0] if keys else "unarmed"
        more = {} if action == "attack" else {"shots": 1}
        # in a fight players are not asked for what the game master sets
        sets = viewer.game_master or not self.fight.ordered
        plain = STRIKE if sets else {"aim": None}
        self.begin(action, who, viewer=viewer, **{"target": target, "weapon": weapon, **plain, **more, **inputs})

    def why_not(self, action: str, actor: Id | None, viewer: Viewer = GM) -> str | None:
        """The code of the reason why an action is not offered; None when it is."""
        (offer,) = (one for one in SYSTEM.offers(self.fight, actor, viewer) if one.action == action)
        return offer.reason.code.removeprefix("error.") if offer.reason else None

    def told(self, code: str) -> Fact:
        """The newest fact of this code."""
        return next(fact for fact in reversed(self.facts) if fact.code == code)

    def seen(self, viewer: Viewer = PUBLIC, facts: Iterable[Fact] | None = None) -> list[str]:
        """The codes that a viewer may know, of everything told or of these facts."""
        return [fact.code for fact in visible(self.facts if facts is None else facts, viewer)]

    def card(self, who: Id, viewer: Viewer = PUBLIC) -> list[str]:
        """The codes that a viewer reads on a card."""
        return self.seen(viewer, SYSTEM.card(self.fight, who).facts)

    def read(self, viewer: Viewer = PUBLIC, language: str = "es") -> list[str]:
        """The log as a viewer reads it."""
        speaker = self._speaker(viewer, language)
        return [speaker.text(fact) for fact in visible(self.facts, viewer)]

    def told_to(self, viewer: Viewer, count: int) -> str:
        """What the newest entries tell a viewer, one sentence a roll."""
        facts = [fact for entry in self.entries[-count:] for fact in visible(entry.facts, viewer)]
        return self._speaker(viewer, "es").told(facts)

    def _speaker(self, viewer: Viewer, language: str) -> Speaker:
        fight = self.fight
        return Speaker("tactico", language, lambda who: fight.combatants[who].called(by_game_master=viewer.game_master))


def add_up(fact: Fact) -> None:
    """The terms of a fact come to its value."""
    if fact.terms and fact.value is not None:
        assert sum(term.value or 0 for term in fact.terms) == fact.value, fact


def wounded(location: Location, points: int, sheet: Mapping[str, Json] = GUARD, kind: str = "person") -> dict[str, Any]:
    """What a wound changes of a fresh body."""
    fresh = SYSTEM.body(kind, SYSTEM.sheet_kinds[kind].load(sheet), {})
    return {
        "life": fresh.life - points,
        "resistance": {**fresh.resistance, location: fresh.resistance[location] - points},
        "wounds": {"old": Wound(location, points)},
    }


def one(
    who: Id, name: str, kind: str, sheet: Mapping[str, Json], body: Mapping[str, Any], **more: Any
) -> Combatant[Body]:
    """A combatant whose body differs from the fresh one in `body`."""
    loaded = SYSTEM.sheet_kinds[kind].load(sheet)
    return Combatant(who, name, replace(SYSTEM.body(kind, loaded, {}), **body), kind=kind, sheet=loaded, **more)


def scene(
    *,
    number: int = 1,
    ordered: bool = True,
    near: Iterable[tuple[Id, Id]] = (),
    house: Mapping[str, Json] | None = None,
    sheets: Mapping[Id, Mapping[str, Json]] | None = None,
    **bodies: Mapping[str, Any],
) -> Scene:
    """The fight at the declaration of a turn; `near`: pairs locked in melee; `bodies`: what is different, by name.

    ordered: False for the same people in the free scene. number: 0 before the first turn.
    """
    more_of = sheets or {}
    people: tuple[tuple[Id, str, str, Mapping[str, Json], dict[str, Any]], ...] = (
        ("bruno", "Bruno", "person", MEDIC, {"side": "party", "controllers": frozenset({"p2"}), "character": "s2"}),
        ("raider1", "Saqueador", "creature", RAIDER, {"group": "raiders", "numbered": True, "number": 1}),
        ("raider2", "Saqueador", "creature", RAIDER, {"group": "raiders", "numbered": True, "number": 2}),
        ("shade", "Sombra", "creature", SNIPER, {"hidden": True}),
        ("ana", "Ana", "person", GUARD, {"side": "party", "controllers": frozenset({"p1"}), "character": "s1"}),
    )
    combatants = [
        one(who, name, kind, {**sheet, **more_of.get(who, {})}, bodies.get(who, {}), entered=place, **more)
        for place, (who, name, kind, sheet, more) in enumerate(people)
    ]
    fight: Fight[Any, Any] = Fight(
        round=Round(number, "declaration") if number and ordered else Round(),
        combatants={someone.id: someone for someone in combatants},
        order=tuple(someone.id for someone in combatants),
        status="running" if number else "ready",
        house=dict(house or {}),
        ordered=ordered,
    )
    for first, second in near:
        fight = engage(fight, first, second)
    return Scene(SYSTEM, fight)
