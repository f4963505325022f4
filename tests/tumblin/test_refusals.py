"""Every refusal of Tumblin-Dice has a sentence in every language."""

import json
import re
from importlib.resources import files

import pytest

from tumbletrip.core.texts import LANGUAGES, say
from tumbletrip.tumblin.refusals import No

ROOM = files("tumbletrip.core").joinpath("catalogue")


@pytest.mark.parametrize("refusal", No)
def test_every_refusal_has_a_sentence_in_every_language(refusal: No) -> None:
    sentences = {say(refusal, language) for language in LANGUAGES}
    assert len(sentences) == 4
    assert all(sentence.endswith(".") for sentence in sentences)


def test_the_texts_of_this_room_have_the_same_keys_and_values_in_every_language() -> None:
    texts = {
        language: json.loads(ROOM.joinpath(language, "tumblin.json").read_text("utf-8"))
        for language in LANGUAGES
    }
    english = texts["en"]
    for language in LANGUAGES:
        assert list(texts[language]) == list(english)
        for key, sentence in texts[language].items():
            assert sorted(re.findall(r"{\w+", sentence)) == sorted(re.findall(r"{\w+", english[key])), key
