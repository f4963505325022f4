"""Errors must be speakable: one sentence, in every language, that an output can show."""

from tumbletrip.core.errors import InputError
from tumbletrip.core.texts import LANGUAGES


def assert_spoken(error: InputError) -> None:
    """The error is a sentence of one line in all four languages."""
    for language in LANGUAGES:
        sentence = error.sentence(language)
        assert sentence.strip()
        assert len(sentence.splitlines()) == 1, sentence
        sentence.encode("utf-8")
