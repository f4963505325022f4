"""The browser's types of the HTTP API, made from its schema: `make types`."""

import json
import subprocess
from pathlib import Path

from hatch_build import node_environment, npm_command, static_folder
from tumbletrip.server.app import openapi

ROOT = Path(__file__).parents[2]
TYPES = ROOT / "frontend/src/lib/protocol/api.d.ts"


def write_types(types: Path) -> None:
    """Write the types into a file, formatted like the app's own code."""
    schema = types.with_suffix(".json")
    schema.write_text(json.dumps(openapi()), "utf-8")
    config = str(ROOT / "frontend/.prettierrc.json")
    for tool in (
        ["openapi-typescript", str(schema), "-o", str(types)],
        ["prettier", "--config", config, "--write", str(types)],
    ):
        subprocess.run(
            [*npm_command(), "exec", "--offline", "--", *tool],
            cwd=ROOT / "frontend",
            env=node_environment(static_folder(ROOT)),
            check=True,
            capture_output=True,
        )
    schema.unlink()


if __name__ == "__main__":
    write_types(TYPES)
