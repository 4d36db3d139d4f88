"""Every fight at odd sizes: twice the text, small phones, lying down, with a keyboard open, tablets, a desk."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import pytest
from playwright.sync_api import expect

from characters.models import Character
from combat import deeds
from combat import demo as demos
from combat.models import Encounter
from tapiz_site.campaigns.models import Table
from tests.combat.pressing import Person as PagePerson
from tests.combat.test_presses import MACHINES, people_of, until

from .fight import Demo, Person, Threes, Windows, entered, log_ins


@dataclass(frozen=True)
class Size:
    """A window, and how much of its height the dock and the text between header and dock may or must take."""

    name: str
    width: int
    height: int
    twice: bool = False
    """Text at 200 %: the root's font size doubled."""
    dock: float = 0.2
    room: float = 0.45


SIZES = (
    Size("phone, text at 200 %", 390, 844, twice=True, room=0.15),
    Size("tablet, text at 200 %", 1024, 768, twice=True),
    Size("tablet", 1024, 768),
    Size("small phone", 360, 640),
    Size("phone lying down", 844, 390),
    Size("small phone lying down", 640, 360, room=0.3),
    Size("keyboard open", 390, 420, room=0.36),
    Size("tablet upright", 820, 1180),
    Size("tablet lying down", 1180, 820),
    Size("desk", 1440, 900),
)

MEASURED = """
([most, least, twice]) => {
  document.documentElement.style.fontSize = twice ? "200%" : "";
  // to ask what is folded away would lay it out
  const scrolled = (one) => one.checkVisibility() && one.scrollTop;
  for (const one of [...document.querySelectorAll("*:not(svg *)")].filter(scrolled)) one.scrollTop = 0;
  // rows out of sight wait to be drawn: they are looked at as they are once they come into sight
  for (const one of document.querySelectorAll(".turn")) one.style.contentVisibility = "visible";
  const problems = [], W = innerWidth, H = innerHeight, all = (what) => [...document.querySelectorAll(what)];
  const style = (one) => getComputedStyle(one), shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const said = ({ text, left, top }) => `${text.trim().slice(0, 40)} at ${Math.round(left)},${Math.round(top)}`;
  const wall = (box) => {
    const { overflow, clipPath } = style(box), scrolls = /auto|scroll/.test(overflow);
    const clips = overflow !== "visible" || clipPath !== "none";
    return { scrolls, clip: !scrolls && clips && box.getBoundingClientRect() };
  };
  const SIDEWAYS = ".turns, .tabs, .line, .picture__view";

  // every line of text, as far as it is not clipped, by the box that it scrolls in
  const walls = new Map(), boxes = new Map(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement, clips = [], range = document.createRange();
    if (!node.data.trim() || parent.closest("svg, .vh, noscript, script") || !shown(parent)) continue;
    let box = parent;
    for (; box !== document.body; box = box.parentElement) {
      if (!walls.has(box)) walls.set(box, wall(box));
      const { scrolls, clip } = walls.get(box);
      if (scrolls) break;
      if (clip) clips.push(clip);
    }
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      const left = Math.max(line.left, ...clips.map((clip) => clip.left));
      const top = Math.max(line.top, ...clips.map((clip) => clip.top));
      const right = Math.min(line.right, ...clips.map((clip) => clip.right));
      const bottom = Math.min(line.bottom, ...clips.map((clip) => clip.bottom));
      if (right - left < 2 || bottom - top < 2) continue;
      if (!boxes.has(box)) boxes.set(box, []);
      boxes.get(box).push({ left, top, right, bottom, text: node.data });
    }
  }
  for (const [box, lines] of boxes) {
    lines.forEach((one, place) => {
      const leaves = one.right > W + 1 || one.left < -1;
      if (leaves && !box.matches(SIDEWAYS)) problems.push(`leaves the page: ${said(one)}`);
      for (const other of lines.slice(place + 1)) {
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        const covered = high / Math.min(one.bottom - one.top, other.bottom - other.top);
        if (wide > 2 && covered > 0.4) problems.push(`overlap: ${said(one)}, ${said(other)}`);
      }
    });
  }

  // a word of a label, a button or a choice stands in one line; only text twice as large may need a hyphen
  for (const label of twice ? [] : all(".ask-row > h3, .label, .btn, .pick, .chip, .seg label, .turn__who, .bar h1")) {
    const clipped = (one) => one !== label && (style(one).clipPath !== "none" || clipped(one.parentElement));
    const walk = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const range = document.createRange();
      const lines = () => new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size;
      range.selectNodeContents(node);
      if (!shown(node.parentElement) || lines() < 2 || clipped(node.parentElement)) continue;
      for (const { 0: word, index } of node.data.matchAll(/\\p{L}+/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (lines() > 1) problems.push(`broken: ${word} in ${label.innerText.trim().slice(0, 40)}`);
      }
    }
  }
  // what belongs to different rows does not touch
  for (const one of all(".orders > legend, .ask-row > h3, .picks")) {
    const next = one.nextElementSibling;
    if (!next || !shown(next)) continue;
    const here = one.getBoundingClientRect(), below = next.getBoundingClientRect();
    if (here.height && below.top < here.bottom - 1 && below.left < here.right - 1 && below.right > here.left) {
      problems.push(`touches: ${one.innerText.trim().slice(0, 40)}`);
    }
  }

  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > W || scrollHeight > H + 1) problems.push(`the page is ${scrollWidth} x ${scrollHeight}`);
  for (const one of all("main, .dock, .bar, .bar h1, [class^='fight__']")) {
    const cut = shown(one) && style(one).display !== "contents" && one.scrollWidth > one.clientWidth + 1;
    if (cut) problems.push(`cut: ${one.tagName} ${one.className} ${one.scrollWidth} in ${one.clientWidth}`);
  }

  const inView = (name, one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (top < -1 || left < -1 || bottom > H + 1 || right > W + 1) problems.push(`${name} is out of view`);
    else if (!one.contains(hit) && !one.parentElement.contains(hit)) problems.push(`${name} is covered`);
  };
  const dock = document.querySelector("#f-dock"), stage = document.querySelector("#f-stage .stage");
  inView("the stage", stage);
  for (const button of dock.querySelectorAll(".btn--next, .btn--decline")) inView("a main button", button);
  for (const question of all("#panel [data-ask] h2")) inView("the question", question);
  const taken = dock.offsetHeight / H;
  const left = (dock.getBoundingClientRect().top - stage.getBoundingClientRect().bottom) / H;
  if (dock.offsetHeight > most * H + 1) problems.push(`the dock takes ${Math.round(100 * taken)} %`);
  if (left < least) problems.push(`room for the rest: ${Math.round(100 * left)} %`);
  return problems;
}
"""


