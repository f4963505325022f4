/** Tables as the server would show them, for tests that need one of each game. */
import type { DiceTripView, Score } from '$lib/dicetrip/views';
import type { TableView } from '$lib/protocol/views';
import type { TumblinView } from '$lib/tumblin/views';

const score = (total: number): Score => ({
  bonus: 5,
  crossed: -1,
  road: 10,
  series: 2,
  zones: 4,
  tens: null,
  tens_city: null,
  tens_cities: [],
  total,
  bonus_cities: {},
  road_path: [],
  series_path: [],
  clean_zones: [],
});

export const trip: DiceTripView = {
  game: 'dicetrip',
  edition: 'germany',
  tens: false,
  own_dice: false,
  round: 13,
  phase: 'over',
  roller: 0,
  roll: null,
  done: [true, true],
  waiting_for: [],
  sheets: [20, 30].map((total) => ({ marks: {}, may_reroll: true, may_double: true, score: score(total) })),
  last_round: [],
  ranking: [[1], [0]],
};

const match: TumblinView = {
  game: 'tumblin',
  board: 'classic',
  hand: 'human',
  house: [],
  sides: [[0], [1]],
  dice: [],
  round: 4,
  phase: 'over',
  rolls: [[6], [1]],
  order: [0, 1],
  turn: null,
  waiting_for: [],
  in_hand: [[], []],
  rests: [],
  sheets: [],
  totals: [310, 280],
  rounds_won: [2, 1],
  target: 300,
  rounds_to_win: null,
  ranking: [[0], [1]],
};

const seat = (name: string): TableView['seats'][number] => ({
  occupant: 'person',
  name,
  level: '',
  stand_in: '',
});

export const tableOf = (play: DiceTripView | TumblinView): TableView => ({
  status: 'over',
  setup: { game: play.game, options: {}, seconds_per_decision: null },
  seats: [seat('Ada'), seat('Bo')],
  players: [0, 1],
  round: play.round,
  waiting_for: [],
  play,
  rematch: null,
  rematch_by: null,
  you: {},
});

export const ended = { dicetrip: tableOf(trip), tumblin: tableOf(match) };
