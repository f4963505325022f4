import { beforeEach, expect, test, vi } from 'vitest';
import type { Seat } from '$lib/protocol/views';

const device = { ask: vi.fn() };
vi.mock('$lib/local/device.svelte', () => ({ device }));
vi.stubGlobal('location', { pathname: '/', search: '' });
const { api } = await import('$lib/api');
const { isHere } = await import('$lib/local/place');
const { wishes } = await import('$lib/local/moving/moving');

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
