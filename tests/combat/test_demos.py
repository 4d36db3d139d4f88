"""A fresh site loads all demo tables, one after the other."""

from collections import Counter
from tomllib import loads

from combat import demo


def test_no_person_is_in_two_demo_tables() -> None:
    people = [name for path in demo.demos() for name in loads(path.read_text(encoding="utf-8"))["people"]]
    assert [name for name, often in Counter(people).items() if often > 1] == []
