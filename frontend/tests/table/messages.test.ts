/** What the server really says (written by tools/wire/message_vectors.py) fits the types that were made from its own. */
import { expect, test } from 'vitest';
import { PROTOCOL, type Message } from '$lib/protocol/socket';
import { messages, replays } from '../vectors/messages';

// That this file and the vectors compile is the check; here only that nothing is missing from them.
const all: Message[] = messages;
const updates = all.filter((message) => message.type === 'update');

test('every kind of message is among those that were checked', () => {
  expect(new Set(all.map(({ type }) => type))).toEqual(
    new Set(['welcome', 'update', 'answer', 'presence', 'pong']),
  );
});

test('every phase of both games is among them', () => {
  const plays = updates.map((message) => ('view' in message ? message.view.play : message.changes.play));
  const phases = plays.flatMap((play) => play?.phase ?? []);
  expect(new Set(phases)).toEqual(new Set(['roll', 'reroll', 'write', 'order', 'flick', 'over']));
});

test('what a move changed is among them, beside whole views', () => {
  expect(updates.some((message) => 'changes' in message)).toBe(true);
  expect(updates.some((message) => 'view' in message)).toBe(true);
});

test('the server speaks the protocol that the app says hello with', () => {
  const spoken = all.flatMap((message) => (message.type === 'welcome' ? message.protocol : []));
  expect(new Set(spoken)).toEqual(new Set([PROTOCOL]));
});

test('a draft is no event, and only its own seat is told of it', () => {
  const drafts = updates.filter(({ events }) => events.length === 0);
  const told = drafts.map((message) => ('changes' in message ? message.changes : null));
  expect(told).not.toEqual([]);
  for (const changes of told) {
    expect(changes).toMatchObject({ table: {}, play: {}, you: { '0': { draft: expect.any(Array) } } });
    expect(Object.keys(changes?.you ?? {})).toEqual(['0']);
  }
});

test('a replay begins with empty sheets and ends with a ranking', () => {
  const { dicetrip, tumblin } = replays;
  expect(dicetrip.moments[0]?.play.sheets[0]?.marks).toEqual({});
  expect(tumblin.moments[0]?.play.sheets).toEqual([]);
  for (const { moments } of [dicetrip, tumblin]) expect(moments.at(-1)?.play.ranking).not.toBeNull();
});
