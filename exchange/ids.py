"""The ids inside an encounter: listing and replacing them.

Ids are replaced everywhere, also inside longer texts (ids of effects and keys of requests begin or end with one). The
new ones sort like the old, because rules iterate over combatants and effects in that order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias
from uuid import UUID

from rules.core import fair
from rules.core.fair import ID
from rules.core.fight import RESERVE
from rules.core.stored import load_entry
from rules.core.types import Json

Entries: TypeAlias = list[dict[str, Json]]


PEOPLE = "controllers"
PURSE = "purse"
PURSES = "purses"
"""Points of people are not exported, just as people are not; the game master's reserve is."""
CHARACTER = "character"
RELEASE = "release"
"""The verb of core that releases a person's combatants."""


def declared(states: Iterable[Json], entries: Entries) -> list[str]:
    """The ids of an encounter's combatants, their things, groups, commands and entries, in order."""
    found: set[str] = set()
    for state in states:
        found |= _of_combatants(state["fight"].get("combatants"))
        found |= {one["command"]["id"] for one in state.get("open", ())}
    for entry in entries:
        found |= {entry["id"], entry["resolution"], *entry["targets"]}
        if entry["command"]:
            found.add(entry["command"]["id"])
        for _operation, path, before, after in entry["changes"]:
            found |= _of_change(path, before, after)
    return sorted(one for one in found if ID.fullmatch(one))


def _of_combatants(combatants: Json) -> set[str]:
    found: set[str] = set()
    for who, one in (combatants or {}).items():
        found |= {who, one.get("group") or ""} | _of_gear(one.get("gear"))
    return found


def _of_gear(gear: Json) -> set[str]:
    """The ids of a combatant's things."""
    return set((gear or {}).get("things") or {})


def _of_change(path: list[str], before: Json, after: Json) -> set[str]:
    """The ids that a change adds or removes: combatants, together or alone, and their groups."""
    found: set[str] = set()
    if path[:2] != ["fight", "combatants"]:
        return found
    for value in (before, after):
        if len(path) == 2 and isinstance(value, dict):
            found |= _of_combatants(value)
        elif len(path) == 3 and isinstance(value, dict):
            found |= _of_combatants({path[2]: value})
        elif len(path) == 4 and path[3] == "group":
            found.add(value or "")
        elif len(path) == 4 and path[3] == "gear":
            found |= _of_gear(value)
        elif len(path) == 5 and path[3:] == ["gear", "things"]:
            found |= set(value or {})
    if path[3:5] == ["gear", "things"] and len(path) > 5:
        found.add(path[5])
    return found


def numbered(ids: list[str], start: int = 1) -> dict[str, str]:
    """Plain numbers in the form of ids, in the same order, for files."""
    return {old: f"{number:032x}" for number, old in enumerate(ids, start)}


def fresh(ids: list[str], new_id: Callable[[], str]) -> dict[str, str]:
    """Random ids, in the same order, to replace those of a file."""
    return dict(zip(ids, sorted(new_id() for _one in ids), strict=True))


def at_the_dice(
    entries: Entries, earlier: Mapping[str, Mapping[str, str]], renaming: Renaming
) -> dict[str, dict[str, str]]:
    """By the hash of each seed that was revealed, what the new ids are called in the names of its rolls.

    earlier: the same of the ids that are replaced now, where they had been replaced before.
    """
    found: dict[str, dict[str, str]] = {}
    log = [load_entry({"by": "", **one}) for one in entries]
    seeds = fair.revealed(log)
    for _entry, hash_, identity in fair.rolls(log):
        if hash_ not in seeds:
            continue
        for one in sorted(set(ID.findall(fair.text_of(identity)))):
            called = earlier.get(hash_, {}).get(one) or seeds[hash_].called(one)
            found.setdefault(hash_, {})[renaming.text(one)] = called
    return found


def file_character(number: int) -> str:
    """The id in a file for its character of this number."""
    return str(UUID(int=number))


def file_picture(number: int) -> str:
    """The id in a file for its picture of this number, the newest first, those beside the document last."""
    return f"picture-{number:026}"


class Renaming:
    """Replaces the ids in all parts of an encounter, and releases its combatants from people.

    `ids`: old to new. `characters`: known characters, old to new; combatants of other characters lose theirs.
    """

    def __init__(self, ids: Mapping[str, str], characters: Mapping[str, str]) -> None:
        self.ids = ids
        self.characters = characters

    def text(self, value: str) -> str:
        """A text with its ids replaced."""
        if len(value) < 32:
            return value
        if value in self.ids:
            # A thing that a rule has made may be a possession by now, whose id is the whole text.
            return self.ids[value]
        return ID.sub(lambda found: self.ids.get(found[0], found[0]), value)

    def value(self, value: Json) -> Json:
        """Any value with its ids replaced."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(item) for item in value]
        if isinstance(value, dict):
            # A combatant, or a row that enlists one; elsewhere these names may have other meanings.
            combatant = "sheet" in value
            return {
                self.text(key): self.field(key, item) if combatant else self.value(item) for key, item in value.items()
            }
        return value

    def state(self, state: Json) -> Json:
        """A head with its ids replaced, and with no points but the game master's."""
        fight = state["fight"]
        if PURSES in fight:
            state = {**state, "fight": {**fight, PURSES: _reserve(fight[PURSES])}}
        return self.value(state)

    def field(self, name: str, value: Json) -> Json:
        """One field of a combatant."""
        if name == PEOPLE:
            return []
        if name == PURSE:
            return RESERVE
        if name == CHARACTER and (value is None or isinstance(value, str)):
            return self.characters.get(value) if value else None
        return self.value(value)

    def changes(self, changes: Iterable[Json]) -> list[Json]:
        """The changes of an entry, in their JSON form."""
        return [self._change(one) for one in changes if not _of_a_player(one[1])]

    def _change(self, change: Json) -> Json:
        operation, path, before, after = change
        if path == ["fight", PURSES]:
            before, after = _reserve(before), _reserve(after)
        where = [self.text(key) for key in path]
        if operation == "count":
            return [operation, where, before, after]
        if path[:2] == ["fight", "combatants"] and len(path) == 4:
            return [operation, where, self.field(path[3], before), self.field(path[3], after)]
        return [operation, where, self.value(before), self.value(after)]

    def entry(self, entry: Mapping[str, Any]) -> dict[str, Json]:
        """One entry of the log, in its JSON form."""
        kept = {name: self.value(value) for name, value in entry.items() if name != "changes"}
        command = kept.get("command")
        if command and command["action"] == RELEASE:
            command["inputs"] = {"person": ""}
        if command and PURSES in command["inputs"]:
            command["inputs"] = {**command["inputs"], PURSES: {}}
        return {**kept, "changes": self.changes(entry["changes"])}


def _of_a_player(path: list[str]) -> bool:
    """Whether a change concerns the points of a player."""
    return path[:2] == ["fight", PURSES] and len(path) > 2 and path[2] != RESERVE


def _reserve(purses: Json) -> Json:
    if not isinstance(purses, dict):
        return purses
    return {name: purse for name, purse in purses.items() if name == RESERVE}
