"""The site's settings for tests: a temporary data folder, no environment of the developer's, fast hashes."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

for _name in [
    name for name in os.environ if name.startswith("TAPIZ_") and name not in {"TAPIZ_TEST_POSTGRES", "TAPIZ_CHROMIUM"}
]:
    del os.environ[_name]
_data = Path(tempfile.mkdtemp(prefix="tapiz-tests-"))
atexit.register(shutil.rmtree, _data, ignore_errors=True)
os.environ["TAPIZ_DATA"] = str(_data)
os.environ["TAPIZ_SECRET_KEY"] = "only-for-tests-" * 4
os.environ["TAPIZ_LOG"] = "stderr"
os.environ["DATABASE_URL"] = os.environ.get("TAPIZ_TEST_POSTGRES", "")

from tapiz_site.settings import *  # noqa: E402, F403
from tapiz_site.settings import DATABASES, LOGGING, STORAGES  # noqa: E402

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, because a database in memory cannot be written by two threads at once as the real one is.
    DATABASES["default"]["TEST"] = {"NAME": str(_data / "test.sqlite3")}
    # The one liberty: no waiting for the disk.
    DATABASES["default"]["OPTIONS"] = {
        **DATABASES["default"]["OPTIONS"],
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON;",
    }
else:
    DATABASES["default"]["TEST"] = {"NAME": f"tapiz_test_{os.getpid()}"}

ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
STATIC_ROOT.mkdir(exist_ok=True)  # noqa: F405
WHITENOISE_USE_FINDERS = True
# Tests act faster than people.
ACTS_A_MINUTE = 0
# Tests keep house when they want to.
HOUSEKEEPING_SECONDS = 0
# Found when asked for: a list of all files would be made anew for each client of a test.
WHITENOISE_AUTOREFRESH = True
# A browser asks once in a run: nobody changes the files meanwhile.
WHITENOISE_MAX_AGE = 3600
LOGGING = {**LOGGING, "root": {"handlers": ["stderr"], "level": "CRITICAL"}}
