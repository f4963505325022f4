"""A score pad as a JSON document; the form is in docs/rules/score-pad.md.

{"players": ["Ada", "Ben"], "house": ["falling"],
 "rounds": [{"Ada": [{"face": 5, "zone": 3}], "Ben": [{"face": 4, "zone": "off"}]}]}
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tumbletrip.core.documents import load_document
from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.lines import TextLimits
from tumbletrip.tumblin.dice import D6, DieKind
from tumbletrip.tumblin.score_pad.pad import Pad, PadFiller, Reading, Row, check_players, kind_named

OFF_WORD: Final = "off"
ZONES: Final = (0, 1, 2, 3, 4)
LIMITS: Final = TextLimits(characters=1_048_576)  # 200 rounds of 48 dice
_FIELDS: Final = ("players", "teams", "house", "dice", "rounds")
_DIE_FIELDS: Final = ("face", "zone", "kind", "bonus")


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the document by its path, and what stands there."""

    path: str
    value: Any

    def unreadable(self, key: str, **values: object) -> InputError:
        """The error that names this field."""
        shown = "–" if self.value is None else str(self.value)[:60]
        return InputError(
            problem("tumblin.pad.field", field=self.path or "(top)", what=problem(key, word=shown, **values))
        )

    def __getitem__(self, key: str | int) -> "Field":
        """A field within this one; absent ones are empty."""
        path = f"{self.path}[{key}]" if isinstance(key, int) else f"{self.path}.{key}".removeprefix(".")
        inner = self.value.get(key) if isinstance(key, str) else self.value[key]
        return Field(path, inner)

    def items(self) -> list["Field"]:
        """The entries of a list."""
        if not isinstance(self.value, list):
            raise self.unreadable("tumblin.pad.list")
        return [self[index] for index in range(len(self.value))]

    def texts(self) -> list[str]:
        """The entries of a list of texts."""
        for entry in self.items():
            if not isinstance(entry.value, str):
                raise entry.unreadable("tumblin.pad.text")
        return list(self.value)

    def known(self, *names: str) -> "Field":
        """The field itself, an object that has no other fields than these."""
        if not isinstance(self.value, Mapping):
            raise self.unreadable("tumblin.pad.object")
        for name in self.value:
            if name not in names:
                raise self[name].unreadable("tumblin.pad.unknown_field", known=", ".join(names))
        return self


def pad_from_json(text: str, source: str) -> Pad:
    """Read a pad; `source` names the text in errors."""
    document = Field("", load_document(text, source, LIMITS)).known(*_FIELDS)
    players = document["players"]
    names = players.texts()
    check_players(players, names)
    filler = PadFiller(players, names)
    kind = _kind(document["dice"], D6)
    if document["teams"].value is not None:
        filler.set_teams(document["teams"], [team.texts() for team in document["teams"].items()])
    if document["house"].value is not None:
        filler.set_house(document["house"], document["house"].texts())
    for one_round in document["rounds"].items():
        rows = one_round.known(*names).value
        filler.add_round(one_round, {name: _row(one_round[name], kind) for name in rows})
    return filler.finished()


def _row(row: Field, kind: DieKind) -> Row:
    return Row(row, [(entry, _reading(entry.known(*_DIE_FIELDS), kind)) for entry in row.items()])


def _reading(entry: Field, kind: DieKind) -> Reading:
    face, zone, bonus = entry["face"], entry["zone"], entry["bonus"]
    if face.value is not None and type(face.value) is not int:
        raise face.unreadable("tumblin.pad.whole")
    if zone.value != OFF_WORD and (type(zone.value) is not int or zone.value not in ZONES):
        raise zone.unreadable("tumblin.pad.zone")
    if bonus.value is not None and type(bonus.value) is not bool:
        raise bonus.unreadable("tumblin.pad.true_or_false")
    return Reading(
        face=face.value,
        zone=None if zone.value == OFF_WORD else zone.value,
        kind=_kind(entry["kind"], kind),
        is_bonus=bool(bonus.value),
    )


def _kind(field: Field, default: DieKind) -> DieKind:
    return default if field.value is None else kind_named(field, str(field.value))
