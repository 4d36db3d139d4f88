"""The site's own settings, with a clock around every request and one page to compare with."""

from tapiz_site.settings import *  # noqa: F403
from tapiz_site.settings import MIDDLEWARE as OF_THE_SITE

MIDDLEWARE = ["scripts.bench.reference.Clock", *OF_THE_SITE]
ROOT_URLCONF = "scripts.bench.reference"
