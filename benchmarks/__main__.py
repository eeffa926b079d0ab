"""`make bench`: every benchmark, or the one named. Each prints figures side by side and asserts nothing."""

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def main() -> int:
    names = sys.argv[1:] or sorted(path.stem for path in FOLDER.glob("*.py") if not path.stem.startswith("_"))
    codes = []
    for name in names:
        if not (FOLDER / f"{name}.py").exists():
            known = ", ".join(sorted(path.stem for path in FOLDER.glob("*.py") if not path.stem.startswith("_")))
            print(f"there is no benchmark {name!r}; there are {known}", file=sys.stderr)
            return 2
        print(f"\n== {name} ==", flush=True)
        # A process of its own: memory and caches of one benchmark do not colour the next.
        codes.append(subprocess.run([sys.executable, str(FOLDER / f"{name}.py")], check=False).returncode)
    return max(codes, default=0)


if __name__ == "__main__":
    sys.exit(main())
