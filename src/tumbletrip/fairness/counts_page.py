"""The page on which a server shows its dice: plain, without a script, in all languages."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Final

from tumbletrip.core.texts import say
from tumbletrip.fairness.counting import Misser, evidence, is_alarming

_COLOURS: Final = {"R": "red", "B": "blue", "G": "green", "Y": "yellow"}  # in the order of the dice
_MARKS: Final = {"en": ",.", "fr": "\u202f,"}  # of thousands and of decimals; others write them as Germans do
_MANY: Final = 100.0  # from here on decimals say nothing …
_TOO_MANY: Final = 1e12  # … and from here on nobody counts digits


def counts_page(
    language: str,
    faces: Mapping[str, Sequence[int]],
    missing: Mapping[str, int],
    seats: Mapping[int, int],
    missers: Sequence[Misser],
    *,
    tables: int,
    draws: int,
    given: int,
    voids: int,
) -> str:
    """The page for these counts."""
    found = evidence(faces)
    is_bad = is_alarming(found)
    verdict = "fair.stats.alarm" if is_bad else "fair.stats.fine"
    lines = [say(f"fair.stats.reason.{reason}", language, count=count) for reason, count in missing.items()]
    lines += [say("fair.stats.seats", language, count=count, links=links) for links, count in seats.items()]
    filled = {
        "language": language,
        "title": say("fair.stats.title", language),
        "counted": say("fair.stats.counted", language, tables=tables, draws=draws),
        "verdict": say(verdict, language, evidence=_shown(found, language)),
        "verdict_class": "bad" if is_bad else "good",
        "faces": say("fair.stats.faces", language),
        "die": say("fair.stats.die", language),
        "heads": "".join(f'<th scope="col">{face}</th>' for face in range(1, 7)),
        "rows": "".join(_row(name, counts, language) for name, counts in sorted(faces.items(), key=_place)),
        "links": say("fair.stats.links", language, given=given),
        "reasons": "".join(f"<li>{line}</li>" for line in lines)
        or f"<li>{say('fair.stats.none', language)}</li>",
        "void": say("fair.stats.void", language, count=voids),
        "back": say("fair.stats.back", language),
        "who": say("fair.stats.missers", language),
        "missers": "".join(f"<li>{_misser(one, language)}</li>" for one in missers)
        or f"<li>{say('fair.stats.nobody', language)}</li>",
        "mark": say("fair.stats.mark", language),
        "method": say("fair.stats.method", language),
    }
    page = files("tumbletrip.fairness").joinpath("page", "counts.html").read_text("utf-8")
    for name, value in filled.items():
        page = page.replace(f"{{{name}}}", value)
    return page


def _shown(number: float, language: str) -> str:
    """A number as people of a language write it."""
    plain = f"{number:,.0f}" if _MANY <= number < _TOO_MANY else f"{number:.3g}"
    return plain.translate(str.maketrans(",.", _MARKS.get(language, ".,")))


def _place(row: tuple[str, Sequence[int]]) -> tuple[str, int]:
    """Kinds by name, and dice as they lie on the table."""
    kind, _, letter = row[0].partition("/")
    return kind, [*_COLOURS].index(letter) if letter else 0


def _misser(one: Misser, language: str) -> str:
    return say(
        "fair.stats.misser",
        language,
        mark=one.mark,
        player=one.player + 1,
        missed=one.missed,
        awaited=one.awaited,
    )


def _row(name: str, counts: Sequence[int], language: str) -> str:
    kind, _, letter = name.partition("/")
    words = [say(f"fair.stats.kind.{kind}", language)]
    if letter:
        words.append(say(f"colour.{_COLOURS[letter]}", language))
    cells = "".join(f"<td>{count}</td>" for count in counts)
    return f'<tr><th scope="row">{", ".join(words)}</th>{cells}</tr>'
