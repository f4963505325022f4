// What a sheet of Dice Trip is worth and what may be done with a roll, as our own server tells it with every
// move: the score with its evidence, and the options of a seat. On the board of our own edition file.
"use strict";

const board = require("../../../src/tumbletrip/dicetrip/boards/france.json");

const COLOURS = ["red", "blue", "green", "yellow"]; // by the place of a die in a roll
const places = new Map(board.cities.map((city, place) => [city.id, place]));
const colourOf = board.cities.map((city) => city.colour ?? null);
const neighbours = board.cities.map(() => []);
for (const [one, other] of [...board.roads, ...board.ferries]) {
  neighbours[places.get(one)].push(places.get(other));
  neighbours[places.get(other)].push(places.get(one));
}
const zones = board.zones.map((zone) => ({
  id: zone.id,
  cities: board.cities.flatMap((city, place) => (city.zone === zone.id ? [place] : [])),
}));
const ZONE_POINTS = [0, 4, 7, 9];
const SERIES_POINTS = [0, 0, 0, 0, 2, 3, 4, 6, 6, 6, 9];
const onTracker = (number) => (Math.floor(number / 10) - 1) * 6 + (number % 10) - 1;

/** `marks`: by city null, "x", or { number, colours }. */
function score(marks) {
  const bonus = {};
  const crossed = [];
  marks.forEach((mark, city) => {
    if (mark === "x") crossed.push(city);
    else if (mark && mark.number % 11 === 0) bonus[city] = "double";
    else if (mark && mark.colours.includes(colourOf[city])) bonus[city] = "colour";
  });
  const road = longestChain(marks, (next, number) => next > number);
  const series = longestChain(marks, (next, number) => onTracker(next) === onTracker(number) + 1);
  const clean = zones.filter((zone) => zone.cities.every((city) => marks[city] !== "x")).map((zone) => zone.id);
  const points = {
    bonus: Object.keys(bonus).length,
    crossed: -crossed.length,
    road: road.length,
    series: SERIES_POINTS[Math.min(series.length, SERIES_POINTS.length - 1)],
    zones: ZONE_POINTS[clean.length],
  };
  const total = Object.values(points).reduce((sum, some) => sum + some, 0);
  return { ...points, total, bonusCities: bonus, roadPath: road, seriesPath: series, cleanZones: clean };
}

/** The longest ascending chain; among equals the one with the lowest numbers, read from its start. */
function longestChain(marks, mayContinue) {
  const written = marks.flatMap((mark, city) => (mark && mark !== "x" ? [[mark.number, city]] : []));
  const cityOf = new Map(written);
  const bestFrom = new Map();
  for (const [number, city] of written.sort((one, other) => other[0] - one[0])) {
    let best = [];
    for (const neighbour of neighbours[city]) {
      const next = marks[neighbour]?.number;
      if (next && bestFrom.has(next) && mayContinue(next, number) && isBetter(bestFrom.get(next), best)) {
        best = bestFrom.get(next);
      }
    }
    bestFrom.set(number, [number, ...best]);
  }
  let longest = [];
  for (const chain of bestFrom.values()) if (isBetter(chain, longest)) longest = chain;
  return longest.length > 1 ? longest.map((number) => cityOf.get(number)) : [];
}

function isBetter(chain, other) {
  if (chain.length !== other.length) return chain.length > other.length;
  const place = chain.findIndex((number, index) => number !== other[index]);
  return place >= 0 && chain[place] < other[place];
}

const PAIRS = [0, 1, 2, 3].flatMap((tens) => [0, 1, 2, 3].flatMap((units) => (tens === units ? [] : [[tens, units]])));
const SPLITS = PAIRS.flatMap((first, place) => PAIRS.slice(place + 1).map((second) => [first, second]))
  .map(([first, second]) => [first, second, first.filter((die) => second.includes(die))])
  .filter(([, , shared]) => shared.length < 2)
  .sort((one, other) => one[2].length - other[2].length);

/** All pairs and splits of a roll, and which of them still fit. */
function options(marks, dice, mayReroll, isLast) {
  const used = new Set(marks.flatMap((mark) => (mark && mark !== "x" ? [mark.number] : [])));
  const number = ([tens, units]) => dice[tens] * 10 + dice[units];
  const name = ([tens, units]) => COLOURS[tens][0] + COLOURS[units][0];
  const singles = {};
  for (const pair of PAIRS) singles[name(pair)] = [number(pair), !used.has(number(pair))];
  const splits = (isLast ? [] : SPLITS).map(([first, second, shared]) => {
    const [one, other] = [number(first), number(second)];
    return [name(first), name(second), one !== other && !used.has(one) && !used.has(other), COLOURS[shared[0]] ?? null];
  });
  const openCities = board.cities.flatMap((city, place) => (marks[place] === null ? [city.id] : []));
  return { citiesToFill: isLast ? 1 : 2, openCities, singles, splits, mayReroll };
}

module.exports = { COLOURS, options, score };
