"""What a release consists of, in `out/release`: `make release`, or `make release DRY=--dry-run` to try it.

`--to FOLDER` puts it elsewhere. Nothing is published. What speaks against a release is said first, and ends
it unless it is tried only.
"""

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Final

from hatch_build import build_app, build_pack, static_folder
from tumbletrip import __version__
from tumbletrip.local.site import write_site

ROOT: Final = Path(__file__).parents[1]
BILL: Final = ".dist-info/sboms/tumbletrip.cdx.json"
ENTRY: Final = re.compile(
    r"^## \[(?P<version>[\d.]+)\] – (?P<day>\S+)\n(?P<notes>.*?)(?=^## \[|\Z)", re.M | re.S
)
LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)  # so that the same files make the same archive


def main() -> None:
    """Check, build, and put everything into one folder."""
    parser = argparse.ArgumentParser(description="What a release consists of; nothing is published.")
    parser.add_argument("--dry-run", action="store_true", help="also where something speaks against it")
    parser.add_argument("--to", type=Path, default=ROOT / "out" / "release", help="the folder to put it into")
    asked = parser.parse_args()
    against = objections(
        __version__, (ROOT / "CHANGELOG.md").read_text("utf-8"), _git("status", "--porcelain")
    )
    for objection in against:
        print(f"Not to be released: {objection}", file=sys.stderr)
    if against and not asked.dry_run:
        sys.exit(1)
    folder: Path = asked.to
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as site:
        build(folder)
        write_site(Path(site), "/")
        complete(folder, Path(site), (ROOT / "CHANGELOG.md").read_text("utf-8"))
    print(
        *(f"{path.stat().st_size:>11,}  {path}" for path in sorted(folder.iterdir())),
        sep="\n",
    )


def objections(version: str, changelog: str, changed_files: str) -> list[str]:
    """What speaks against releasing: version and changelog must agree, with a day, on committed files."""
    newest = ENTRY.search(changelog)
    if newest is None:
        return ["the changelog has no entry of a version."]
    found = []
    if newest["version"] != version:
        found.append(f"the changelog's newest entry is {newest['version']}, the package is {version}.")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", newest["day"]):
        found.append(f"the changelog says “{newest['day']}” instead of a day.")
    if changed_files:
        found.append("some files are not committed.")
    return found


def build(folder: Path) -> None:
    """Wheel and source distribution, with the app as it is now."""
    build_app(ROOT, static_folder(ROOT))
    build_pack(ROOT)
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder), "-t", "sdist", "-t", "wheel"]
    subprocess.run(command, cwd=ROOT, check=True)


def complete(folder: Path, site: Path, changelog: str) -> None:
    """Beside wheel and sources: the app as plain files, the bill of materials, notes and checksums."""
    (wheel,) = folder.glob("*.whl")
    name = "-".join(wheel.name.split("-")[:2])
    _pack(site, folder / f"{name}-site.zip")
    with zipfile.ZipFile(wheel) as packed:
        (bill,) = (inside for inside in packed.namelist() if inside.endswith(BILL))
        (folder / f"{name}.cdx.json").write_bytes(packed.read(bill))
    newest = ENTRY.search(changelog)
    assert newest, "the changelog has no entry of a version"
    (folder / f"{name}-notes.md").write_text(newest["notes"].strip() + "\n", "utf-8")
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(folder.iterdir())
    ]
    (folder / "SHA256SUMS").write_text("".join(sums), "utf-8")


def _pack(site: Path, archive: Path) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(path for path in site.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(site).as_posix(), LONG_AGO)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            packed.writestr(entry, path.read_bytes())


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    main()
