"""The pages as a WSGI application; the event stream is not part of it."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tapiz_site.settings")

application = get_wsgi_application()
