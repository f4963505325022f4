import { beforeEach, expect, test, vi } from 'vitest';
import type { Seat, TableView } from '$lib/protocol/views';

const device = { ask: vi.fn() };
vi.mock('$lib/local/device.svelte', () => ({ device }));
vi.stubGlobal('location', { pathname: '/', search: '' });
const { api } = await import('$lib/api');
const { isHere } = await import('$lib/local/place');
const { layOut } = await import('$lib/local/python');
const { mayMove, wishes } = await import('$lib/local/moving/moving');

const told = (body: unknown) => new Response(JSON.stringify(body), { status: 200 });

beforeEach(() => {
  device.ask.mockReset();
});

test('the id of a table says where it lives', () => {
  expect(isHere('~abc')).toBe(true);
  expect(isHere('abc~')).toBe(false);
});

test('a table of this device is asked of this device, whoever else would answer', async () => {
  const fetched = vi.fn(() => Promise.resolve(told({ from: 'server' })));
  vi.stubGlobal('fetch', fetched);
  device.ask.mockResolvedValue(told({ from: 'device' }));
  expect(await api.see('~abc', 'secret')).toEqual({ from: 'device' });
  expect(fetched).not.toHaveBeenCalled();
  const [method, path, headers] = device.ask.mock.calls[0] as [string, string, Record<string, string>];
  expect([method, path, headers['Authorization']]).toEqual(['GET', '/tables/~abc', 'Seat secret']);
});

test('a server answers where there is one', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(told({ from: 'server' })));
  expect(await api.see('abc')).toEqual({ from: 'server' });
  expect(device.ask).not.toHaveBeenCalled();
});

test('without a server this device answers, and without a pack nobody does', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')));
  device.ask.mockResolvedValueOnce(told({ games: [] }));
  expect(await api.choices()).toEqual({ games: [] });
  device.ask.mockResolvedValueOnce(null);
  await expect(api.choices()).rejects.toMatchObject({ status: 0, code: 'app.offline' });
});

test('who is named answers, and nobody else', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')));
  await expect(api.points('server')).rejects.toMatchObject({ code: 'app.offline' });
  expect(device.ask).not.toHaveBeenCalled();
  vi.stubGlobal('fetch', () => Promise.resolve(told({ from: 'server' })));
  device.ask.mockResolvedValueOnce(told({ from: 'device' }));
  expect(await api.choices('here')).toEqual({ from: 'device' });
});

test('a game that moves keeps its people and bots, but for seats that are free', () => {
  const seat = (occupant: Seat['occupant'], name: string, level = ''): Seat => ({
    occupant,
    name,
    level,
    stand_in: '',
  });
  const seats = [
    seat('person', 'Ada'),
    seat('closed', ''),
    seat('person', 'Ben'),
    seat('bot', 'Milo', 'good'),
  ];
  expect(wishes(seats, [0, 2, 3], new Set([2]))).toEqual([
    { occupant: 'person', name: 'Ada', level: '' },
    { occupant: 'open', name: 'Ben', level: '' },
    { occupant: 'bot', name: '', level: 'good' },
  ]);
  expect(wishes(seats, [0, 2, 3], new Set([3]))[2]).toEqual({ occupant: 'open', name: '', level: '' });
});

test('games of both kinds may move while they are played, but neither a day nor a lesson', () => {
  const playing = (options: object) => ({ status: 'playing', setup: { options } }) as unknown as TableView;
  expect(mayMove(playing({ edition: 'france' }))).toBe(true);
  expect(mayMove(playing({ header: '[Game "tumblin"]' }))).toBe(true); // it has moved before
  expect(mayMove(playing({ edition: 'france', daily: '2026-11-18' }))).toBe(false);
  expect(mayMove(playing({ position: {} }))).toBe(false);
  expect(mayMove({ ...playing({}), status: 'over' })).toBe(false);
});

/** A file in an archive that is not compressed, with something extra in its header. */
function archived(name: string, content: string): number[] {
  const header = new DataView(new ArrayBuffer(30));
  header.setUint32(0, 0x04034b50, true);
  header.setUint32(18, content.length, true);
  header.setUint16(26, name.length, true);
  header.setUint16(28, 2, true);
  return [...new Uint8Array(header.buffer), ...new TextEncoder().encode(`${name}??${content}`)];
}

test('the files of an archive are laid out in their folders', () => {
  const END = [0x50, 0x4b, 1, 2, 0, 0];
  const archive = new Uint8Array([
    ...archived('games/one.json', '1'),
    ...archived('games/two.json', 'zwei'),
    ...END,
  ]);
  const folders: string[] = [];
  const files: Record<string, string> = {};
  const system = {
    mkdirTree: (path: string) => void folders.push(path),
    writeFile: (path: string, bytes: Uint8Array) => void (files[path] = new TextDecoder().decode(bytes)),
  };
  layOut(system, '/rooms/', archive);
  expect(folders).toEqual(['/rooms/games']);
  expect(files).toEqual({ '/rooms/games/one.json': '1', '/rooms/games/two.json': 'zwei' });
});
