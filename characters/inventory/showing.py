"""Possessions as pages show them: rows in groups by place and container, coins, load and what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from equipment.ledger import money, moving
from equipment.ledger.errors import Burden, CoinName, GearError, SpokenAmount, TooMuch
from equipment.ledger.frozen import AnyPossession, as_thing, left_behind
from equipment.ledger.models import Cause, LedgerRow, Place
from rules.core.equipment import EntryKind, Equipment
from rules.core.facts import Fact
from rules.core.gear import Place as RulesPlace
from tapiz_site.campaigns.models import Table
from tapiz_site.speech import PageSpeaker

from ..burdens import burden_words, words_of
from ..naming import coin_word, said_name
from ..values import Value

AT_ONCE = 30
"""How many loose possessions a page shows; the rest is on further pages, or found by name."""

ICONS: Mapping[str, str] = {"hand": "sword", "worn": "shield", "packed": "archive", "left": "door-closed"}

RANKS: Mapping[str, int] = {"hand": 0, "worn": 1, "packed": 2, "left": 4}
"""The order of places; what lies in a container comes third."""


@dataclass(frozen=True, slots=True)
class PossessionRow:
    """A possession in words."""

    one: AnyPossession
    name: str
    kind: str
    burden: str = ""
    """The weight of its whole quantity."""
    equip: tuple[tuple[str, str, str], ...] = ()
    """The places to which one tap puts it."""
    charged: bool = False
    most_charges: int = 0
    room: str = ""
    """Of a container: how much of its room is taken."""
    is_coin: bool = False
    counts: bool = True
    """Whether one tap raises or lowers its quantity."""


@dataclass(frozen=True, slots=True)
class PossessionGroup:
    """Rows under a heading: a place on the body, a container, or a place where possessions were left."""

    title: str
    rows: tuple[PossessionRow, ...]
    icon: str = "archive"
    container: PossessionRow | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class ShownLoad:
    """The load in the words of the system: its values, and a bar where both carried weight and capacity are known."""

    values: tuple[Value, ...] = ()
    carried: int | None = None
    capacity: int | None = None
    word: str = ""
    costs: tuple[Value, ...] = ()
    burden: str = ""

    @property
    def known(self) -> bool:
        """Whether there is anything to say of it: a machine carries no load."""
        return bool(self.values or self.capacity or self.word or self.costs or self.burden)


@dataclass(frozen=True, slots=True)
class Shelf:
    """One page of an inventory: its groups, its number of the pages, and the count of all possessions."""

    groups: tuple[PossessionGroup, ...]
    page: int = 1
    pages: int = 1
    count: int = 0
    coins: tuple[PossessionRow, ...] = ()
    worth: str = ""


def is_coin(one: AnyPossession) -> bool:
    """Whether a possession is money."""
    return one.kind == money.COIN


def coins_said(code: str, many: int, words: PageSpeaker) -> str:
    """Some coins of a kind, in singular or plural."""
    counted = Fact(f"coins.{code}", many)
    return words.text(counted) if words.has(counted.code) else f"{many} × {coin_word(code, words)}"


def refused(error: GearError, table: Table, *, numbers: bool = True) -> str:
    """A refusal in words, with coins, prices and burdens as the system of the table says them.

    `numbers`: whether the reader may know the load of the character that it would overload.
    """
    words, equipment = words_of(table), moving.equipment_of(table)
    if isinstance(error, TooMuch) and (numbers or not error.params["who"]):
        return words.error(error.reason)
    said: dict[str, object] = {}
    for name, value in error.params.items():
        match value:
            case CoinName():
                said[name] = coin_word(value.code, words)
            case SpokenAmount():
                said[name] = price_words(equipment, value.amount, words)
            case Burden():
                said[name] = burden_words({value.measure: value.units}, words) or "0"
            case _:
                said[name] = value
    return str(error.message) % said


def row_of(equipment: Equipment, one: AnyPossession, words: PageSpeaker) -> PossessionRow:
    """A possession as a row."""
    kind = moving.kind_of(equipment, one)
    return PossessionRow(
        one=one,
        name=said_name(one, words),
        kind=words.first_word(f"entry.{one.kind}", default=one.kind),
        burden=burden_words(equipment.burden(as_thing(one)), words),
        equip=_equips(kind, one),
        charged=bool(kind.charges),
        most_charges=kind.fresh_charges(one.values),
        is_coin=one.kind == money.COIN,
        counts=not kind.places or one.quantity > 1,
    )


def _equips(kind: EntryKind, one: AnyPossession) -> tuple[tuple[str, str, str], ...]:
    # Packing a possession that lies in a container takes it out.
    here = "" if one.within_id else str(one.place)
    places = [place for place in (*kind.places, "packed") if place != here]
    return tuple((place, _putting(kind, place), ICONS[place]) for place in dict.fromkeys(places))


def _putting(kind: EntryKind, place: RulesPlace) -> str:
    match place:
        case "hand":
            return _("Empuñar")
        case "worn":
            # One tap puts away what hands hold, and puts on other possessions.
            return _("Llevar encima") if "hand" in kind.places else _("Ponerse")
        case "packed":
            return _("Guardar")


def shelf(
    equipment: Equipment, things: Sequence[AnyPossession], words: PageSpeaker, *, page: int = 1, search: str = ""
) -> Shelf:
    """A page of possessions: at hand and worn first, then loose, in containers, left elsewhere.

    A page has a bounded number of rows, however many possessions there are.
    """
    wanted = [one for one in things if one.kind != money.COIN and search.casefold() in one.name.casefold()]
    by_id = {one.id: one for one in things}
    ordered = sorted(wanted, key=lambda one: rank(one, by_id))
    pages = max(1, -(-len(ordered) // AT_ONCE))
    page = min(max(1, page), pages)
    shown = ordered[(page - 1) * AT_ONCE : page * AT_ONCE]
    coins = [one for one in things if one.kind == money.COIN]
    away = left_behind(things)
    here = money.purse_of(one for one in coins if one.id not in away)
    return Shelf(
        groups=tuple(_groups(equipment, shown, things, by_id, words)),
        page=page,
        pages=pages,
        count=len(ordered),
        coins=tuple(row_of(equipment, one, words) for one in coins),
        worth=price_words(equipment, money.worth(equipment.coins, here), words) if len(equipment.coins) > 1 else "",
    )


def rank(one: AnyPossession, by_id: Mapping[str, AnyPossession]) -> tuple[int, str, int, str]:
    """The sort key of a possession: at hand, worn, packed, in containers, left elsewhere, and then its own order."""
    if one.within_id in by_id:
        return 3, by_id[one.within_id or ""].name + (one.within_id or ""), one.order, one.id
    return RANKS[one.place], one.where, one.order, one.id


def _groups(
    equipment: Equipment,
    shown: Sequence[AnyPossession],
    things: Sequence[AnyPossession],
    by_id: Mapping[str, AnyPossession],
    words: PageSpeaker,
) -> Iterable[PossessionGroup]:
    titles = {"hand": _("En la mano"), "worn": _("Puesto"), "packed": _("Guardado")}
    gathered: dict[tuple[str, str], list[PossessionRow]] = {}
    for one in shown:
        key = ("within", one.within_id or "") if one.within_id in by_id else (one.place, one.where)
        gathered.setdefault(key, []).append(row_of(equipment, one, words))
    for (sort, name), rows in gathered.items():
        if sort == "within":
            container = with_room(equipment, by_id[name], things, words)
            title = _("Dentro de: %(name)s") % {"name": container.name}
            yield PossessionGroup(title, tuple(rows), "archive", container, name=f"within-{name}")
        elif sort == "left":
            yield PossessionGroup(_("En %(where)s") % {"where": name}, tuple(rows), ICONS["left"], name=f"left-{name}")
        else:
            yield PossessionGroup(titles[sort], tuple(rows), ICONS[sort], name=sort)


def with_room(
    equipment: Equipment, one: AnyPossession, things: Sequence[AnyPossession], words: PageSpeaker
) -> PossessionRow:
    """The row of a container, with how much of its room is taken."""
    kind = moving.kind_of(equipment, one)
    most, used = moving.room_of(equipment, one, things)
    row = row_of(equipment, one, words)
    if most is None:
        return row
    said = [burden_words({kind.holds_measure: amount}, words) or "0" for amount in (used, most)]
    return replace(row, room=_("%(used)s de %(most)s") % {"used": said[0], "most": said[1]})


def price_words(equipment: Equipment, amount: int, words: PageSpeaker) -> str:
    """An amount of money in the fewest coins."""
    if not equipment.coins:
        return str(amount)
    least = min(equipment.coins, key=lambda coin: coin.worth)
    found = money.in_coins(equipment.coins, amount) or {least.code: 0}
    return words.listed([coins_said(code, many, words) for code, many in found.items()])


def load_of(
    values: Iterable[Value], condition: Iterable[Value], burden: Mapping[str, int], words: PageSpeaker
) -> ShownLoad:
    """The load from the numbers of a sheet: codes `value.load…` and `value.capacity`, and the costs `burden.…`.

    A load whose limit is another value names it in `capacity`; codes `load.…` are faults of the load.
    """
    values = tuple(values)
    found = [one for one in values if one.code.startswith(("value.load", "value.capacity"))]
    carried = next((one.amount for one in found if one.code == "value.load"), None)
    capacity = next((one.amount for one in found if one.code in ("value.load_capacity", "value.capacity")), None)
    word = ""
    for one in found:
        weight = one.params.get("weight")
        carried = weight if isinstance(weight, int) and carried is None else carried
        limit = one.params.get("capacity")
        capacity = limit if isinstance(limit, int) and capacity is None else capacity
        word = word or str(one.params.get("category") or "")
    amiss = [one for one in values if one.code.startswith("load.")]
    costs = (*amiss, *(one for one in condition if one.code.startswith("burden.")))
    # Only the system can add several measures up.
    said = burden_words(burden, words) if sum(1 for units in burden.values() if units) == 1 else ""
    return ShownLoad(tuple(found), carried, capacity, word, costs, said)


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A row of a ledger in words: time, author, what came or went, why, and what else changed."""

    row: LedgerRow
    name: str
    amount: str
    cause: str
    detail: str
    by: str


