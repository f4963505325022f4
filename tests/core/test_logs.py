"""Where structlog is missing, as in a page, the log is plain lines."""

import sys

import pytest

from tumbletrip.core.logs import PlainLog, get_logger


def test_without_structlog_events_are_lines_with_their_values(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "structlog", None)
    log = get_logger("anywhere")
    assert isinstance(log, PlainLog)
    log.info("ready")
    log.warning("store_down", table="a")
    log.error("failed", error="no")
    assert capsys.readouterr().err == "info ready\nwarning store_down table='a'\nerror failed error='no'\n"
