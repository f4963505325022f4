/** What the server really says (written by tests/kit/message_vectors.py) fits the types that the app believes in. */
import { expect, test } from 'vitest';
import type { Message } from '$lib/protocol/socket';
import { messages, replay } from './vectors/messages';

// That this file and the vectors compile is the check; here only that nothing is missing from them.
const all: Message[] = messages;

test('every kind of message is among those that were checked', () => {
  expect(new Set(all.map(({ type }) => type))).toEqual(
    new Set(['welcome', 'update', 'answer', 'presence', 'pong']),
  );
  const phases = all.flatMap((message) => ('view' in message ? (message.view?.play?.phase ?? []) : []));
  expect(new Set(phases)).toEqual(new Set(['roll', 'reroll', 'write', 'over']));
});

test('a spectator is told that somebody thinks, and nothing of what', () => {
  const seen = all.filter(
    (message) => 'view' in message && message.view && !Object.keys(message.view.you).length,
  );
  expect(JSON.stringify(seen)).toContain('{"kind":"drafted","seat":0}');
  expect(JSON.stringify(seen)).not.toContain('"kind":"drafted","seat":0,');
});

test('a replay begins with empty sheets and ends with a ranking', () => {
  expect(replay.moments[0]?.play.sheets[0]?.marks).toEqual({});
  expect(replay.moments.at(-1)?.play.ranking).not.toBeNull();
});
