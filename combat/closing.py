"""The end of a scene, for its game master: what the closing page shows, and what its one button does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count, takewhile
from typing import Any

from django.db import transaction
from django.http import QueryDict
from django.utils.translation import gettext as _

from characters import experience
from characters.gear import holder_of
from characters.models import Character
from equipment.ledger import sharing
from equipment.ledger.errors import GearError
from equipment.ledger.models import Loot
from equipment.ledger.writing import Holder
from rules.core import engine
from rules.core.changes import DoesNotFit, fold, inverse
from rules.core.engine import AnyHead
from rules.core.errors import RuleError
from rules.core.facts import Fact, Ref, visible
from rules.core.fight import Command
from rules.core.gear import Thing
from rules.core.group import ACTS
from rules.core.inputs import Input
from rules.core.lasting import as_it_stays
from rules.core.log import Entry
from rules.core.requests import Choose
from rules.core.stored import load_entry
from rules.core.types import Id, Json
from rules.core.wounds import LastingWound
from tapiz_site import inputs as forms
from tapiz_site.accounts.models import User
from tapiz_site.inputs import BoundInput

from . import services, spoils, store, tail
from .board import Row, board
from .deeds import Deed
from .desk import Desk
from .errors import NoExperience, NotGiven
from .models import Encounter

NAME_LENGTH = 80
EXPERIENCE_DIGITS = 6
MOST_ANSWERS = 10
"""How many questions of one closing verb are answered."""


LEFT = "left"
SHARED = "shared"
"""What becomes of a thing: it is left where it is, or goes to the stash. A thing can also go to a character, by id."""

HEALED = "healed"
"""What is said of a wound that does not stay."""


@dataclass(frozen=True)
class Lot:
    """What has one owner after the scene: a thing, or all that a fallen character carries."""

    field: str
    label: str
    thing: Thing | None


@dataclass(frozen=True)
class Fallen:
    """One combatant that is out at the end."""

    row: Row
    how: str
    """Whose act brought it down, and when, as far as the log tells."""
    things: Sequence[Lot]
    """What it leaves."""
    opened: bool
    """Whether the table has its loot already."""


@dataclass(frozen=True)
class Hurt:
    """One wound of a character, with the name of its field."""

    field: str
    wound: LastingWound[Any, Any]
    healed: bool
    """Whether it is to be healed."""


@dataclass(frozen=True)
class Account:
    """One verb that settles accounts at the end, with the questions of its form."""

    name: str
    label: str
    always: bool
    chosen: bool
    bound: Sequence[BoundInput]


class Closing:
    """The end of one scene, as its game master's desk knows it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.read = desk.seat.read
        self.begun = desk.fight.status != "ready"

    # What the page shows

    @property
    def outcome(self) -> str:
        """The end in a sentence, by who still stands."""
        if not self.begun:
            return _("La escena no llegó a empezar")
        if self._all_out("foes"):
            return _("El grupo se impone")
        return _("El grupo ha caído") if self._all_out("party") else _("La escena termina")

    @property
    def decided(self) -> bool:
        """Whether a side is down."""
        return self.desk.fight.status == "running" and (self._all_out("foes") or self._all_out("party"))

    def _all_out(self, side: str) -> bool:
        rows = [row for row in self.desk.board.rows if row.side == side]
        return bool(rows) and all(row.out for row in rows)

    @cached_property
    def fallen(self) -> list[Fallen]:
        """Who is out, characters first."""
        rows = sorted((row for row in self.desk.board.rows if row.out), key=lambda row: row.character is None)
        loots = Loot.objects.filter(encounter=str(self.read.encounter.pk)).values_list("combatant", flat=True)
        opened, past = set(loots), _Past(self.desk)
        return [Fallen(row, past.fell(row.id), self._leaves(row), row.id in opened) for row in rows]

    @property
    def leaves(self) -> bool:
        """Whether any of them leaves something."""
        return any(one.things or one.opened for one in self.fallen)

    def _leaves(self, row: Row) -> list[Lot]:
        one = self.read.head.fight.combatants[row.id]
        if one.character is not None:
            return [Lot(f"loot-{row.id}", _("lo que lleva"), None)] if row.leaves_loot else []
        return [
            Lot(f"loot-{row.id}-{place}", f"{it.quantity} × {it.name}" if it.quantity > 1 else it.name, it)
            for place, it in enumerate(spoils.things_of(self.read, one))
        ]

    def lots(self, sent: QueryDict) -> list[tuple[Fallen, Lot, str]]:
        """What the fallen leave, each with what is to become of it: first the table shares it."""
        closed = [one for one in self.fallen if not one.opened]
        return [(one, lot, sent.get(lot.field, SHARED)) for one in closed for lot in one.things]

    @cached_property
    def takers(self) -> list[Character]:
        """The characters of the group here, who may be given what the fallen leave."""
        here = [row.character for row in self.kept if row.side == "party" and row.character is not None]
        return list(Character.objects.filter(pk__in=here, table=self.read.encounter.table_id).order_by("name"))

    @cached_property
    def kept(self) -> list[Row]:
        """The characters in the condition that they keep, without what ends with the scene."""
        head = replace(self.read.head, fight=as_it_stays(self.desk.system, self.desk.fight), open=())
        rows = board(self.desk.system, head, self.desk.viewer).rows
        return [row for row in rows if row.character is not None]

    def hurts(self, sent: QueryDict) -> list[tuple[Row, list[Hurt]]]:
        """The characters, each with the wounds that can be healed now; first all of them stay."""
        return [(row, [self._hurt(row, wound, sent) for wound in self._wounds(row)]) for row in self.kept]

    def _wounds(self, row: Row) -> Sequence[LastingWound[Any, Any]]:
        return self.desk.system.wounds(self.desk.fight, row.id)

    @staticmethod
    def _hurt(row: Row, wound: LastingWound[Any, Any], sent: QueryDict) -> Hurt:
        field = f"wound-{row.id}-{wound.id}"
        return Hurt(field, wound, sent.get(field) == HEALED)

    @cached_property
    def earners(self) -> list[Character]:
        """The characters of this scene whose sheet counts experience."""
        here = {str(row.character) for row in self.kept if row.side == "party"}
        return [one for pk, one in experience.earners(self.read.encounter.table).items() if str(pk) in here]

    def accounts(self, sent: QueryDict, errors: Mapping[str, RuleError]) -> list[Account]:
        """The verbs that settle accounts here, with their forms."""
        return [
            Account(
                name,
                self.desk.speaker.first_word(f"action.{name}", default=name),
                always,
                always or name in sent.getlist("account"),
                self.desk.bound(self._inputs(name), sent, errors, None, name),
            )
            for name, always in self.desk.system.wraps_up.items()
            if self.begun and self.desk.may(name)
        ]

    def _inputs(self, name: str) -> list[Input]:
        """What a verb asks before it begins, and what it would ask the game master first.

        A question that nobody has to wait for is answered as proposed: what stays is said wound by wound.
        """
        desk = self.desk
        declared = list(engine.action(desk.system, name).inputs(desk.fight, None, desk.viewer))
        values = {item.name: item.default for item in declared if item.default is not None}
        head = type(self.read.head)(desk.fight)
        try:
            begun = engine.begin(desk.system, head, Command("closing", name, None, values, desk.moment), desk.viewer)
        except RuleError:
            return declared
        waiting = engine.waits_for(desk.system, begun.head)
        open_now = (request for request in (waiting.requests if waiting else ()) if isinstance(request, Choose))
        return [*declared, *(item for request in open_now if request.default is None for item in request.inputs)]

    # What the button does

    @transaction.atomic
    def close(self, sent: QueryDict, by: User) -> None:
        """End the scene: loot, accounts, the end itself with its note, experience.

        Raises RuleError and CombatError, also for experience that a sheet cannot hold; then nothing has happened.
        """
        encounter = self.read.encounter
        title = " ".join(sent.get("title", "").split())[:NAME_LENGTH]
        if title and title != encounter.name:
            Encounter.objects.filter(pk=encounter.pk).update(name=title)
        for one in self.fallen:
            self._hand_out(one, sent, by)
        while store.read(encounter.pk).head.open:
            self._act(by, Deed("cancel"))
        if self.desk.fight.status == "paused":
            self._act(by, Deed("command", "resume"))
        for row, hurts in self.hurts(sent):
            if healed := [hurt.wound.id for hurt in hurts if hurt.healed]:
                inputs = {"who": row.id, "wounds": healed}
                self._act(by, Deed("command", "heal_wounds", inputs=inputs, internal=True))
        for account in self.accounts(sent, {}):
            if account.chosen:
                self._settle(account.name, sent, by)
        points = self._points(sent)
        self._act(by, Deed("command", "archive", inputs={"note": sent.get("note", ""), "experience": points}))
        if points:
            self._reward(points, sent.getlist("earns"), by)

    def _hand_out(self, one: Fallen, sent: QueryDict, by: User) -> None:
        """Open what is not left behind to the table, and give what has an owner already."""
        chosen = [(lot, sent.get(lot.field, LEFT)) for lot in one.things if sent.get(lot.field, LEFT) != LEFT]
        if not chosen or one.opened:
            return
        loot = spoils.open_to_all(self.read, one.row.id, by, [lot.thing for lot, _to in chosen if lot.thing])
        holder = Holder(self.read.encounter.table, loot=loot, name=loot.name)
        there = list(holder.things().filter(quantity__gt=0))
        takers = {str(taker.pk): taker for taker in self.takers}
        for lot, to in chosen:
            thing, taker = lot.thing, takers.get(to)
            if thing is None or taker is None:
                continue
            same = (thing.kind, thing.name, thing.quantity)
            made = next(made for made in there if (made.kind, made.name, made.quantity) == same)
            there.remove(made)
            try:
                sharing.give(holder, by, made.pk, made.quantity, holder_of(taker))
            except GearError as refused:
                said = {"what": lot.label, "who": taker.name}
                raise NotGiven(_("%(what)s: no puede ser para %(who)s.") % said) from refused

    @staticmethod
    def _points(sent: QueryDict) -> int:
        """The experience for each who earns it; raises NoExperience where it is no number."""
        points = sent.get("points", "").strip() or "0"
        if not points.isdecimal() or len(points) > EXPERIENCE_DIGITS:
            raise NoExperience(_("La experiencia es un número, desde 0."))
        return int(points)

    def _reward(self, points: int, ids: Sequence[str], by: User) -> None:
        refused = experience.give([one for one in self.earners if str(one.pk) in ids], points, by)
        if refused:
            raise NoExperience(_("No cabe en la ficha de %(who)s.") % {"who": ", ".join(refused)})

    def _settle(self, name: str, sent: QueryDict, by: User) -> None:
        declared = engine.action(self.desk.system, name).inputs(self.desk.fight, None, self.desk.viewer)
        moment = self.desk.system.moment(store.read(self.read.encounter.pk).head.fight)
        self._act(by, Deed("command", name, None, _values(declared, sent), moment))
        for _answer in range(MOST_ANSWERS):
            read = store.read(self.read.encounter.pk)
            waiting = engine.waits_for(read.system, read.head)
            if waiting is None or not waiting.requests:
                return
            request = waiting.requests[0]
            if not isinstance(request, Choose):
                self._act(by, Deed("roll", request=request.key))
            else:
                said = _values(request.inputs, sent) if request.default is None else request.default
                self._act(by, Deed("answer", request=request.key, inputs=said))

    def _act(self, by: User, deed: Deed) -> None:
        services.act_for_app(self.read.encounter.pk, by, deed)


