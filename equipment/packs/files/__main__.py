"""`python -m equipment.packs.files <folder or zip>`: prints all faults of a pack, or its content."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from .faults import CODES, Fault, Refused
from .reading import load
from .unpacking import folder, unpacked


def main(path: Path) -> int:
    """Read the pack and print its faults or content; returns 1 when it is refused."""
    try:
        pack = load(folder(path) if path.is_dir() else unpacked(path.read_bytes()))
    except Refused as problem:
        for fault in problem.faults:
            print(_said(fault))
        return 1
    print(f"{pack.slug} {pack.version}: {', '.join(pack.languages)}")
    for kind, count in Counter(entry.kind for entry in pack.entries).items():
        print(f"{count:6} {kind}")
    if pack.maps:
        print(f"{len(pack.maps):6} maps")
    if pack.scenes:
        print(f"{len(pack.scenes):6} scenes")
    return 0


def _said(fault: Fault) -> str:
    params = ", ".join(f"{name}={value}" for name, value in fault.params.items())
    place = ": ".join(part for part in (fault.file, fault.place, fault.entry) if part)
    return f"{place}: {CODES.get(fault.code, fault.code)} {f'({params})' if params else ''}".rstrip()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
