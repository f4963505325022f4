// The bare course of Dice Trip, for a second look at the peers: the moves of trip.cjs, but it counts no scores,
// offers no options and hides nothing, so a move is far cheaper here than at our own tables.
"use strict";

const SEATS = 2;
const CITIES = 25;
const LAST_ROUND = 13;

function start() {
  return {
    round: 1,
    phase: "roll",
    dice: [],
    done: Array(SEATS).fill(false),
    sheets: Array.from({ length: SEATS }, () => Array(CITIES).fill(null)),
  };
}

const roller = (state) => (state.round - 1) % SEATS;

/** Each move changes the state and says true, or leaves it as it is and says false. */
function roll(state, seat, faces) {
  if (state.phase !== "roll" || seat !== roller(state)) return false;
  state.dice = faces;
  state.phase = "keep";
  return true;
}

function keep(state, seat) {
  if (state.phase !== "keep" || seat !== roller(state)) return false;
  state.phase = "write";
  return true;
}

/** `entries`: [city, first die, second die], or [city] to cross it out; two of them, one in the last round. */
function write(state, seat, entries) {
  if (state.phase !== "write" || state.done[seat]) return false;
  const sheet = state.sheets[seat];
  if (!Array.isArray(entries) || entries.length !== (state.round === LAST_ROUND ? 1 : 2)) return false;
  const written = entries.map((entry) => read(sheet, state.dice, entry));
  if (written.includes(null) || repeats(written)) return false;
  for (const [city, number] of written) sheet[city] = number;
  state.done[seat] = true;
  if (state.done.every(Boolean)) closeRound(state);
  return true;
}

function read(sheet, dice, [city, first, second]) {
  if (!Number.isInteger(city) || city < 0 || city >= CITIES || sheet[city] !== null) return null;
  if (first === undefined) return [city, "x"];
  if (first === second || !(first in dice) || !(second in dice)) return null;
  const number = dice[first] * 10 + dice[second];
  return sheet.includes(number) ? null : [city, number];
}

function repeats(written) {
  if (written.length < 2) return false;
  const [[oneCity, oneNumber], [otherCity, otherNumber]] = written;
  return oneCity === otherCity || (oneNumber !== "x" && oneNumber === otherNumber);
}

function closeRound(state) {
  state.done.fill(false);
  state.phase = state.round === LAST_ROUND ? "over" : "roll";
  state.round += state.phase === "over" ? 0 : 1;
}

/** Everybody sees everything. */
const view = (state) => state;

module.exports = { SEATS, start, view, roller, roll, keep, write };
