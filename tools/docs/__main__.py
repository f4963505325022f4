"""Builds the documentation as a site in out/docs/site: `make docs`."""

import shutil
import subprocess
import sys

from tools.docs.pages import CONFIG, ROOT, lay_out, settings

WORKSHOP = ROOT / "out" / "docs"


def main() -> None:
    """Lay out the pages and build the site; a link that leads nowhere fails."""
    shutil.rmtree(WORKSHOP, ignore_errors=True)
    lay_out(WORKSHOP / "pages")
    config = WORKSHOP / CONFIG.name
    config.write_text(settings(), "utf-8")
    command = ["zensical", "build", "--strict", "--config-file", str(config)]
    sys.exit(subprocess.run([sys.executable, "-m", *command], check=False).returncode)


if __name__ == "__main__":
    main()
