"""Rules in templates: ids as links to their text, and the addresses of rules of systems and actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from rules.core.help import ROW_ID, HelpRow, settings_of
from tapiz_site.rulebook.help import has_help, help_for, rule_address
from tapiz_site.rulebook.switches import Switch

register = template.Library()

KIND_WORDS = {
    "calc": _("cálculo"),
    "roll": _("tirada"),
    "state": _("estado"),
    "table": _("tabla"),
    "choice": _("decisión"),
    "text": _("guía"),
    "reading": _("lectura"),
}
"""The words for the kinds of rows."""


def _link(system: str, rule: str, *, here: bool, by_id: bool = False) -> SafeString:
    """A rule as a link by its title, where it can be read; its id is the tooltip.

    here: a script shows the rule on the same page. by_id: the other way round, for a ¿Por qué?.
    """
    address = rule_address(system, rule)
    if not address:
        return conditional_escape(rule)
    script = format_html(' hx-get="{}" hx-target="next .rule-here" hx-swap="innerHTML"', address) if here else ""
    title = help_for(system).rows[rule].title
    seen, tip = (rule, title) if by_id else (title, rule)
    return format_html('<a href="{}" title="{}"{}>{}</a>', address, tip, script, seen)


@register.simple_tag
def rule_ids(ids: Iterable[str], system: str) -> SafeString:
    """The ids of rules as links; an element of the class `rule-here` must follow, in which scripts show the rule."""
    return _links(ids, system, by_id=True)


@register.simple_tag
def rule_titles(ids: Iterable[str], system: str) -> SafeString:
    """Rules by their titles as links; `rule-here` as in `rule_ids`."""
    return _links(ids, system, by_id=False)


def _links(ids: Iterable[str], system: str, *, by_id: bool) -> SafeString:
    links = format_html_join(" ", "{}", ((_link(system, one, here=True, by_id=by_id),) for one in ids))
    return format_html('<span class="rule rule--ids">{}</span>', links) if links else SafeString("")


@register.simple_tag
def rules_address(system: str) -> str:
    """The address of a system's rules; empty where it has none."""
    return reverse("rulebook:rules", args=[system]) if has_help(system) else ""


@register.simple_tag
def setting_rules(setting: str, system: str) -> SafeString:
    """The rules that a setting of the house changes, as links; `rule-here` as in `rule_ids`."""
    return _links(settings_of(system).get(setting, ()) if has_help(system) else (), system, by_id=False)


@register.simple_tag
def linked(text: str, system: str) -> SafeString:
    """A text of the rules in which each id of another rule is a link with its title."""
    parts: list[SafeString] = []
    end = 0
    for found in ROW_ID.finditer(text):
        parts += [conditional_escape(text[end : found.start()]), _link(system, found[0], here=False)]
        end = found.end()
    return format_html_join("", "{}", ((part,) for part in [*parts, conditional_escape(text[end:])]))


@register.filter
def kind_word(row: HelpRow) -> str:
    """The kind of this rule, in words."""
    return str(KIND_WORDS[row.kind])


@register.filter
def of_row(switches: Mapping[str, Switch], row: HelpRow) -> list[Switch]:
    """The settings of la carta that change this rule."""
    return [switches[name] for name in row.settings if name in switches]
