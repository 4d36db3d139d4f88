"""A log entry is kept with all that it says, and with no more words than it needs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.changes import Change
from rules.core.facts import fact
from rules.core.fight import Command
from rules.core.log import Entry
from rules.core.stored import dump_entry, load_entry

PLAIN = Entry("e1", "p1", "command", "c1")
WHOLE = replace(
    PLAIN,
    changes=(Change("put", ("a",), 1, 2),),
    facts=(fact("toy.told", who="ana"),),
    command=Command("c1", "strike", "ana", {"target": "orc"}),
    key="hit",
    answer={"faces": [3]},
    rolled=True,
    targets=("e0",),
    rules_version=4,
)


@pytest.mark.parametrize("entry", [PLAIN, WHOLE])
def test_an_entry_is_read_as_it_was_kept(entry: Entry) -> None:
    assert load_entry(dump_entry(entry)) == entry


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [("by_order", True, True), ("closed", True, True), ("sides", (6, 8), [6, 8]), ("again", 0, 0), ("again", 2, 2)],
)
def test_what_few_entries_have_is_kept_of_those_alone(name: str, value: object, kept: object) -> None:
    entry = replace(PLAIN, **{name: value})  # type: ignore[arg-type]
    assert dump_entry(entry) == {**dump_entry(PLAIN), name: kept}
    assert name not in dump_entry(PLAIN)
    assert load_entry(dump_entry(entry)) == entry
