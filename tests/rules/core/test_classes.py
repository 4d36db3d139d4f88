"""Classes of a new character: those of the house, of a pack, or one of the player's own."""

from __future__ import annotations

import pytest

from rules.core.classes import chosen_class, class_words, drawn_class
from rules.core.creation import Offered, Said
from rules.core.facts import Word

HOUSE = ("fighter", "healer")
PACK: Said = {"lienzo": [Offered("bard", "class", "Bard", "Sings.")]}


@pytest.mark.parametrize(
    ("said", "chosen", "name", "line"),
    [
        ({"class": "fighter"}, "fighter", Word("archetype.fighter"), ("archetype_line.fighter",)),
        ({**PACK, "class": "bard"}, "bard", "Bard", ("core.verbatim",)),
        ({"class": "bard"}, "", Word("creation.own_class"), ()),
        ({"class": "own", "called": "Weaver"}, "own", "Weaver", ()),
        ({"class": "own"}, "own", Word("creation.own_class"), ()),
        ({"class": 3}, "", Word("creation.own_class"), ()),
    ],
)
def test_a_class_is_of_the_house_of_a_pack_or_ones_own(
    said: Said, chosen: str, name: object, line: tuple[str, ...]
) -> None:
    assert chosen_class(said, HOUSE) == chosen
    words, told = class_words(said, HOUSE, "called")
    assert (words, tuple(one.code for one in told)) == (name, line)


def test_where_none_was_chosen_one_of_the_packs_is_drawn_else_one_of_the_house() -> None:
    assert drawn_class({"class": "healer"}, HOUSE, max) == {}
    assert drawn_class({}, HOUSE, lambda count: count - 1) == {"class": "healer"}
    assert drawn_class(PACK, HOUSE, lambda count: count - 1) == {"class": "bard"}
