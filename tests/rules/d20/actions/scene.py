"""A small d20 fight for the written tests: two people, two thugs, a dog, a hidden combatant and a door.

Ana: base attack +6/+1, Strength 14 (+2), Dexterity 16 (+3), Constitution 13, rifle, pistol, knives; Defense 10 + 3 Dex
+ 2 class + 3 vest. Bruno: level 3, all tens. A thug: base attack +1, Strength 13 (+1), 14 hit points, Defense 10, baton
(nonlethal) and knives. Dog: 13 hit points, Defense 11.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.core import log
from rules.core.audience import PUBLIC, Viewer
from rules.core.facts import Fact, visible
from rules.core.fight import Combatant, Fight
from rules.core.inputs import Input
from rules.core.types import Id, Json
from rules.systems.d20.situation import beside, placed
from rules.systems.d20.state import Body, Round, Turn, effects_named
from rules.systems.d20.system import SYSTEM
from tests.rules.demands import Emitted, demands_on_words
from tests.rules.recorder import GM, Recorder
from tests.rules.scenarios.d20 import DOG, MEDIC, SOLDIER, THUG
from tests.rules.things import thing

ANA = Viewer("p1", controls=frozenset({"ana"}))
BRUNO = Viewer("p2", controls=frozenset({"bruno"}))
SWORD: Mapping[str, Json] = {"name": "Espada", "dice": "1d8", "threat_from": 19}
CLUB: Mapping[str, Json] = {"name": "Garrote", "dice": "1d6"}
HEAVY: Mapping[str, Json] = {**SWORD, "name": "Mandoble", "dice": "2d6", "properties": ["two_handed"]}

FENCER: Mapping[str, Json] = {**SOLDIER, "weapons": [SWORD, CLUB, *SOLDIER["weapons"]]}
DOOR: Mapping[str, Json] = {"preset": "wooden_door", "size": "large"}

COUNTS = {"ana": 21, "thug": 15, "other": 15, "bruno": 12, "dog": 9, "shade": 7}
"""Initiative counts where a scene begins in the first round."""


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
        demands_on_words("d20", emitted)
        return kept

    def body(self, who: Id) -> Body:
        body: Body = self.fight.combatants[who].body
        return body

    @property
    def round(self) -> Round:
        """Where the fight stands."""
        found: Round = self.fight.round
        return found

    def has(self, who: Id, what: str) -> bool:
        """Whether an effect of this name is on a combatant."""
        return bool(effects_named(self.body(who), what))

    def dice(self, *faces: int) -> None:
        """Answer the first open group of dice with as many of these faces as it asks for, and so on."""
        left = list(faces)
        while left:
            request = next(one for one in self.requests if hasattr(one, "sides"))
            count = len(request.sides)
            self.answer(request.key, faces=left[:count])
            left = left[count:]

    def strike(self, who: Id, target: Id, *faces: int, viewer: Viewer = GM, **inputs: Json) -> None:
        """An attack without looking over what was found, and its dice."""
        self.begin("attack", who, viewer=viewer, target=target, **inputs)
        self.dice(*faces)

    def in_hand(self, who: Id, main: str, off: str = "") -> None:
        """Put these into the hands of a combatant, as if they had been drawn before."""
        both = self.body(who).weapon(main).two_handed
        self.state["fight"]["combatants"][who]["body"].update(main=main, off=off, both=both)

    def relate(self, what: str, of: Id, to: Id | None = None) -> None:
        """Declare where a combatant stands."""
        self.begin("relate", None, of=of, to=to, what=what)

    def pass_turn(self, until: Id) -> None:
        """End turns until a combatant acts."""
        while self.round.acting != until:
            self.begin("end_turn", None)

    def why_not(self, action: str, actor: Id | None, viewer: Viewer = GM) -> str | None:
        """The code of the reason why an action is not offered; None when it is."""
        (offer,) = (one for one in SYSTEM.offers(self.fight, actor, viewer) if one.action == action)
        return offer.reason.code.removeprefix("error.") if offer.reason else None

    def told(self, code: str) -> Fact:
        """The newest fact of this code."""
        return next(fact for fact in reversed(self.facts) if fact.code == code)

    def codes(self) -> list[str]:
        """The codes of everything that was told."""
        return [fact.code for fact in self.facts]

    def seen(self, viewer: Viewer = PUBLIC, facts: Iterable[Fact] | None = None) -> list[str]:
        """The codes that a viewer may know, of everything told or of these facts."""
        return [fact.code for fact in visible(self.facts if facts is None else facts, viewer)]

    def card(self, who: Id, viewer: Viewer = GM) -> dict[str, Fact]:
        """What a viewer may know of a combatant, the first fact of each code."""
        found: dict[str, Fact] = {}
        for fact in visible(SYSTEM.card(self.fight, who).facts, viewer):
            found.setdefault(fact.code, fact)
        return found


def add_up(fact: Fact) -> None:
    """Terms that are given as numbers come to the value."""
    values = [term.value for term in fact.terms]
    if fact.value is not None and values and None not in values:
        assert sum(value or 0 for value in values) == fact.value, fact
    for term in fact.terms:
        add_up(term)


def one(who: Id, name: str, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json], **more: Any) -> Any:
    """A combatant with a sheet."""
    loaded = SYSTEM.sheet_kinds[kind].load(sheet)
    return Combatant(who, name, SYSTEM.body(kind, loaded, house), kind=kind, sheet=loaded, **more)


def scene(
    *,
    begun: bool = True,
    ordered: bool = True,
    house: Mapping[str, Json] | None = None,
    near: tuple[tuple[Id, Id], ...] = (),
    **sheets: Mapping[str, Json],
) -> Scene:
    """The fight, in the first round with Ana's turn just begun, or before anything; sheets may be other ones."""
    carta = dict(house or {})
    people = (
        one("ana", "Ana", "person", sheets.get("ana", FENCER), carta, side="party", controllers=frozenset({"p1"})),
        one("bruno", "Bruno", "person", sheets.get("bruno", MEDIC), carta, side="party", controllers=frozenset({"p2"})),
        one("thug", "Matón", "creature", sheets.get("thug", THUG), carta),
        one("other", "Otro", "creature", sheets.get("other", THUG), carta),
        one("dog", "Perro", "creature", sheets.get("dog", DOG), carta),
        one("shade", "Sombra", "creature", sheets.get("shade", THUG), carta, hidden=True, public_name="Alguien"),
        one("door", "Puerta", "object", sheets.get("door", DOOR), carta, side="others"),
    )  # fmt: skip
    if begun and ordered:
        people = tuple(replace(who, body=replace(who.body, initiative=COUNTS.get(who.id), rolled=0)) for who in people)
    order = tuple(sorted((who.id for who in people), key=lambda who: -COUNTS.get(who, -99)))
    everybody = frozenset(COUNTS)
    fight: Any = Fight(
        round=Round(),
        combatants={who.id: who for who in people},
        order=order,
        status="running" if begun else "ready",
        house=carta,
        ordered=ordered,
    )
    if begun and ordered:
        fight = replace(
            fight,
            round=Round(number=1, stage="normal", turn=Turn("ana"), ready=everybody, begun=frozenset({"ana"})),
        )
        fight = placed(fight, *everybody)
    for first, second in near:
        fight = beside(fight, first, second)
    return Scene(SYSTEM, fight)


NEAR = (("ana", "thug"),)


def form(table: Scene, viewer: Viewer = ANA) -> dict[str, Input]:
    """The inputs of Ana's attack, by name."""
    return {item.name: item for item in table.system.actions["attack"].inputs(table.fight, "ana", viewer)}


def blinded(table, who, *more):
    table.state["fight"]["combatants"][who]["body"]["effects"] = {
        name: {"id": name, "kind": "condition", "what": name} for name in ("blinded", *more)
    }


def move(table, who, feet=30, **more):
    table.begin("move", who, way="move", feet=feet, **{"past": [], "through": [], "beside": [], **more})


def weapon_thing(key, name, **values):
    """A firearm in the hand of a combatant who has it as a thing."""
    usual = {"dice": "2d8", "use": "projectile", "weapon_kind": "firearm", "increment": 30}
    return replace(thing(SYSTEM, key, "weapon", name, **{**usual, **values}), place="hand")
