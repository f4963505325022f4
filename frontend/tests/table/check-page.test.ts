/** The page that one keeps of a game: it finds what was changed, as `tumbletrip verify` does. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf-8');
const PAGE = read('../../../src/tumbletrip/fairness/page/check.html');
const MATCH = read('../../../tests/golden/fair.tumble');
const GAME = read('../../../tests/golden/fair.trip');
interface Found {
  wrong: string | null;
  draw?: number;
  lines: string[];
  brought?: number;
}
type Check = (record: string) => Promise<Found>;

/** The page's own script, without a page around it. */
const script = /<script>([^]*)<\/script>/.exec(PAGE)?.[1]?.replace('{words}', '{}') ?? '';
const check = new Function(`${script}; return check;`)() as Check;

const OTHER = 'ab'.repeat(32);
const tag = (name: string): string => new RegExp(`\\[${name} "([^"]*)"\\]`).exec(GAME)?.[1] ?? '';
const withTag = (name: string, told: string): string => GAME.replace(tag(name), told);
const words = (name: string): string[] => tag(name).split(' ');

describe('the page to keep', () => {
  it('finds an honest game right', async () => {
    const found = await check(GAME);
    expect(found.wrong).toBeNull();
    expect(found.lines.length).toBe(14);
  });

  const tampered: [string, string, string][] = [
    ['a changed die', 'dice', GAME.replace(/\n1\. r(\d)/, (_, face) => `\n1. r${(Number(face) % 6) + 1}`)],
    [
      'a swapped link of the server',
      'server_link',
      withTag('Draw3', words('Draw3').with(1, OTHER).join(' ')),
    ],
    ['a swapped link of a player', 'seat_link', withTag('Draw3', words('Draw3').with(2, OTHER).join(' '))],
    ['a hidden contribution', 'dice', withTag('Draw14', words('Draw14').with(2, '-late').join(' '))],
    ['a dropped draw', 'number', GAME.replace(/\[Draw5 .*\n/, '')],
    [
      'a repeated draw',
      'server_link',
      withTag(
        'Draw5',
        words('Draw5')
          .with(1, words('Draw4')[1] ?? '')
          .join(' '),
      ),
    ],
    ['another edition', 'setup', GAME.replace('[Edition "france"]', '[Edition "germany"]')],
  ];
  it.each(tampered)('%s', async (_name, wrong, record) => {
    expect(record).not.toBe(GAME);
    expect((await check(record)).wrong).toBe(wrong);
  });

  it('finds chains that were begun too often', async () => {
    const [, anchor] = words('FairSeat1');
    const often = withTag('FairSeat1', [1, 20, 30, 40].map((first) => `${first} ${anchor}`).join(' '));
    expect((await check(often)).wrong).toBe('seals');
  });

  it('says of a game that began elsewhere how many of its first dice nobody can check', async () => {
    const later = GAME.replace(/\[Draw14 .*\n/, '[Origin "imported"]\n');
    expect((await check(later)).wrong).toBe('kind'); // without its last draw all others are one roll too late
    const brought = GAME.replace('\n1. r', '\n1. r1 b1 g1 y1\n1. r').replace(
      '[Fair ',
      '[Origin "imported"]\n[Fair ',
    );
    expect(await check(brought)).toMatchObject({ wrong: null, brought: 1 });
    expect((await check(GAME)).brought).toBe(0);
  });

  it('finds an honest match right', async () => {
    const found = await check(MATCH);
    expect(found.wrong).toBeNull();
    expect(found.lines.length).toBe(10);
  });

  const draw = (number: number): string => new RegExp(`\\[Draw${number} .*\\n`).exec(MATCH)?.[0] ?? '';
  const swapped = (place: number): string => {
    const parts = draw(4).split(' ').with(place, OTHER).join(' ');
    return MATCH.replace(draw(4), place === 4 ? `${parts}"]\n` : parts);
  };
  const bent: [string, string, string][] = [
    ['a changed die for the order', 'dice', MATCH.replace('order a5', 'order a6')],
    ['a swapped link of the server', 'server_link', swapped(2)],
    ['a swapped link of a player', 'seat_link', swapped(4)],
    ['a dropped draw', 'number', MATCH.replace(draw(5), '')],
    ['a repeated draw', 'server_link', MATCH.replace(draw(5), draw(4).replace('Draw4', 'Draw5'))],
    ['a draw for nothing', 'undrawn', MATCH.replace(draw(10), '')],
    ['a flick that is left out', 'unplayed', MATCH.replace(/flick a.*\n {2}meant.*\n/, '')],
  ];
  it.each(bent)('%s of a match', async (_name, wrong, record) => {
    expect(record).not.toBe(MATCH);
    expect((await check(record)).wrong).toBe(wrong);
  });

  it('says of an old record that it cannot be checked', async () => {
    const old = read('../../../tests/golden/published_france.trip');
    expect((await check(old)).wrong).toBe('not_verifiable');
  });
});
