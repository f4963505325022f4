"""`make play` sets itself up, also after it was interrupted; tried in a small project without a network."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).parents[1] / "tools" / "set_up.py"
PROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "tiny"
version = "1"
"""
BACKEND = """
import zipfile
from pathlib import Path

def build_editable(folder, config_settings=None, metadata_directory=None):
    name = "tiny-1-py3-none-any.whl"
    with zipfile.ZipFile(Path(folder) / name, "w") as wheel:
        wheel.writestr("tiny-1.dist-info/METADATA", "Metadata-Version: 2.1\\nName: tiny\\nVersion: 1\\n")
        wheel.writestr("tiny-1.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\n")
        wheel.writestr("tiny-1.dist-info/RECORD", "")
        wheel.writestr("tiny.py", "")
    return name
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that needs nothing, with an environment that somebody left half made."""
    for folder in ("tools", "requirements", ".venv/bin"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(SCRIPT, tmp_path / "tools")
    for lock in ("play", "build"):
        (tmp_path / "requirements" / f"{lock}.lock").write_text("")
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "backend.py").write_text(BACKEND)
    (tmp_path / ".venv/bin/python").write_text("half a file")
    return tmp_path


def test_it_goes_on_where_it_was_killed_and_is_ready_only_at_the_end(project: Path) -> None:
    command = [sys.executable, "tools/set_up.py", "play"]
    marker, python = project / ".venv/.ready-to-play", project / ".venv/bin/python"
    killed = subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert killed.stdout
    while "Installing" not in killed.stdout.readline():
        assert killed.poll() is None, "it ended before it was killed"
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    killed.stdout.close()
    assert not marker.exists()
    made = python.lstat().st_ino

    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done
    assert [line.split(" (")[0] for line in done.stdout.splitlines() if "usually" in line] == [
        "Making .venv",
        "Installing what playing needs",
        "Building the app and linking tumbletrip",
    ]
    assert marker.exists()
    assert not (project / ".venv/.ready").exists(), "testing needs more"
    assert python.lstat().st_ino == made, "what was made is used again"
    subprocess.run([python, "-c", "import tiny"], cwd=project / "tools", check=True)


def test_what_fails_leaves_no_marker_and_its_exit_code(project: Path) -> None:
    (project / "requirements" / "play.lock").write_text("tiny==2 --hash=sha256:" + "0" * 64 + "\n")
    command = [sys.executable, "tools/set_up.py", "play"]
    environment = {"PATH": "", "PIP_NO_INDEX": "1"}
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode != 0
    assert not (project / ".venv/.ready-to-play").exists()
