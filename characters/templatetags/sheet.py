"""Words of the rule system in the templates of sheets."""

from __future__ import annotations

from django import template

from tapiz_site.speech import PageSpeaker

register = template.Library()


@register.simple_tag(takes_context=True)
def word(context: template.Context, code: str) -> str:
    """The word of a code in the reader's language; the context has a speaker in `words`."""
    words: PageSpeaker = context["words"]
    return words.first_word(code, default=code)
