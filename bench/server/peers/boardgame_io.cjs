// boardgame.io's own server with the game of trip.cjs: node boardgame_io.cjs PORT [FOLDER for FlatFile]
"use strict";

const { Server, FlatFile } = require("boardgame.io/server");
const { INVALID_MOVE, ActivePlayers } = require("boardgame.io/core");
const trip = require(process.env.GAME ?? "./trip.cjs"); // or ./course.cjs

const checked = (move) => (context, ...values) =>
  move(context, Number(context.playerID), ...values) ? undefined : INVALID_MOVE;

const game = {
  name: "trip",
  setup: trip.start,
  playerView: ({ G, playerID }) => trip.view(G, Number(playerID)),
  minPlayers: trip.SEATS,
  maxPlayers: trip.SEATS,
  turn: { activePlayers: ActivePlayers.ALL }, // the rules say whose move it is
  moves: {
    roll: { move: checked(({ G, random }, seat) => trip.roll(G, seat, random.D6(4))), client: false },
    keep: { move: checked(({ G }, seat) => trip.keep(G, seat)), redact: true },
    // What is written stays in the log that the other player gets, unless it is taken out.
    write: { move: checked(({ G }, seat, entries) => trip.write(G, seat, entries)), redact: true },
  },
  endIf: ({ G }) => (G.phase === "over" ? { over: true } : undefined),
};

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder, logging: false }) : undefined; // else its default, in memory
Server({ games: [game], origins: false, db }).run(Number(port));
