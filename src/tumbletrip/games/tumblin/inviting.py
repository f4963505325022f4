"""What a link to a table of Tumblin-Dice says about it: how the dice are shared out, and the house rules."""

from tumbletrip.core.texts import say
from tumbletrip.games.kit import Invitation
from tumbletrip.tables.play import Options


def _rules(options: Options, language: str) -> tuple[str, ...]:
    preset = [f"tumblin.preset.{options['preset']}.title"] if "preset" in options else []
    variants = [f"tumblin.variant.{word.partition('=')[0]}.title" for word in options.get("house", ())]
    return tuple(say(key, language) for key in preset + variants)


def _picture(_: Options) -> str:
    return "invitation/tumblin.jpg"


INVITATION = Invitation(title="Tumblin-Dice", claim="app.td_claim", rules=_rules, picture=_picture)
