"""What axe is asked of a page."""

from collections.abc import Mapping

_BRIEFLY: Mapping[str, object] = {"resultTypes": ["violations"]}
"""What passes is not listed: axe would describe every element of the page."""

ACCESSIBLE = {**_BRIEFLY, "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
CONTRAST = {**_BRIEFLY, "runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""What alone another theme can change."""
