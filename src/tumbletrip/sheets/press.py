"""Printing with Typst: a template and its data become a PDF, or a picture of each page."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from tumbletrip.core.errors import InputError, problem

TEMPLATES: Final = Path(__file__).parent / "templates"
# The app's own fonts, which the build takes from their npm packages; without them the press has its own.
FONTS: Final = Path(__file__).parent / "fonts"
FIRST_DAY: Final = datetime(2000, 1, 1, tzinfo=UTC)  # stands in every file, so that equal sheets are equal
PREVIEW_PPI: Final = 110


@dataclass(frozen=True, slots=True)
class Job:
    """Something to print: the name of a template, the number of pages, and the data it shows."""

    template: str
    pages: int
    data: Mapping[str, Any]


def print_pdf(job: Job) -> bytes:
    """All pages as one vector PDF, tagged for screen readers."""
    return _compile(job, "pdf")[0]


def print_pictures(job: Job, kind: Literal["png", "svg"] = "png") -> list[bytes]:
    """Every page as a picture."""
    return _compile(job, kind)


def _compile(job: Job, kind: str) -> list[bytes]:
    try:
        compiler = _compiler()
    except ImportError:
        raise InputError(problem("sheets.no_press")) from None
    # The press hands every input on as text.
    inputs = {"data": json.dumps(job.data, ensure_ascii=False)}
    made = compiler.compile(
        str(TEMPLATES / f"{job.template}.typ"),
        format=kind,
        ppi=PREVIEW_PPI if kind == "png" else None,
        sys_inputs=inputs,
        timestamp=int(FIRST_DAY.timestamp()),
    )
    return made if isinstance(made, list) else [made]


@cache
def _compiler() -> Any:
    """Reading the fonts takes a moment, so one compiler serves all jobs of a process."""
    import typst  # an extra, and large

    return typst.Compiler(root=str(TEMPLATES), font_paths=[str(FONTS)], ignore_system_fonts=True)
