// The game the peers serve: Dice Trip for two on our own board. 13 rounds of roll, keep and two writes; a number
// is made of two dice and may be written once; what somebody writes is hidden until the round closes. As at our
// own tables each player is told both sheets with their scores, and the own sheet with its score and options.
// Left out: re-rolls, drafts, the power to use a die twice, and the tens variant.
"use strict";

const { COLOURS, options, score } = require("./sheets.cjs");

const SEATS = 2;
const CITIES = 25;
const LAST_ROUND = 13;

function start() {
  const empty = { marks: Array(CITIES).fill(null), score: score(Array(CITIES).fill(null)) };
  return {
    round: 1,
    phase: "roll",
    dice: [],
    done: Array(SEATS).fill(false),
    shown: Array(SEATS).fill(empty), // the sheets as all may see them
    own: Array.from({ length: SEATS }, () => ({ ...empty, options: null })),
  };
}

/** All that a seat may see. */
function view(state, seat) {
  const { own, ...shared } = state;
  return { ...shared, you: own[seat] ?? null };
}

const roller = (state) => (state.round - 1) % SEATS;

/** Each move changes the state and says true, or leaves it as it is and says false. */
function roll(state, seat, faces) {
  if (state.phase !== "roll" || seat !== roller(state)) return false;
  state.dice = faces;
  state.phase = "keep";
  state.own.forEach((own, number) => {
    own.options = options(own.marks, faces, number === seat, state.round === LAST_ROUND);
  });
  return true;
}

function keep(state, seat) {
  if (state.phase !== "keep" || seat !== roller(state)) return false;
  state.phase = "write";
  state.own[seat].options.mayReroll = false;
  return true;
}

/** `entries`: [city, first die, second die], or [city] to cross it out; two of them, one in the last round. */
function write(state, seat, entries) {
  if (state.phase !== "write" || state.done[seat]) return false;
  const { marks } = state.own[seat];
  if (!Array.isArray(entries) || entries.length !== (state.round === LAST_ROUND ? 1 : 2)) return false;
  const written = entries.map((entry) => read(marks, state.dice, entry));
  if (written.includes(null) || repeats(written)) return false;
  const filled = [...marks];
  for (const [city, mark] of written) filled[city] = mark;
  state.own[seat] = { marks: filled, score: score(filled), options: null };
  state.done[seat] = true;
  if (state.done.every(Boolean)) closeRound(state);
  return true;
}

function read(marks, dice, [city, first, second]) {
  if (!Number.isInteger(city) || city < 0 || city >= CITIES || marks[city] !== null) return null;
  if (first === undefined) return [city, "x"];
  if (first === second || !(first in dice) || !(second in dice)) return null;
  const number = dice[first] * 10 + dice[second];
  return marks.some((mark) => mark?.number === number)
    ? null
    : [city, { number, colours: [COLOURS[first], COLOURS[second]] }];
}

function repeats(written) {
  if (written.length < 2) return false;
  const [[oneCity, one], [otherCity, other]] = written;
  return oneCity === otherCity || (one !== "x" && one.number === other.number);
}

function closeRound(state) {
  state.done.fill(false);
  state.shown = state.own.map(({ marks, score }) => ({ marks, score }));
  state.phase = state.round === LAST_ROUND ? "over" : "roll";
  state.round += state.phase === "over" ? 0 : 1;
}

module.exports = { SEATS, start, view, roller, roll, keep, write };
