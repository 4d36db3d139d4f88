"""The state of a d20 fight: what each combatant carries through it, and where round and turn stand.

Rules: D20C-ACT-02, D20C-SEQ-02, D20C-DLY-01, D20C-RDY-01, D20S-GRAP-12.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from rules.core.codec import SPARSE, Counted
from rules.core.fight import Combatant, Fight
from rules.core.overrides import Override
from rules.core.quick import quick
from rules.core.types import Id, put
from rules.systems.d20.abilities import Ability
from rules.systems.d20.arms import BARE_HANDS, UNARMED, Weapon, WeaponState
from rules.systems.d20.budget import TurnAction, TurnPart
from rules.systems.d20.effects import NO_THING, NOT_RUN, NOTHING_WORN, Being, Effect, Lost, Running, Thing, Timer, Worn
from rules.systems.d20.hit_points import State
from rules.systems.d20.load import Legs
from rules.systems.d20.sizes import Size

Stage: TypeAlias = Literal["none", "surprise", "normal"]

Ready: TypeAlias = Literal["attack", "move"]


@quick
@dataclass(frozen=True, slots=True)
class Spent:
    """One thing done in a turn, as a `budget.TurnAction` in whole feet."""

    part: TurnPart
    action: str = ""
    feet: int = 0
    which: str = ""
    attacks: int | None = None

    @property
    def done(self) -> TurnAction:
        """The same as the functions of plain numbers take it."""
        return TurnAction(self.part, self.action, self.feet, self.which, self.attacks)


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn of the combatant who acts (D20C-ACT-02)."""

    who: Id
    spent: tuple[Spent, ...] = ()
    """What was done of it, in order."""
    limited: bool = False
    """Only one single attack or move action is left to it."""
    completes: bool = False
    """It began with a full-round action begun in the turn before."""
    blows: tuple[str, ...] = ()
    """The hand of each attack made so far."""
    two_weapons: bool = False
    """This round is fought with both hands."""
    escaped: bool = False
    """Escape Artist was tried already (D20S-GRAP-28)."""
    waited_from: int | None = None
    """The count before a delay to the very end of the round, kept while nothing is done (D20C-DLY-05)."""


@dataclass(frozen=True, slots=True)
class Readied:
    """A readied action (D20C-RDY-01 to -08)."""

    action: Ready
    trigger: str = ""
    """The condition, in the words of its owner."""
    moved: bool = False
    """Its owner has covered distance since."""
    round: int = 0


@dataclass(frozen=True, slots=True)
class Pair:
    """Two combatants who wrestle with each other."""

    one: Id
    """The one who took hold of the other."""
    other: Id

    @property
    def both(self) -> tuple[Id, Id]:
        """Both of them."""
        return (self.one, self.other)


@dataclass(frozen=True, slots=True)
class Grapple:
    """Wrestlers, linked by the pairs that hold each other (D20S-GRAP-12 to -39).

    A pinned member carries an effect `pinned` by the one who pins it.
    """

    id: Id
    pairs: tuple[Pair, ...]
    choking: Mapping[Id, Id] = field(default_factory=dict)
    """By the strangled member, the one who strangles it (D20H-STRG-03)."""

    @property
    def members(self) -> tuple[Id, ...]:
        """All wrestlers, in the order in which they came."""
        return tuple(dict.fromkeys(who for pair in self.pairs for who in (pair.other, pair.one)))

    def opponents(self, who: Id) -> tuple[Id, ...]:
        """The members that one of them wrestles with."""
        return tuple(other for pair in self.pairs if who in pair.both for other in pair.both if other != who)


@dataclass(frozen=True, slots=True)
class Planted:
    """An explosive that was planted and goes off by itself (D20S-EXP-11, D20S-HOUSE-17).

    Set in a fight it burns from count to count like any effect (D20C-SEQ-09); without a count it goes by the clock.
    """

    id: Id
    weapon: Weapon
    by: Id | None = None
    left: Counted = 0
    """Seconds until it goes off."""
    where: str = ""
    anchor: Id | None = None
    """The combatant on whose count it was set, None once that one has left the count."""
    count: int | None = None
    """The count itself."""
    at: str = field(default="", metadata=SPARSE)
    """The square of a board in which it lies; "" without one."""

    def burnt(self, seconds: int) -> Planted:
        """The same after the timer has run for some seconds."""
        return replace(self, left=self.left - seconds)

    @property
    def due(self) -> bool:
        """Whether nothing is left of the timer."""
        return self.left <= 0


@quick
@dataclass(frozen=True, slots=True)
class Round:
    """Where a fight stands."""

    number: int = 0
    """0 before the first round."""
    stage: Stage = "none"
    turn: Turn | None = None
    aware: tuple[str, ...] | None = None
    """Who knew of their opponents at the start; None before the game master has ruled (D20C-SEQ-03)."""
    ready: frozenset[str] = frozenset()
    """Who has had a first turn and is flat-footed no longer (D20C-SEQ-02)."""
    done: frozenset[str] = frozenset()
    """Who has had the turn of this round."""
    begun: frozenset[str] = frozenset()
    """Whose turn has come in this round, if only to be delayed."""
    renewed: bool = False
    """The round has begun and nobody's turn has come yet."""
    counted: int | None = None
    """The lowest count that a turn has reached, down to which effects are counted."""
    passed: int | None = None
    """The count of the turn that ended last."""
    delayed: frozenset[str] = frozenset()
    """Who waits for a later count."""
    postponed: frozenset[str] = frozenset()
    """Who has come to a later count (D20C-DLY-07)."""
    lost: frozenset[str] = frozenset()
    """Who lost the action of the round by a delay (D20C-HOUSE-17)."""
    readied: Mapping[Id, Readied] = field(default_factory=dict)
    opportunities: Mapping[Id, Counted] = field(default_factory=dict)
    """Attacks of opportunity made since the combatant's own turn began (D20C-AOO-08, D20C-HOUSE-24)."""
    grapples: Mapping[Id, Grapple] = field(default_factory=dict)
    ground: Mapping[Id, Weapon] = field(default_factory=dict)
    """Weapons that lie about, by id."""
    planted: Mapping[Id, Planted] = field(default_factory=dict)
    """Explosives that wait."""
    gathered: frozenset[str] = frozenset()
    """Who stood in the last area that the game master was asked about, without those who have moved since."""
    spared: frozenset[str] = field(default=frozenset(), metadata=SPARSE)
    """Those that the next area of a board does not reach: the game master has said so."""

    @property
    def acting(self) -> Id | None:
        """Whose turn it is."""
        return None if self.turn is None else self.turn.who