def wrong(one: Person, state: str) -> list[str]:
    """Say what is wrong with a page of a fight at each size."""
    found = []
    # For a moment after an act nothing new can be pressed, and what lies under a point would be something else.
    expect(one.page.locator("#f-dock:not([inert])")).to_have_css("pointer-events", "auto")
    for size in SIZES:
        one.page.set_viewport_size({"width": size.width, "height": size.height})
        problems = one.page.evaluate(MEASURED, [size.dock, size.room, size.twice])
        found += [f"{state}, {size.name}: {problem}" for problem in problems]
    return found


FIGHTS = {
    "tapiz/demo": ("Emboscada en la bodega", "dj", "sharra"),
    "tumbas/demo": ("Lobos ante la cripta", "narradora", "irena"),
    "d20/demo": ("El almacén de los muelles", "bitacora", "nerea"),
    "tactico/demo": ("Emboscada en el puente", "capitana", "vera"),
    "tactico/demo_mechs": ("El vado de Piedraluna", "cartografia", "ibarra"),
}


def begun(name: str, windows: Windows, site: str, **options: str) -> Person:
    """The game master of a demo table, in its fight."""
    path = next(path for path in demos.demos() if path.match(f"{name}.toml"))
    fight = Demo({who: password for who, password, _role in log_ins(path)}, FIGHTS[name][0])
    return entered(windows, site, FIGHTS[name][1], fight.encounter.get_absolute_url(), **options)


def people_at(name: str) -> tuple[PagePerson, dict[str, PagePerson]]:
    """The game master of a demo table in its fight, and the others who play."""
    log_ins(next(path for path in demos.demos() if path.match(f"{name}.toml")))
    people = people_of(slug_of(name))
    return people.pop(FIGHTS[name][1]), people


def slug_of(name: str) -> str:
    """The demo table as `people_of` and `fight_of` call it."""
    return MACHINES if name == "tactico/demo_mechs" else name.partition("/")[0]


