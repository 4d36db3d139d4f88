"""Putting right: one old step of a fight as it should have been, what would differ since, and what is taken of it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.http import QueryDict
from django.utils.translation import gettext as _

from rules.core import engine, fair
from rules.core.audience import Viewer
from rules.core.engine import AnyHead
from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Explanation, Fact, visible
from rules.core.inputs import Input
from rules.core.log import STEPS, Entry
from rules.core.putting_right import NAME, SCENE, by_combatant
from rules.core.replay import GAME_MASTER, Asked, Copy, Right, replayed
from rules.core.requests import Answer, Choose, Dice, Request
from rules.core.stored import dump_fact, load_entry
from rules.core.types import Id, Json
from rules.core.verbs import AnyFight
from rules.core.words import number
from tapiz_site import inputs as forms
from tapiz_site.campaigns.models import Membership, Role
from tapiz_site.inputs import BoundInput

from . import causes, deeds, past, store, veils
from .causes import CauseField
from .deeds import Deed
from .desk import Desk
from .foretold import Foretold, foretold
from .history import LogLine, lines_of
from .models import LogEntry
from .parts import token
from .policy import Seat

FORM = "right"
MOST = 20_000
"""How many later entries are taken again at most."""

LONG = 1000
"""From how many on it is said how long that takes."""

A_SECOND = 2500
"""About how many entries are taken again in a second: measured at 5,000 on a slow machine, of common acts."""

ALL, SOME, NONE = "todo", "persona", "nada"
"""What is taken: all that would differ, what is ticked, or nothing."""

MOST_FACES = 20
"""Up to this number of sides a face is tapped."""

NEW = "dado"
"""The parameter with the dice that fell anew: the resolution, the key and the faces, between bars."""


@dataclass(frozen=True)
class Differing:
    """What would differ of one combatant, or of the scene."""

    who: Id
    name: str
    hidden: bool
    before: str
    after: str
    taken: bool
    turns: str
    """Where it would be out, or would not be out."""


@dataclass(frozen=True)
class DieField:
    """One die of the entry: the faces that it can show, and the one that it shows."""

    name: str
    faces: range
    shown: int
    tapped: bool


class Righting:
    """One entry on its way to what it should have been, for the game master."""

    def __init__(self, seat: Seat, row: LogEntry, sent: QueryDict) -> None:
        self.seat = seat
        self.row = row
        self.sent = sent
        self.entry = load_entry(row.data)
        self.then = past.seat_at(seat, row.sequence - 1)
        self.errors: dict[str, RuleError] = {}
        self.problem: RuleError | None = None

    @cached_property
    def now(self) -> Desk:
        """The game master's desk at the fight as it is."""
        return Desk(self.seat)

    @cached_property
    def desk(self) -> Desk:
        """The game master's desk before the entry."""
        if self.then is None:
            raise NotAllowed("core.put_right.too_old")
        return Desk(self.then)

    @cached_property
    def request(self) -> Request | None:
        """What was asked, where the entry is an answer."""
        if self.entry.kind != "answer" or self.then is None:
            return None
        system, head = self.seat.whole.system, self.then.whole.head
        head = engine.known_on_top(system, head, self.author(self.entry, head))
        waiting = engine.waits_for(system, head)
        return next((one for one in waiting.requests if one.key == self.entry.key), None) if waiting else None

    @cached_property
    def declared(self) -> Sequence[Input]:
        """The inputs of the entry."""
        if isinstance(self.request, Choose):
            return self.request.inputs
        if self.entry.command is None or self.then is None:
            return ()
        command, head = self.entry.command, self.then.whole.head
        verb = engine.action(self.seat.whole.system, command.action)
        return verb.inputs(head.fight, command.actor, Viewer(self.entry.by, game_master=True))

    @property
    def possible(self) -> bool:
        """Whether this entry is a step that counts and holds something that can be another."""
        if (
            self.row.kind not in STEPS
            or self.row.undone_by_id is not None
            or self.entry.closed
            or self.row.veiled
            or self.then is None
        ):
            return False
        if self.entry.command is not None and engine.action(self.seat.whole.system, self.entry.command.action).internal:
            return False
        return self.seat.whole.head.fight.status != "archived" and bool(self.declared or self.dice)

    # What is asked and what was said

    @property
    def dice(self) -> list[DieField]:
        """The dice of the entry."""
        if not isinstance(self.request, Dice):
            return []
        faces = self.values.get("faces", ())
        return [
            DieField(f"face{place}", range(1, sides + 1), shown, sides <= MOST_FACES)
            for place, (sides, shown) in enumerate(zip(self.request.sides, faces, strict=False))
        ]

    @property
    def bound(self) -> list[BoundInput]:
        """The inputs of the entry as they were, or as they were sent."""
        desk = self.desk
        faces = desk.faces(self.declared)
        return forms.fields(self.declared, self.values, self.errors, desk.speaker, form_id=FORM, marks=faces)

    @cached_property
    def values(self) -> Mapping[str, Json]:
        """What the entry is to hold: what was sent, else what it holds."""
        old = dict(self.entry.command.inputs if self.entry.command is not None else self.entry.answer or {})
        if "prueba" not in self.sent:
            return old
        if isinstance(self.request, Dice):
            faces = [self.sent.get(f"face{place}", "") for place in range(len(self.request.sides))]
            return {"faces": [int(face) if face.isascii() and face.isdigit() else face for face in faces]}
        return {**old, **forms.read(self.declared, self.sent)}

    @property
    def tried(self) -> bool:
        """Whether something was sent to be tried."""
        return "prueba" in self.sent

    @cached_property
    def causes(self) -> list[CauseField]:
        """What can be said to have held then, that nobody declared."""
        command = self.entry.command
        if command is None:
            return []
        return list(causes.fields(self.desk, command.actor, self.declared, command.inputs, self._said))

    @property
    def said_causes(self) -> bool:
        """Whether any was said."""
        return any(self._said)

    @property
    def _said(self) -> list[str]:
        return self.sent.getlist(causes.SENT)

    @cached_property
    def other_cause(self) -> Id:
        """The entry that began the act to which these dice belong, where that holds something; else nothing."""
        if self.entry.kind != "answer":
            return ""
        row = self.seat.whole.encounter.entries.filter(pk=self.row.resolution).first()
        return row.pk if row is not None and Righting(self.seat, row, QueryDict()).possible else ""

    @cached_property
    def following(self) -> int:
        """How many entries have followed."""
        return self.seat.whole.encounter.sequence - self.row.sequence

    @property
    def seconds(self) -> int:
        """About how long the later ones take to be taken again; 0 where that is not worth a word."""
        return 0 if self.following < LONG else max(1, round(self.following / A_SECOND))

    # What it comes to

    def author(self, entry: Entry, head: AnyHead) -> Viewer:
        """The author of an entry: who runs the table now ran it then."""
        internal = entry.command is not None and engine.action(self.seat.whole.system, entry.command.action).internal
        if internal or entry.by_order or not entry.by or self._roles.get(entry.by, "") == Role.GAME_MASTER:
            return Viewer(entry.by, game_master=True)
        return head.fight.viewer(entry.by, game_master=False)

    @cached_property
    def _roles(self) -> dict[str, str]:
        rows = Membership.objects.filter(table=self.seat.whole.encounter.table_id).values_list("user", "role")
        return {str(user): role for user, role in rows}

    @cached_property
    def copy(self) -> Copy | None:
        """The copy that the values come to; None where they are refused, which `errors` and `problem` then tell."""
        read = self.seat.whole
        try:
            values = self._checked()
            if self.errors or self.then is None:
                return None
            if any(one.command.id == self.entry.resolution for one in read.head.open):
                # its changes lie in what is open, which is the present's and not the copy's
                raise NotAllowed("core.put_right.open")
            right = Right(self.entry.id, values, causes.commands(self._said))
            return replayed(read.system, self.then.whole.head, self._log(), right, self.author, self.given)
        except RuleError as error:
            if error.field:
                self.errors[error.field] = error
            self.problem = error
            return None

    def _checked(self) -> Mapping[str, Json]:
        if isinstance(self.request, Dice):
            return self.request.check(self.values)
        known = {name: self.values.get(name) for name in (one.name for one in self.declared)}
        checked, self.errors = forms.check_all(self.declared, known)
        return checked

    def _log(self) -> list[Entry]:
        encounter = self.seat.whole.encounter
        if self.following > MOST:
            raise NotAllowed("core.put_right.too_old")
        found = store.entries_after(encounter, self.row.sequence - 1)
        known = {one.id for one in found}
        wanted = [one for entry in found if entry.kind in ("undo", "redo") for one in entry.targets if one not in known]
        earliest = encounter.entries.filter(pk__in=wanted).order_by("sequence").values_list("sequence", flat=True)
        first = earliest.first() if wanted else None
        return store.entries_after(encounter, first - 1) if first is not None else found

    @cached_property
    def given(self) -> dict[tuple[Id, str], Answer]:
        """The dice that fell anew."""
        found: dict[tuple[Id, str], Answer] = {}
        for one in self.sent.getlist(NEW):
            resolution, key, faces = (*one.split("|"), "", "")[:3]
            numbers = [int(face) for face in faces.split() if face.isascii() and face.isdigit()]
            if numbers:
                found[resolution, key] = {"faces": numbers}
        return found

    def rolled(self, asked: Asked) -> str:
        """The dice of what is asked anew as they fall by the seed of the scene: the same roll falls the same again."""
        request, seed = asked.request, self.seat.whole.encounter.seed
        assert isinstance(request, Dice)  # noqa: S101 - choices are answered as proposed
        number = store.number_of(asked.command.id)
        if seed and number is not None:
            name = fair.identity(asked.command, number, asked.answers, request.key)
            faces = fair.Seed.of(seed).faces(name, request.sides)
        else:
            faces = deeds.roll(request)
        return self.kept(asked, " ".join(map(str, faces)))

    def kept(self, asked: Asked, faces: str) -> str:
        """How dice that fell anew are kept in the form."""
        return f"{asked.command.id}|{asked.request.key}|{faces}"

    @property
    def asked(self) -> str:
        """What must be rolled anew, in words; empty where nothing must."""
        if self.copy is None or self.copy.asked is None or self.then is None:
            return ""
        asked, desk = self.copy.asked, self.now
        who = desk.name_of(asked.request.to) if asked.request.to else self.seat.whole.encounter.table.dj
        what = desk.speaker.first_word(f"action.{asked.command.action}", default=asked.command.action)
        return f"{who}: {what}"

    # What would differ

    @cached_property
    def changes(self) -> dict[Id, list[object]]:
        """The changes that lead from now to the copy, as JSON, by combatant."""
        if self.copy is None:
            return {}
        found = by_combatant(self.seat.whole.system.codec.diff(self.seat.whole.head, self.copy.head))
        return {who: [change.to_json() for change in changes] for who, changes in found.items()}

    @property
    def seen(self) -> str:
        """A fingerprint of what would differ: who takes something takes what was read."""
        return token(json.dumps(self.changes, sort_keys=True))

    @property
    def differing(self) -> list[Differing]:
        """What would differ, in the order of the fight, the scene last."""
        if self.copy is None:
            return []
        now, then = self.seat.whole.head.fight, self.copy.head.fight
        order = [*then.order, *(who for who in now.order if who not in then.order), SCENE]
        return [self._differing(who) for who in order if who in self.changes]

    def _differing(self, who: Id) -> Differing:
        assert self.copy is not None  # noqa: S101 - its callers have one
        taken = who in self.taken
        desk, system = self.now, self.seat.whole.system
        now, then = self.seat.whole.head.fight, self.copy.head.fight
        if who == SCENE:
            old, new = (desk.speaker.told(system.headline(fight)) for fight in (now, then))
            return Differing(who, _("La escena: turno, orden y puntos"), False, old, new, taken, "")
        one = then.combatants.get(who) or now.combatants[who]
        cards = [self._card(fight, who) for fight in (now, then)]
        pairs = (cards, cards[::-1])
        old, new = (_said(desk, [fact for fact in mine if fact not in other]) for mine, other in pairs)
        was, is_ = (any(fact.code == "out" for fact in card) for card in cards)
        turns = "" if was == is_ else _("Habría caído") if is_ else _("Seguiría en pie")
        return Differing(who, one.called(by_game_master=True), one.hidden, old, new, taken, turns)

    def _card(self, fight: AnyFight, who: Id) -> Explanation:
        system = self.seat.whole.system
        if who not in fight.combatants:
            return ()
        return visible(system.card(fight, who).facts, GAME_MASTER)

    @cached_property
    def gone(self) -> list[LogLine]:
        """The later steps that would not have happened."""
        wanted = [one.id for one in self.copy.gone] if self.copy is not None else []
        found = lines_of(self.seat, wanted)
        return [found[one] for one in wanted if one in found]

    @property
    def otherwise(self) -> list[str]:
        """The later steps that would have come to something else, as they would be told."""
        if self.copy is None:
            return []
        desk = self.now
        told = [desk.speaker.told(visible(here.facts, GAME_MASTER)) for _was, here in self._told_anew]
        return [one for one in told if one]

    @property
    def told(self) -> str:
        """What the entry tells now."""
        return self.now.speaker.told(self.copy.facts) if self.copy is not None else ""

    # What is taken

    @property
    def how_much(self) -> str:
        """Whether all is taken, some of it, or nothing."""
        return self.sent.get("cuanto") or self.sent.get("modo") or (SOME if "take" in self.sent else ALL)

    @property
    def amounts(self) -> list[tuple[str, str]]:
        """How much can be taken, in words."""
        return [(ALL, _("Todo")), (SOME, _("Por persona")), (NONE, _("Nada"))]

    @property
    def by_person(self) -> bool:
        """Whether it is chosen for which combatants something is taken."""
        return self.how_much == SOME

    @property
    def taken(self) -> list[Id]:
        """The combatants whose changes are taken."""
        ticked = self.sent.getlist("take") if self.how_much == SOME else []
        # who begins to choose begins with all
        everyone = self.how_much == ALL or (self.how_much == SOME and self.sent.get("cuanto") == SOME)
        return list(self.changes) if everyone else [who for who in ticked if who in self.changes]

    @property
    def torn(self) -> list[str]:
        """What those acts tell of which one person's part would be taken and another's left."""
        if self.copy is None or self.how_much != SOME:
            return []
        taken = set(self.taken)
        steps = [(was, here.facts) for was, here in self._told_anew] + [(one, one.facts) for one in self.copy.gone]
        touched: dict[Id, set[Id]] = defaultdict(set)
        for was, _facts in steps:
            touched[was.resolution] |= self._touched(was)
        told: dict[Id, list[Fact]] = defaultdict(list)
        for was, facts in steps:
            if touched[was.resolution] & taken and touched[was.resolution] - taken:
                told[was.resolution] += visible(facts, GAME_MASTER)
        return [said for said in map(self.now.speaker.told, told.values()) if said]

    @cached_property
    def _told_anew(self) -> list[tuple[Entry, Entry]]:
        """The later steps that would come to something else, without those whose telling is veiled."""
        covered = veils.covered(self.seat.whole.encounter)
        return [(was, here) for was, here in self.copy.differing if was.id not in covered] if self.copy else []

    @cached_property
    def _here(self) -> Mapping[Id, Entry]:
        return {was.id: here for was, here in self.copy.differing} if self.copy is not None else {}

    def _touched(self, entry: Entry) -> set[Id]:
        """Those that a later step changes, as it was or as it is in the copy, and who differ in the end."""
        here = self._here.get(entry.id)
        changes = (*entry.changes, *(here.changes if here is not None else ()))
        return by_combatant(changes).keys() & self.changes.keys()

    def _counts(self, entry: Entry) -> bool:
        """Whether a later step counts as it is in the copy: not where all that it touches were left as they are."""
        touched = self._touched(entry)
        return not touched or not touched.isdisjoint(self.taken)

    @property
    def foretold(self) -> list[Foretold]:
        """What the table and its players will read of what is taken; nothing where there is nothing to take."""
        try:
            return foretold(self.seat, self._deed())
        except RuleError:
            return []

    def deed(self) -> Deed:
        """The deed that takes what was chosen; raises NotAllowed where nothing would differ or dice are lacking."""
        if self.sent.get("seen") != self.seen and self.copy is not None and self.copy.asked is None:
            raise NotAllowed("core.put_right.moved")
        return self._deed()

    def _deed(self) -> Deed:
        if self.copy is None or self.copy.asked is not None:
            raise NotAllowed("core.put_right.lacks")
        chosen = [change for who in self.taken for change in self.changes[who]]
        if not chosen:
            raise NotAllowed("core.put_right.nothing")
        later = {was.id: [dump_fact(fact) for fact in here.facts] for was, here in self._told_anew if self._counts(was)}
        inputs = {
            "entry": self.entry.id,
            "changes": chosen,
            "facts": [dump_fact(fact) for fact in self.copy.facts],
            "anew": [dump_fact(fact) for fact in self.copy.anew],
            "later": {**later, **{one.id: None for one in self.copy.gone if self._counts(one)}},
        }
        return Deed("command", NAME, inputs=inputs, internal=True)


def _said(desk: Desk, facts: Sequence[Fact]) -> str:
    """These facts of a card in words, each with its number."""
    numbered = ((desk.speaker.text(fact), fact.value) for fact in facts)
    return " · ".join(f"{said}: {number(value)}" if value is not None else said for said, value in numbered)
