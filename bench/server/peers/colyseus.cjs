// Colyseus with the game of trip.cjs: node colyseus.cjs PORT. State in memory only; after each accepted move
// both clients are sent what they may see at once, as a message, rather than at the 20 Hz of its state patches.
"use strict";

const http = require("http");
const { randomInt } = require("crypto");
const { Server, Room } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const trip = require(process.env.GAME ?? "./trip.cjs"); // or ./course.cjs

class Table extends Room {
  onCreate() {
    this.maxClients = trip.SEATS;
    this.setPatchRate(null);
    this.game = trip.start();
    this.seats = new Map();
    const rules = {
      roll: (seat) => trip.roll(this.game, seat, Array.from({ length: 4 }, () => randomInt(1, 7))),
      keep: (seat) => trip.keep(this.game, seat),
      write: (seat, entries) => trip.write(this.game, seat, entries),
    };
    for (const [name, move] of Object.entries(rules)) {
      this.onMessage(name, (client, value) => this.carryOut(name, move, client, value));
    }
  }

  onJoin(client) {
    this.seats.set(client.sessionId, this.seats.size);
    if (this.seats.size === trip.SEATS) this.tell();
  }

  carryOut(name, move, client, value) {
    const seat = this.seats.get(client.sessionId);
    if (move(seat, value)) this.tell();
    else client.send("refused", name);
  }

  tell() {
    for (const client of this.clients) {
      client.send("moved", trip.view(this.game, this.seats.get(client.sessionId)));
    }
  }
}

const server = new Server({ greet: false, transport: new WebSocketTransport({ server: http.createServer() }) });
server.define("trip", Table);
server.listen(Number(process.argv[2]));
