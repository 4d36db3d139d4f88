"""What the rolls of machines tell, and to whom: a foe's dice and numbers are its own (TAC-VEH-08, TAC-ROLL-04)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.audience import TABLE, Audience, controllers_of
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.types import Id
from rules.systems.tactico.rolls import Competence, RollTotal, SkillRoll, roll_total
from rules.systems.tactico.state import TacticoFight


def dice_for(fight: TacticoFight, who: Id) -> Audience:
    """Who may know of dice of a machine: everybody where somebody plays it, else the game master."""
    return TABLE if fight.combatants[who].controllers else controllers_of(who)


def tell_total(
    fight: TacticoFight, who: Id, skill: str, competence: Competence, faces: Sequence[int], notes: Notes
) -> RollTotal:
    """Tell a total with its terms; the table hears that of somebody's machine, its terms are its own (TAC-ROLL-04)."""
    rolled = roll_total(competence, faces)
    own = controllers_of(who)
    named: dict[str, Param] = {"skill": Word(f"skill.{skill}")}
    shown = " ".join(str(face) for face in faces)
    terms = (
        Fact("term.rolled", value=sum(faces), params={"faces": shown}, rules=("TAC-ROLL-03",)),
        Fact("term.crew_characteristic", value=competence.characteristic, rules=("TAC-ROLL-04",), audience=own),
        Fact("term.skill", value=competence.skill, params=named, rules=("TAC-ROLL-04",), audience=own),
    )
    notes.add(
        Fact(
            "machine.total",
            value=rolled.total,
            params={"who": Ref(who), **named},
            rules=("TAC-VEH-08", "TAC-ROLL-04"),
            audience=dice_for(fight, who),
            terms=terms,
        )
    )
    if rolled.double != "none":
        rules = ("TAC-ROLL-06",) if rolled.double == "double_1" else ("TAC-ROLL-07",)
        notes.add(Fact(f"machine.{rolled.double}", params={"who": Ref(who), **named}, rules=rules))
    return rolled


def tell_check(who: Id, code: str, result: SkillRoll, rules: tuple[str, ...], notes: Notes) -> None:
    """Tell how a check came out, and its number to those whose it is."""
    params: dict[str, Param] = {"who": Ref(who)}
    number = Fact("check.number", value=result.number_to_reach, rules=rules, audience=controllers_of(who))
    kind = "success" if result.success else "failure"
    notes.add(Fact(f"{code}.{kind}", params=params, rules=rules, terms=(number,)))
