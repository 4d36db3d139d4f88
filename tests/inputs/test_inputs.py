from __future__ import annotations

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils import translation

from rules.core.facts import Fact
from rules.core.inputs import Choice, Combatants, Flag, Input, Number, Option, Rows, Several, Text
from tapiz_site import inputs
from tapiz_site.speech import speaker


def options(*names: str) -> tuple[Option, ...]:
    return tuple(Option(name, Fact(f"option.{name}")) for name in names)


ABC = options("a", "b", "c")


def sent(text: str) -> QueryDict:
    return QueryDict(text)


def read_one(item: Input, text: str) -> object:
    return inputs.read([item], sent(text))["x"]


@pytest.mark.parametrize(
    ("item", "text", "value"),
    [
        (Choice("x", options=ABC), "x=b", "b"),
        (Choice("x", options=ABC), "", None),
        (Choice("x", options=ABC), "x=", None),
        (Combatants("x", options=ABC), "x=c", "c"),
        (Combatants("x", options=ABC, several=True), "x=c&x=a", ["c", "a"]),
        (Combatants("x", options=ABC, several=True), "", []),
        (Several("x", options=ABC), "x=a&x=c", ["a", "c"]),
        (Several("x", options=ABC), "x=a&x=b&x=c&x__order=c,a", ["c", "a", "b"]),
        (Several("x", options=ABC), "x=a&x__order=zz,b,a", ["a"]),
        (
            Several("x", options=ABC, words=True),
            "x=a&x=b&x__order=b,a&x__words__b=con fe",
            [["b", "con fe"], ["a", ""]],
        ),
        (Number("x"), "x=12", 12),
        (Number("x"), "x=-3", -3),
        (Number("x"), "x=−3", -3),
        (Number("x"), "x=%2B4", 4),
        (Number("x"), "x= 7 ", 7),
        (Number("x"), "x=", None),
        (Number("x"), "x=siete", "siete"),
        (Number("x"), "x=1_0", "1_0"),
        (Number("x"), "x=" + "9" * 5000, "9" * 5000),
        (Flag("x"), "x=1", True),
        (Flag("x"), "", False),
        (Text("x"), "x=  dos%0Alíneas ", "dos líneas"),
        (Text("x", multiline=True), "x=dos%0D%0Alíneas", "dos\nlíneas"),
        (Text("x"), "x=a%00b", "ab"),
    ],
)
def test_read(item: Input, text: str, value: object) -> None:
    assert read_one(item, text) == value


MODIFIERS = Rows(
    "x", of=(Number("value"), Text("why", required=False), Choice("kind", default="a", options=ABC)), maximum=4
)


def test_rows_come_in_the_order_of_their_numbers_and_blank_ones_go() -> None:
    text = "x__10__value=2&x__10__why=alto&x__2__value=-1&x__3__value=&x__3__why=&x__3__kind=a&x__4__kind=b"
    assert read_one(MODIFIERS, text) == [
        {"value": -1, "why": "", "kind": None},
        {"value": None, "why": "", "kind": "b"},
        {"value": 2, "why": "alto", "kind": None},
    ]


def test_every_fault_is_found_at_once() -> None:
    items = (
        Number("strength", minimum=1, maximum=20),
        Choice("side", options=ABC),
        Text("name", length=3),
        MODIFIERS,
        Flag("fine"),
    )
    raw = {
        "strength": "mucha",
        "name": "largo",
        "x": [{"value": 1, "why": "", "kind": "a"}, {"value": "?", "why": "", "kind": "zz"}],
        "fine": True,
        "unasked": 1,
    }
    values, errors = inputs.check_all(items, raw)
    assert {name: error.reason for name, error in errors.items()} == {
        "strength": "core.input.number",
        "side": "core.input.missing",
        "name": "core.input.long",
        "x__1__value": "core.input.number",
        "x__1__kind": "core.input.option",
        "unasked": "core.input.unknown",
    }
    assert values == {"fine": True}


def test_what_is_right_comes_in_normal_form() -> None:
    values, errors = inputs.check_all((Number("n"), Text("t")), {"n": 4, "t": "  hola "})
    assert (values, errors) == ({"n": 4, "t": "hola"}, {})


def bound_one(item: Input, value: object = None, error: str = "") -> inputs.BoundInput:
    _values, errors = inputs.check_all([item], {item.name: value}) if error else ({}, {})
    (field,) = inputs.fields([item], {} if value is None else {item.name: value}, errors, speaker("fake"))
    return field


def html(*bound: inputs.BoundInput) -> str:
    return render_to_string("inputs/fields.html", {"bound": bound})


@pytest.mark.parametrize(
    ("item", "value"),
    [
        (Choice("x", options=ABC), "b"),
        (Choice("x", options=options(*(f"o{n}" for n in range(20)))), "o7"),
        (Several("x", options=ABC), ["c", "a"]),
        (Several("x", options=ABC, words=True), [["c", "por la puerta"], ["a", ""]]),
        (Combatants("x", options=ABC), "c"),
        (Combatants("x", options=ABC, several=True), ["a", "c"]),
        (Number("x"), -7),
        (Text("x"), "«hola» & <b>"),
        (Text("x", multiline=True), "dos\nlíneas"),
        (Flag("x"), True),
        (MODIFIERS, [{"value": 2, "why": "alto", "kind": "b"}, {"value": -1, "why": "", "kind": "a"}]),
    ],
)
def test_what_was_chosen_is_shown_again_and_read_back_the_same(item: Input, value: object) -> None:
    page = html(bound_one(item, value))
    assert "<b>" not in page.replace('<b class="num">', "")
    assert inputs.read([item], form_data(page))["x"] == value


