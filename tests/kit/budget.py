"""What the first load of the app weighs, gzipped: `python -m tests.kit.budget`; fails above the budget."""

import gzip
import re
import sys
from pathlib import Path

from hatch_build import static_folder
from tests.kit.browser import ROOT

BUDGET_BYTES = 120 * 1000  # script and style, for the front page and the Dice Trip table
STATIC = static_folder(ROOT)
IMPORTED = re.compile(r"""(?:from|import)\s*["'](\./[^"']+\.js)["']""")
LAZY = re.compile(r"""assets/((?:Table|en)-[\w-]+\.(?:js|css))""")


def first_load(static: Path = STATIC) -> dict[str, int]:
    """Every script and style that the front page and a table need, with its gzipped size."""
    page = (static / "index.html").read_text("utf-8")
    found: dict[str, int] = {}
    waiting = re.findall(r"/assets/([\w.-]+\.(?:js|css))", page)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        text = (static / "assets" / name).read_bytes()
        found[name] = len(gzip.compress(text, 9))
        code = text.decode()
        waiting += [imported.removeprefix("./") for imported in IMPORTED.findall(code)]
        waiting += [lazy for lazy in LAZY.findall(code) if not _is_rules(static, lazy)]
        waiting += _styles_of_table(code)
    return found


def _is_rules(static: Path, name: str) -> bool:
    """The rules page of a language shares the language's name with its texts."""
    return name.startswith("en-") and "DT01" in (static / "assets" / name).read_text("utf-8")


def _styles_of_table(code: str) -> list[str]:
    """Styles that come with what the table loads; Vite lists them beside the scripts."""
    return re.findall(
        r"assets/((?:Table|SheetMap|MapBase|Die|MiniMap|TopBar|Missing|Dialog)-[\w-]+\.css)", code
    )


def main() -> None:
    """Show the weight, and fail above the budget."""
    sizes = first_load()
    for name, size in sorted(sizes.items(), key=lambda item: -item[1]):
        sys.stdout.write(f"{size:8,d}  {name}\n")
    total = sum(sizes.values())
    sys.stdout.write(f"{total:8,d}  in all, gzipped; the budget is {BUDGET_BYTES:,d}\n")
    sys.exit(total > BUDGET_BYTES)


if __name__ == "__main__":
    main()
