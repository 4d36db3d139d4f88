"""A table's own packs: a draft, written in the browser, is published as a version."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from rules.core.equipment import EntryKind
from rules.core.errors import RuleError
from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table

from . import choosing
from .errors import Empty, NoSpace, VersionOlder
from .files.checking import faults_in, inherited
from .files.document import MOST_MAPS, MOST_SLUG, BattleMap, version_key
from .files.document import Entry as Written
from .files.faults import Path
from .files.kinds import LETTERS, kinds_of, may_ask, sheet_of
from .files.languages import in_languages
from .files.reading import load
from .files.writing import checksum, files_of, pruned
from .models import Entry, Pack, PackVersion, TablePack
from .stored import maps_in, pack_of, rows_of

FIRST = "1"
LAST_CODE = 9999


@transaction.atomic
def begin(*, table: Table, slug: str, code: str, name: str, licence: str, language: str) -> PackVersion:
    """A new pack of a table, with an empty draft in one language."""
    pack = Pack.objects.create(system=table.system, slug=slug, code=code, owner=table)
    return PackVersion.objects.create(
        pack=pack, number=FIRST, languages=[language], name={language: name}, licence=licence
    )


def newest(pack: Pack) -> PackVersion | None:
    """The newest published version."""
    return max(pack.versions.exclude(published=None), key=lambda one: one.key, default=None)


@transaction.atomic
def draft_of(pack: Pack) -> PackVersion:
    """The draft of an own pack; a new draft is a copy of the newest version under the next number."""
    locked = Pack.objects.select_for_update().get(pk=pack.pk)
    draft = locked.versions.filter(published=None).first()
    if draft is not None:
        return draft
    last = newest(locked)
    if last is None:
        raise PackVersion.DoesNotExist
    copied = {
        name: getattr(last, name)
        for name in ("languages", "name", "description", "licence", "authors", "source", "chapters", "maps", "scenes")
    }
    draft = PackVersion.objects.create(pack=locked, number=next_number(last.number), **copied)
    rows = list(last.entries.all())
    for row in rows:
        row.pk, row.version = None, draft
    Entry.objects.bulk_create(rows)
    return draft


def next_number(number: str) -> str:
    """The number after this one: its last part raised by one."""
    *first, last = number.split(".")
    return ".".join([*first, str(int(last) + 1)])


@transaction.atomic
def publish(draft: PackVersion, number: str, by: User | None = None) -> PackVersion:
    """Publish a draft as a version; its table takes it at once if it plays with the pack, and la carta follows.

    Raises VersionOlder, Empty and Refused.
    """
    pack = Pack.objects.select_for_update().get(pk=draft.pack_id)
    last = newest(pack)
    if last is not None and version_key(number) <= last.key:
        raise VersionOlder(number=last.number)
    rows = list(draft.entries.all())
    if not rows and not draft.chapters and not draft.maps and not draft.scenes:
        raise Empty
    draft.number, draft.pack = number, pack
    # A published version must survive export and import: an entry may rest on another one that has changed.
    load(files_of(pack_of(draft, rows)))
    draft.checksum, draft.published = checksum(pack_of(draft, rows)), timezone.now()
    draft.save()
    if pack.owner is not None and TablePack.objects.filter(table=pack.owner, pack=pack).exists():
        choosing.take(pack.owner, draft, by)
    return draft


def next_code(draft: PackVersion, kind: EntryKind) -> str:
    """The first free code for an entry of this kind; raises NoSpace."""
    start = start_of(draft, kind)
    return free_code(start, set(draft.entries.filter(code__startswith=start).values_list("code", flat=True)))


def start_of(draft: PackVersion, kind: EntryKind) -> str:
    """The prefix of the codes of a kind in this pack."""
    return f"{draft.pack.code}{LETTERS[kind.family]}"


def free_code(start: str, used: Collection[str]) -> str:
    """The first unused code with this prefix; raises NoSpace."""
    for number in range(1, LAST_CODE + 1):
        if (code := f"{start}{number:04}") not in used:
            return code
    raise NoSpace


def faults_of(draft: PackVersion, kind: EntryKind, values: Mapping[str, Json], of: str = "") -> dict[Path, RuleError]:
    """The faults that the rules find in the values of an entry of this draft, by place."""
    system = get_system(draft.pack.system)
    above = draft.entries.filter(code=of, kind=kind.name, of="").first() if of else None
    whole = inherited(system, kind, above.values, values) if above else dict(values)
    return dict(faults_in(system, kind, whole, draft.languages))


@transaction.atomic
def write(draft: PackVersion, written: Written, before: str = "") -> Entry:
    """Keep a checked entry of a draft in place of the one with the code `before`, whose parts follow it."""
    row = draft.entries.filter(code=before or written.code).first() or Entry(version=draft)
    row.version, row.kind, row.code = draft, written.kind, written.code
    row.name, row.text, row.values = dict(written.name), dict(written.text), pruned(dict(written.values))
    row.of, row.licence, row.source = written.of, written.licence, written.source
    row.save()
    if before and before != written.code:
        draft.entries.filter(of=before).update(of=written.code)
        _rename_in_scenes(draft, before, written.code)
    return row


def delete(draft: PackVersion, row: Entry) -> None:
    """Delete an entry of a draft; a creature leaves the scenes too."""
    row.delete()
    _rename_in_scenes(draft, row.code, "")


def _rename_in_scenes(draft: PackVersion, code: str, new: str) -> None:
    """Let the scenes name another creature in the place of this one; none where `new` is empty."""
    if not any(pile["creature"] == code for one in draft.scenes for pile in one.get("foes", ())):
        return
    for one in draft.scenes:
        kept = [pile for pile in one.get("foes", ()) if new or pile["creature"] != code]
        one["foes"] = [{**pile, "creature": new} if pile["creature"] == code else pile for pile in kept]
    draft.save(update_fields=["scenes"])


def add_map(draft: PackVersion, name: str, data: Json, picture: Sequence[str] = ()) -> str:
    """Add a map to a draft, under one name in all its languages; returns its slug. Raises NoSpace."""
    taken = {one["slug"] for one in draft.maps}
    stem = slugify(name)[:MOST_SLUG].strip("-") or "mapa"
    slugs = (f"{stem}-{number}" if number > 1 else stem for number in range(1, MOST_MAPS + 2))
    slug = next(free for free in slugs if free not in taken)
    if len(draft.maps) >= MOST_MAPS:
        raise NoSpace
    one = BattleMap(slug, dict.fromkeys(draft.languages, name), data, tuple(picture))
    draft.maps = rows_of(sorted((*maps_in(draft), one), key=lambda each: each.slug))
    draft.save()
    return slug


def drop_map(draft: PackVersion, slug: str) -> None:
    """Remove a map from a draft."""
    draft.maps = [one for one in draft.maps if one["slug"] != slug]
    draft.save()


def copy(draft: PackVersion, given: Written, origin: str) -> Written:
    """Copy an entry of another pack to this draft: with a new code, in the draft's languages, with its source."""
    kind = kinds_of(get_system(draft.pack.system))[given.kind]
    first = next(iter(given.name.values()), "")
    system = get_system(draft.pack.system)
    return Written(
        kind=given.kind,
        code=next_code(draft, kind),
        name={one: given.name.get(one, first) for one in draft.languages},
        text={one: given.text.get(one) or next(iter(given.text.values())) for one in draft.languages}
        if given.text
        else {},
        values=in_languages(given.values, may_ask(system, kind), sheet_of(system, kind), draft.languages),
        licence=given.licence,
        source=given.source or origin,
    )
