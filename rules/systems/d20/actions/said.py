"""What is told of an attack and its roll (D20C-ATK-01 to -06, D20C-CRT-01 to -03, D20C-DEF-01)."""

from __future__ import annotations

from rules.core.audience import controllers_of
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.systems.d20.actions.acting import rolls_seen
from rules.systems.d20.actions.blows import Blow, Reckoned, said_facts
from rules.systems.d20.attack_roll import AttackRoll
from rules.systems.d20.state import D20Fight
from rules.systems.d20.telling import die_term


def announce(blow: Blow, notes: Notes) -> None:
    """Tell who attacks whom with what."""
    weapon: str | Word = blow.weapon.name or Word("weapon.unarmed")
    params: dict[str, Param] = {"who": Ref(blow.actor), "target": Ref(blow.target), "weapon": weapon}
    rules = ("D20C-ATK-05", "D20C-MEL-01") if blow.manner.mode == "melee" else ("D20C-ATK-06", "D20C-RNG-03")
    notes.add(Fact(f"attack.{blow.manner.mode}", params=params, rules=rules))


def tell_roll(fight: D20Fight, blow: Blow, reckoned: Reckoned, rolled: AttackRoll, notes: Notes) -> None:
    """Tell the roll to whoever may know it, and whether it hits."""
    own, seen = controllers_of(blow.actor), rolls_seen(fight, blow.actor)
    terms = (die_term(rolled.total - reckoned.bonus, ("D20C-ATK-01",), seen),
             *(fact.told_to(own) for fact in said_facts(reckoned.terms)))  # fmt: skip
    params: dict[str, Param] = {"who": Ref(blow.actor), "target": Ref(blow.target)}
    notes.add(Fact("attack.total", rolled.total, params, ("D20C-ATK-01",), seen, terms))
    met = Fact("attack.defense", reckoned.defense, {"target": Ref(blow.target)}, ("D20C-DEF-01",),
               controllers_of(blow.target), said_facts(reckoned.defense_terms))  # fmt: skip
    notes.add(met)
    rules = ("D20C-ATK-01", "D20C-ATK-02", "D20C-ATK-03")
    notes.add(Fact("attack.hit" if rolled.hit else "attack.miss", params=params, rules=rules))
    if rolled.confirm_total is not None:
        confirmed = Fact("attack.confirm_total", rolled.confirm_total, params, ("D20C-CRT-01",), seen)
        notes.add(confirmed)
        code = "attack.critical" if rolled.critical else "attack.no_critical"
        notes.add(
            Fact(code, params={**params, "multiplier": rolled.damage_multiplier}, rules=("D20C-CRT-02", "D20C-CRT-03"))
        )
