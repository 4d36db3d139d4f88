"""The index page of the pictures: one row a page or state, with what is wrong under it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby

from .looking import Photograph

HEAD = """<!doctype html><html lang="es"><meta charset="utf-8"><title>Tapiz</title>
<style>body{font:16px sans-serif;margin:1rem;background:#888}section{margin:0 0 2rem}
div{display:flex;gap:.5rem;align-items:start;overflow-x:auto}img{height:22rem;border:1px solid}
li{color:#600;background:#fff}</style><h1>Tapiz</h1>
"""


def index(pictures: Sequence[Photograph]) -> str:
    """All pictures on one page."""
    rows = (list(same) for _name, same in groupby(pictures, key=lambda one: one.name))
    return HEAD + "".join(map(_row, rows))


def _row(pictures: list[Photograph]) -> str:
    name = pictures[0].name
    images = "".join(
        f'<a href="{escape(one.file)}"><img loading="lazy" src="{escape(one.file)}" alt="{one.size} {one.theme}"></a>'
        for one in pictures
        if one.file
    )
    problems = "".join(f"<li>{escape(one)}</li>" for one in summed(pictures))
    return f"<section><h2>{escape(name)}</h2><div>{images}</div><ul>{problems}</ul></section>\n"


def summed(pictures: Iterable[Photograph]) -> list[str]:
    """What is wrong, each fault once with where it was seen."""
    found: dict[str, list[str]] = {}
    for one in pictures:
        for problem in one.problems:
            found.setdefault(f"{one.name}: {problem}", []).append(f"{one.size} {one.theme}")
    return [f"{problem} ({', '.join(places)})" for problem, places in found.items()]
