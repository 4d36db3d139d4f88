"""Templates in short lines: what the loader joins, and that all of ours are in such lines."""

import re

import pytest

from tapiz_site.lines import joined
from tests.house.clean import ROOT

WIDTH = 120
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


@pytest.mark.parametrize(
    ("lines", "page"),
    [
        ("<p>uno</p>\n<p>dos</p>", "<p>uno</p>\n<p>dos</p>"),
        ("<p>\n  <b>uno</b>\n  </p>", "<p><b>uno</b></p>"),
        ("{% if x %}\n  {{ x }}\n{% endif %}", "{% if x %}{{ x }}\n{% endif %}"),
        ('<a class="btn"\n    href="/">uno\n  dos</a>', '<a class="btn" href="/">uno dos</a>'),
        ('<a{% if x %} data-x{% endif %}\n  title="uno">', '<a{% if x %} data-x{% endif %} title="uno">'),
        ("uno\n\n  dos", "uno\n\n  dos"),
    ],
)
def test_a_line_that_begins_with_blanks_continues_the_line_before(lines: str, page: str) -> None:
    assert joined(lines) == page


def test_lines_are_short_but_for_a_long_tag_or_sentence() -> None:
    """Tags and the texts of translations stay whole: tools read templates as they are."""
    whole = re.compile(r"\{% blocktranslate.*\{% endblocktranslate %\}|\{%.*?%\}|='[^']*'")
    long = [line for file in TEMPLATES for line in file.read_text(encoding="utf-8").splitlines() if len(line) > WIDTH]
    assert [line for line in long if max(map(len, whole.findall(line)), default=0) < WIDTH / 2] == []
