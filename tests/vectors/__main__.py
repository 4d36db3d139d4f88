"""`python -m tests.vectors FILE…`: run files of worked cases and say which fail."""

import argparse
import sys
from pathlib import Path

from tests.vectors.runner import run


def main(arguments: list[str] | None = None) -> int:
    """Run the files named on the command line; 0 when every case passed."""
    parser = argparse.ArgumentParser(prog="python -m tests.vectors", description="Run files of worked cases.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    outcome = run(parser.parse_args(arguments).files, report=print)
    return 0 if outcome.clean else 1


if __name__ == "__main__":
    sys.exit(main())
