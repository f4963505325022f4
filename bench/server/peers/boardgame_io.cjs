// boardgame.io's own server with the game of trip.cjs: node boardgame_io.cjs PORT [FOLDER for FlatFile]
"use strict";

const { Server, FlatFile } = require("boardgame.io/server");
const { INVALID_MOVE, ActivePlayers } = require("boardgame.io/core");
const trip = require("./trip.cjs");

const checked = (move) => (context, ...values) =>
  move(context, Number(context.playerID), ...values) ? undefined : INVALID_MOVE;

const game = {
  name: "trip",
  setup: trip.start,
  minPlayers: trip.SEATS,
  maxPlayers: trip.SEATS,
  turn: { activePlayers: ActivePlayers.ALL }, // the rules say whose move it is
  moves: {
    roll: { move: checked(({ G, random }, seat) => trip.roll(G, seat, random.D6(4))), client: false },
    keep: checked(({ G }, seat) => trip.keep(G, seat)),
    write: checked(({ G }, seat, entries) => trip.write(G, seat, entries)),
  },
  endIf: ({ G }) => (G.phase === "over" ? { over: true } : undefined),
};

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder, logging: false }) : undefined; // else its default, in memory
Server({ games: [game], origins: false, db }).run(Number(port));
