"""Boards by name, for the processes of a server that reads what strangers send."""

from dataclasses import dataclass

from tumbletrip.dicetrip.editions import Edition, named_edition


@dataclass(frozen=True, slots=True)
class EditionFinder:
    """Editions by name, the operator's own first; picklable, for the process that reads records."""

    own: dict[str, Edition]

    def __call__(self, word: str) -> Edition:
        """Raises InputError for an unknown name."""
        return self.own.get(word) or named_edition(word)
