"""What axe finds wrong with a screen."""

import json
from typing import Any

from playwright.sync_api import Page

from tests.kit.browser.browser import ROOT

AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")


def violations(page: Page, rules: tuple[str, ...] = TAGS) -> list[dict[str, Any]]:
    """What axe finds wrong with a screen, by all its rules or by some."""
    # Through the debugger, which the content security policy of the page does not stop.
    session = page.context.new_cdp_session(page)
    if page.evaluate("!window.axe"):  # every document is told once
        session.send("Runtime.evaluate", {"expression": AXE.read_text("utf-8")})
    # What is right is not described: that took axe longer than finding it.
    options = json.dumps({"runOnly": rules, "resultTypes": ["violations"]})
    run = f"axe.run({options}).then(found => JSON.stringify(found.violations))"
    answer = session.send(
        "Runtime.evaluate", {"expression": run, "awaitPromise": True, "returnByValue": True}
    )
    session.detach()
    return [
        {"rule": found["id"], "where": [node["target"] for node in found["nodes"]][:4]}
        for found in json.loads(answer["result"]["value"])
    ]
