"""Choosing a class in the steps of a new character: an archetype of the house, an entry of the packs, or one's own."""

from __future__ import annotations

from collections.abc import Collection

from rules.core.creation import OWN, Pick, Said, offered, offered_as
from rules.core.facts import Explanation, Fact, Param, Word


def chosen_class(said: Said, archetypes: Collection[str]) -> str:
    """The class that was chosen: an archetype, the code of an entry, or OWN; empty while none is."""
    found = said.get("class")
    known = isinstance(found, str) and (found in archetypes or found == OWN or offered_as(said, found, "class"))
    return str(found) if known else ""


def drawn_class(said: Said, archetypes: Collection[str], pick: Pick) -> Said:
    """Where none was chosen, one of the packs; without any, one of the house."""
    if chosen_class(said, archetypes):
        return {}
    names = [one.code for one in offered(said, "class")] or list(archetypes)
    return {"class": names[pick(len(names))]}


def class_words(said: Said, archetypes: Collection[str], own: str) -> tuple[Param, Explanation]:
    """The name of the class, and what it is good for; `own` is the input with the name of one's own."""
    chosen = chosen_class(said, archetypes)
    if entry := offered_as(said, chosen, "class"):
        return entry.name, entry.line
    if chosen in archetypes:
        return Word(f"archetype.{chosen}"), (Fact(f"archetype_line.{chosen}"),)
    return str(said.get(own) or "") or Word("creation.own_class"), ()
