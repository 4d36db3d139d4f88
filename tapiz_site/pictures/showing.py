"""The picture that hangs at a table: the game master shows it to everyone, and takes it away."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table
from tapiz_site.campaigns.policy import roles
from tapiz_site.live import versions
from tapiz_site.statements import Rows, fields

from .models import Hanging, Picture

PREFIX = "picture:"


def topic(table: Table) -> str:
    """The topic that announces what hangs."""
    return f"{PREFIX}{table.pk}"


_HANGING: Rows[Hanging] = Rows(
    lambda table: Hanging.objects.filter(table=table).select_related("picture"), *fields(Hanging, "table")
)


def hanging(table: Table) -> Picture | None:
    """The picture that hangs at the table now."""
    found = _HANGING.get(table.pk)
    return found.picture if found else None


@transaction.atomic
def hang(table: Table, picture: Picture) -> None:
    """Show a picture to everyone at the table, in place of the one before."""
    Hanging.objects.update_or_create(table=table, defaults={"picture": picture})
    versions.bump([topic(table)])


@transaction.atomic
def take_down(table: Table) -> None:
    """Show none any more."""
    if Hanging.objects.filter(table=table).delete()[0]:
        versions.bump([topic(table)])


@transaction.atomic
def delete(table: Table, picture: Picture) -> None:
    """Delete a picture for good; one that hangs is taken down."""
    hangs = Hanging.objects.filter(picture=picture).exists()
    picture.delete()
    if hangs:
        versions.bump([topic(table)])


@transaction.atomic
def rename(table: Table, picture: Picture, caption: str) -> None:
    """Write another title below a picture."""
    picture.caption = caption
    picture.save(update_fields=["caption"])
    if Hanging.objects.filter(picture=picture).exists():
        versions.bump([topic(table)])


def which_may_watch(asked: Sequence[tuple[User, str]]) -> set[tuple[int, str]]:
    """For each person the topics `picture:<table>` of tables at which this person has a place."""
    wanted = [(user.pk, topic, _table(topic)) for user, topic in asked]
    found = roles({person for person, *_rest in wanted}, {pk for *_rest, pk in wanted if pk is not None})
    return {(person, topic) for person, topic, pk in wanted if (person, pk) in found}


def _table(topic: str) -> UUID | None:
    try:
        return UUID(topic.removeprefix(PREFIX))
    except ValueError:
        return None
