"""Boxes to cross out, one a point, as the path of a drawing: for paper, where a number is counted down by pencil."""

from __future__ import annotations

from dataclasses import dataclass

BOX = 2.7
GAP = 0.6
"""Between two boxes, in millimetres."""
FIVE = 0.6
"""What comes to the gap after every fifth one."""
FIVES = 5
LEAST_BOX = 1.7
"""Below this nobody hits a box with a pencil."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """Boxes as paths, in millimetres."""

    count: int
    crossed: int
    width: float
    height: float
    path: str
    """A square for each box; each begins with M."""
    crosses: str = ""
    """A stroke through each that is crossed out."""


def boxes(count: int, lost: int = 0, *, wide: float, box: float = BOX, x: float = 0, y: float = 0) -> Boxes:
    """Boxes in rows, in fives, as many in a row as fit into `wide`; the first ones are crossed out.

    x, y: where the first stands.
    """
    step = box + GAP * box / BOX
    extra = FIVE * box / BOX
    per_row = 1 + int(wide / step)
    while per_row > 1 and per_row * step - (step - box) + (per_row - 1) // FIVES * extra > wide:
        per_row -= 1
    if per_row > FIVES:
        per_row -= per_row % FIVES
    even = -(-count // -(-count // per_row)) if count else per_row
    fives = -(-even // FIVES) * FIVES
    # a row in fives is easier to count, unless it leaves a box or two alone in the last one
    per_row = fives if fives <= per_row and count % fives not in (1, 2) else even
    places = [
        (x + (n % per_row) * step + (n % per_row) // FIVES * extra, y + n // per_row * step) for n in range(count)
    ]
    return _drawn(places, box, min(max(lost, 0), count), x, y)


def block(count: int, lost: int = 0, *, x: float, y: float, wide: float, high: float, most: float) -> Boxes | None:
    """Boxes that fill an area in equal rows, `most` wide at most, centred in it; None where they would be too small."""
    step = most / 0.827
    while step > LEAST_BOX and int(wide / step + 0.18) * int(high / step + 0.18) < count:
        step -= 0.05
    box = step * 0.827
    if box < LEAST_BOX or not count:
        return None
    per_row = min(count, int(wide / step + 0.18))
    rows = -(-count // per_row)
    left = x + (wide - (per_row * step - (step - box))) / 2
    top = y + (high - (rows * step - (step - box))) / 2
    places = [(left + n % per_row * step, top + n // per_row * step) for n in range(count)]
    return _drawn(places, box, min(max(lost, 0), count), x, y)


def _drawn(places: list[tuple[float, float]], box: float, crossed: int, x: float, y: float) -> Boxes:
    inset = box * 0.1
    stroke = box - 2 * inset
    return Boxes(
        len(places),
        crossed,
        round(max((left + box - x for left, _top in places), default=0), 2),
        round(max((top + box - y for _left, top in places), default=0), 2),
        "".join(f"M{_n(left)} {_n(top)}h{_n(box)}v{_n(box)}h-{_n(box)}z" for left, top in places),
        "".join(
            f"M{_n(left + inset)} {_n(top + inset + stroke)}l{_n(stroke)}-{_n(stroke)}"
            for left, top in places[:crossed]
        ),
    )


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
