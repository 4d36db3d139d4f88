"""Asking axe about a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_BRIEFLY: Mapping[str, object] = {
    "resultTypes": ["violations"],
    "preload": {"assets": ["media"]},
    "elementRef": True,
}
"""What passes is not listed: axe would describe every element of the page. No rule of ours asks for the style sheets,
which axe would fetch and read anew for each page."""

ACCESSIBLE = {**_BRIEFLY, "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
CONTRAST = {**_BRIEFLY, "runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""What alone another theme can change."""

_EACH_COLOUR_ONCE = """
(() => {
  const { prototype } = axe.commons.color.Color, { parseString } = prototype, known = new Map();
  prototype.parseString = function (text) {
    const colour = known.get(text);
    if (colour) [this.r, this.g, this.b, this.alpha] = colour;
    else {
      parseString.call(this, text);
      known.set(text, [this.r, this.g, this.b, this.alpha]);
    }
    return this;
  };
})();
"""
"""A page has a dozen colours, which axe would read thousands of times: a quarter of its work."""

SCRIPT = Axe().axe_script + _EACH_COLOUR_ONCE
ADDRESS = "/axe.js"
"""Where the tests' server has the script: half a megabyte, which a visitor keeps and has compiled from page to page."""

_BRING = """
(address) => new Promise((brought) => {
  if ("axe" in window) return brought(true);
  const script = document.createElement("script");
  script.src = address;
  script.onload = script.onerror = ({ type }) => {
    script.remove();
    brought(type === "load");
  };
  document.head.append(script);
})
"""
"""Says whether it could, as without a connection it cannot."""

_ASK = """
async ([options, known]) => {
  const judged = new Set(known.split(" ").map(Number)), places = new Map(), looks = new Map();
  const number = (...parts) => [...parts.join()].reduce((sum, sign) => (sum * 31 + sign.codePointAt()) % 2 ** 47, 0);
  const meet = (one, other) => one.left < other.right && one.right > other.left
    && one.top < other.bottom && one.bottom > other.top;
  const holds = (one, other) => one.left <= other.left && one.right >= other.right
    && one.top <= other.top && one.bottom >= other.bottom;
  const EVERYWHERE = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

  // the grounds on which an element stands, one upon the other, as a number; and the wall behind which it is scrolled
  function placeOf(one) {
    if (!one) return { ground: 0, wall: EVERYWHERE };
    if (!places.has(one)) {
      const { backgroundColor, backgroundImage, opacity, overflow, position } = getComputedStyle(one);
      const around = placeOf(one.parentElement), box = one.getBoundingClientRect(), kind = one.getAttribute("class");
      const asleep = one.matches(":disabled, [aria-disabled=true], [inert]") || one.control?.disabled;
      places.set(one, {
        ground: number(around.ground, kind, asleep, backgroundColor, backgroundImage, opacity),
        box,
        apart: position !== "static",
        wall: overflow === "visible" || one === document.body ? around.wall : box,
      });
    }
    return places.get(one);
  }

  const all = [...document.querySelectorAll("body, body *")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }));
  const apart = all.filter((one) => placeOf(one).apart);
  for (const one of all) {
    const speaks = [...one.childNodes].some(({ data }) => data?.trim()) || one.matches("input, select, textarea");
    const { ground, box } = placeOf(one), { wall } = placeOf(one.parentElement);
    if (!speaks || box.width <= 1 || box.height <= 1) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(one), inSight = [meet(wall, box), holds(wall, box)];
    const near = apart.filter((it) => meet(placeOf(it).box, box) && !it.contains(one) && !one.contains(it));
    const under = near.map((it) => placeOf(it).ground);
    looks.set(one, number(ground, one.localName, color, fontSize, fontWeight, inSight, under));
  }

  // one run judges all: of contrast, what has not been judged before
  const fresh = new Set([...looks.keys()].filter((one) => !judged.has(looks.get(one))));
  const contrast = axe._audit.rules.find(({ id }) => id === "color-contrast"), { matches } = contrast;
  contrast.matches = (one, ...more) => fresh.has(one) && matches.call(contrast, one, ...more);

  // axe judges only what is painted: it is told that the page is
  const { getComputedStyle: honest } = window;
  const told = (style, name) => name === "opacity" ? "1" : style[name];
  const painted = {
    get: (style, name) => name === "getPropertyValue" ? (property) => told(style, property) : told(style, name),
  };
  window.getComputedStyle = (one, part) =>
    one === document.documentElement ? new Proxy(honest(one, part), painted) : honest(one, part);
  try {
    const asks = fresh.size || options.runOnly.type !== "rule";
    const found = asks ? (await axe.run(options)).violations : [];
    const readable = new Set([...fresh].map((one) => looks.get(one)));
    for (const { id, nodes } of found) {
      if (id === contrast.id) for (const { element } of nodes) readable.delete(looks.get(element));
    }
    return [found.map(({ id, help, nodes }) => ({
      id, help, nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
    })), [...readable].join(" ")];
  } finally {
    window.getComputedStyle = honest;
    contrast.matches = matches;
  }
}
"""
"""A look is what axe judges contrast by: letters of a colour and size, the grounds below them, what lies there apart
from the flow of the page, and whether they are scrolled out of sight."""

_judged: set[str] = set()
"""The looks in which axe has found nothing in this run, in either theme. It is asked of each once: most pages show
little that others have not shown, and to judge contrast is two thirds of its work."""


def violations(page: Page) -> list[dict[str, Any]]:
    """What axe finds wrong."""
    return _ask(page, ACCESSIBLE)


def low_contrast(page: Page) -> list[dict[str, Any]]:
    """What axe finds hard to read."""
    return _ask(page, CONTRAST)


def _ask(page: Page, options: Mapping[str, object]) -> list[dict[str, Any]]:
    if not page.evaluate(_BRING, ADDRESS):
        page.evaluate(SCRIPT)
    found: list[dict[str, Any]]
    # thousands of numbers cross as one text: each alone would be wrapped and unwrapped on the way
    found, readable = page.evaluate(_ASK, [options, " ".join(_judged)])
    _judged.update(readable.split())
    return found
