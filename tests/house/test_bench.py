"""The output of the bench has the documented form; its figures are not tested."""

from __future__ import annotations

import json

import pytest

from scripts.bench.figures import Figure, as_json, at, median, quick


def test_a_line_has_five_fields_between_tabs() -> None:
    assert Figure("resolve_attack", 120.5, "us", 200).line() == "resolve_attack\t120.50\tus\t200\tholds"
    assert Figure("page", 2.51, "ratio", 2.5).line() == "page\t2.51\tratio\t2.5\tshort"


def test_what_reaches_the_target_exactly_holds() -> None:
    assert Figure("page", 2.5, "ratio", 2.5).holds


def test_json_holds_the_same() -> None:
    assert json.loads(as_json([Figure("page", 2.5114, "ratio", 2.5)])) == [
        {"name": "page", "value": 2.511, "unit": "ratio", "target": 2.5, "holds": False}
    ]


def test_the_share_that_a_sample_covers() -> None:
    samples = [float(one) for one in range(20, 0, -1)]
    assert (median(samples), at(samples, 95), at(samples, 100)) == (10, 19, 20)
    assert at([7.0], 95) == 7
    # one that was far too quick tells nothing, and what others kept waiting neither
    assert quick([*samples, 0.1]) == 2
    assert quick([*samples[:10], *(900.0 for _one in range(10))]) == 12
    with pytest.raises(ValueError, match="nothing"):
        median([])
