"""`make play` and `make test` set themselves up, also after a kill; in a small project without a network."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tools.set_up import in_words_of_uv

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
BUILD = """
from pathlib import Path

print("Building the app ...", flush=True)
Path("built").touch()
"""
ALONE = {**os.environ, "PIP_NO_INDEX": "1"}
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
    for lock in ("play", "build", "dev"):
        (tmp_path / "requirements" / f"{lock}.lock").write_text("")
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "backend.py").write_text(BACKEND)
    (tmp_path / "hatch_build.py").write_text(BUILD)
    (tmp_path / ".venv/bin/python").write_text("half a file")
    return tmp_path


COMMAND = (sys.executable, "tools/set_up.py", "play")
TO_DEVELOP = (*COMMAND[:-1], "dev")  # what `make test` begins with


def begun(project: Path, command: tuple[str, ...] = COMMAND) -> "subprocess.Popen[str]":
    """A set-up that can be killed with all that it started, as by closing its terminal."""
    return subprocess.Popen(
        command, cwd=project, stdout=subprocess.PIPE, text=True, start_new_session=True, env=ALONE
    )


def kill(process: "subprocess.Popen[str]") -> None:
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def is_whole(project: Path) -> bool:
    """Whether it is set up to play."""
    tried = (project / ".venv/bin/python", "-c", "import tiny")
    works = not subprocess.run(tried, cwd=project / "tools", check=False).returncode
    left = (project / ".venv/.installing").exists()
    return works and (project / ".venv/.ready-to-play").exists() and (project / "built").exists() and not left


def test_what_was_killed_while_it_installed_is_made_anew_and_ready_only_at_the_end(project: Path) -> None:
    killed = begun(project)
    assert killed.stdout
    while "Getting" not in killed.stdout.readline():
        assert killed.poll() is None, "it ended before it was killed"
    kill(killed)
    assert not (project / ".venv/.ready-to-play").exists()
    half = project / ".venv/half-a-package"
    half.touch()

    done = subprocess.run(COMMAND, cwd=project, capture_output=True, text=True, check=False, env=ALONE)
    assert done.returncode == 0, done
    assert [line.split(" (")[0] for line in done.stdout.splitlines() if "usually" in line] == [
        "Making .venv",
        "Getting what installs and builds",
        "Installing what playing needs",
        "Waiting for the app",
        "Linking tumbletrip",
    ]
    assert is_whole(project)
    assert not half.exists()
    assert not (project / ".venv/.ready").exists(), "to play is not to develop"


def test_ten_kills_at_random_moments_then_it_is_set_up_and_what_is_there_is_used_again(
    project: Path,
) -> None:
    chance = random.Random(20)
    for _ in range(10):
        process = begun(project, chance.choice((COMMAND, TO_DEVELOP)))
        time.sleep(chance.uniform(0, 2))  # any moment will do: nothing is expected of it
        kill(process)
    subprocess.run(COMMAND, cwd=project, stdout=subprocess.DEVNULL, check=True, env=ALONE)
    assert is_whole(project)
    made = (project / ".venv/bin/python").lstat().st_ino
    for command in (COMMAND, TO_DEVELOP):
        subprocess.run(command, cwd=project, stdout=subprocess.DEVNULL, check=True, env=ALONE)
        assert (project / ".venv/bin/python").lstat().st_ino == made
    assert (project / ".venv/.ready").exists()


def test_uv_hears_what_pip_is_told() -> None:
    told = {"extra-index-url": "https://one/simple\nhttps://two/simple", "find-links": "/here /there"}
    assert in_words_of_uv(told) == {
        "UV_INDEX_STRATEGY": "unsafe-best-match",
        "UV_INDEX": "https://one/simple https://two/simple",
        "UV_FIND_LINKS": "/here,/there",
    }


def test_what_fails_leaves_no_marker_and_its_exit_code(project: Path) -> None:
    (project / "requirements" / "play.lock").write_text("tiny==2 --hash=sha256:" + "0" * 64 + "\n")
    environment = {"PATH": "", "PIP_NO_INDEX": "1"}
    done = subprocess.run(COMMAND, cwd=project, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode != 0
    assert not (project / ".venv/.ready-to-play").exists()