def ledger_lines(rows: Iterable[LedgerRow], equipment: Equipment, words: PageSpeaker) -> tuple[LedgerLine, ...]:
    """Rows of a ledger in words; read them with their possession and person."""
    return tuple(
        LedgerLine(
            row=row,
            name=said_name(row.possession, words),
            amount=_signed(row.quantity),
            cause=str(Cause(row.cause).label),
            detail=" · ".join(_details(row, equipment, words)),
            by=row.by.shown_name if row.by else row.by_name,
        )
        for row in rows
    )


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else ""


def _details(row: LedgerRow, equipment: Equipment, words: PageSpeaker) -> Iterable[str]:
    params = row.params
    if params.get("from"):
        yield _("de %(who)s") % {"who": params["from"]}
    if params.get("to"):
        yield _("a %(who)s") % {"who": params["to"]}
    if params.get("proposed_by"):
        yield _("lo propuso %(who)s") % {"who": params["proposed_by"]}
    if params.get("why"):
        yield _("«%(words)s»") % {"words": params["why"]}
    if params.get("fight"):
        yield str(params["fight"])
    if params.get("shop"):
        yield str(params["shop"])
    if isinstance(params.get("price"), int):
        yield price_words(equipment, params["price"], words)
    if row.charges:
        yield _("cargas %(many)s") % {"many": _signed(row.charges)}
    for name, (old, new) in row.changed.items():
        if name == "place":
            yield f"{Place(old).label} → {Place(new).label}"
        elif name == "where" and new:
            yield str(new)
        elif name == "name":
            yield f"{old} → {new}"
        elif name == "within" and params.get("into"):
            yield _("dentro de %(name)s") % {"name": params["into"]}
        elif name == "note":
            yield _("nota")
        elif name == "values":
            yield _("características")
