"""Which addresses of the site no picture shows, so that the list of pages does not fall behind."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import URLPattern, URLResolver, get_resolver, resolve
from django.urls.exceptions import Resolver404


def unseen(addresses: Iterable[str]) -> list[str]:
    """The names of the addresses that none of these leads to; those that only take forms are among them."""
    seen = set()
    for address in addresses:
        try:
            seen.add(resolve(address.partition("?")[0]).view_name)
        except Resolver404:
            continue
    return sorted(set(_names(get_resolver().url_patterns, ())) - seen)


def _names(parts: Iterable[URLPattern | URLResolver], spaces: tuple[str, ...]) -> Iterable[str]:
    for part in parts:
        if isinstance(part, URLResolver):
            yield from _names(part.url_patterns, (*spaces, part.namespace) if part.namespace else spaces)
        else:
            yield ":".join((*spaces, part.name or str(part.pattern)))
