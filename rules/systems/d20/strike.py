"""One attack, whatever brings it about: the roll, cover and concealment, the damage, what follows from it.

Rules: D20C-ATK-01 to -10, D20C-CRT-01 to -05, D20C-DEF-01, D20C-DMG, D20C-RNG-01 to -03, D20C-COV-04, D20C-COV-08 to
-11, D20C-CON-03 to -06, D20C-CIR-01 to -11, D20C-UNA-02 to -06, D20C-AOO-09, D20C-HLP-04, D20S-GUN-01, D20S-GUN-07,
D20S-OBJ-14, D20H-COND-08, D20H-NL-01 to -04.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.core.audience import controllers_of
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.inputs import Flag, Option, Several
from rules.core.people import rolls_seen
from rules.core.requests import Answer, Steps, choose
from rules.core.terms import faces_of, fell, reach
from rules.core.throws import ACTOR, Asking, Throws, asked
from rules.core.types import Id, Json
from rules.systems.d20.arms import Weapon
from rules.systems.d20.attack_bonus import struck_grappler
from rules.systems.d20.attack_roll import AttackRoll, Damage, attack_roll, damage
from rules.systems.d20.bearing import effects_of, modifier
from rules.systems.d20.blows import (
    Attempt,
    Reckoned,
    ammunition_spent,
    check_blow,
    manner_of,
    miss_percent,
    nonlethal,
    others_input,
    reckon,
    set_to,
    stroke_of,
)
from rules.systems.d20.cover import (
    PARTIAL_COVERS,
    Coverer,
    MissChance,
    cover_bonus,
    hits_concealed,
    miss_chance,
    struck_cover,
)
from rules.systems.d20.dice import Roll, roll_against
from rules.systems.d20.explained import asking
from rules.systems.d20.harm import hurt
from rules.systems.d20.modifiers import Found, defense_with, on_attack, on_defense
from rules.systems.d20.objects import OBJECT_DAMAGE_TYPES
from rules.systems.d20.odds import attack_odds
from rules.systems.d20.poison import AFTER_ATTACK
from rules.systems.d20.settings import setting
from rules.systems.d20.situation import concealment_of, in_smoke
from rules.systems.d20.state import Body, D20Fight, grapple_of
from rules.systems.d20.terms import Term, die_term, facts_of


def announce(blow: Attempt, notes: Notes) -> None:
    """Tell who attacks which target with what."""
    weapon: str | Word = blow.weapon.name or Word("weapon.unarmed")
    if blow.manner.mode == "melee":
        notes.tell(
            "attack.melee", who=blow.actor, target=blow.target, weapon=weapon, rules=("D20C-ATK-05", "D20C-MEL-01")
        )
    else:
        notes.tell(
            "attack.ranged", who=blow.actor, target=blow.target, weapon=weapon, rules=("D20C-ATK-06", "D20C-RNG-03")
        )


def tell_roll(fight: D20Fight, blow: Attempt, reckoned: Reckoned, rolled: AttackRoll, notes: Notes) -> None:
    """Tell the roll to those who may know it, and to the table whether it hits."""
    own, seen = controllers_of(blow.actor), rolls_seen(fight, blow.actor)
    terms = (
        die_term(rolled.total - reckoned.bonus, ("D20C-ATK-01",), seen),
        *facts_of(reckoned.terms, own),
    )
    who, target = blow.actor, blow.target
    met = (*facts_of(reckoned.defense_terms), *reckoned.lost)
    needed = reach(reckoned.defense, "D20C-ATK-01", audience=controllers_of(target), terms=met)
    told = (*terms, needed)
    notes.tell("attack.total", rolled.total, who=who, target=target, rules=("D20C-ATK-01",), audience=seen, terms=told)
    notes.tell(
        "attack.defense",
        reckoned.defense,
        target=target,
        rules=("D20C-DEF-01",),
        # an attack by a hidden combatant that misses is not noticed
        audience=seen if who in fight.hidden else controllers_of(target),
        terms=met,
    )
    rules = ("D20C-ATK-01", "D20C-ATK-02", "D20C-ATK-03")
    if rolled.hit:
        notes.tell("attack.hit", who=who, target=target, rules=rules)
    else:
        notes.tell("attack.miss", who=who, target=target, rules=rules)
    if rolled.confirm_total is None:
        return
    again = (die_term(rolled.confirm_total - reckoned.bonus, ("D20C-CRT-01",), seen), *told[1:])
    notes.tell(
        "attack.confirm_total",
        rolled.confirm_total,
        who=who,
        target=target,
        rules=("D20C-CRT-01",),
        audience=seen,
        terms=again,
    )
    confirmed, times = ("D20C-CRT-02", "D20C-CRT-03"), rolled.damage_multiplier
    if rolled.critical:
        notes.tell("attack.critical", who=who, target=target, multiplier=times, rules=confirmed)
    else:
        notes.tell("attack.no_critical", who=who, target=target, multiplier=times, rules=confirmed)


SURE = AttackRoll(0, hit=True, threat=False, confirm_total=None, critical=False, damage_multiplier=1)
"""A hit without a roll (D20S-OBJ-03)."""


@dataclass(frozen=True, slots=True)
class Struck:
    """What came of an attack."""

    fight: D20Fight
    hit: bool
    target: Id
    """Who was struck in the end: the target, a fellow grappler, or the cover."""
    damage: int = 0


def _ticked(name: str, found: tuple[Found, ...]) -> Several:
    options = tuple(
        Option(one.key, one.fact, notes=(Fact("modifier", value=one.value),) if one.value else ()) for one in found
    )
    default = [one.key for one in found]
    return Several(name, f"input.{name}", required=False, ordered=False, options=options, default=default, fresh=True)


def _review(
    blow: Attempt, attack: tuple[Found, ...], defense: tuple[Found, ...], notes: Notes
) -> Steps[tuple[tuple[Found, ...], tuple[Found, ...], tuple[Json, ...]]]:
    """Let the attacker look over the modifiers that were found, strike some out and add others (D20C-CIR-02)."""
    inputs = tuple(_ticked(name, found) for name, found in (("on_attack", attack), ("on_defense", defense)) if found)
    default: Answer = {
        "on_attack": [one.key for one in attack],
        "on_defense": [one.key for one in defense],
        "others": [],
    }
    default = {
        name: value for name, value in default.items() if name == "others" or any(name == i.name for i in inputs)
    }
    answer = yield from choose(
        f"{blow.key}modifiers",
        blow.actor,
        *inputs,
        others_input(),
        so_far=notes.so_far,
        audience=controllers_of(blow.actor),
        default=default,
        label="ask.modifiers",
    )
    kept_attack = tuple(one for one in attack if one.key in answer.get("on_attack", ()))
    kept_defense = tuple(one for one in defense if one.key in answer.get("on_defense", ()))
    return kept_attack, kept_defense, tuple(answer["others"])


def strike(fight: D20Fight, blow: Attempt, notes: Notes) -> Steps[Struck]:
    """Make one attack: its modifiers, the roll, cover, concealment, damage (D20C-ATK-01, D20C-CRT-01, D20C-DMG-01)."""
    attack, aimed_at = check_blow(fight, blow), blow.target
    announce(blow, notes)
    blow = yield from _who_is_struck(fight, blow, notes)
    manner = manner_of(fight, blow)
    blow = replace(blow, manner=manner)
    if blow.target != aimed_at:
        attack = on_attack(fight, blow.actor, blow.target, blow.weapon, manner)
    defense = on_defense(fight, blow.target, blow.actor, manner.mode)
    others: tuple[Json, ...] = tuple(blow.others)
    if blow.review:
        attack, defense, added = yield from _review(blow, attack, defense, notes)
        others = (*others, *added)
    reckoned = reckon(fight, blow, attack, defense, others)
    body = fight.body(blow.actor)
    if manner.mode == "ranged":
        fight = _shot(fight, blow, notes)
    if blow.sure:
        notes.tell("attack.sure", who=blow.actor, target=blow.target, rules=("D20S-OBJ-03",))
        return (yield from _land(fight, blow, body, SURE, 0, notes))
    notes.tell(
        "attack.bonus",
        reckoned.bonus,
        who=blow.actor,
        rules=("D20C-ATK-05", "D20C-ATK-06"),
        audience=controllers_of(blow.actor),
        terms=facts_of(reckoned.terms),
    )
    odds = attack_odds(
        fight, blow.actor, blow.target, stroke_of(fight, blow, reckoned), reckoned.defense, spares=nonlethal(blow)
    )
    rolled = yield from asked(
        _rolled(reckoned, blow, fight.body(blow.target)),
        asking(
            fight,
            {ACTOR: blow.actor},
            notes,
            key=blow.key.rstrip(":"),
            odds=lambda dice: odds if dice[0].purpose == "attack" else None,
        ),
    )
    tell_roll(fight, blow, reckoned, rolled, notes)
    face = rolled.total - reckoned.bonus
    hit = rolled.hit
    if not hit and face != 1:
        blow, hit = yield from behind_cover(fight, blow, reckoned, rolled, notes)
    hit = yield from through_concealment(fight, blow, notes, hit=hit)
    if not hit:
        fight = yield from _aftermath(fight, blow, face, 0, notes)
        return Struck(fight, hit=False, target=blow.target)
    return (yield from _land(fight, blow, body, rolled, face, notes))


# What stands between attacker and target


def behind_cover(
    fight: D20Fight, blow: Attempt, reckoned: Reckoned, rolled: AttackRoll, notes: Notes
) -> Steps[tuple[Attempt, bool]]:
    """Let a miss that only the cover brought about strike the cover, an object or a combatant (D20C-COV-08 to -11).

    Returns the attack, with another target where the cover is hit, and whether it hits.
    """
    cover = next((found for found in reckoned.found_defense if found.key == "cover"), None)
    if cover is None or cover.value not in {cover_bonus(fight.house, degree).defense for degree in PARTIAL_COVERS}:
        return blow, False
    # what a posture makes of the cover is cover too (D20C-CIR-04)
    cover = replace(cover, value=sum(found.value for found in reckoned.found_defense if found.way == "cover"))
    coverer = None
    if blow.coverer is not None and blow.coverer != blow.target:
        coverer = _coverer(fight, blow.coverer, blow)
        without = reckoned.defense - cover.value
        if without <= rolled.total < without + cover.value and coverer.nimbleness:
            coverer = yield from _stands_still(blow, coverer, notes)
    beaten = bool(setting(fight.house, "coverer_is_beaten"))
    struck = struck_cover(rolled.total, reckoned.defense - cover.value, cover.value, coverer, beaten=beaten)
    if struck in ("miss", "nobody_hit"):
        return blow, False
    if struck == "coverer_hit" and blow.coverer is not None:
        notes.tell("cover.coverer_hit", who=blow.coverer, rules=("D20C-COV-09",))
        return replace(blow, target=blow.coverer), True
    if struck == "target_hit_after_dodge":
        notes.tell("cover.dodged", target=blow.target, rules=("D20C-COV-10",))
        return blow, True
    notes.tell("cover.struck", target=blow.target, rules=("D20C-COV-08",))
    return blow, False


def _stands_still(blow: Attempt, coverer: Coverer, notes: Notes) -> Steps[Coverer]:
    """Let the combatant who is the cover give up its Dexterity and dodge bonuses, to be struck (D20C-COV-11)."""
    answer = yield from choose(
        f"{blow.key}cover:{blow.coverer}",
        blow.coverer,
        Flag("waives_dexterity", "input.waives_dexterity"),
        Flag("waives_dodge", "input.waives_dodge"),
        so_far=notes.so_far,
        default={"waives_dexterity": False, "waives_dodge": False},
        label="ask.cover",
    )
    return replace(coverer, waives_dexterity=answer["waives_dexterity"], waives_dodge=answer["waives_dodge"])


def _coverer(fight: D20Fight, who: Id, blow: Attempt) -> Coverer:
    """The combatant who is the cover: its Defense without Dexterity and dodge bonuses, and these (D20C-COV-10)."""
    found = on_defense(fight, who, blow.actor, blow.manner.mode)
    still = (*(one for one in found if one.way != "dodge"), Found("no_dexterity_cover", 0, ("D20C-COV-10",), "denies"))
    bare = defense_with(fight, who, still).defense
    whole = defense_with(fight, who, found).defense
    dodging = sum(one.value for one in found if one.way == "dodge") + sum(fight.body(who).dodge)
    nimble = max(0, whole - bare)
    return Coverer(bare, max(0, nimble - dodging), min(dodging, nimble), waives_dexterity=False, waives_dodge=False)


def told_concealment(fight: D20Fight, actor: Id, target: Id, notes: Notes) -> MissChance | None:
    """Tell and return the miss chance of an attack that hits; None without one.

    A blind attacker has to guess the place of the target too (D20C-CON-06, D20H-COND-08).
    """
    percent = miss_percent(fight, actor, target)
    if not percent:
        return None
    hidden = miss_chance(concealment_of(fight, target, actor))
    blind = bool(effects_of(fight, actor).own_miss_chance_percent)
    rules = ("D20C-CON-03", "D20C-CON-05", *(("D20H-SMOKE-03",) if in_smoke(fight, target) else ()))
    notes.tell("concealment.chance", who=actor, percent=percent, rules=(*rules, *(("D20H-COND-08",) if blind else ())))
    guesses = hidden.must_guess_location or blind
    if guesses:
        notes.tell("concealment.guess", who=actor, rules=("D20C-CON-06",))
    return MissChance(percent, guesses)


def through_concealment(fight: D20Fight, blow: Attempt, notes: Notes, *, hit: bool) -> Steps[bool]:
    """Return whether an attack hits in spite of concealment (D20C-CON-03 to -06, D20H-COND-08)."""
    found = told_concealment(fight, blow.actor, blow.target, notes) if hit else None
    if found is None:
        return hit
    through = yield from asked(
        hits_concealed(found, attack_hit=True),
        asking(fight, {ACTOR: blow.actor}, notes, key=blow.key.rstrip(":")),
    )
    if not through:
        notes.tell("concealment.missed", who=blow.actor, rules=("D20C-CON-04",))
    return through


# The damage of a hit


def _land(fight: D20Fight, blow: Attempt, body: Body, rolled: AttackRoll, face: int, notes: Notes) -> Steps[Struck]:
    """Deal the damage of a hit, and let other rules follow (D20C-DMG-01, D20S-OBJ-14)."""
    multiplier = 1 if fight.body(blow.target).immune_to_criticals else rolled.damage_multiplier
    dealt = yield from _damage(fight, blow, body, multiplier or 1, notes)
    spares = nonlethal(blow)
    kind = blow.weapon.damage_type
    fight = yield from hurt(
        fight,
        blow.target,
        dealt,
        notes,
        by=blow.actor,
        key=f"{blow.key}{blow.target}",
        nonlethal=spares,
        damage_type=kind if kind in OBJECT_DAMAGE_TYPES else "weapon",
        ineffective=blow.ineffective,
        rules=("D20C-DMG-01", "D20H-HP-02"),
    )
    fight = yield from _aftermath(fight, blow, face, dealt, notes)
    return Struck(fight, hit=True, target=blow.target, damage=dealt)


def _shot(fight: D20Fight, blow: Attempt, notes: Notes) -> D20Fight:
    """The fight without the ammunition of a shot, the weapon set to single shots where it was not (D20S-AUTO-01)."""
    fight = ammunition_spent(fight, blow.actor, blow.weapon, notes)
    if blow.automatic or not fight.body(blow.actor).arm(blow.weapon.key).autofire:
        return fight
    notes.tell("gear.done_set_single", who=blow.actor, weapon=blow.weapon.name, rules=("D20S-AUTO-01", "D20S-GUN-07"))
    return set_to(fight, blow.actor, blow.weapon, automatic=False)


def _rolled(reckoned: Reckoned, blow: Attempt, target: Body) -> Throws[AttackRoll]:
    """The attack roll; a target immune to critical hits leaves nothing to confirm (D20S-OBJ-14)."""
    if target.immune_to_criticals:
        return _plain(reckoned)
    return attack_roll(
        reckoned.bonus,
        reckoned.defense,
        threat_from=blow.weapon.threat_from,
        multiplier=blow.weapon.multiplier,
    )


def _plain(reckoned: Reckoned) -> Throws[AttackRoll]:
    roll: Roll = yield from roll_against("attack", reckoned.bonus, reckoned.defense)
    return replace(SURE, total=roll.total, hit=roll.success)


def _who_is_struck(fight: D20Fight, blow: Attempt, notes: Notes) -> Steps[Attempt]:
    """From outside a grapple chance decides which grappler is struck (D20C-CIR-06, D20C-HOUSE-18, D20S-GRAP-17)."""
    held = grapple_of(fight, blow.target)
    if held is None or blow.actor in held.members:
        return blow
    struck = yield from asked(
        struck_grappler(held.members),
        Asking({ACTOR: blow.actor}, key=blow.key.rstrip(":"), so_far=lambda: notes.so_far),
    )
    rules = ("D20C-CIR-06", "D20C-HOUSE-18")
    face = held.members.index(struck) + 1
    notes.tell("attack.struck_grappler", who=struck, rules=rules, terms=(fell((face,), *rules),))
    return replace(blow, target=struck)


def _damage(fight: D20Fight, blow: Attempt, body: Body, multiplier: int, notes: Notes) -> Steps[int]:
    """Roll the damage; extra dice are never multiplied (D20C-DMG-03 to -09, D20C-CRT-03, D20C-HOUSE-07)."""
    effects, mode, weapon = effects_of(fight, blow.actor), blow.manner.mode, blow.weapon
    both = weapon.two_handed or (body.both and body.main == weapon.key)
    found = yield from asked(
        damage(
            weapon.damage_dice,
            weapon=weapon.strikes_as(mode),
            modifier=weapon.damage,
            strength_modifier=modifier(body, "strength", effects),
            grip="off_hand" if blow.off else "two_hands" if both and mode == "melee" else "one_hand",
            light=weapon.light,
            multiplier=multiplier,
        ),
        asking(fight, {ACTOR: blow.actor}, notes, key=blow.key.rstrip(":")),
    )
    tell_damage(blow.actor, blow.target, weapon, found, multiplier, notes, ("D20C-DMG-01", "D20C-DMG-03"))
    return found.total


def tell_damage(
    who: Id,
    target: Id,
    weapon: Weapon,
    found: Damage,
    multiplier: int,
    notes: Notes,
    rules: tuple[str, ...],
    *,
    code: str = "attack.damage",
) -> None:
    """Tell the damage of a hit to the attacker's players, each term by itself (D20C-DMG-03 to -09, D20C-CRT-03)."""
    own = controllers_of(who)
    terms = [
        Term("strength", multiplier * found.strength_bonus, ("D20C-DMG-04", "D20C-DMG-05", "D20C-DMG-06")),
        Term("weapon", multiplier * weapon.damage, ("D20C-DMG-04",)),
    ]
    terms.append(Term("least_damage", found.total - found.dice - sum(term.value for term in terms), ("D20C-DMG-03",)))
    rule = ("D20C-DMG-08", *(("D20C-CRT-03",) if multiplier > 1 else ()))
    dice = fact("term.damage_dice", found.dice, rules=rule, audience=own, faces=faces_of(found.faces))
    told = facts_of((term for term in terms if term.value), own)
    times = () if multiplier == 1 else (fact("term.times", times=multiplier, rules=("D20C-CRT-03",), audience=own),)
    notes.tell(code, found.total, who=who, target=target, rules=rules, audience=own, terms=(dice, *told, *times))


def _aftermath(fight: D20Fight, blow: Attempt, face: int, dealt: int, notes: Notes) -> Steps[D20Fight]:
    """Let other rules follow an attack, such as poison on the blade."""
    for hook in AFTER_ATTACK:
        fight = yield from hook(fight, blow.actor, blow.target, blow.weapon, face, dealt, blow.key, notes)
    return fight
