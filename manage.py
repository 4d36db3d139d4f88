#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys


def main() -> None:
    """Run one management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tapiz_site.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as problem:
        # A wrong word in the environment deserves a sentence, not a stack trace.
        sys.exit(str(problem))
    except Exception as problem:
        # So does a full disk or a database that is gone.
        from tapiz_site import faults

        if said := faults.sentence(problem):
            sys.exit(said)
        raise


if __name__ == "__main__":
    main()
