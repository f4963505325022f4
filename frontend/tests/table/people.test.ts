import { expect, test } from 'vitest';
import { whoHas } from '$lib/table/people';
import { YOU } from '$lib/texts.svelte';

const seat = (name: string) => ({ occupant: 'person' as const, name, level: '', stand_in: '' });

test.each(['', 'You', 'Vous', 'Du', 'Jij'])(
  'the one person of this device, called “%s”, is addressed',
  (name) => {
    expect(whoHas(seat(name), 1, [1])).toBe(YOU);
  },
);

test('others keep their names, whatever they are, and so do several people of one device', () => {
  expect(whoHas(seat('Du'), 0, [1])).toBe('Du');
  expect(whoHas(seat('Ada'), 0, [0])).toBe('Ada');
  expect(whoHas(seat('You'), 0, [0, 1])).toBe('You');
});
