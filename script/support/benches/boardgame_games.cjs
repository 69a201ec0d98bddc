// Two games for boardgame.io, that its engine and its server are measured with.
"use strict";

const { Stage } = require("boardgame.io/core");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const HULL = 12;
const HAND = 4;

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

function hit(G, playerID, points) {
  G.hull[playerID] -= Math.max(0, points);
  G.threat = 0;
}

module.exports = { ticTacToe, duel };
