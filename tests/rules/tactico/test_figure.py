"""The figure of a mech: no name lies on another one, on boxes or on an outline, in both languages."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from rules.core.fight import Combatant
from rules.core.words import Speaker
from rules.systems.tactico.vehicles.bodies import machine_body
from rules.systems.tactico.vehicles.figure import Figure, Place
from rules.systems.tactico.vehicles.record import blank, record
from rules.systems.tactico.vehicles.sheet import MACHINE_SHEETS

FONTS = Path(__file__).parents[3] / "static" / "fonts"
NAME = ("alegreya-700.woff2", 3.9)
COUNT = ("alegreya-sans-500.woff2", 3.55)
"""The fonts and sizes of both lines, in millimetres, as `templates/systems/tactico/print/_figure.html` draws them."""

ASCENT, DESCENT = 0.72, 0.22
Area = tuple[float, float, float, float]


def width(text: str, font: str, size: float) -> float:
    loaded = TTFont(FONTS / font)
    names, advances = loaded.getBestCmap(), loaded["hmtx"].metrics
    return sum(advances[names[ord(one)]][0] for one in text) * size / loaded["head"].unitsPerEm


def area_of(text: str, font: tuple[str, float], place: Place, down: float) -> Area:
    (x, y), wide, size = place.outline.at, width(text, *font), font[1]
    left = {"start": x, "middle": x - wide / 2, "end": x - wide}[place.outline.anchor]
    return (left, y + down - ASCENT * size, left + wide, y + down + DESCENT * size)


def lines_of(figure: Figure, language: str) -> list[tuple[str, Area]]:
    speaker = Speaker("tactico", language, str)
    found = []
    for place in figure.places:
        for told, font, down in ((place.named, NAME, 0.0), (place.counted, COUNT, NAME[1])):
            text = speaker.text(told)
            found.append((text, area_of(text, font, place, down)))
    return found


def strokes(place: Place) -> list[Area]:
    """The straight strokes of an outline, each as the area it covers."""
    points, x, y = [], 0.0, 0.0
    for command, rest in re.findall(r"([MHVL]?)\s*([\d.]+(?: [\d.]+)*)", place.outline.hull):
        numbers = list(map(float, rest.split()))
        if command == "H":
            x = numbers[0]
            points.append((x, y))
        elif command == "V":
            y = numbers[0]
            points.append((x, y))
        for at in range(0, len(numbers) - 1, 2) if command in ("M", "L", "") else ():
            x, y = numbers[at], numbers[at + 1]
            points.append((x, y))
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return [(min(a, c), min(b, d), max(a, c), max(b, d)) for (a, b), (c, d) in pairs]


def overlap(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def figures() -> list[Figure]:
    sheet = MACHINE_SHEETS["mech"].load({"tonnage": 100})
    full = record(Combatant("", "", machine_body("mech", sheet, {}), kind="mech"), {})
    assert full is not None
    return [full.figure, blank("mech", {}).figure]


@pytest.mark.parametrize("language", ["es", "en"])
def test_names_lie_on_nothing(language: str) -> None:
    for figure in figures():
        said = lines_of(figure, language)
        for (text, one), (other, second) in combinations(said, 2):
            assert not overlap(one, second), (text, other)
        for text, (left, top, right, bottom) in said:
            assert min(left, top) >= 0, text
            assert right <= figure.width, text
            assert bottom <= figure.height, text
            for place in figure.places:
                x, y, wide, high = place.outline.area
                assert not overlap((left, top, right, bottom), (x, y, x + wide, y + high)), (text, place.name)
                assert not any(overlap((left, top, right, bottom), one) for one in strokes(place)), (text, place.name)