@quick
@dataclass(frozen=True, slots=True)
class Body:
    """A combatant's own state: the numbers of its sheet as the fight uses them, hit points, and all that lasts."""

    being: Being
    scores: Mapping[str, int]
    """As written on the sheet; `losses` holds what is lost of them. Constitution may be missing (`no_constitution`)."""
    hp: Counted
    """Real hit points; may fall below 0."""
    hp_max: int
    hp_sheet: int = 0
    """The maximum before lost points of Constitution lower it; 0 when it was not recorded."""
    temp: Counted = 0
    """Temporary hit points, beside the real ones."""
    vital: State = "normal"
    """Stored because disabled and stable cannot be told from hit points."""
    tended: bool = False
    """Another character looks after it."""
    recovering: bool = False
    """Natural healing has begun."""
    fresh: bool = False
    """It began to die in its own turn, so the first save waits for the next (D20H-HOUSE-07)."""
    level: int = 1
    class_name: str = ""
    base_attack: int = 0
    """By class and level, as `saves` and `class_bonus`."""
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
    """Pounds carried, exact, as text ("12", "25/2")."""
    load_counts: bool = True
    printed_19: bool = field(default=False, metadata=SPARSE)
    """Strength 19 carries what is printed."""
    kilos: bool = False
    """Weights are shown in kilograms."""
    weapons: tuple[Weapon, ...] = ()
    """The rows of the sheet."""
    arms: Mapping[str, WeaponState] = field(default_factory=dict)
    """What the fight did to weapons, by key."""
    gained: Mapping[str, Weapon] = field(default_factory=dict)
    """Weapons of others now in its possession."""
    main: str = UNARMED
    """The key of what the main hand holds."""
    off: str = ""
    """The key of what the other hand holds, "" when it is free."""
    held: tuple[str, ...] = ()
    """Those of both that are things of its gear."""
    both: bool = False
    """The main weapon is held in two hands."""
    losses: Mapping[str, Lost] = field(default_factory=dict)
    locked: Mapping[str, Counted] = field(default_factory=dict)
    """Hit points that cannot be healed yet, by their cause."""
    effects: Mapping[Id, Effect] = field(default_factory=dict)
    timers: Mapping[Id, Timer] = field(default_factory=dict)
    running: Running = NOT_RUN
    started: str = ""
    """A full-round action begun in the turn before."""
    initiative: int | None = None
    """The count."""
    rolled: int = 0
    """The modifier that went into the count."""
    ties: tuple[int, ...] = ()
    """Dice that parted ties."""
    lifted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Drawbacks of long-standing blindness or deafness that do not count."""
    thing: Thing = NO_THING
    overrides: Mapping[str, Override] = field(default_factory=dict)

    def weapon(self, key: str) -> Weapon:
        """A weapon of its own or one that it has taken; bare hands where there is none of this key."""
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
        """The weapons within its reach, bare hands last; broken, lost and thrown ones are left out."""
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
    """The grapple that a combatant is in; None outside one."""
    grapples = fight.round.grapples
    return next((one for one in grapples.values() if who in one.members), None) if grapples else None


def effects_named(body: Body, what: str) -> tuple[Effect, ...]:
    """The effects of this name on a body."""
    return tuple(effect for effect in body.effects.values() if effect.what == what) if body.effects else ()


def bears(body: Body, what: str) -> bool:
    """Whether an effect of this name is on a body."""
    return bool(effects_named(body, what))


def with_effect(fight: D20Fight, who: Id, effect: Effect) -> D20Fight:
    """The fight with one more effect on a combatant."""
    body = fight.body(who)
    return fight.with_body(who, replace(body, effects=put(body.effects, effect.id, effect)))


def without_effects(fight: D20Fight, who: Id, *ids: Id) -> D20Fight:
    """The fight without these effects on a combatant."""
    body = fight.body(who)
    kept = {name: effect for name, effect in sorted(body.effects.items()) if name not in ids}
    return fight.with_body(who, replace(body, effects=kept))


def with_timer(fight: D20Fight, who: Id, timer: Timer) -> D20Fight:
    """The fight with one more timer of a combatant."""
    body = fight.body(who)
    return fight.with_body(who, replace(body, timers=put(body.timers, timer.id, timer)))


def without_timers(fight: D20Fight, who: Id, *ids: Id) -> D20Fight:
    """The fight without these timers of a combatant."""
    body = fight.body(who)
    kept = {name: timer for name, timer in sorted(body.timers.items()) if name not in ids}
    return fight.with_body(who, replace(body, timers=kept))
