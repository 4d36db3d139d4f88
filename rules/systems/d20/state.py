"""The state of a d20 fight: what each combatant carries through it, and where the round and the turn stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from rules.core.codec import Counted
from rules.core.fight import Combatant, Fight
from rules.core.overrides import Override
from rules.core.types import Id, put
from rules.systems.d20.abilities import Ability
from rules.systems.d20.arms import BARE_HANDS, UNARMED, Weapon, WeaponState
from rules.systems.d20.hit_points import State
from rules.systems.d20.load import Legs
from rules.systems.d20.marks import NO_THING, NOT_RUN, NOTHING_WORN, Being, Effect, Lost, Running, Thing, Timer, Worn
from rules.systems.d20.phases import Grapple, Round
from rules.systems.d20.sizes import Size


@dataclass(frozen=True, slots=True)
class Body:
    """A combatant's own state: the sheet's numbers as the fight uses them, hit points, and all that lasts.

    scores: as written on the sheet; what is lost of them is in `losses`. constitution is no number of a creature that
    has none (`no_constitution`). base_attack, saves, class_bonus: by class and level. hp: real hit points, may fall
    below 0; temp: temporary ones beside them. hp_sheet: the maximum before lost points of Constitution take from it,
    0 where nobody has noted it. vital: the state, stored because disabled and stable cannot be read from
    hit points. tended, recovering: somebody looks after it; natural healing has begun. fresh: it began to die in its
    own turn, so the first save waits for the next (D20H-HOUSE-07). locked: hit points that cannot be healed yet, by
    their cause. weapons: rows of the sheet; arms: what the fight did to them, by key; gained: weapons of others now in
    its possession. main, off: keys of what the hands hold, off "" when free; both: the main one in two hands;
    held: those of them that are things of its gear.
    initiative: the count; rolled: the modifier that went into it; ties: dice that parted ties. started: a full-round
    action begun in the turn before. lifted: drawbacks of long-standing blindness or deafness that do not count.
    weight: pounds carried, exact, as text ("12", "25/2"). kilos: it is shown in kilograms.
    """

    being: Being
    scores: Mapping[str, int]
    hp: Counted
    hp_max: int
    hp_sheet: int = 0
    temp: Counted = 0
    vital: State = "normal"
    tended: bool = False
    recovering: bool = False
    fresh: bool = False
    level: int = 1
    class_name: str = ""
    base_attack: int = 0
    saves: Mapping[str, int] = field(default_factory=dict)
    class_bonus: int = 0
    size: Size = "medium"
    legs: Legs = "biped"
    steady: bool = False
    speed: int = 30
    worn: Worn = NOTHING_WORN
    natural_armor: int = 0
    enhancement: int = 0
    deflection: int = 0
    dodge: tuple[int, ...] = ()
    defense_feats: int = 0
    feats: tuple[str, ...] = ()
    skills: Mapping[str, int] = field(default_factory=dict)
    trained: tuple[str, ...] = ()
    threshold_bonus: int = 0
    initiative_bonus: int = 0
    immune_to_criticals: bool = False
    no_constitution: bool = False
    poison_immunity: str = "none"
    weight: str = "0"
    load_counts: bool = True
    kilos: bool = False
    weapons: tuple[Weapon, ...] = ()
    arms: Mapping[str, WeaponState] = field(default_factory=dict)
    gained: Mapping[str, Weapon] = field(default_factory=dict)
    main: str = UNARMED
    off: str = ""
    held: tuple[str, ...] = ()
    both: bool = False
    losses: Mapping[str, Lost] = field(default_factory=dict)
    locked: Mapping[str, Counted] = field(default_factory=dict)
    effects: Mapping[Id, Effect] = field(default_factory=dict)
    timers: Mapping[Id, Timer] = field(default_factory=dict)
    running: Running = NOT_RUN
    started: str = ""
    initiative: int | None = None
    rolled: int = 0
    ties: tuple[int, ...] = ()
    lifted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    thing: Thing = NO_THING
    overrides: Mapping[str, Override] = field(default_factory=dict)

    def weapon(self, key: str) -> Weapon:
        """A weapon of its own, or one it has taken; bare hands where there is none of this key."""
        if key in self.gained:
            return self.gained[key]
        return next((one for one in self.weapons if one.key == key), BARE_HANDS)

    def arm(self, key: str) -> WeaponState:
        """What the fight has done to a weapon."""
        return self.arms.get(key, WeaponState())

    def with_arm(self, key: str, state: WeaponState) -> Body:
        """The body with this done to a weapon."""
        return replace(self, arms=put(self.arms, key, state))

    def carried(self) -> tuple[Weapon, ...]:
        """The weapons it can lay hands on, bare hands last; what is broken, lost or thrown away is none."""
        own = (one for one in (*self.weapons, *self.gained.values()) if self.has(one.key))
        return (*own, BARE_HANDS)

    def has(self, key: str) -> bool:
        """Whether it still has a weapon that can be used."""
        state = self.arm(key)
        weapon = self.weapon(key)
        thrown_away = weapon.use == "thrown" and state.spent >= weapon.pieces
        return not weapon.unarmed and state.place == "worn" and not state.broken and not thrown_away

    def loaded(self, key: str) -> int | None:
        """Rounds in the magazine; None where nothing is counted (D20S-GUN-01, D20S-AUTO-06)."""
        weapon = self.weapon(key)
        return None if not weapon.capacity else max(0, weapon.capacity - self.arm(key).spent)

    def automatic(self, key: str) -> bool:
        """Whether a weapon is set to automatic fire; one without another setting always is (D20S-AUTO-01, -GUN-07)."""
        weapon = self.weapon(key)
        return weapon.automatic and (self.arm(key).autofire or not weapon.single_shots)

    def lost(self, ability: Ability) -> Lost:
        """What is gone of an ability."""
        return self.losses.get(ability, Lost())

    def feat(self, name: str) -> bool:
        """Whether it has a feat."""
        return name in self.feats

    @property
    def points(self) -> int:
        """Hit points as they count for its state: the temporary ones too (D20H-TMP-01)."""
        return self.hp + max(0, self.temp)

    @property
    def alive(self) -> bool:
        """Whether it can be hurt further: a creature that is not dead, an object that is not destroyed."""
        return self.hp > 0 if self.being == "object" else self.vital != "dead"

    @property
    def awake(self) -> bool:
        """Whether its hit points leave it conscious (D20H-HP-05)."""
        return self.being != "object" and self.vital in ("normal", "disabled")


D20Fight: TypeAlias = Fight[Body, Round]


D20Combatant: TypeAlias = Combatant[Body]


def in_rounds(fight: D20Fight) -> bool:
    """Whether turns are being taken."""
    return fight.ordered and fight.round.stage != "none"


def grapple_of(fight: D20Fight, who: Id) -> Grapple | None:
    """The grapple that somebody is in."""
    return next((one for one in fight.round.grapples.values() if who in one.members), None)


def effects_named(body: Body, what: str) -> tuple[Effect, ...]:
    """The effects of this name that somebody bears."""
    return tuple(effect for effect in body.effects.values() if effect.what == what)


def bears(body: Body, what: str) -> bool:
    """Whether somebody bears an effect of this name."""
    return bool(effects_named(body, what))


def with_effect(fight: D20Fight, who: Id, effect: Effect) -> D20Fight:
    """The fight in which somebody bears this effect too."""
    body = fight.combatants[who].body
    return fight.with_body(who, replace(body, effects=put(body.effects, effect.id, effect)))


def without_effects(fight: D20Fight, who: Id, *ids: Id) -> D20Fight:
    """The fight in which somebody bears these effects no longer."""
    body = fight.combatants[who].body
    kept = {name: effect for name, effect in sorted(body.effects.items()) if name not in ids}
    return fight.with_body(who, replace(body, effects=kept))


def with_timer(fight: D20Fight, who: Id, timer: Timer) -> D20Fight:
    """The fight in which this falls due for somebody."""
    body = fight.combatants[who].body
    return fight.with_body(who, replace(body, timers=put(body.timers, timer.id, timer)))


def without_timers(fight: D20Fight, who: Id, *ids: Id) -> D20Fight:
    """The fight in which these fall due for somebody no longer."""
    body = fight.combatants[who].body
    kept = {name: timer for name, timer in sorted(body.timers.items()) if name not in ids}
    return fight.with_body(who, replace(body, timers=kept))
