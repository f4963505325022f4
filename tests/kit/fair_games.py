"""Games whose dice were drawn by the protocol, for tests that check or falsify them."""

from dataclasses import replace
from random import Random

from tests.kit.dicetrip.play import random_entries
from tests.kit.tumblin.table import ScriptedPhysics, a_launch, random_pose
from tumbletrip.dicetrip.dice import COLOURS, Colour, Roll
from tumbletrip.dicetrip.editions import named_edition
from tumbletrip.dicetrip.notation.records import Record, record_of
from tumbletrip.dicetrip.notation.replays import with_result
from tumbletrip.dicetrip.rules import (
    Command,
    Event,
    Game,
    Keep,
    No,
    Phase,
    Reroll,
    RollDice,
    Write,
    decide,
    evolve,
    new_game,
)
from tumbletrip.fairness.chains import Chain
from tumbletrip.fairness.draws import draw_faces, draw_message, setup_hash
from tumbletrip.fairness.proofs import Draw, Proof, Seal, proof_tags
from tumbletrip.games.dicetrip.drawn import setup_text
from tumbletrip.games.tumblin import drawn as tumblin_drawn
from tumbletrip.tables.play import NeedDice
from tumbletrip.tumblin import rules as tumblin
from tumbletrip.tumblin.hands import DICE_TO_SHAKE, Aim, HandSize, MadeBy, draw_from, hand_of
from tumbletrip.tumblin.house_rules import house_rules
from tumbletrip.tumblin.notation import records as tumblin_records
from tumbletrip.tumblin.setup import table

TABLE = "T1"


class FairDealer:
    """Draws by the protocol with fixed chains of a server and of players, and keeps the proof."""

    def __init__(self, setup: str, players: int = 2) -> None:
        self._server = Chain(bytes(range(32)), 64)
        self._players = [Chain(bytes([player + 1]) * 32, 64) for player in range(players)]
        self._setup = setup_hash(setup)
        self.proof = Proof(
            TABLE,
            self._setup,
            self._server.anchor.hex(),
            tuple(Seal(player, 1, chain.anchor.hex()) for player, chain in enumerate(self._players)),
        )

    def draw(self, need: NeedDice) -> tuple[int, ...]:
        """The next draw."""
        number = len(self.proof.draws) + 1
        links = tuple(chain.link(number).hex() for chain in self._players)
        server = self._server.link(number)
        drawn = Draw(number, need.kind, server.hex(), links, ("",) * len(links))
        self.proof = replace(self.proof, draws=(*self.proof.draws, drawn))
        return draw_faces(server, draw_message(TABLE, self._setup, number, need.kind, links), need.count)


def fair_trip(seed: int = 1, players: int = 2) -> Record:
    """A whole game of Dice Trip with its proof; the first roller rolls two dice again."""
    rng = Random(seed)
    game = new_game(named_edition("france"), players)
    names = [f"Player {player + 1}" for player in range(players)]
    dealer = FairDealer(setup_text(record_of(game, names, ())), players)
    events: list[Event] = []
    while game.phase is not Phase.OVER:
        event = decide(game, _command(game, dealer, rng))
        assert not isinstance(event, No), event
        events.append(event)
        game = evolve(game, event)
    record = record_of(game, names, events, tags=tuple(proof_tags(dealer.proof)))
    return with_result(record, game)


def _command(game: Game, dealer: FairDealer, rng: Random) -> Command:
    if game.phase is Phase.ROLL:
        return RollDice(game.roller, Roll(*dealer.draw(NeedDice(4, COLOURS))))
    if game.phase is Phase.REROLL:
        dice = (Colour.RED, Colour.GREEN)
        is_first = game.round == 1
        return Reroll(game.roller, _again(dealer, dice)) if is_first else Keep(game.roller)
    seat = game.done.index(False)
    assert game.roll
    return Write(seat, random_entries(game.sheets[seat], game.roll, rng))


def _again(dealer: FairDealer, dice: tuple[Colour, ...]) -> dict[Colour, int]:
    return dict(zip(dice, dealer.draw(NeedDice(len(dice), dice, throw=1)), strict=True))


def fair_tumble(seed: int = 4) -> tumblin_records.Record:
    """A short match of Tumblin-Dice with its proof: hands shake, and dice are laid at random."""
    rng = Random(seed)
    setup = table(["Ada", "Ben"], 2, house=house_rules(["target=30"]), hand=HandSize.HUMAN)
    dealer = FairDealer(tumblin_drawn.setup_text(tumblin_records.Record(setup)))
    match, events = tumblin.new_match(setup), list[tumblin.Event]()
    while match.phase is not tumblin.Phase.OVER:
        event = tumblin.decide(match, _tumblin_command(match, dealer, rng))
        assert isinstance(event, tumblin.Event), event
        events.append(event)
        match = tumblin.evolve(match, event)
    return replace(tumblin_records.record_of(setup, events), tags=tuple(proof_tags(dealer.proof)))


def _tumblin_command(match: tumblin.Match, dealer: FairDealer, rng: Random) -> tumblin.Command:
    if match.phase is tumblin.Phase.ORDER:
        return tumblin.RollForOrder(match.rolling[0], *dealer.draw(NeedDice(1)))
    assert match.turn is not None
    thrown = match.dice_in_hand(match.turn)[0]
    aim = Aim(a_launch(thrown, match.rests), MadeBy.METER)
    hand = hand_of(match.setup.hand, aim.made_by)
    assert hand
    faces = dealer.draw(NeedDice(DICE_TO_SHAKE, is_noise=True))
    launch = hand.flick(match.setup.board, match.rests, aim.launch, draw_from(faces))
    physics = ScriptedPhysics([{thrown.key: random_pose(rng, thrown.kind)}])
    settled = physics.settle(match.rests, launch)
    return tumblin.Flick(match.turn, launch, settled.rests, physics.fingerprint, aim=aim)
