"""The template tags of the look and the form pack."""

from __future__ import annotations

import re

import pytest
from crispy_forms.templatetags.crispy_forms_filters import as_crispy_form
from django import forms
from django.template import Context, Template
from django.utils import translation


def draw(text: str, **context: object) -> str:
    return Template("{% load look %}" + text).render(Context(context))


@pytest.mark.parametrize(
    ("value", "maximum", "width"), [(12, 19, 63), (0, 20, 0), (-3, 28, 0), (30, 20, 100), (5, 0, 0), (1, 3, 33)]
)
def test_a_bar_has_a_whole_width_within_its_frame(value: int, maximum: int, width: int) -> None:
    with translation.override("es"):
        html = draw("{% hilo value maximum %}", value=value, maximum=maximum)
    assert f'<rect width="{width}" height="8"/>' in html
    assert "style=" not in html


def test_an_icon_is_hidden_from_screen_readers() -> None:
    html = draw('{% icon "swords" %}')
    assert re.fullmatch(
        r'<svg class="ico" aria-hidden="true"><use href="/static/icons(\.\w+)?\.svg#i-swords"/></svg>', html
    )


def test_an_icon_name_is_never_markup() -> None:
    assert "<script>" not in draw("{% icon name %}", name='"/><script>')


@pytest.mark.parametrize(("value", "text"), [(3, "+3"), (0, "0"), (-2, "−2")])
def test_signed_numbers_carry_a_true_minus(value: int, text: str) -> None:
    assert draw("{{ value|signed }}", value=value) == text


def test_two_keys_are_never_the_same() -> None:
    first, second = draw("{% new_key %} {% new_key %}").split()
    assert first != second


class Sample(forms.Form):
    name = forms.CharField(label="Nombre", help_text="Uno corto")
    mode = forms.ChoiceField(label="Modo", choices=[("a", "Uno"), ("b", "Dos")], widget=forms.RadioSelect)
    agreed = forms.BooleanField(label="De acuerdo")
    token = forms.CharField(widget=forms.HiddenInput)


def test_a_fresh_form_shows_hints_and_no_error() -> None:
    html = as_crispy_form(Sample())
    assert "data-errors" not in html
    assert 'aria-describedby="id_name_helptext"' in html
    assert 'id="id_name_helptext"' in html
    assert 'for="id_name"' in html


def test_errors_stand_beside_their_fields_and_in_a_list_that_links_to_them() -> None:
    html = as_crispy_form(Sample({"name": "", "mode": "x", "token": ""}))
    described = re.search(r'id="id_name"[^>]*', html) or re.search(r'<input[^>]*name="name"[^>]*>', html)
    assert described is not None
    assert 'aria-invalid="true"' in html
    top, rest = html.split("</ul>", 1)
    for field in ("name", "mode", "agreed"):
        assert f'id="id_{field}_error"' in rest
        target = re.search(rf'href="#(id_{field}\w*)"', top)
        assert target is not None
        assert f'id="{target.group(1)}"' in rest


def test_what_was_typed_is_shown_again_and_escaped() -> None:
    html = as_crispy_form(Sample({"name": '<b>"'}))
    assert "&lt;b&gt;&quot;" in html
    assert '<b>"' not in html
