"""A small rule system for tests of the pages: two kinds of sheet, one house setting, no words of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.audience import GAME_MASTER, controllers_of
from rules.core.codec import codec
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Fact
from rules.core.fight import Card, Fight, Head
from rules.core.inputs import Choice, Flag, Number, Option, Rows, Text, check_inputs
from rules.core.system import Action, SheetKind
from rules.core.types import Id, Json
from tests.rules.toys.base import Toy

INPUTS = (
    Number("might", "fake.might", minimum=1, maximum=20),
    Text("motto", "fake.motto", required=False, length=20),
    Choice("side", "fake.side", options=(Option("left", Fact("fake.left")), Option("right", Fact("fake.right")))),
    Flag("brave", "fake.brave"),
    Rows("traits", "fake.traits", of=(Text("text", "fake.text", length=10),), maximum=3),
)


@dataclass(frozen=True, slots=True)
class Body:
    might: int
    wounds: int = 0


def load(values: Mapping[str, Json]) -> dict[str, Json]:
    sheet = check_inputs(INPUTS, values)
    if sheet["brave"] and sheet["side"] == "left":
        raise NotAllowed("fake.brave_left", field="side")
    if sheet["motto"] == "forbidden":
        raise NotAllowed("fake.sheet")
    return sheet


def migrate(values: Mapping[str, Json], version: int) -> Mapping[str, Json]:
    if version >= 2:
        return values
    kept = {name: value for name, value in values.items() if name != "power"}
    return {"motto": "", "brave": False, "traits": [], **kept, "might": values["power"]}


@dataclass(frozen=True, slots=True)
class Round:
    """It has no lasting state."""


class Fake(Toy[Body, Round]):
    slug = "fake"
    codec = codec(Head[Body, Round])
    actions: Mapping[str, Action[Body, Round]] = {}
    settings = (Number("luck", "fake.luck", default=3, minimum=0, maximum=9),)
    sheet_kinds = {name: SheetKind(name, 2, INPUTS, INPUTS[:1], load, migrate) for name in ("person", "creature")}

    def values(self, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Explanation:
        terms = (Fact("fake.term_might", sheet["might"]), Fact("fake.term_luck", house["luck"], rules=("FAKE-01",)))
        secret = Fact("fake.secret", 99, audience=GAME_MASTER)
        return (Fact("fake.strike", sheet["might"] + house["luck"], terms=terms), secret)

    def body(self, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Body:
        return Body(sheet["might"])

    def lasting(self, fight: Fight[Body, Round], who: Id) -> Mapping[str, Json]:
        return {"wounds": fight.combatants[who].body.wounds}

    def with_lasting(self, body: Body, condition: Mapping[str, Json]) -> Body:
        return Body(body.might, condition["wounds"])

    def begin(self, house: Mapping[str, Json]) -> Round:
        return Round()

    def card(self, fight: Fight[Body, Round], who: Id) -> Card:
        wounds = fight.combatants[who].body.wounds
        return Card(who, (Fact("fake.wounds", wounds, audience=controllers_of(who)),))


SYSTEM = Fake()
