"""The site's own settings, with a clock around every request and one page to compare with."""

from tapiz_site.settings import *  # noqa: F403
from tapiz_site.settings import MIDDLEWARE as OF_THE_SITE

MIDDLEWARE = ["scripts.bench.reference.Clock", *OF_THE_SITE]
# The act that is measured is taken again and again by the same person.
ACTS_A_MINUTE = 0
ROOT_URLCONF = "scripts.bench.reference"
