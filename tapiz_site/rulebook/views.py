"""Pages of the rules in words, for all logged-in people; a script gets only their inner part."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rules.core.help import Help, HelpRow
from tapiz_site.speech import installed_systems, speaker, system_name

from . import panels
from .help import actions_of, has_help, help_for, rules_of
from .switches import switches

LONGEST_SEARCH = 100
NEAREST = 12
"""How many rules of an action its form shows; the others are on its page."""


@never_cache
@login_required
@require_safe
def systems(request: HttpRequest) -> HttpResponse:
    """The systems whose rules can be read."""
    found = [
        {"slug": slug, "name": name, "count": len(help_for(slug).rows)}
        for slug, name in installed_systems()
        if has_help(slug)
    ]
    return render(request, "rulebook/systems.html", {"systems": found})


@never_cache
@login_required
@require_safe
def rules(request: HttpRequest, system: str) -> HttpResponse:
    """All rules of a system by subject, or the results of a search."""
    known = _help_or_404(system)
    query = request.GET.get("q", "")[:LONGEST_SEARCH].strip()
    subjects = known.search(query) if query else known.subjects
    context = {
        **_about(system),
        "query": query,
        "subjects": subjects,
        "all_subjects": known.subjects,
        "credit": known.credit,
        "count": sum(len(subject.rows) for subject in subjects),
        "switches": switches(request, system),
    }
    if not query and not _for_script(request):
        context["panels"] = panels.rendered(request, system)
    template = "rulebook/_found.html" if _for_script(request) else "rulebook/rules.html"
    return render(request, template, context)


@never_cache
@login_required
@require_safe
def rule(request: HttpRequest, system: str, rule: str) -> HttpResponse:
    """One rule, with the actions that execute it."""
    row = _help_or_404(system).rows.get(rule)
    if row is None:
        raise Http404
    known = help_for(system)
    words = speaker(system)
    context = {
        **_about(system),
        "row": row,
        "subject": next(subject for subject in known.subjects if subject.name == row.subject),
        "actions": [(name, words.first_word(f"action.{name}", default=name)) for name in actions_of(system, rule)],
        "switches": switches(request, system),
        "inline": _for_script(request),
    }
    if not _for_script(request):
        context["panels"] = panels.rendered(request, system, rule)
    return render(request, "rulebook/_here.html" if _for_script(request) else "rulebook/rule.html", context)


@never_cache
@login_required
@require_safe
def action(request: HttpRequest, system: str, action: str) -> HttpResponse:
    """The rules that an action executes, the most direct first."""
    rows: tuple[HelpRow, ...] = _help_or_404(system).known(rules_of(system, action))
    if not rows:
        raise Http404
    context = {
        **_about(system),
        "rows": rows[:NEAREST] if _for_script(request) else rows,
        "count": len(rows),
        "address": request.path,
        "action": speaker(system).first_word(f"action.{action}", default=action),
        "switches": switches(request, system),
        "inline": _for_script(request),
    }
    return render(request, "rulebook/_action.html" if _for_script(request) else "rulebook/action.html", context)


def _help_or_404(system: str) -> Help:
    if not has_help(system):
        raise Http404
    return help_for(system)


def _about(system: str) -> dict[str, object]:
    return {"system": system, "system_name": system_name(system)}


def _for_script(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"
