/** What a flick did, in a few sentences: for screen readers, and for everybody who looked away. */
import { currentLanguage, say, sayAny, type Who } from '$lib/texts.svelte';
import type { Shot } from './projector.svelte';
import type { Die, Rest } from '$lib/tumblin/views';

interface Table {
  dice: ReadonlyMap<string, Die>;
  playerWho: (player: number) => Who;
}

const MOVED_M = 0.004;

export const placeName = (tier: string): string => sayAny(`app.td_place.${tier}`);

/** A number with two decimals, after the comma or point of the language. */
export function hundredths(value: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(currentLanguage(), digits).format(value + 0).replace('-', '−');
}

/** What became of the flicked die, for those who see what became of the others. */
export function reportBriefly(table: Pick<Table, 'playerWho'>, shot: Shot): string {
  const flicked = shot.after.at(-1);
  if (!flicked) return '';
  return say('app.td_told_flick', {
    name: table.playerWho(shot.seat),
    speed: hundredths(shot.launch.speed_mps),
    place: placeName(flicked.tier),
    face: flicked.face,
  });
}

export function report(table: Table, shot: Shot): string {
  const others = shot.before.flatMap((before, number) => {
    const after = shot.after[number];
    return after && hasMoved(before, after) ? tellMove(table, before, after) : [];
  });
  return [reportBriefly(table, shot), ...others].join(' ');
}

function hasMoved(before: Rest, after: Rest): boolean {
  const far = Math.hypot(...[0, 1, 2].map((part) => (before.pose[part] ?? 0) - (after.pose[part] ?? 0)));
  return far > MOVED_M || before.face !== after.face || before.tier !== after.tier;
}

function tellMove(table: Table, before: Rest, after: Rest): string {
  const die = table.dice.get(before.die);
  const values = {
    name: table.playerWho(die?.seat ?? 0),
    colour: sayAny(`app.td_colour.${die?.colour ?? 'grey'}`),
    before: placeName(before.tier),
    after: placeName(after.tier),
    face: after.face,
  };
  return say(before.tier === after.tier ? 'app.td_told_nudge' : 'app.td_told_move', values);
}
