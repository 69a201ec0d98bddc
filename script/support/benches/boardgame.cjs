// How fast boardgame.io plays by chance, for the bench: reads lines "GAME SECONDS SEED", and answers each with JSON.
// Both games go through its own Client, list their moves with `ai.enumerate` at every decision, and keep what a Client
// keeps. Seconds are of CPU.
"use strict";

const readline = require("node:readline");
const { Client } = require("boardgame.io/client");
const { duel, ticTacToe } = require("./boardgame_games.cjs");

const GAMES_AT_ONCE = 20; // between two looks at the clock, which is slow on some machines
const GAMES_TO_WARM_UP = 200; // until the code that is used much has been compiled

const GAMES = { "tic-tac-toe": ticTacToe, duel };

// A small generator with a seed: Math.random has none.
function chances(seed) {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

function play(game, random) {
  const client = Client({ game: { ...game, seed: random() }, numPlayers: 2, debug: false });
  let decisions = 0;
  for (;;) {
    const { G, ctx } = client.getState();
    if (ctx.gameover) return decisions;
    const player = asked(ctx);
    const options = game.ai.enumerate(G, ctx, player);
    const { move, args } = options[Math.floor(random() * options.length)];
    if (player !== ctx.currentPlayer) client.updatePlayerID(player); // a Client plays for whoever's turn it is
    client.moves[move](...args);
    if (player !== ctx.currentPlayer) client.updatePlayerID(null);
    decisions += 1;
  }
}

function asked(ctx) {
  return ctx.activePlayers ? Object.keys(ctx.activePlayers)[0] : ctx.currentPlayer;
}

function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

for (const game of Object.values(GAMES)) {
  const random = chances(0);
  for (let played = 0; played < GAMES_TO_WARM_UP; played += 1) play(game, random);
}
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const [name, seconds, seed] = line.split(" ");
  const random = chances(Number(seed));
  const began = cpuSeconds();
  let games = 0;
  let decisions = 0;
  let spent = 0;
  while (spent < Number(seconds)) {
    for (let game = 0; game < GAMES_AT_ONCE; game += 1) decisions += play(GAMES[name], random);
    games += GAMES_AT_ONCE;
    spent = cpuSeconds() - began;
  }
  process.stdout.write(`${JSON.stringify({ games, decisions, seconds: spent })}\n`);
});
