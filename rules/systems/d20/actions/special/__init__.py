"""Special attacks, explosives, automatic fire and things: each subject a file, its verbs put together here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.actions.special.automatic import SPRAY_AREA, VOLLEY, is_automatic, is_loaded
from rules.systems.d20.actions.special.disarming import DISARM
from rules.systems.d20.actions.special.explosives import DETONATE, PLANT, THROW, is_explosive
from rules.systems.d20.actions.special.grappling import GRAPPLE
from rules.systems.d20.actions.special.letting_go import LET_GO
from rules.systems.d20.actions.special.objects import BREAK, REPAIR, THING
from rules.systems.d20.actions.special.pushing import AID, BULL_RUSH
from rules.systems.d20.actions.special.splashing import SPLASHING, is_splash
from rules.systems.d20.actions.special.tripping import OVERRUN, TRIP
from rules.systems.d20.actions.special.wrestling import WRESTLE
from rules.systems.d20.arms import Weapon
from rules.systems.d20.phases import Round
from rules.systems.d20.state import Body, D20Fight, grapple_of

SPECIAL: tuple[Action[Body, Round], ...] = (
    *(TRIP, DISARM, BULL_RUSH, OVERRUN, AID),
    *(GRAPPLE, WRESTLE, LET_GO),
    *(THROW, PLANT, SPRAY_AREA, VOLLEY, SPLASHING),
    *(BREAK, REPAIR),
    *(DETONATE, THING),
)
OF_THE_TURN: tuple[str, ...] = tuple(action.name for action in SPECIAL if action.of_the_turn)
ASIDE: tuple[str, ...] = ()
TABLE: tuple[str, ...] = ("detonate", "thing")
"""All verbs; of these the tabs of whoever acts, what takes no action, and what the table as a whole may do."""

WITH: Mapping[str, Callable[[Weapon], bool]] = {
    "throw_explosive": is_explosive,
    "plant": is_explosive,
    "autofire": is_automatic,
    "volley": is_loaded,
    "splash": is_splash,
}
"""What one must carry for it to be among the tabs at all."""


def tabs(fight: D20Fight, actor: Id) -> tuple[str, ...]:
    """The verbs that belong to somebody as things are: what they carry, whether they wrestle, whether there are things.

    What is left out could not be done whatever one chose.
    """
    arms, wrestles = fight.combatants[actor].body.carried(), grapple_of(fight, actor) is not None
    things = any(one.body.being == "object" for one in fight.combatants.values())

    def belongs(name: str) -> bool:
        if name in WITH:
            return any(WITH[name](weapon) for weapon in arms)
        if name in ("wrestle", "let_go"):
            return wrestles
        if name == "grapple":
            return not wrestles
        return things and not (name == "repair" and fight.ordered) if name in ("break_object", "repair") else True

    return tuple(name for name in OF_THE_TURN if belongs(name))
