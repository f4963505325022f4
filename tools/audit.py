"""`make audit`: known holes in what we depend on, by pip-audit and npm audit.

Both ask a list on the network. Where it cannot be asked this says so in a sentence and ends well: not knowing
is not a finding. A hole that is known ends with exit code 1.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LOCK = "requirements/dev.lock"
PATIENCE_SECONDS = 300
Run = Callable[[Sequence[str], Path], str]


@dataclass(frozen=True)
class Verdict:
    """What one list says: the holes it knows, or None if it could not be asked."""

    title: str
    holes: list[str] | None

    def sentence(self) -> str:
        if self.holes is None:
            return f"{self.title}: the list of known holes could not be asked; nothing is known, good or bad."
        if not self.holes:
            return f"{self.title}: no known holes."
        return "\n".join([f"{self.title}: {len(self.holes)} known", *(f"  {hole}" for hole in self.holes)])


def output_of(command: Sequence[str], folder: Path) -> str:
    """What a command prints; nothing if it cannot be run at all, or does not end."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


def audit_python(run: Run = output_of) -> Verdict:
    command = [sys.executable, "-m", "pip_audit", "--requirement", LOCK, "--require-hashes", "--disable-pip"]
    told = _document(run([*command, "--format", "json", "--progress-spinner", "off"], ROOT))
    if not isinstance(told.get("dependencies"), list):
        return Verdict("Python", None)
    holes = [
        f"{package['name']} {package['version']}: {hole['id']}, mended in {_versions(hole)}"
        for package in told["dependencies"]
        for hole in package.get("vulns", ())
    ]
    return Verdict("Python", holes)


def _versions(hole: dict[str, Any]) -> str:
    return ", ".join(hole["fix_versions"]) or "no version yet"


def audit_browser(folder: str, run: Run = output_of) -> Verdict:
    told = _document(run(["npm", "audit", "--json"], ROOT / folder))
    if "error" in told or not isinstance(told.get("vulnerabilities"), dict):
        return Verdict(folder, None)
    found = told["vulnerabilities"].values()
    return Verdict(folder, [f"{hole['name']} {hole['range']}: {hole['severity']}" for hole in found])


def _document(text: str) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except ValueError:
        return {}
    return document if isinstance(document, dict) else {}


def main() -> int:
    verdicts = [audit_python(), *map(audit_browser, ("frontend", "frontend/budget"))]
    for verdict in verdicts:
        print(verdict.sentence())
    return 1 if any(verdict.holes for verdict in verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())
