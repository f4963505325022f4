import { beforeEach, expect, test, vi } from 'vitest';

function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  } as Storage;
}

vi.mock('$lib/local/device.svelte', () => ({ device: {} }));
vi.stubGlobal('location', { pathname: '/', search: '', href: 'https://games.example/' });
const { decline, mayOffer } = await import('$lib/local/visits');
const { isUnmetered } = await import('$lib/local/pack');

beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
});

test('nothing is offered on the first visit, however often the page is reloaded', () => {
  expect(mayOffer()).toBe(false);
  expect(mayOffer()).toBe(false);
  vi.stubGlobal('sessionStorage', storage());
  expect(mayOffer()).toBe(true);
});

test('who has declined is not asked again', () => {
  mayOffer();
  vi.stubGlobal('sessionStorage', storage());
  expect(mayOffer()).toBe(true);
  decline();
  expect(mayOffer()).toBe(false);
});

test('only a line that surely costs nothing is used without a question', () => {
  expect(isUnmetered(undefined)).toBe(false);
  expect(isUnmetered({})).toBe(true);
  expect(isUnmetered({ type: 'wifi' })).toBe(true);
  expect(isUnmetered({ type: 'cellular' })).toBe(false);
  expect(isUnmetered({ type: 'wifi', saveData: true })).toBe(false);
});
