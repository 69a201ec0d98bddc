// How fast boardgame.io plays by chance, for the bench: reads lines "GAME SECONDS SEED", and answers each with JSON.
// Both games go through its own Client, list their moves with `ai.enumerate` at every decision, and keep what a Client
// keeps. Seconds are of CPU.
"use strict";

const readline = require("node:readline");
const { Client } = require("boardgame.io/client");
const { Stage } = require("boardgame.io/core");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const HULL = 12;
const HAND = 4;
const GAMES_AT_ONCE = 20; // between two looks at the clock, which is slow on some machines
const GAMES_TO_WARM_UP = 200; // until the code that is used much has been compiled

// The game of its tutorial.
const ticTacToe = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => { G.cells[id] = playerID; },
  },
  endIf: ({ G, ctx }) => {
    if (LINES.some(([a, b, c]) => G.cells[a] !== null && G.cells[a] === G.cells[b] && G.cells[a] === G.cells[c])) {
      return { winner: ctx.currentPlayer };
    }
    return G.cells.every((cell) => cell !== null) ? { draw: true } : undefined;
  },
  ai: {
    enumerate: (G) => G.cells.flatMap((cell, id) => (cell === null ? [{ move: "clickCell", args: [id] }] : [])),
  },
};

// What is asked of an engine like ours, at its smallest: hands, a throw, and an answer by the other player.
const duel = {
  setup: ({ random }) => ({
    hull: [HULL, HULL],
    hands: [0, 1].map(() => Array.from({ length: HAND }, () => random.D6())),
    threat: 0,
  }),
  moves: {
    attack: ({ G, playerID, events }, index) => {
      G.threat = G.hands[playerID].splice(index, 1)[0];
      events.setActivePlayers({ others: "react", moveLimit: 1 });
    },
    draw: ({ G, playerID, random, events }) => {
      G.hands[playerID].push(random.D6(), random.D6());
      events.endTurn();
    },
  },
  turn: {
    stages: {
      react: {
        moves: {
          defend: ({ G, playerID, events }, index) => {
            hit(G, playerID, G.threat - G.hands[playerID].splice(index, 1)[0]);
            events.endTurn();
          },
          suffer: ({ G, playerID, events }) => {
            hit(G, playerID, G.threat);
            events.endTurn();
          },
        },
      },
    },
  },
  endIf: ({ G }) => {
    const lost = G.hull.findIndex((points) => points <= 0);
    return lost < 0 ? undefined : { winner: String(1 - lost) };
  },
  ai: {
    enumerate: (G, ctx, playerID) => {
      const cards = (move) => G.hands[playerID].map((_, index) => ({ move, args: [index] }));
      return ctx.activePlayers && ctx.activePlayers[playerID] !== Stage.NULL
        ? [...cards("defend"), { move: "suffer", args: [] }]
        : [...cards("attack"), { move: "draw", args: [] }];
    },
  },
};

const GAMES = { "tic-tac-toe": ticTacToe, duel };

function hit(G, playerID, points) {
  G.hull[playerID] -= Math.max(0, points);
  G.threat = 0;
}

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
