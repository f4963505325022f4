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
  const plays = all.flatMap((message) =>
    message.type === 'welcome' || message.type === 'update'
      ? (message.view?.play ?? ('changes' in message ? (message.changes?.play ?? []) : []))
      : [],
  );
  const phases = plays.flatMap(({ phase }) => phase ?? []);
  expect(new Set(phases)).toEqual(new Set(['roll', 'reroll', 'write', 'over']));
});

test('what a move changed is among them, beside whole views', () => {
  const updates = all.filter((message) => message.type === 'update');
  expect(updates.some((message) => message.changes)).toBe(true);
  expect(updates.some((message) => message.view)).toBe(true);
});

test('a spectator is told nothing of a draft', () => {
  // Ada is the one who asked for changes; the other line is a guest's.
  const isAdas = (message: Message): boolean =>
    'changes' in message || ('view' in message && message.view !== undefined && '0' in message.view.you);
  const kept = JSON.stringify(all.filter((message) => !isAdas(message)));
  expect(kept).toContain('"kind":"drafted"');
  expect(kept).not.toContain('"kind":"drafted","seat":0,"entries"');
});

test('a replay begins with empty sheets and ends with a ranking', () => {
  expect(replay.moments[0]?.play.sheets[0]?.marks).toEqual({});
  expect(replay.moments.at(-1)?.play.ranking).not.toBeNull();
});
