"""The files in `deploy` can be read by those they are for, and name options that exist."""

import configparser
import inspect
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]  # schemathesis brings it along

from tumbletrip.cli.commands.serve import command

DEPLOY = Path(__file__).parents[2] / "deploy"
OPTIONS = {f"--{name.replace('_', '-')}" for name in inspect.signature(command).parameters}


def text(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


@pytest.mark.parametrize("name", ["Containerfile", "compose.yaml", "tumbletrip.service"])
def test_every_option_of_the_server_is_one_that_it_has(name: str) -> None:
    """Lines that start it: an entry point, a command, ExecStart."""
    lines = [
        line
        for line in text(name).splitlines()
        if re.search(r"ENTRYPOINT|CMD \[\"--|^ +- --|ExecStart", line)
    ]
    named = {option for line in lines for option in re.findall(r"--[a-z-]+", line)}
    assert "--database" in named
    assert named <= OPTIONS


def test_the_container_has_two_stages_and_the_last_one_is_nobody_special() -> None:
    stages = re.split(r"^FROM ", text("Containerfile"), flags=re.MULTILINE)[1:]
    assert len(stages) == 2
    assert re.search(r"^USER [1-9]\d*:[1-9]\d*$", stages[1], re.MULTILINE)
    assert re.search(r"^HEALTHCHECK ", stages[1], re.MULTILINE)
    root = DEPLOY.parent
    copied = [
        word
        for line in re.findall(r"^COPY (?!--)(.*)$", stages[0], re.MULTILINE)
        for word in line.split()[:-1]
    ]
    assert [name for name in copied if not (root / name).exists()] == []


def test_the_services_are_closed_but_for_what_they_need() -> None:
    services = yaml.safe_load(text("compose.yaml"))["services"]
    server = services["tumbletrip"]
    assert server["read_only"] is True
    assert server["cap_drop"] == ["ALL"]
    assert all(port.startswith("127.0.0.1:") for port in server["ports"])
    assert server["depends_on"]["db"]["condition"] == "service_healthy"
    assert "healthcheck" in services["db"]
    assert (DEPLOY / server["build"]["context"] / server["build"]["dockerfile"]).is_file()


def test_the_unit_runs_as_nobody_special_and_may_write_its_own_folders_only() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # names keep their capitals
    unit.read_string(text("tumbletrip.service"))
    service = dict(unit["Service"])
    assert service["DynamicUser"] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""
    assert service["Environment"] == f"NUMBA_CACHE_DIR=/var/cache/{service['CacheDirectory']}"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="only systemd can judge its units")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "tumbletrip.service"
    unit.write_text(
        text("tumbletrip.service").replace("/opt/tumbletrip/bin/tumbletrip", shutil.which("true") or "")
    )
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if "tumbletrip.service" in line] == []


def test_the_proxy_passes_on_what_the_server_needs_and_hides_the_metrics() -> None:
    nginx = text("nginx.conf")
    assert nginx.count("{") == nginx.count("}")
    for header in ("Host", "Upgrade", "Connection", "X-Forwarded-For", "X-Forwarded-Proto"):
        assert f"proxy_set_header {header} $" in nginx
    assert all("/metrics" in text(name) for name in ("nginx.conf", "Caddyfile"))
