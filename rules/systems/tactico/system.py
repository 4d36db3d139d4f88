"""Táctico as a rule system: what the contract asks for, put together from the files beside this one.

Where people and machines fight together a turn has two parts, first that of the machines (`parts`, TAC-VEH-01).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rules.core.audience import Viewer
from rules.core.board.rules import BoardRules
from rules.core.codec import Codec, codec
from rules.core.equipment import Equipment
from rules.core.facts import Explanation, Notes, conceal, fact
from rules.core.fight import Card, Head, Offer, OrderPlace
from rules.core.hand import COMMON
from rules.core.inputs import Input
from rules.core.maps import Maps
from rules.core.offers import offer
from rules.core.overrides import FIELD
from rules.core.paper import Paper
from rules.core.parts import TurnPart
from rules.core.people import unplayed_first
from rules.core.system import Action, SheetKind
from rules.core.taps import Tap
from rules.core.types import Id, Json
from rules.core.wounds import LastingWound
from rules.systems.tactico import bodies, cards, intentions, situation, taps, time, turns
from rules.systems.tactico.board import BOARD
from rules.systems.tactico.chips import CHIPS
from rules.systems.tactico.clock import SECONDS_OF_WEEK
from rules.systems.tactico.declaring import DECLARE
from rules.systems.tactico.dice import ROLL
from rules.systems.tactico.gear import EQUIPMENT, using
from rules.systems.tactico.healing import TREAT
from rules.systems.tactico.initiative import places, to_act
from rules.systems.tactico.keypad import DAMAGE
from rules.systems.tactico.kinds import SHEET_KINDS
from rules.systems.tactico.moving import MOVE
from rules.systems.tactico.paper import PAPER
from rules.systems.tactico.parts import of_machines
from rules.systems.tactico.settings import SETTINGS, setting
from rules.systems.tactico.situation import engaged
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.strike import ATTACK, SHOOT
from rules.systems.tactico.testing import TEST
from rules.systems.tactico.told_codes import TOLD
from rules.systems.tactico.values import attack_facts, by_hand_values, sheet_values, usual_rolls
from rules.systems.tactico.vehicles import bodies as machine_bodies
from rules.systems.tactico.vehicles import cards as machine_cards
from rules.systems.tactico.vehicles import taps as machine_taps
from rules.systems.tactico.vehicles import turns as machine_turns
from rules.systems.tactico.vehicles import verbs as machine_verbs
from rules.systems.tactico.vehicles.maps import MAPS
from rules.systems.tactico.vehicles.on_board import unboarded
from rules.systems.tactico.vehicles.picture import shown_on
from rules.systems.tactico.vehicles.sheet import MACHINE_SHEETS
from rules.systems.tactico.vehicles.values import sheet_values as machine_values
from rules.systems.tactico.wounds import wounds_of

ACTIONS: tuple[Action[Body, Round], ...] = (
    *(DECLARE, ATTACK, SHOOT, MOVE, TEST, using.RELOAD, using.HANDLE, TREAT, intentions.CHANGE, situation.RELATE),
    *(turns.NEXT, turns.END_TURN, turns.SORT, DAMAGE, time.PASS_TURNS, time.WEEKS, using.TAKE, using.LEAVE, ROLL),
)
"""The verbs of people and of the table, in the order in which they are offered."""

FREE: tuple[str, ...] = ("test", "attack", "shoot", "treat", "reload", "handle_item")
"""What is done outside fights, what is rolled most first."""

ASIDE: tuple[str, ...] = ("change_intention", "relate", "take", "leave_thing")
"""What is no action of the turn."""

FREE_ASIDE: tuple[str, ...] = ("take", "leave_thing")
"""The same outside fights."""

TABLE: tuple[str, ...] = ("roll", "next_step", "relate", "pass_turns", "weeks")
"""Verbs of the whole table."""


class Tactico:
    """The system of two dice, a characteristic and a skill, and of declared turns of three segments."""

    slug = "tactico"
    rules_version = 4
    state_version = 1
    settings: tuple[Input, ...] = (*COMMON, *SETTINGS)
    sheet_kinds: Mapping[str, SheetKind] = SHEET_KINDS
    brief = ("value.life_max", "value.endurance")
    foremost = ("value.initiative", "value.movement", "value.endurance")
    sheet_part = "sheet.part"
    chips = CHIPS
    paper: Paper = PAPER
    codec: Codec[Head[Body, Round]] = codec(Head[Body, Round])
    equipment: Equipment = EQUIPMENT
    told_codes = TOLD
    board_rules = BOARD
    wraps_up: Mapping[str, bool] = {}
    opening: tuple[str, ...] = ()
    interjections: tuple[str, ...] = ()
    passive: tuple[tuple[str, Mapping[str, Json]], ...] = ()
    maps: Maps = MAPS
    actions: Mapping[str, Action[Body, Round]] = {action.name: action for action in (*ACTIONS, *machine_verbs.ACTIONS)}

    def body(self, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Body:
        """A combatant's own state at the start, from a loaded sheet (TAC-HOUSE-04, TAC-HOUSE-05, TAC-HOUSE-19)."""
        if kind in MACHINE_SHEETS:
            return machine_bodies.machine_body(kind, sheet, house)
        return bodies.person_body(sheet)

    def begin(self, house: Mapping[str, Json]) -> Round:
        """Before the first turn."""
        return Round()

    def moment(self, fight: TacticoFight) -> str:
        """The turn, its stage and the segment at hand."""
        return machine_turns.moment(fight) if of_machines(fight) else turns.moment(fight)

    def offers(self, fight: TacticoFight, actor: Id | None, viewer: Viewer) -> Sequence[Offer]:
        """What may be done now, or why not: in a turn what was declared; without an actor, what the table may do."""
        names = self._verbs(fight, actor)
        return tuple(offer(fight, self.actions[name], actor, viewer) for name in names)

    def _verbs(self, fight: TacticoFight, actor: Id | None) -> tuple[str, ...]:
        if actor is None:
            return (*TABLE, *machine_verbs.TABLE)
        machine = fight.body(actor).machine is not None
        if not fight.ordered:
            return machine_verbs.FREE if machine else (*FREE, *FREE_ASIDE)
        # a machine has nothing to declare in the people's part, and says so
        now = machine_verbs.verbs(fight, actor) if machine or of_machines(fight) else turns.verbs(fight, actor)
        return (*now, *(() if machine else ASIDE))

    def settle(self, fight: TacticoFight) -> TacticoFight:
        """Forget in the turn those who have left the fight, and place those who have come."""
        return machine_turns.settled(turns.settled(fight))

    def order(self, fight: TacticoFight) -> Sequence[OrderPlace]:
        """The order of resolution by the rules, machines first, with what decided each tie."""
        return (*machine_turns.places(fight), *places(fight))

    def whose_turn(self, fight: TacticoFight) -> tuple[Id, ...]:
        """Those who declare or act, and those who come next."""
        return machine_turns.upcoming(fight) if of_machines(fight) else turns.upcoming(fight)

    def passed_over(self, fight: TacticoFight, notes: Notes) -> TacticoFight:
        """Nobody waits for the hidden, neither to declare nor in a segment (TAC-TURN-03, -04)."""
        return machine_turns.passed_over(fight) if of_machines(fight) else turns.passed_over(fight, notes)

    def kept_waiting(self, before: TacticoFight, after: TacticoFight, busy: Collection[Id]) -> TacticoFight:
        """The hidden declare and act after the others of this turn (TAC-TURN-03, -04)."""
        if of_machines(after):
            return machine_turns.kept_waiting(before, after, busy)
        return turns.kept_waiting(before, after, busy)

    def together(self, fight: TacticoFight) -> Sequence[Sequence[Id]]:
        """The game master's own people who declare, or act in this segment, one after the other (TAC-TURN-03, -04)."""
        return () if of_machines(fight) else unplayed_first(fight, to_act(fight))

    def next_step(self, fight: TacticoFight) -> str | None:
        """The next step of the turn, once it waits for no one."""
        if not fight.ordered or not fight.combatants:
            return None
        waiting = machine_turns.to_act(fight) if of_machines(fight) else to_act(fight)
        return None if waiting else "next_step"

    def acted(self, fight: TacticoFight) -> frozenset[Id]:
        """Those who have declared, or have nothing left to do in this turn."""
        return machine_turns.done(fight) if of_machines(fight) else turns.done(fight)

    def turn_parts(self, fight: TacticoFight, who: Id) -> Sequence[TurnPart]:
        """The declaration and the segments of people; movement and fire of a machine (TAC-TURN-03, TAC-VEH-04)."""
        if not fight.round.number:
            return ()
        return machine_turns.turn_parts(fight, who) if of_machines(fight) else turns.turn_parts(fight)

    def proposes(self, fight: TacticoFight, who: Id, offered: Sequence[str]) -> Sequence[str]:
        """Whatever is possible, in the order in which it is offered; a machine moves first, as fire ends its turn."""
        return ("drive",) if "drive" in offered else offered

    def pressing(self, fight: TacticoFight, who: Id) -> Sequence[str]:
        """Nothing goes before what a player is used to."""
        return ()

    def near(self, fight: TacticoFight, who: Id) -> Sequence[Id]:
        """Those who are known to stand within a blow."""
        return tuple(other for other in fight.order if engaged(fight, who, other))

    def orders(self, fight: TacticoFight, who: Id) -> Sequence[str]:
        """A defence with an action that was kept (TAC-ACT-06, TAC-MEL-06); machines have none."""
        return ("order.defence",) if fight.body(who).machine is None else ()

    def card(self, fight: TacticoFight, who: Id) -> Card:
        """All facts of a combatant; a fact that names a hidden one is for the game master."""
        machine = fight.body(who).machine
        found = cards.card(fight, who) if machine is None else machine_cards.card(fight, who)
        return Card(who, conceal(found.facts, fight.hidden))

    def headline(self, fight: TacticoFight) -> Explanation:
        """The turn, its stage and segment."""
        if not fight.ordered:
            return (fact("clock.week", 1 + fight.clock // SECONDS_OF_WEEK),)
        if not fight.round.number:
            return (fact("round.none"),)
        if of_machines(fight):
            return machine_cards.headline(fight)
        return turns.headline(fight)

    def boarded(self, fight: TacticoFight, viewer: Viewer) -> tuple[TacticoFight, BoardRules] | None:
        """A fight of machines with its board; None while the viewer knows of no machine."""
        return shown_on(fight, viewer)

    def unboarded(self, fight: TacticoFight) -> TacticoFight:
        """The same fight with the board where the rules of machines read it."""
        return unboarded(fight)

    def lasting(self, fight: TacticoFight, who: Id) -> Mapping[str, Json]:
        """What is lost, fatigue, wounds, shots; of a machine its damage and ammunition."""
        body = fight.body(who)
        return bodies.lasting(body) if body.machine is None else machine_bodies.lasting(body)

    def wounds(self, fight: TacticoFight, who: Id) -> Sequence[LastingWound[Body, Round]]:
        """What of that condition can be healed when the scene ends."""
        return wounds_of(fight, who)

    def with_lasting(self, body: Body, condition: Mapping[str, Json]) -> Body:
        """A fresh body in the condition that an earlier fight left; maxima are the sheet's."""
        if body.machine is not None:
            return machine_bodies.with_lasting(body, condition)
        return bodies.with_lasting(body, condition)

    def resheeted(self, old: Body, fresh: Body) -> Body:
        """The new sheet's numbers with all that has happened to the old body."""
        return bodies.resheeted(old, fresh) if fresh.machine is None else machine_bodies.resheeted(old, fresh)

    def taps(self, fight: TacticoFight, who: Id) -> Sequence[Tap]:
        """What a sheet rolls at one tap."""
        return taps.taps(fight, who) if fight.body(who).machine is None else machine_taps.taps(fight, who)

    def values(self, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Explanation:
        """The numbers of a sheet with their terms."""
        if kind in MACHINE_SHEETS:
            return machine_values(kind, sheet, house)
        plain = self.body(kind, {**sheet, FIELD: []}, house)
        whole = self.body(kind, sheet, house)
        known = not setting(house, "weapon_values_hidden") or whole.expert
        facts = by_hand_values(sheet_values(plain, sheet), whole)
        return (*facts, *attack_facts(whole, values_known=known), *usual_rolls(whole, values_known=known))

    def migrate(self, head: Json, state_version: int) -> Json:
        """State version 1 is the first."""
        return head


SYSTEM = Tactico()
