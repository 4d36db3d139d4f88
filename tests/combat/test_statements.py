"""Statements that are put together once do what the ORM does."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError
from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet
from django.db.models.sql.compiler import SQLCompiler

from combat.models import Act, Encounter, LogEntry
from tapiz_site.campaigns.models import Membership
from tapiz_site.statements import Rows, fields, insert, update

from .play import Game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

ID, SEQUENCE = fields(Encounter, "id", "sequence")
(USER,) = fields(Membership, "user")


def of_member(pk: UUID, user: int) -> QuerySet[Encounter]:
    """An encounter with its table and a person's role there, without its states."""
    rows = Encounter.objects.filter(pk=pk, table__deleted_at=None, table__memberships__user=user)
    return rows.annotate(role=F("table__memberships__role")).select_related("table").defer("first", "head")


def read(one: Model) -> dict[str, Any]:
    """All that was read of a row; what was not is missing."""
    return {name: value for name, value in vars(one).items() if name != "_state"}


def test_a_row_is_what_the_orm_reads_with_what_it_joins_and_is_annotated_with(fight: Game) -> None:
    row, pk = Rows[Encounter](of_member, ID, USER), fight.encounter.pk
    for who in ("game_master", "player"):
        user = fight.users[who]
        found = row.get(pk, user.pk)
        assert found is not None
        usual = of_member(pk, user.pk).get()
        assert (read(found), read(found.table)) == (read(usual), read(usual.table))
        assert (found._state.adding, found._state.db) == (False, "default")
    assert row.get(uuid4(), fight.users["game_master"].pk) is None


def test_it_is_put_together_once_and_for_lists_of_any_length_a_few_times(
    fight: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_together: list[object] = []
    usual = SQLCompiler.as_sql
    monkeypatch.setattr(SQLCompiler, "as_sql", lambda *given: put_together.append(given) or usual(*given))
    row = Rows[Encounter](lambda pk: Encounter.objects.filter(pk=pk), ID)
    assert [row.get(fight.encounter.pk), row.get(uuid4()), row.get(fight.encounter.pk)] == [
        fight.encounter,
        None,
        fight.encounter,
    ]
    assert len(put_together) == 1
    some = Rows[Encounter](lambda pks: Encounter.objects.filter(pk__in=pks), ID)
    assert [some.all([fight.encounter.pk, uuid4()]), some.all([uuid4(), uuid4()]), some.all([])] == [
        [fight.encounter],
        [],
        [],
    ]
    assert some.all([fight.encounter.pk]) == [fight.encounter]
    assert len(put_together) == 3
    for length in range(5, 9):
        assert some.all([*(uuid4() for _one in range(length - 1)), fight.encounter.pk]) == [fight.encounter]
    assert len(put_together) == 4


def test_values_stand_where_the_statement_takes_them_beside_what_always_stands_there(fight: Game) -> None:
    def rows(sequence: int, user: int, pk: UUID) -> QuerySet[Encounter]:
        mine = Exists(Membership.everywhere.filter(user=user, table=OuterRef("table"), role="game_master"))
        either = Q(pk=pk, sequence=sequence) | Q(pk=pk, name="La bodega", table__memberships__user=user)
        return Encounter.objects.filter(either, sequence__gt=1).annotate(runs=mine).distinct()

    statement = Rows[Encounter](rows, SEQUENCE, USER, ID)
    for who in ("game_master", "player", "stranger"):
        for sequence in (fight.read.encounter.sequence, 10_000):
            given = sequence, fight.users[who].pk, fight.encounter.pk
            assert [*map(read, statement.all(*given))] == [*map(read, rows(*given))]


def test_named_values_are_tuples_as_the_orm_gives_them(fight: Game) -> None:
    fight.damage("game_master", "Ana", 3)
    fight.undo("game_master")

    def rows(encounter: UUID) -> QuerySet[LogEntry, tuple[Any, ...]]:
        some = LogEntry.objects.filter(encounter=encounter).order_by("-sequence")
        return some.values_list("id", "data", "undone_by__sequence", "created", "encounter")[:3]

    found = Rows[tuple[Any, ...]](rows, *fields(LogEntry, "encounter")).all(fight.encounter.pk)
    assert found == list(rows(fight.encounter.pk))
    assert len(found) == 3


def test_a_value_that_the_statement_does_not_take_is_refused(fight: Game) -> None:
    statement = Rows[Encounter](lambda pk, sequence: Encounter.objects.filter(pk=pk), ID, SEQUENCE)
    with pytest.raises(TypeError, match="does not take"):
        statement.get(fight.encounter.pk, 3)


def test_a_new_row_is_what_the_orm_writes(fight: Game) -> None:
    game_master = fight.users["game_master"]
    act = Act(user=game_master, key="a key", encounter=fight.encounter, digest="so")
    insert(act)
    usual = Act.objects.create(user=game_master, key="another", encounter=fight.encounter, digest="so")
    assert (act._state.adding, act._state.db) == (False, "default")
    found, other = (read(Act.objects.get(key=key)) for key in ("a key", "another"))
    assert {name for name in found if found[name] != other[name]} == {"id", "key", "created"}
    assert (found["key"], found["id"], usual.created >= found["created"]) == ("a key", usual.pk - 1, True)
    entry = LogEntry(id="e" * 32, encounter=fight.encounter, sequence=900, kind="sync", data={"a": ["ñ", None, 1]})
    insert(entry)
    assert read(LogEntry.objects.get(pk=entry.pk)) == {
        name: value for name, value in read(entry).items() if name != "encounter"
    }
    with pytest.raises(IntegrityError):
        insert(Act(user=game_master, key="a key", encounter=fight.encounter, digest="so"))


def test_fields_are_set_where_the_others_have_their_values(fight: Game) -> None:
    row = Encounter.objects.get(pk=fight.encounter.pk)
    values = {"memory": {"a": ["ñ", None, 1]}, "status": "paused", "sequence": 7, "changed": row.created}
    assert update(Encounter, {"id": row.pk, "sequence": row.sequence + 1}, values) == 0
    assert read(Encounter.objects.get(pk=row.pk)) == read(row)
    assert update(Encounter, {"id": str(row.pk), "sequence": row.sequence}, values) == 1
    assert read(Encounter.objects.get(pk=row.pk)) == read(row) | values
