"""Boxes to cross out: as many as points, within their area, the lost ones crossed through."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.boxes import BOX, LEAST_BOX, Boxes, block, boxes

NUMBER = r"(-?[\d.]+)"
ROUND = 0.03
"""Numbers are written with two decimals."""


def squares(drawn: Boxes) -> list[tuple[float, float, float]]:
    """The left, the top and the side of each box."""
    found = re.findall(rf"M{NUMBER} {NUMBER}h{NUMBER}v{NUMBER}h-{NUMBER}z", drawn.path)
    assert "".join(f"M{x} {y}h{a}v{b}h-{c}z" for x, y, a, b, c in found) == drawn.path
    assert all(a == b == c for _, _, a, b, c in found)
    return [(float(x), float(y), float(side)) for x, y, side, _, _ in found]


def strokes(drawn: Boxes) -> list[tuple[float, float, float, float]]:
    """Where each stroke begins and ends."""
    found = [tuple(map(float, one)) for one in re.findall(rf"M{NUMBER} {NUMBER}l{NUMBER}-{NUMBER}", drawn.crosses)]
    return [(x, y, x + right, y - up) for x, y, right, up in found]


@given(st.integers(0, 60), st.integers(-3, 70), st.floats(3, 90), st.floats(0, 50), st.floats(0, 50))
def test_boxes_stand_in_rows_within_their_width(count: int, lost: int, wide: float, x: float, y: float) -> None:
    drawn = boxes(count, lost, wide=wide, x=x, y=y)
    found = squares(drawn)
    assert (len(found), drawn.count, drawn.crossed) == (count, count, min(max(lost, 0), count))
    assert all(left >= x - ROUND and top >= y - ROUND for left, top, _ in found)
    assert drawn.width <= max(wide, BOX) + ROUND
    if found:
        assert max(left + side for left, _, side in found) - x == pytest.approx(drawn.width, abs=ROUND)
        assert max(top + side for _, top, side in found) - y == pytest.approx(drawn.height, abs=ROUND)


def test_rows_are_full_fives_with_a_wider_gap_between_them() -> None:
    lefts = [left for left, top, _ in squares(boxes(24, wide=50)) if top == 0]
    assert len(lefts) == 10
    gaps = [round(right - left - BOX, 2) for left, right in itertools.pairwise(lefts)]
    assert gaps == [0.6] * 4 + [1.2] + [0.6] * 4


@pytest.mark.parametrize(("count", "rows"), [(11, [6, 5]), (12, [6, 6]), (14, [10, 4]), (10, [10]), (21, [7, 7, 7])])
def test_no_row_ends_with_a_box_or_two_alone(count: int, rows: list[int]) -> None:
    tops = [top for _, top, _ in squares(boxes(count, wide=36))]
    assert [tops.count(top) for top in sorted(set(tops))] == rows


@given(st.integers(1, 40), st.integers(0, 40))
def test_a_stroke_goes_through_each_lost_box_from_below_to_the_right(count: int, lost: int) -> None:
    drawn = boxes(count, lost, wide=40)
    crossed = strokes(drawn)
    assert len(crossed) == drawn.crossed
    for (left, top, side), (x, y, to_x, to_y) in zip(squares(drawn), crossed, strict=False):
        assert left < x < to_x < left + side
        assert top < to_y < y < top + side
        assert to_x - x > side / 2


@given(st.integers(1, 30), st.floats(8, 60), st.floats(8, 60))
def test_a_block_fills_its_area_from_the_middle_or_is_not_drawn(count: int, wide: float, high: float) -> None:
    drawn = block(count, 1, x=5, y=7, wide=wide, high=high, most=4)
    if drawn is None:
        return
    found = squares(drawn)
    assert len(found) == count
    assert all(LEAST_BOX - ROUND <= side <= 4 + ROUND for *_, side in found)
    left, right = min(one[0] for one in found) - 5, 5 + wide - max(one[0] + one[2] for one in found)
    above, below = min(one[1] for one in found) - 7, 7 + high - max(one[1] + one[2] for one in found)
    assert left == pytest.approx(right, abs=2 * ROUND)
    assert above == pytest.approx(below, abs=2 * ROUND)


def test_a_block_without_points_or_room_is_not_drawn() -> None:
    assert block(0, x=0, y=0, wide=20, high=20, most=4) is None
    assert block(80, x=0, y=0, wide=8, high=8, most=4) is None


@pytest.mark.parametrize(
    ("count", "wide", "width", "height"),
    [(3, 2, 2.7, 9.3), (2, 6, 6, 2.7), (10, 33.3, 33, 2.7), (10, 32.9, 15.9, 6), (7, 20, 12.6, 6), (0, 20, 0, 0)],
)
def test_as_many_boxes_stand_in_a_row_as_fit_with_their_gaps(
    count: int, wide: float, width: float, height: float
) -> None:
    drawn = boxes(count, wide=wide)
    assert (drawn.width, drawn.height) == (width, height)


@pytest.mark.parametrize(
    ("count", "area", "first", "size"),
    [
        (7, (20, 10), "M1.74 2.58h4v4h-4z", (19.26, 9.42)),
        (12, (11, 9), "M1.07 2.49h2.35v2.35h-2.35z", (10.93, 8.51)),
        (5, (9, 9), "M1 3.59h2.64v2.64h-2.64z", (9, 7.41)),
        (3, (30, 4), "M9.16 2h4v4h-4z", (21.84, 4)),
        (9, (6.2, 6.2), "M1.01 2.01h1.81v1.81h-1.81z", (6.19, 6.19)),
        (4, (2.2, 9), "M1.13 2.03h1.93v1.93h-1.93z", (2.07, 8.97)),
        (10, (20, 8), "M1.02 2.22h3.42v3.42h-3.42z", (19.98, 7.78)),
    ],
)
def test_the_boxes_of_a_block_are_as_large_as_all_of_them_fit(
    count: int, area: tuple[float, float], first: str, size: tuple[float, float]
) -> None:
    drawn = block(count, x=1, y=2, wide=area[0], high=area[1], most=4)
    assert drawn is not None
    assert drawn.path.startswith(first)
    assert (drawn.width, drawn.height) == size


@pytest.mark.parametrize(("lost", "crossed"), [(-2, 0), (0, 0), (2, 2), (9, 4)])
def test_no_more_is_crossed_out_than_there_is(lost: int, crossed: int) -> None:
    drawn = block(4, lost, x=0, y=0, wide=20, high=20, most=4)
    assert drawn is not None
    assert drawn.crossed == crossed
    assert boxes(4, 2, wide=20, box=2.33, x=1, y=2).crosses == "M1.23 4.1l1.86-1.86M4.08 4.1l1.86-1.86"
    assert boxes(4, wide=20, box=2.33).width == 10.87
