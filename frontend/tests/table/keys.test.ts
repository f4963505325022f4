import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { remember, secretOf } from '$lib/device';
import { changeKeys, finishChanging, isChanging } from '$lib/keys';

interface Sent {
  path: string;
  id: string;
  secret: string;
}

let sent: Sent[];
let answers: (() => Response)[];

const taken = (seat: number, secret: string) => () => Response.json({ seat, secret }, { status: 201 });
const refused = (status: number) => () => Response.json({ code: 'table/retry', message: 'No.' }, { status });
const lost = () => {
  throw new TypeError('network');
};

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (place: string) => kept.get(place) ?? null,
    setItem: (place: string, value: string) => kept.set(place, value),
  });
  [sent, answers] = [[], []];
  vi.stubGlobal(
    'fetch',
    (path: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
      const { id } = JSON.parse(body) as { id: string };
      sent.push({ path, id, secret: headers['Authorization'] ?? '' });
      return Promise.resolve().then(() => (answers.shift() ?? lost)());
    },
  );
  remember('t', {
    seats: [
      { seat: 0, secret: 'old0' },
      { seat: 2, secret: 'old2' },
    ],
  });
});
afterEach(() => vi.unstubAllGlobals());

test('every seat of this device gets a new secret, which is kept', async () => {
  answers = [taken(0, 'new0'), taken(2, 'new2')];
  await changeKeys('t');
  expect(sent.map(({ path, secret }) => [path, secret])).toEqual([
    ['/api/tables/t/seats/0/secret', 'Seat old0'],
    ['/api/tables/t/seats/2/secret', 'Seat old2'],
  ]);
  expect([secretOf('t', 0), secretOf('t', 2)]).toEqual(['new0', 'new2']);
  expect(isChanging('t')).toBe(false);
});

test.each([lost, refused(503)])(
  'what nobody answered is asked for again with the same id',
  async (failure) => {
    answers = [taken(0, 'new0'), failure];
    await expect(changeKeys('t')).rejects.toThrow();
    expect(isChanging('t')).toBe(true);
    answers = [taken(2, 'new2')];
    await finishChanging('t');
    expect(sent[2]).toEqual(sent[1]);
    expect(secretOf('t', 2)).toBe('new2');
    expect(isChanging('t')).toBe(false);
  },
);

test('a seat that is no longer ours is not asked for again', async () => {
  answers = [refused(404)];
  remember('t', { seats: [{ seat: 0, secret: 'old0' }] });
  await expect(changeKeys('t')).rejects.toThrow('No.');
  expect(isChanging('t')).toBe(false);
  expect(secretOf('t', 0)).toBe('old0');
});
