// A boardgame.io server with the small duel of the bench, on a free port, which it says on a line of its own.
"use strict";

const { Server } = require("boardgame.io/server");
const { duel } = require("./boardgame_games.cjs");

console.info = () => {}; // it reports each connection and its start
Server({ games: [{ name: "duel", ...duel }], origins: false })
  .run({ port: 0 })
  .then(({ appServer }) => process.stdout.write(`${appServer.address().port}\n`));
