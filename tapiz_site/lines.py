"""Templates in short lines: a line that begins with blanks continues the line before it.

Pages are written without blanks between elements, since a browser shows them. So that templates can still be indented,
their loader joins continued lines: with one blank between words and before an attribute, with none beside a tag (`<`,
`>`, `{`, `}`). A line that begins without blanks stays a line of the page.
"""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

_CONTINUED = re.compile(r"(?<=([^\n]))\n +(?=([a-z-]+=[\"']|\S))")


def joined(text: str) -> str:
    """The text of a template with its continued lines joined."""
    return _CONTINUED.sub(_between, text)


def _between(at: re.Match[str]) -> str:
    after, before = at.groups()
    if before.endswith(("='", '="')):
        return " "
    return "" if after in ">}" or before in "<{" else " "


class Loader(filesystem.Loader):
    """Loads the templates of the project; those of libraries have loaders of their own."""

    def get_contents(self, origin: Origin) -> str:
        """The text of a template, its continued lines joined."""
        return joined(super().get_contents(origin))
