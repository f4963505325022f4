"""A page analyses with the same Python on other kernels: it must find what a server finds."""

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.kit.browser.browser import ROOT
from tests.kit.dicetrip.node_machine import SCRIPT as NODE_MACHINE
from tests.kit.dicetrip.studies import record_by
from tumbletrip.analysis.dicetrip.work import trip_work
from tumbletrip.dicetrip.notation.records import format_record

GAMES = 24
IN_A_PAGE = """
import json, sys
sys.dont_write_bytecode = True  # the sources are those of this folder
sys.path.insert(0, "/src")
from tumbletrip.analysis.dicetrip.work import trip_work
from tumbletrip.bots.dicetrip.machine.running import use
from tumbletrip.bots.dicetrip.machine.wasm import page_machine
from tumbletrip.dicetrip.editions import named_edition
from tumbletrip.dicetrip.notation.records import parse_record
use(page_machine())
work = trip_work(parse_record({record!r}, named_edition), {games})
json.dumps(work.join([work.do(piece) for piece in work.pieces]))
"""


@pytest.mark.slow
def test_an_analysis_in_a_page_finds_the_same_for_equal_games_and_seeds(tmp_path: Path) -> None:
    record = record_by(["casual"], seed=3, tens=True)
    record = replace(record, events=record.events[: len(record.events) // 3], result=None)
    script = tmp_path / "script.py"
    script.write_text(IN_A_PAGE.format(record=format_record(record), games=GAMES))
    pyodide = ROOT / "frontend" / "node_modules" / "pyodide"
    node = ["node", str(NODE_MACHINE.with_name("pyodide_page.mjs"))]
    done = subprocess.run(
        [*node, str(pyodide), str(ROOT / "src"), str(script)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    work = trip_work(record, GAMES)
    assert json.loads(done.stdout) == work.join([work.do(piece) for piece in work.pieces])