@pytest.mark.parametrize("name", FIGHTS)
def test_a_fight_fits_every_window(
    new_context: Windows, live_url: str, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """In both languages: before a roll, while dice are typed, and while damage is."""
    monkeypatch.setattr(deeds, "_random", Threes())
    dj = begun(name, new_context, live_url)
    url, (_scene, runs, plays) = dj.page.url, FIGHTS[name]
    reader = entered(new_context, live_url, runs, url, locale="en-GB")
    masters = {"game master": dj, "game master, English": reader}
    players = {
        "player": entered(new_context, live_url, plays, url),
        "player, English": entered(new_context, live_url, plays, url, locale="en-GB"),
    }
    found = [problem for state, one in (masters | players).items() for problem in wrong(one, state)]
    by_hand = dj.dock.locator("[name=by_hand]")
    if by_hand.count() and name != "tactico/demo_mechs":
        for one in players.values():
            one.page.goto("about:blank")
        dj.act(by_hand)
        expect(dj.panel.get_by_role("heading").first).to_be_visible()
        reader.open(url)
        found += wrong(dj, "game master, dice") + wrong(reader, "game master, English, dice")
        dj.follow("Daño o cura")
        reader.follow("Damage or healing")
        found += wrong(dj, "game master, damage") + wrong(reader, "game master, English, damage")
    assert not found, "\n".join(found)


QUESTIONS = {
    "tapiz/demo": ("do=answer",),
    "tumbas/demo": ("btn--decline", "do=roll"),
    "d20/demo": ("btn--decline", "do=roll"),
    "tactico/demo": ("btn--decline", "do=roll"),
    "tactico/demo_mechs": ("do=roll",),
}
"""What a player is asked for in each fight: a decision, a yes or a no, or dice."""


@pytest.mark.parametrize(("name", "questions"), QUESTIONS.items())
def test_a_question_fits_every_window(
    new_context: Windows, live_url: str, monkeypatch: pytest.MonkeyPatch, name: str, questions: tuple[str, ...]
) -> None:
    monkeypatch.setattr(deeds, "_random", random.Random(1))
    master, people = people_at(name)
    found = []
    for what in questions:
        who = until(partial(who_is_asked, people, what), master, *people.values())
        asked = entered(new_context, live_url, who, master.url)
        found += wrong(asked, f"asked for {what}")
        asked.page.goto("about:blank")
    assert not found, "\n".join(found)


def who_is_asked(people: Mapping[str, PagePerson], what: str) -> str | None:
    """On whose page a question stands that a button of this kind or address answers."""
    for name, one in people.items():
        if one.offers(what) and "data-ask" in one.client.get(one.url).content.decode():
            return name
    return None


def test_choices_of_many_words_stand_as_tiles(new_context: Windows, live_url: str) -> None:
    dj = begun("d20/demo", new_context, live_url)
    dj.open(f"{dj.page.url}?action=move")
    expect(dj.panel.get_by_role("radiogroup", name="Cómo").get_by_role("radio")).to_have_count(5)
    found = wrong(dj, "movement")
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1180, 820)])
def test_what_is_in_force_stands_above_the_dock(
    new_context: Windows, live_url: str, *, width: int, height: int
) -> None:
    """The game master sees on the first screen which effects weigh on the attack (TAP-EFF-10)."""
    dj = begun("tapiz/demo", new_context, live_url)
    dj.page.set_viewport_size({"width": width, "height": height})
    dj.open(f"{dj.page.url}?panel=verb&action=give_effect")
    dj.panel.locator("label").filter(has_text="Sharra").first.click()
    dj.panel.locator("input[name=name]").fill("Aturdida")
    dj.act(dj.dock.locator(".btn--next"))
    in_force = dj.panel.locator("label").filter(has_text="Aturdida")
    expect(in_force).to_be_visible()
    box, dock = in_force.bounding_box(), dj.dock.bounding_box()
    assert box is not None
    assert dock is not None
    assert dj.page.evaluate("scrollY + document.querySelector('main').scrollTop") == 0
    assert box["y"] + box["height"] <= dock["y"]


def test_upright_the_table_and_the_log_share_the_width(new_context: Windows, live_url: str) -> None:
    dj = begun("tapiz/demo", new_context, live_url)
    dj.page.set_viewport_size({"width": 820, "height": 1180})
    group, log = (dj.page.get_by_role("region", name=name).bounding_box() for name in ("El grupo", "Registro"))
    assert group is not None
    assert log is not None
    assert group["y"] == log["y"]
    assert group["x"] + group["width"] < log["x"]
    assert log["x"] + log["width"] > 780


def test_beside_a_board_the_panel_has_the_room(new_context: Windows, live_url: str) -> None:
    dj = begun("tactico/demo_mechs", new_context, live_url)
    dj.page.set_viewport_size({"width": 1180, "height": 820})
    main, panel = dj.page.locator("main").bounding_box(), dj.panel.bounding_box()
    assert main is not None
    assert panel is not None
    assert main["height"] > 600
    assert main["y"] + main["height"] - panel["y"] > 500


def test_other_pages_hold_text_twice_as_large(new_context: Windows, live_url: str) -> None:
    dj = begun("tapiz/demo", new_context, live_url)
    fight, table = Encounter.objects.get(name="Emboscada en la bodega"), Table.objects.get()
    here, there = table.get_absolute_url(), fight.get_absolute_url()
    sheet = Character.objects.get(name="Sharra").get_absolute_url()
    dj.page.set_viewport_size({"width": 390, "height": 844})
    wide = {}
    for path in (
        here,
        f"{here}gente/",
        f"{here}carta/",
        f"{there}anadir/",
        f"{there}registro/",
        sheet,
        "/reglas/tapiz/",
    ):
        dj.page.goto(path)
        dj.page.evaluate("document.documentElement.style.fontSize = '200%'")
        wide[path] = dj.page.evaluate("document.documentElement.scrollWidth")
    assert {path: width for path, width in wide.items() if width > 390} == {}
