/** The result of a puzzle in a line to send: points and days, but nothing of how it was done. */
import type { Puzzle } from '$lib/api';
import { linkTo } from '$lib/base';
import { currentLanguage, say } from '$lib/texts.svelte';
import { finishedDays, signed, streak } from './days';

export function resultLine({ day, par }: Pick<Puzzle, 'day' | 'par'>, total: number): string {
  const date = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeZone: 'UTC' });
  const days = streak(finishedDays('puzzle'), day);
  const parts = [
    say('app.puzzle_share_line', { day: date.format(Date.parse(day)), total: signed(total) }),
    ...(par === null ? [] : [say('app.puzzle_share_par', { par: signed(par) })]),
    ...(days > 1 ? [say('app.daily_streak', { count: days })] : []),
  ];
  return `${parts.join(' · ')}\n${linkTo('/puzzle')}`;
}
