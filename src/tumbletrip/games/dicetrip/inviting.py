"""What a link to a table of Dice Trip says about it: the map and the rules that were agreed on."""

from functools import partial

from tumbletrip.core.texts import say
from tumbletrip.games.dicetrip.beginning import FindEdition, edition_in
from tumbletrip.games.kit import Invitation
from tumbletrip.tables.play import Options

PICTURED = ("france", "germany")  # painted by tools/app/portraits.py


def invitation(find_edition: FindEdition) -> Invitation:
    """For tables on the boards that `find_edition` knows."""
    return Invitation(
        title="Dice Trip",
        claim="app.claim",
        rules=partial(_rules, find_edition),
        picture=partial(_picture, find_edition),
    )


def _rules(find_edition: FindEdition, options: Options, language: str) -> tuple[str, ...]:
    variants = [("tens", "app.variant_tens"), ("own_dice", "app.own_dice")]
    said = [say(key, language) for option, key in variants if options.get(option)]
    return (edition_in(find_edition, options).name(language), *said)


def _picture(find_edition: FindEdition, options: Options) -> str:
    """The map of the table, if there is a picture of it; otherwise the first that there is."""
    board = edition_in(find_edition, options).source
    return f"invitation/dicetrip-{board if board in PICTURED else PICTURED[0]}.jpg"