def test_the_browser_holds_nothing_back() -> None:
    # One form serves every button of a page: a field that is "required" would also stop the undo.
    items = (Text("a"), Number("b"), Choice("c", options=ABC), Rows("d", of=(Text("e"),)))
    page = html(*inputs.fields(items, {}, {}, speaker("fake")))
    assert " required" not in page
    assert page.count('aria-required="true"') == 3


def form_data(page: str) -> QueryDict:
    """The fields that a browser would send of this form."""
    from html.parser import HTMLParser

    found: list[tuple[str, str]] = []

    class Controls(HTMLParser):
        select = area = ""
        text: str | None = None
        inert = 0

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            got = dict(attrs)
            if tag == "template":
                self.inert += 1
            if self.inert:
                return
            if tag == "input" and got.get("type") in {"radio", "checkbox"}:
                if "checked" in got:
                    found.append((got["name"] or "", got["value"] or ""))
            elif tag == "input":
                found.append((got["name"] or "", got["value"] or ""))
            elif tag == "select":
                self.select = got["name"] or ""
            elif tag == "option" and "selected" in got:
                found.append((self.select, got["value"] or ""))
            elif tag == "textarea":
                self.area, self.text = got["name"] or "", ""
            if tag in {"input", "select", "textarea"}:
                assert got.get("form") == "command", got

        def handle_data(self, data: str) -> None:
            if self.text is not None:
                self.text += data

        def handle_endtag(self, tag: str) -> None:
            if tag == "template":
                self.inert -= 1
            elif tag == "textarea" and not self.inert:
                found.append((self.area, self.text or ""))
                self.text = None

    Controls().feed(page)
    data = QueryDict(mutable=True)
    for name, value in found:
        data.appendlist(name, value)
    return data


def test_the_default_shows_until_something_is_given() -> None:
    item = Number("x", default=10)
    assert bound_one(item).value == "10"
    (cleared,) = inputs.fields([item], {"x": None}, {}, speaker("fake"))
    assert cleared.value == ""


def test_a_fault_stands_beside_its_field_and_is_named_by_the_control() -> None:
    page = html(bound_one(Number("x", maximum=5), 9, error="yes"))
    assert 'aria-invalid="true" aria-describedby="command-x-error"' in page
    assert 'id="command-x-error"' in page
    assert 'value="9"' in page


def test_a_fault_in_a_row_is_found_for_the_list_on_top() -> None:
    raw = {"x": [{"value": "?", "why": "", "kind": "a"}]}
    _values, errors = inputs.check_all([MODIFIERS], raw)
    bound = inputs.fields([MODIFIERS], raw, errors, speaker("fake"))
    (fault,) = inputs.faulty(bound)
    assert (fault.name, fault.id, fault.value) == ("x__0__value", "command-x__0__value", "?")


def test_an_option_that_may_not_be_taken_is_shown_with_its_reason() -> None:
    option = Option("a", Fact("option.a"), reason=Fact("reason.dear"))
    page = html(bound_one(Choice("x", options=(option, *ABC[1:]))))
    assert "reason.dear" in page
    assert page.count("disabled") == 1


def test_ordered_picks_carry_their_place() -> None:
    field = bound_one(Several("x", options=ABC), ["c", "a"])
    assert [option.place for option in field.options] == ["2.º", "", "1.º"]
    assert 'name="x__order" value="c,a"' in html(field)


def test_a_system_may_bring_the_template_of_one_input() -> None:
    assert bound_one(Number("x")).templates == ("systems/fake/inputs/x.html", "inputs/number.html")


def test_small_numbers_share_a_box_and_others_do_not() -> None:
    items = (Number("a", layout="six"), Number("b", layout="six"), Number("c"))
    page = html(*inputs.fields(items, {}, {}, speaker("fake")))
    box = page[page.index("attrs--in") :]
    assert box.index('name="b"') < box.index("ask-row") < box.index('name="c"')


def test_spare_rows_end_at_the_maximum() -> None:
    full = bound_one(Rows("x", of=(Text("t"),), maximum=2), [{"t": "a"}, {"t": "b"}])
    assert len(full.rows) == 2
    assert len(bound_one(Rows("x", of=(Text("t"),), maximum=9), [{"t": "a"}]).rows) == 3


def test_shown_leaves_blanks_out_and_says_options() -> None:
    items = (Number("n", "l.n"), Text("t", "l.t"), Choice("c", "l.c", options=ABC), Flag("f", "l.f"), MODIFIERS)
    values = {"n": -2, "t": "", "c": "b", "f": True, "x": [{"value": 1, "why": "", "kind": "c"}]}
    with translation.override("es"):
        shown = {one.name: one for one in inputs.shown(items, values, speaker("fake"))}
    assert set(shown) == {"n", "c", "f", "x"}
    assert (shown["n"].text, shown["c"].text, shown["f"].text) == ("−2", "option.b", "sí")
    assert shown["x"].table == (("1", "–", "option.c"),)


@pytest.mark.parametrize("name", ["form", "elements"])
def test_no_control_hides_what_htmx_reads_of_the_form_element(name: str) -> None:
    """With a control named "form" htmx takes that control for the form, fails, and sends nothing."""
    item = Choice(name, "Cómo", options=options("burst", "automatic"))
    page = html(bound_one(item, "automatic"))
    assert f'name="{name}"' not in page
    assert inputs.read([item], form_data(page)) == {name: "automatic"}


@pytest.mark.parametrize(("chosen", "touched"), [(None, False), (["a"], False), ([], False), (["a", "b"], True)])
def test_what_is_as_it_would_be_anyway_opens_no_fold(chosen: list[str] | None, *, touched: bool) -> None:
    assert bound_one(Several("x", options=ABC, default=["a"], assumed=True), chosen).touched is touched
    assert bound_one(Several("x", options=ABC), ["a"]).touched
