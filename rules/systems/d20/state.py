"""The state of a d20 fight: what each combatant carries through it, and where round and turn stand.

Rules: D20C-ACT-02, D20C-SEQ-02, D20C-DLY-01, D20C-RDY-01, D20S-GRAP-12.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from rules.core.codec import Counted
from rules.core.fight import Combatant, Fight
from rules.core.overrides import Override
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


@dataclass(frozen=True, slots=True)
class Spent:
    """One thing done in a turn, as `budget.TurnAction` knows it, in whole feet."""

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
    """The turn of whoever acts: what was done of it, and the attacks of a full attack, in order (D20C-ACT-02).

    limited: only one single attack or move action is to be had. completes: it began with a full-round action begun in
    the turn before. blows: which hand made each attack. two_weapons: this
    round is fought with both hands. escaped: tried Escape Artist already (D20S-GRAP-28).
    waited_from: the count before a delay to the very end of the round, kept while nothing is done (D20C-DLY-05).
    """

    who: Id
    spent: tuple[Spent, ...] = ()
    limited: bool = False
    completes: bool = False
    blows: tuple[str, ...] = ()
    two_weapons: bool = False
    escaped: bool = False
    waited_from: int | None = None


@dataclass(frozen=True, slots=True)
class Readied:
    """A readied action: of which type, on what condition, and whether its holder has moved (D20C-RDY-01 to -08)."""

    action: Ready
    trigger: str = ""
    moved: bool = False
    round: int = 0


@dataclass(frozen=True, slots=True)
class Pair:
    """Two who wrestle with each other; one: who took hold of the other."""

    one: Id
    other: Id

    @property
    def both(self) -> tuple[Id, Id]:
        """Both of them."""
        return (self.one, self.other)


@dataclass(frozen=True, slots=True)
class Grapple:
    """Those who wrestle, hung together by whoever holds whom (D20S-GRAP-12 to -39).

    Who is pinned bears an effect `pinned` by whoever pins. choking: who is strangled, by whom (D20H-STRG-03).
    """

    id: Id
    pairs: tuple[Pair, ...]
    choking: Mapping[Id, Id] = field(default_factory=dict)

    @property
    def members(self) -> tuple[Id, ...]:
        """Everybody in it, in the order in which they came."""
        return tuple(dict.fromkeys(who for pair in self.pairs for who in (pair.other, pair.one)))

    def opponents(self, who: Id) -> tuple[Id, ...]:
        """Those whom one of them wrestles with."""
        return tuple(other for pair in self.pairs if who in pair.both for other in pair.both if other != who)


@dataclass(frozen=True, slots=True)
class Planted:
    """An explosive that was put somewhere and goes off by itself, in `left` seconds (D20S-EXP-11, D20S-HOUSE-17).

    Set in a fight it burns from count to count like any effect (D20C-SEQ-09): anchor: on whose count it was set, None
    once that one has left it; count: the count itself. Without a count it goes by the clock.
    """

    id: Id
    weapon: Weapon
    by: Id | None = None
    left: Counted = 0
    where: str = ""
    anchor: Id | None = None
    count: int | None = None

    def burnt(self, seconds: int) -> Planted:
        """The same after the timer has run for some seconds."""
        return replace(self, left=self.left - seconds)

    @property
    def due(self) -> bool:
        """Whether nothing is left of the timer."""
        return self.left <= 0


@dataclass(frozen=True, slots=True)
class Round:
    """Where the fight stands: round (0 before the first), stage, whose turn, who has acted.

    aware: who knew of their opponents at the start; None before the game master has ruled (D20C-SEQ-03). ready: who has
    had a first turn and is flat-footed no longer (D20C-SEQ-02). done: who has had the turn of this round; begun: whose
    turn has come in it, if only to be delayed. renewed: it has begun and nobody's turn has come yet; counted: the
    lowest count that a turn has reached, down to which effects are counted. passed: the count of the turn that ended
    last. delayed: who waits for a later count; postponed: who has come to one (D20C-DLY-07); lost: who lost the action
    of the round by it (D20C-HOUSE-17). opportunities: attacks of opportunity made since the own turn began
    (D20C-AOO-08, D20C-HOUSE-24). ground: weapons that lie about, by id. planted: explosives that wait.
    """

    number: int = 0
    stage: Stage = "none"
    turn: Turn | None = None
    aware: tuple[str, ...] | None = None
    ready: frozenset[str] = frozenset()
    done: frozenset[str] = frozenset()
    begun: frozenset[str] = frozenset()
    renewed: bool = False
    counted: int | None = None
    passed: int | None = None
    delayed: frozenset[str] = frozenset()
    postponed: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()
    readied: Mapping[Id, Readied] = field(default_factory=dict)
    opportunities: Mapping[Id, Counted] = field(default_factory=dict)
    grapples: Mapping[Id, Grapple] = field(default_factory=dict)
    ground: Mapping[Id, Weapon] = field(default_factory=dict)
    planted: Mapping[Id, Planted] = field(default_factory=dict)

    @property
    def acting(self) -> Id | None:
        """Whose turn it is."""
        return None if self.turn is None else self.turn.who


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
