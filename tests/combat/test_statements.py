"""Statements that are put together once do what the ORM does."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db.models import F, Model, QuerySet
from django.db.models.sql.compiler import SQLCompiler

from combat.models import Encounter
from tapiz_site.campaigns.models import Membership
from tapiz_site.statements import OneRow, update

from .play import Game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

ID, SEQUENCE, USER = (
    Encounter._meta.get_field("id"),
    Encounter._meta.get_field("sequence"),
    Membership._meta.get_field("user"),
)


def of_member(pk: UUID, user: int) -> QuerySet[Encounter]:
    """An encounter with its table and a person's role there, without its states."""
    rows = Encounter.objects.filter(pk=pk, table__deleted_at=None, table__memberships__user=user)
    return rows.annotate(role=F("table__memberships__role")).select_related("table").defer("first", "head")


def read(one: Model) -> dict[str, Any]:
    """All that was read of a row; what was not is missing."""
    return {name: value for name, value in vars(one).items() if name != "_state"}


def test_a_row_is_what_the_orm_reads_with_what_it_joins_and_is_annotated_with(fight: Game) -> None:
    row, pk = OneRow(of_member, ID, USER), fight.encounter.pk
    for who in ("game_master", "player"):
        user = fight.users[who]
        found = row.get(pk, user.pk)
        assert found is not None
        usual = of_member(pk, user.pk).get()
        assert (read(found), read(found.table)) == (read(usual), read(usual.table))
        assert (found._state.adding, found._state.db) == (False, "default")
    assert row.get(uuid4(), fight.users["game_master"].pk) is None


def test_it_is_put_together_once(fight: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    put_together: list[object] = []
    usual = SQLCompiler.as_sql
    monkeypatch.setattr(SQLCompiler, "as_sql", lambda *given: put_together.append(given) or usual(*given))
    row = OneRow(lambda pk: Encounter.objects.filter(pk=pk), ID)
    assert [row.get(fight.encounter.pk), row.get(uuid4()), row.get(fight.encounter.pk)] == [
        fight.encounter,
        None,
        fight.encounter,
    ]
    assert len(put_together) == 1


def test_values_in_another_order_than_that_of_the_statement_are_refused(fight: Game) -> None:
    turned = OneRow(lambda sequence, pk: Encounter.objects.filter(pk=pk).filter(sequence=sequence), SEQUENCE, ID)
    with pytest.raises(TypeError, match="takes"):
        turned.get(3, fight.encounter.pk)


def test_fields_are_set_where_the_others_have_their_values(fight: Game) -> None:
    row = Encounter.objects.get(pk=fight.encounter.pk)
    values = {"memory": {"a": ["ñ", None, 1]}, "status": "paused", "sequence": 7, "changed": row.created}
    assert update(Encounter, {"id": row.pk, "sequence": row.sequence + 1}, values) == 0
    assert read(Encounter.objects.get(pk=row.pk)) == read(row)
    assert update(Encounter, {"id": str(row.pk), "sequence": row.sequence}, values) == 1
    assert read(Encounter.objects.get(pk=row.pk)) == read(row) | values
