// The account of what happened, told on the chart one step after the other: a ship along its way, dice and what they
// come to, a hit, a ship that bursts. The server says the steps (#moment). The log follows: its new lines are seen when
// their move has been told, and can be heard at once. It delays nothing and nobody: any key or press ends it. With
// reduced motion nothing moves: dice and results stand beside their ships for a moment. Dispatches the event
//   table:sound  detail: {sound, count}   when a step is to be heard

const SVG = "http://www.w3.org/2000/svg";
const SAIL = 520;
const FAR = 200; // units of the chart; a way of one step that is longer takes its time
const FAR_SAIL = 900;
const BEFORE_VERDICT = 650;
const READ = 900;
const LINGER = 1500;
const STAND = 3000;
const LONGEST = 7000; // an account that takes longer loses its oldest steps
const CLEAREST = 0.62; // pixels for a unit of the chart, below which marks are drawn larger
const MOST_ENLARGED = 2.4;
const DIE = 44;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
// By the value of a die the places of its pips, in a square of three by three.
const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"];

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const map = document.getElementById("map");
let queue = [];
let current = null;
let telling = null;
let cut = new AbortController();
let drawings = new Map(); // by seat the ship as it was drawn before: one that is lost is shown until it bursts
const playing = new Set();

// --- what there is to tell ---

function stepsAfter(move) {
  const found = [...document.querySelectorAll("#moment li")];
  return found
    .map((line) => ({ ...JSON.parse(line.dataset.step), line: line.cloneNode(true) }))
    .filter((step) => step.move > move);
}

// A way whose beginning no event tells begins where the ship was drawn before.
function findStarts(steps) {
  for (const [place, { path, seats }] of steps.entries()) {
    const isOnly = path?.length === 1 && steps.every((step, other) => other === place || !step.path || !step.seats.includes(seats[0]));
    const [old, now] = isOnly ? [drawings.get(`ship-${seats[0]}`), shipOf(seats[0])].map(placeOf) : [];
    if (old && now) path.unshift([path[0][0] + old.e - now.e, path[0][1] + old.f - now.f]);
  }
  return steps;
}

const placeOf = (ship) => ship?.transform.baseVal.getItem(0).matrix;
const pending = () => (current ? [current, ...queue] : queue);

function lengthOf({ kind, path }) {
  if (path) return path.length > 1 ? SAIL : 0;
  return kind === "roll" ? BEFORE_VERDICT + READ : READ;
}

