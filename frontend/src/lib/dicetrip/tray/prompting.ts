/** One line that says what to do next, or whom the table waits for. */
import { settings } from '$lib/settings.svelte';
import { say } from '$lib/texts.svelte';
import { isWhole, nextToPlace, numberOf } from '$lib/dicetrip/table/composing';
import type { TripGame } from '$lib/dicetrip/table/game.svelte';

export function promptFor(game: TripGame): string {
  const { play } = game;
  if (!play || play.phase === 'over') return '';
  const roller = game.playerWho(play.roller);
  if (game.isCorrecting) return say('app.prompt.type_dice', { name: roller });
  if (play.phase === 'roll') {
    if (!game.isMyRoll) return say('app.prompt.other_rolls', { name: roller });
    return say(play.own_dice && !game.faces ? 'app.prompt.type_dice' : 'app.prompt.roll', { name: roller });
  }
  if (play.phase === 'reroll') {
    if (!game.mayReroll) return say('app.prompt.other_keeps', { name: roller });
    if (game.isRerolling) return say('app.prompt.reroll');
    if (!game.making.first.length && !game.isCrossing) return say('app.prompt.keep');
  }
  if (!game.isWriting) return waiting(game);
  return writing(game);
}

function waiting(game: TripGame): string {
  const names = (game.play?.waiting_for ?? []).map((player) => game.playerWho(player));
  return say('app.prompt.waiting', { names });
}

function writing(game: TripGame): string {
  const prompt = nextStep(game);
  if (!prompt || game.player === null || game.ownSeats.length < 2) return prompt;
  return say('app.prompt.named', { name: game.playerWho(game.player), prompt });
}

function nextStep(game: TripGame): string {
  const options = game.own?.options;
  if (!options) return '';
  const left = options.cities_to_fill - game.entries.length;
  if (left <= 0) return say('app.prompt.done');
  if (settings.help === 'little') return say('app.prompt.left', { count: left });
  if (game.isCrossing) return say('app.prompt.cross');
  if (game.making.twice && !isWhole(game.making.second)) return say('app.prompt.twice');
  const dice = nextToPlace(game.making, game.entries, game.slot, options);
  const number = dice && numberOf(dice, options, game.entries);
  if (!number) return say(game.making.first.length === 1 ? 'app.prompt.units' : 'app.prompt.tens');
  if (!number.free) {
    const flipped = numberOf(dice.toReversed(), options, game.entries);
    return say(flipped?.free ? 'app.prompt.used' : 'app.prompt.used_flipped', { number: number.number });
  }
  return say('app.prompt.city', { number: number.number });
}
