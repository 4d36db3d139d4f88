"""The scenes of a table's packs: which there are, which comes next, and preparing one with its creatures and people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from characters.models import Character
from equipment.packs import catalogue, words
from equipment.packs.files.document import BattleMap, Foes, in_language
from equipment.packs.files.kinds import kinds_of
from equipment.packs.files.maps import data_in_language
from equipment.packs.models import TablePack
from equipment.packs.stored import maps_in, scenes_in
from rules.core.board.maps import maker_of
from rules.core.errors import RuleError
from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Table
from tapiz_site.campaigns.policy import PLAYING
from tapiz_site.pictures.pixels import NotAPicture
from tapiz_site.pictures.storing import NoRoom

from . import plans, services, sheets, store
from .deeds import Deed
from .models import Encounter, Enlistment


@dataclass(frozen=True, slots=True)
class PackScene:
    """A scene of one of the table's packs, in the language of the reader."""

    ref: str
    """The pack's code, a slash and the slug of the scene: what an encounter keeps of it."""
    name: str
    text: str
    foes: tuple[Foes, ...]
    map: BattleMap | None
    prepared: bool
    """Whether the table has an encounter of it."""


def scenes_of(table: Table) -> list[PackScene]:
    """All scenes of the table's packs, in the order of the packs and their files."""
    rows = TablePack.objects.filter(table=table).select_related("pack", "version").order_by("pk")
    done = set(Encounter.objects.filter(table=table).exclude(scene="").values_list("scene", flat=True))
    said = words.language()
    return [
        PackScene(
            ref, in_language(one.name, said), in_language(one.text, said), one.foes, maps.get(one.map), ref in done
        )
        for row in rows
        for maps in ({one.slug: one for one in maps_in(row.version)},)
        for one in scenes_in(row.version)
        if (ref := f"{row.pack.code}/{one.slug}")
    ]


def following(table: Table) -> PackScene | None:
    """The scene that comes next: the first after the last one that was prepared; None at the end."""
    found = scenes_of(table)
    last = max((place for place, one in enumerate(found) if one.prepared), default=-1)
    return next(iter(found[last + 1 :]), None)


def who_awaits(table: Table, scene: PackScene) -> str:
    """The creatures of a scene in a line, for the game master."""
    said = []
    for pile in scene.foes:
        entry = catalogue.entry_for(table, pile.creature)
        if entry is not None:
            name = entry.name if pile.count == 1 else f"{pile.count} × {entry.name}"
            said.append(_("%(who)s, a escondidas") % {"who": name} if pile.hidden else name)
    return " · ".join(said)


@transaction.atomic
def prepare(table: Table, scene: PackScene | None, user: User, key: str) -> Encounter:
    """A new encounter with the creatures of a scene and all characters with a player that take part in no other.

    Where the scene has a map it is laid, with each side where it enters; without its picture where there is no room.

    scene: None for an empty one. key: that of the form, under which its rows are counted once.
    """
    made = store.create(
        table=table, name=scene.name if scene else _("Primera escena"), user=user, scene=scene.ref if scene else ""
    )
    foes = [row for pile in scene.foes for row in _creatures(table, pile)] if scene else []
    rows = [*(sheets.character_row(one) for one in _ready(table)), *foes]
    if rows:
        services.enlist(encounter=made, user=user, rows=rows, key=key)
    if scene and scene.map is not None:
        name, data = in_language(scene.map.name, words.language()), data_in_language(scene.map, words.language())
        try:
            data = plans.brought(table, name, data, scene.map.picture, user)
        except (NotAPicture, NoRoom):
            data = plans.brought(table, name, data, (), user)
        lay(made, user, data, name, key=store.new_id())
    return made


def lay(encounter: Encounter, user: User, data: Json, name: str, *, key: str) -> None:
    """Lay a map under an encounter, as a command of its log; raises RuleError, CombatError."""
    makes = maker_of(get_system(encounter.table.system), data)
    deed = Deed("command", makes.verb, inputs={"data": data, "name": name}, internal=True)
    services.act(encounter=encounter.pk, user=user, deed=deed, key=key)


def _ready(table: Table) -> Iterator[Character]:
    """The people of the group who are free for a fight, each with its possessions."""
    players = Membership.objects.filter(table=table, role__in=PLAYING).values("user")
    busy = Enlistment.objects.filter(encounter__table=table, encounter__free=False).values("character")
    kind = next(iter(get_system(table.system).sheet_kinds))
    found = Character.objects.filter(table=table, kind=kind, players__in=players).exclude(pk__in=busy)
    for one in found.distinct().order_by("name"):
        one.table = table
        yield one


def _creatures(table: Table, pile: Foes) -> list[dict[str, Json]]:
    """The rows of one kind of creature; none where the pack or the rules no longer have it."""
    entry = catalogue.entry_for(table, pile.creature)
    if entry is None or not entry.sound:
        return []
    try:
        sheet = catalogue.sheet_of_creature(table, entry)
    except RuleError:
        return []
    group = store.new_id() if pile.count > 1 else None
    row: dict[str, Json] = {
        "name": entry.name[:60],
        "public_name": "",
        "side": "foes",
        "kind": kinds_of(get_system(table.system))[entry.kind].gives,
        "sheet": sheet,
        "group": group,
        "numbered": pile.count > 1,
        "hidden": pile.hidden,
        "shows": "word",
        "entry": entry.code,
    }
    return [{**row, "id": store.new_id()} for _one in range(pile.count)]
