"""What can be done to characters."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Manager
from django.utils import timezone

from equipment import topics
from rules.core.gear import Thing
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table
from tapiz_site.live import versions

from . import gear, history, hooks, sheets
from .history import Difference
from .models import BIN_DAYS, Character, CharacterState


class StaleSheet(Exception):
    """Another edit of the character came after this one began."""

    code = "stale"

    def __init__(self, by: User | None, revision: int) -> None:
        super().__init__("The character has been edited meanwhile.")
        self.by = by
        self.revision = revision


@transaction.atomic
def create_character(
    *,
    table: Table,
    kind: str,
    name: str,
    values: Mapping[str, Json],
    by: User,
    players: Collection[User] = (),
    things: Collection[Thing] = (),
    whole: bool = True,
) -> Character:
    """A new character from raw values of its kind's inputs; raises SheetRefused with every fault.

    `things`: what it owns besides what its sheet lists.
    `whole`: False where the caller has more to write to it, and itself announces its arrival afterwards.
    """
    sheet_kind = sheets.kind_of(table, kind)
    checked = sheets.check(sheet_kind, values)
    if checked.errors:
        raise sheets.SheetRefused(checked.errors)
    character = Character(table=table, name=name, kind=kind, sheet_version=sheet_kind.version, updated_by=by)
    character.sheet, listed = gear.unpacked(character, checked.sheet)
    character.save(force_insert=True)
    character.players.set(players)
    gear.own(character, (*listed, *things), by)
    history.write(character, by, ())
    _tell(character, players)
    if whole:
        hooks.arrived(character, by)
    return character


@transaction.atomic
def update_character(
    *,
    character: Character,
    name: str,
    values: Mapping[str, Json],
    by: User,
    revision: int | None = None,
    players: Collection[User] | None = None,
    shared: bool | None = None,
    restored: int | None = None,
) -> Character:
    """Write a character anew from raw values; `revision`: the one that was edited.

    `players` and `shared` are given only where they change. The history keeps what changed; an edit that changes
    nothing leaves no trace. Raises SheetRefused with all faults, and StaleSheet when another edit came first.
    """
    stored = _locked(character)
    if revision is not None and revision != stored.revision:
        raise StaleSheet(stored.updated_by, stored.revision)
    kind = sheets.kind_of(stored.table, stored.kind)
    checked = sheets.check(kind, values)
    if checked.errors:
        raise sheets.SheetRefused(checked.errors)
    sheet, things = gear.unpacked(stored, checked.sheet)
    changed = history.differences(sheets.sheet_of(stored), sheet)
    public = [one for one in changed if one.field not in kind.private]
    about = history.differences({"name": stored.name}, {"name": name}, about=True)
    seen = [] if shared is None else history.differences({"shared": stored.shared}, {"shared": shared}, about=True)
    before = list(stored.players.order_by("pk"))
    after = before if players is None else sorted(players, key=lambda user: user.pk)
    if after != before:
        about.append(Difference("players", [user.pk for user in before], [user.pk for user in after], about=True))
    if restored is not None:
        # Things listed on an old sheet have been possessions since.
        things = ()
    if not (changed or about or seen or things):
        return stored
    gear.receive(stored, things, by)
    if things:
        versions.bump([topics.of_character(stored.pk)])
    _keep_first(stored)
    stored.name = name
    stored.shared = stored.shared if shared is None else shared
    stored.sheet, stored.sheet_version = sheet, kind.version
    if after != before:
        stored.players.set(after)
    _written(stored, by, [*about, *seen, *changed], restored=restored)
    if seen:
        versions.bump([stored.table.topic])
    if about or public or things:
        # Notes are private, and no step of a fight.
        _tell(stored, after)
        hooks.edited(stored, by)
    return stored


@transaction.atomic
def rewrite_character(*, character: str, values: Mapping[str, Json], by: User) -> None:
    """Write to the sheet the values that a rule has changed, and checked, on the copy in an encounter.

    It is an edit like any other, with its history; the encounter knows of it already.
    """
    stored = _locked_row(character)
    kind = sheets.kind_of(stored.table, stored.kind)
    before = sheets.sheet_of(stored)
    after = kind.load({**before, **values})
    changed = history.differences(before, after)
    if not changed:
        return
    _keep_first(stored)
    stored.sheet, stored.sheet_version = after, kind.version
    _written(stored, by, changed)
    _tell(stored, stored.players.all())


@transaction.atomic
def restore_state(*, character: Character, revision: int, by: User) -> Character:
    """Bring back name, sheet and `shared` as they were after an edit, as a new edit.

    Writes nothing where they are the same already. Raises CharacterState.DoesNotExist.
    """
    state = CharacterState.objects.get(character=character, revision=revision)
    kind = sheets.kind_of(character.table, character.kind)
    sheet = state.sheet if state.sheet_version == kind.version else kind.migrate(state.sheet, state.sheet_version)
    return update_character(
        character=character, name=state.name, values=sheet, by=by, shared=state.shared, restored=revision
    )


@transaction.atomic
def share_character(*, character: Character, shared: bool, by: User) -> Character:
    """Share the sheet with all people at the table, or stop sharing it."""
    stored = _locked(character)
    if stored.shared == shared:
        return stored
    _keep_first(stored)
    changed = [Difference("shared", stored.shared, shared, about=True)]
    stored.shared = shared
    _written(stored, by, changed)
    versions.bump([stored.table.topic])
    return stored


@transaction.atomic
def delete_character(*, character: Character, by: User) -> None:
    """Put a character into the bin, where it stays for BIN_DAYS; fights keep the sheet they froze."""
    hooks.deleting(character, by)
    _tell(character, character.players.all())
    character.deleted_at = timezone.now()
    character.deleted_by = by
    character.save(update_fields=["deleted_at", "deleted_by"])


@transaction.atomic
def recover_character(*, character: Character, by: User) -> None:
    """Take a character out of the bin."""
    character.deleted_at = character.deleted_by = None
    character.save(update_fields=["deleted_at", "deleted_by"])
    _tell(character, character.players.all())
    hooks.arrived(character, by)


def empty_bin() -> int:
    """Delete for good the characters that have been in the bin for BIN_DAYS; returns how many they were."""
    over = timezone.now() - timedelta(days=BIN_DAYS)
    _all, by_model = Character.everywhere.filter(deleted_at__lt=over).delete()
    return by_model.get("characters.Character", 0)


def _locked(character: Character) -> Character:
    return _locked_row(character.pk, Character.objects)


def _locked_row(pk: UUID | str, among: Manager[Character] = Character.everywhere) -> Character:
    """A character, in the bin or not, locked until the transaction ends."""
    return among.select_for_update(of=("self",)).select_related("table", "updated_by").get(pk=pk)


def _keep_first(stored: Character) -> None:
    """Keep a character's state before its first edit, if it is not kept yet."""
    if not stored.states.exists():
        history.write(stored, stored.updated_by, ())


def _written(stored: Character, by: User, changed: Collection[Difference], *, restored: int | None = None) -> None:
    stored.revision += 1
    stored.updated_by = by
    stored.save(update_fields=["name", "sheet", "sheet_version", "shared", "revision", "updated_by", "updated"])
    history.write(stored, by, changed, restored=restored)


def _tell(character: Character, players: Collection[User]) -> None:
    # A character that only the DJ knows of must not wake other people's pages.
    if players or character.shared:
        versions.bump([character.table.topic])