function pause(ms) {
  return new Promise((resolve) => {
    if (cut.signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    cut.signal.addEventListener("abort", () => [clearTimeout(timer), resolve()], { once: true });
  });
}

async function play(element, frames, duration, options = {}) {
  if (cut.signal.aborted || !element) return;
  const animation = element.animate(frames, { easing: EASE, duration, ...options });
  cut.signal.addEventListener("abort", () => animation.cancel(), { once: true });
  playing.add(animation);
  await animation.finished.catch(() => undefined);
  playing.delete(animation);
}

function hear(sound, count = 1) {
  if (sound) document.dispatchEvent(new CustomEvent("table:sound", { detail: { sound, count } }));
}

// --- the table waits as it was ---

const shipOf = (seat) => document.getElementById(`ship-${seat}`);
const shift = ([x, y], [homeX, homeY]) => `${x - homeX}px ${y - homeY}px`;
const waysOf = (seat) => pending().filter(({ path, seats }) => path && seats.includes(seat));

// Where the chart has the ship already: at the end of its last way.
const homeOf = (seat) => waysOf(seat).at(-1).path.at(-1);

function remember() {
  const ships = [...map.querySelectorAll(".m-ship:not(.is-lost)")];
  drawings = new Map(ships.map((ship) => [ship.id, ship.cloneNode(true)]));
}

function holdShips() {
  const steps = pending();
  for (const { kind, seats = [] } of steps) {
    const lost = kind === "blast" && !shipOf(seats[0]) && drawings.get(`ship-${seats[0]}`)?.cloneNode(true);
    if (!lost) continue;
    lost.classList.add("is-lost");
    document.getElementById("star-map")?.append(lost);
  }
  for (const seat of new Set(steps.flatMap(({ path, seats }) => (path ? seats : [])))) {
    const [next] = waysOf(seat);
    const ship = shipOf(seat);
    if (ship) ship.style.translate = shift(next === current ? next.path.at(-1) : next.path[0], homeOf(seat));
  }
  for (const { tile } of queue) document.getElementById(tile)?.classList.add("is-coming");
}

// The lines of the log with the number of their move, which the first line of each move has; 0 in a voyage.
function linesOfMoves() {
  let move = 0;
  return [...document.querySelectorAll("#log-lines li")].map((line) => {
    move = Number(line.querySelector(":scope > a")?.textContent) || move;
    return [move, line];
  });
}

// A replay has all lines from the start: there the sentences of the move follow, which stand above the log.
function holdWords() {
  const from = pending()[0]?.move ?? Infinity;
  const isReplay = Boolean(document.getElementById("scrub"));
  for (const line of document.querySelectorAll(isReplay ? "#prompt .sub" : "#prompt:has(.places) > *, #lesson-words")) {
    line.classList.toggle("is-coming", from < Infinity);
  }
  if (isReplay) return;
  for (const [move, line] of linesOfMoves()) {
    const isNew = move ? move >= from : from < Infinity && line.classList.contains("is-new");
    line.classList.toggle("is-coming", isNew);
  }
}

function hold() {
  map.classList.add("is-telling");
  holdShips();
  holdWords();
}

function release() {
  map.classList.remove("is-telling");
  for (const lost of map.querySelectorAll(".is-lost")) lost.remove();
  for (const ship of map.querySelectorAll(".m-ship")) ship.style.translate = "";
  for (const coming of document.querySelectorAll(".is-coming")) coming.classList.remove("is-coming");
  remember();
}

// --- marks on the chart ---

function drawn(name, attributes, ...content) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

function drawDie(value, x) {
  const half = DIE / 2;
  const pips = [...PIPS[value]].map((place) =>
    drawn("circle", { cx: ((place % 3) - 1) * 12, cy: (Math.floor(place / 3) - 1) * 12, r: 4.5 }),
  );
  const face = drawn("rect", { x: -half, y: -half, width: DIE, height: DIE, rx: 7 });
  const thrown = drawn("g", { class: "mark-die", "data-value": value }, face, ...pips);
  return drawn("g", { transform: `translate(${x} 0)` }, thrown);
}

function drawBurst() {
  const points = Array.from({ length: 24 }, (_, place) => {
    const [far, angle] = [place % 2 ? 34 : 76 - (place % 3) * 10, (place * Math.PI) / 12];
    return `${(far * Math.cos(angle)).toFixed(1)},${(far * Math.sin(angle)).toFixed(1)}`;
  });
  return drawn("polygon", { class: "mark-burst", points: points.join(" ") });
}

// A ship that is lost is marked where it was drawn, not where the chart would have it.
function findPlace({ at, seats = [] }) {
  const { e, f } = placeOf(map.querySelector(`#ship-${seats[0]}.is-lost`)) ?? {};
  return e === undefined ? at : [e, f];
}

// One mark beside a ship at a time: what came before there is over.
function mark(step) {
  const { kind, dice = [], verdict = "", is_good: isGood } = step;
  const [chart, at] = [document.getElementById("star-map"), findPlace(step)];
  if (!chart || !at) return null;
  const place = at.join(" ");
  map.querySelector(`.mark[data-place="${place}"]`)?.remove();
  const size = Math.min(Math.max(CLEAREST / chart.getScreenCTM().a, 1), MOST_ENLARGED);
  const transform = `translate(${at[0]} ${at[1]}) scale(${size.toFixed(2)})`;
  const made = drawn("g", { class: `mark mark-${kind}`, transform, "data-place": place, "aria-hidden": "true" });
  made.classList.toggle("is-good", Boolean(isGood));
  if (kind === "blast") made.append(drawBurst());
  const row = drawn("g", { transform: "translate(0 34)" });
  dice.forEach((value, number) => row.append(drawDie(value, (number - (dice.length - 1) / 2) * (DIE + 6))));
  if (dice.length) made.append(row);
  const line = dice.length ? 82 : kind === "blast" ? 8 : -44;
  if (verdict) made.append(drawn("text", { class: "mark-verdict", y: line }, verdict));
  chart.append(made);
  return made;
}

// A line over the map, of which screen readers need nothing: they have the log.
function say(...steps) {
  map.querySelector(".told")?.remove();
  const lines = steps.map(({ line }) => line).filter((line) => line.textContent);
  if (!lines.length) return;
  const told = document.createElement("ol");
  told.className = "told";
  told.setAttribute("aria-hidden", "true");
  told.append(...lines);
  map.append(told);
}

function clear() {
  say();
  for (const each of map.querySelectorAll(".mark")) each.remove();
}

// --- the telling ---

async function throwDice(step) {
  const { signal } = cut;
  const made = mark(step);
  made?.classList.add("is-open");
  hear("dice", step.dice.length);
  made?.querySelectorAll(".mark-die").forEach((die, place) => {
    const frames = [{ rotate: `${place % 2 ? 300 : -300}deg`, translate: "0 -60px", opacity: 0 }, {}];
    play(die, frames, BEFORE_VERDICT * 0.8);
  });
  await pause(BEFORE_VERDICT);
  if (signal.aborted) return;
  made?.classList.remove("is-open");
  say(step);
  hear(step.sound);
  await pause(READ);
}

async function sail(step) {
  const { seats, path } = step;
  const isFar = path.length === 2 && Math.hypot(path[1][0] - path[0][0], path[1][1] - path[0][1]) > FAR;
  const ships = path.length > 1 ? seats.filter(shipOf) : [];
  const home = new Map(ships.map((seat) => [seat, homeOf(seat)]));
  holdShips();
  const framesOf = (seat) => path.map((at) => ({ translate: shift(at, home.get(seat)) }));
  await Promise.all(ships.map((seat) => play(shipOf(seat), framesOf(seat), isFar ? FAR_SAIL : SAIL)));
}

const ACTS = {
  sail,
  lay: async (step) => {
    const tile = document.getElementById(step.tile);
    hear(step.sound);
    tile?.classList.remove("is-coming");
    await Promise.all([play(tile, [{ opacity: 0 }, { opacity: 1 }], SAIL), sail(step)]);
  },
  roll: throwDice,
  hit: async (step) => {
    const made = mark(step);
    hear(step.sound);
    const flash = [{ filter: "none" }, { filter: "brightness(2.5)" }, { filter: "none" }];
    const shown = step.seats?.map((seat) => play(shipOf(seat), flash, 300)) ?? [];
    const rise = [{ opacity: 0, translate: "0 24px" }, { opacity: 1, translate: "0 0" }];
    await Promise.all([...shown, play(made?.querySelector("text"), rise, 300), pause(READ)]);
  },
  blast: async (step) => {
    const made = mark(step);
    hear(step.sound);
    const grown = [{ opacity: 0, scale: 0.2 }, { opacity: 1, scale: 1.2 }, { opacity: 1, scale: 1 }];
    const lost = map.querySelectorAll(`#ship-${step.seats?.[0] ?? "none"}.is-lost`);
    const gone = [...lost].map((ship) => play(ship, [{ opacity: 1 }, { opacity: 0 }], READ / 2, { fill: "forwards" }));
    await Promise.all([play(made?.querySelector(".mark-burst"), grown, READ), ...gone, pause(READ)]);
    for (const ship of lost) ship.remove();
  },
  vanish: async (step) => {
    mark(step);
    await play(shipOf(step.seats[0]), [{ opacity: 1 }, { opacity: 0 }], READ, { fill: "forwards" });
  },
  note: async (step) => {
    mark(step);
    await pause(READ);
  },
};

async function tellAll({ signal }) {
  while (queue.length) {
    current = queue.shift();
    if (current.kind === "roll") say();
    else say(current);
    await ACTS[current.kind](current);
    if (signal.aborted) return;
    current = null;
    if (queue.length) hold();
  }
  telling = null;
  release();
}

async function begin() {
  if (cut.signal.aborted) cut = new AbortController();
  const { signal } = cut;
  clear();
  telling = tellAll(cut);
  await telling;
  await pause(LINGER);
  if (!telling && !signal.aborted) clear();
}

// The same without motion: nothing waits, and the marks stand for a moment.
async function stand(steps) {
  finish();
  cut = new AbortController();
  const { signal } = cut;
  for (const step of steps) {
    mark(step);
    if (step.dice) hear("dice", step.dice.length);
    hear(step.sound);
  }
  say(...steps);
  await pause(STAND);
  if (!signal.aborted) clear();
}

function changed({ detail: { facts, before, waits } }) {
  if (facts.move === before.move) return;
  const steps = stepsAfter(before.move);
  if (!steps.length) return;
  if (reduced.matches || document.hidden) {
    stand(steps);
    return;
  }
  for (const animation of playing) animation.finish(); // the chart has just been drawn anew
  queue.push(...findStarts(steps));
  while (queue.length > 1 && queue.reduce((sum, step) => sum + lengthOf(step), 0) > LONGEST) queue.shift();
  hold();
  if (!telling) begin();
  waits?.push(telling);
}

// A new drawing knows nothing of what waits. (It may be dispatched before the change that it shows.)
function drawnAnew() {
  if (telling) hold();
  else queueMicrotask(() => telling || remember());
}

function finish() {
  queue = [];
  current = null;
  telling = null;
  cut.abort();
  release();
  clear();
}

if (map) {
  remember();
  document.addEventListener("table:changed", changed);
  document.addEventListener("htmx:after:swap", drawnAnew);
  document.addEventListener("keydown", finish);
  document.addEventListener("pointerdown", finish);
}