def _values(declared: Sequence[Input], sent: QueryDict) -> dict[str, Json]:
    values, errors = forms.check_all(declared, forms.read(declared, sent))
    if errors:
        raise next(iter(errors.values()))
    return dict(values)


def note_of(encounter: Encounter) -> str:
    """What its game master noted at the end of a scene."""
    rows = encounter.entries.filter(kind="command", undone_by=None, data__command__action="archive")
    last = rows.order_by("-sequence").values_list("data__command__inputs__note", flat=True).first()
    return str(last or "")


class _Past:
    """The heads that a log has been through, newest first; read back only as far as the oldest fall."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        encounter = desk.seat.read.encounter
        self.rows = tail.entries(tail.marks(encounter))
        self.entries: list[Entry] = []
        """The entries read so far, newest first."""
        self.states: list[Json] = [desk.system.codec.dump(desk.seat.read.head)]
        """The state after each of these entries, and the one before the last."""
        self.heads: dict[int, AnyHead] = {}

    def reaches(self, place: int) -> bool:
        """Whether there is an entry at this place, and the state before it is known."""
        while len(self.entries) <= place:
            row = next(self.rows, None)
            if row is None:
                return False
            entry = load_entry(row.data)
            try:
                self.states.append(fold(self.states[-1], inverse(entry.changes)))
            except DoesNotFit:
                # Entries of older releases may not lead back from a head of this one.
                self.rows = iter(())
                return False
            self.entries.append(entry)
        return True

    def head(self, place: int) -> AnyHead:
        """The head after the entry at this place."""
        if place not in self.heads:
            self.heads[place] = self.desk.system.codec.load(self.states[place])
        return self.heads[place]

    def fell(self, who: Id) -> str:
        """Whose act brought a combatant down, and when."""
        place = self._place(who)
        if place is None:
            return ""
        fight = self.head(place + 1).fight
        headline = visible(self.desk.system.headline(fight), self.desk.viewer)
        by = [self.desk.name_of(one) for one in self._by(place, who)]
        told = [self.desk.speaker.listed(by) if by else "", *(self.desk.speaker.text(fact) for fact in headline[:1])]
        return ", ".join(part for part in told if part)

    def _place(self, who: Id) -> int | None:
        """The newest entry before which a combatant was not out yet."""
        places = takewhile(self.reaches, count())
        changed = (place for place in places if any(who in change.path for change in self.entries[place].changes))
        return next((place for place in changed if not self._out(place + 1, who)), None)

    def _out(self, place: int, who: Id) -> bool:
        fight = self.head(place).fight
        return who in fight.combatants and any(fact.code == "out" for fact in self.desk.system.card(fight, who).facts)

    def _by(self, place: int, who: Id) -> list[Id]:
        """Who brought a combatant down with this entry, or did the harm that a step of the table let take effect."""
        entry = self.entries[place]
        command = self._command(place)
        if command is None or (by := doer(entry, command, who)) is not None:
            return [by] if command is not None and by is not None else []
        found: list[Id] = []
        if command.actor is None and engine.action(self.desk.system, command.action).of_the_turn:
            for earlier in takewhile(self.reaches, count(place + 1)):
                if _harm(self.entries[earlier], who) is None:
                    continue
                told = self._command(earlier)
                by = doer(self.entries[earlier], told, who) if told is not None else None
                if by is None:
                    break
                found = [by, *(one for one in found if one != by)]
        return found

    def _command(self, place: int) -> Command | None:
        """The command that the entry at this place belongs to."""
        wanted = self.entries[place].resolution
        older = (self.entries[one].command for one in takewhile(self.reaches, count(place)))
        return next((one for one in older if one is not None and one.id == wanted), None)


def _harm(entry: Entry, who: Id) -> int | None:
    """The place of the last fact of an entry that tells of harm to a combatant."""
    told = enumerate(entry.facts)
    places = [place for place, fact in told if fact.code.startswith("harm.") and _named(fact, "who") == who]
    return places[-1] if places else None


def doer(entry: Entry, command: Command, who: Id) -> Id | None:
    """Who did the harm of an entry to a combatant: whose blow it tells of last, or who acted."""
    last = _harm(entry, who)
    for fact in reversed(entry.facts[:last]):
        by = _named(fact, "who")
        if by not in (None, who) and (fact.code == ACTS or _named(fact, "target") == who):
            return by
    return command.actor if command.actor != who else None


def _named(fact: Fact, name: str) -> Id | None:
    """The combatant that a fact names under this name."""
    it = fact.params.get(name)
    return it.combatant if isinstance(it, Ref) else None
