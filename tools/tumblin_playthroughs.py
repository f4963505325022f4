"""Readable transcripts of the golden matches of Tumblin-Dice; `make playthroughs` rewrites them too."""

from pathlib import Path

from tumbletrip.tumblin.notation.record_reader import parse_record
from tumbletrip.tumblin.notation.replays import replay
from tumbletrip.tumblin.notation.transcript import transcript

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"


def tumblin_transcripts() -> dict[str, str]:
    """The text of every transcript by file name."""
    return {
        f"tumblin-{path.stem}.txt": "\n".join(transcript(replay(parse_record(path.read_text("utf-8")))))
        + "\n"
        for path in sorted(GOLDEN.glob("*.tumble"))
    }
