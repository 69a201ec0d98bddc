// Animates the last moves on the chart, one step after the other: a ship along its path, dice and their verdict, a hit,
// a ship that bursts. The server describes the steps (#moment). New lines of the log stay invisible until their move has
// been animated; screen readers read them at once. Any key or press ends the animation, so it delays nobody. With
// reduced motion nothing moves: dice and results stand beside their ships for a moment. Dispatches the event
//   table:sound  detail: {sound, count}   when a step makes a sound

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const SAIL_MS = 520;
const FAR_UNITS = 200; // units of the chart: the ship takes FAR_SAIL_MS for a path of two points that are farther apart
const FAR_SAIL_MS = 900;
const BEFORE_VERDICT_MS = 650;
const READ_MS = 900;
const LINGER_MS = 1500;
const STILL_MS = 3000;
const LONGEST_MS = 7000; // the oldest steps of a longer queue are dropped
const LEAST_SCALE = 0.62; // pixels for a unit of the chart, below which marks are drawn larger
const MOST_ENLARGED = 2.4;
const DIE_SIZE = 44;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
// The places of the pips of each value, numbered from 0 in a square of three by three.
const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"];

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const map = document.getElementById("map");
let queue = [];
let currentStep = null;
let playback = null; // a promise while the queue is played
let abort = new AbortController(); // of the playback: the next one makes a new one
let shipCopies = new Map(); // by element id: a lost ship is drawn from its copy until it bursts
const animations = new Set();

// --- the queue of steps ---

function readStepsAfter(move) {
  const found = [...document.querySelectorAll("#moment li")];
  return found
    .map((line) => ({ ...JSON.parse(line.dataset.step), line: line.cloneNode(true) }))
    .filter((step) => step.move > move);
}

// A path of one point has no start, because no event tells it: the ship starts where it was drawn before.
function addMissingStarts(steps) {
  for (const [place, { path, seats }] of steps.entries()) {
    const isOnly = path?.length === 1 && steps.every((step, other) => other === place || !step.path || !step.seats.includes(seats[0]));
    const [old, now] = isOnly ? [shipCopies.get(`ship-${seats[0]}`), findShip(seats[0])].map(readPosition) : [];
    if (old && now) path.unshift([path[0][0] + old.e - now.e, path[0][1] + old.f - now.f]);
  }
  return steps;
}

const readPosition = (ship) => ship?.transform.baseVal.getItem(0).matrix;
const listPending = () => (currentStep ? [currentStep, ...queue] : queue);

function measureSail(path) {
  if (path.length === 1) return 0;
  const isFar = path.length === 2 && Math.hypot(path[1][0] - path[0][0], path[1][1] - path[0][1]) > FAR_UNITS;
  return isFar ? FAR_SAIL_MS : SAIL_MS;
}

function estimateDuration({ kind, path }) {
  if (path) return measureSail(path);
  return kind === "roll" ? BEFORE_VERDICT_MS + READ_MS : READ_MS;
}

function wait(ms) {
  return new Promise((resolve) => {
    if (abort.signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    abort.signal.addEventListener("abort", () => [clearTimeout(timer), resolve()], { once: true });
  });
}

async function animate(element, frames, duration, options = {}) {
  if (abort.signal.aborted || !element) return;
  const animation = element.animate(frames, { easing: EASE, duration, ...options });
  abort.signal.addEventListener("abort", () => animation.cancel(), { once: true });
  animations.add(animation);
  await animation.finished.catch(() => undefined);
  animations.delete(animation);
}

function playSound(sound, count = 1) {
  if (sound) document.dispatchEvent(new CustomEvent("table:sound", { detail: { sound, count } }));
}

// --- keeping the table as it was before the steps ---

const findShip = (seat) => document.getElementById(`ship-${seat}`);
const formatOffset = ([x, y], [homeX, homeY]) => `${x - homeX}px ${y - homeY}px`;
const listPathSteps = (seat) => listPending().filter(({ path, seats }) => path && seats.includes(seat));

// The server has drawn the ship at the end of its last path.
const findDrawnPoint = (seat) => listPathSteps(seat).at(-1).path.at(-1);

function copyShips() {
  const ships = [...map.querySelectorAll(".m-ship:not(.is-lost)")];
  shipCopies = new Map(ships.map((ship) => [ship.id, ship.cloneNode(true)]));
}

function holdShips() {
  const steps = listPending();
  for (const { kind, seats = [] } of steps) {
    const lost = kind === "blast" && !findShip(seats[0]) && shipCopies.get(`ship-${seats[0]}`)?.cloneNode(true);
    if (!lost) continue;
    lost.classList.add("is-lost");
    document.getElementById("star-map")?.append(lost);
  }
  for (const seat of new Set(steps.flatMap(({ path, seats }) => (path ? seats : [])))) {
    const [next] = listPathSteps(seat);
    const ship = findShip(seat);
    if (ship) ship.style.translate = formatOffset(next === currentStep ? next.path.at(-1) : next.path[0], findDrawnPoint(seat));
  }
  for (const { tile } of queue) document.getElementById(tile)?.classList.add("is-coming");
}

// Pairs of a move's number and a line of the log. Only the first line of a move shows the number; a lesson shows none: 0.
function numberLogLines() {
  let move = 0;
  return [...document.querySelectorAll("#log-lines li")].map((line) => {
    move = Number(line.querySelector(":scope > :is(a, .move-number)")?.textContent) || move;
    return [move, line];
  });
}

// The log of a replay shows all lines from the start, so a replay hides the sentences of the move above it instead.
function hideComingText() {
  const from = listPending()[0]?.move ?? Infinity;
  const isReplay = Boolean(document.getElementById("scrub"));
  for (const line of document.querySelectorAll(isReplay ? "#prompt .sub" : "#prompt:has(.places) > *, #lesson-words")) {
    line.classList.toggle("is-coming", from < Infinity);
  }
  if (isReplay) return;
  for (const [move, line] of numberLogLines()) {
    const isNew = move ? move >= from : from < Infinity && line.classList.contains("is-new");
    line.classList.toggle("is-coming", isNew);
  }
}

function holdTable() {
  map.classList.add("is-telling");
  holdShips();
  hideComingText();
}

function releaseTable() {
  map.classList.remove("is-telling");
  for (const lost of map.querySelectorAll(".is-lost")) lost.remove();
  for (const ship of map.querySelectorAll(".m-ship")) ship.style.translate = "";
  for (const coming of document.querySelectorAll(".is-coming")) coming.classList.remove("is-coming");
  copyShips();
}

// --- marks on the chart ---

function createSvg(name, attributes, ...content) {
  const element = document.createElementNS(SVG_NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

function drawDie(value, x) {
  const half = DIE_SIZE / 2;
  const pips = [...PIPS[value]].map((place) =>
    createSvg("circle", { cx: ((place % 3) - 1) * 12, cy: (Math.floor(place / 3) - 1) * 12, r: 4.5 }),
  );
  const face = createSvg("rect", { x: -half, y: -half, width: DIE_SIZE, height: DIE_SIZE, rx: 7 });
  const thrown = createSvg("g", { class: "mark-die", "data-value": value }, face, ...pips);
  return createSvg("g", { transform: `translate(${x} 0)` }, thrown);
}

function drawBurst() {
  const points = Array.from({ length: 24 }, (_, place) => {
    const [far, angle] = [place % 2 ? 34 : 76 - (place % 3) * 10, (place * Math.PI) / 12];
    return `${(far * Math.cos(angle)).toFixed(1)},${(far * Math.sin(angle)).toFixed(1)}`;
  });
  return createSvg("polygon", { class: "mark-burst", points: points.join(" ") });
}

// A lost ship is marked where it was drawn last, because the new chart has no place for it.
function findMarkPoint({ at, seats = [] }) {
  const { e, f } = readPosition(map.querySelector(`#ship-${seats[0]}.is-lost`)) ?? {};
  return e === undefined ? at : [e, f];
}

// A place has one mark at a time: the new one replaces the old.
function drawMark(step) {
  const { kind, dice = [], verdict = "", is_good: isGood } = step;
  const [chart, at] = [document.getElementById("star-map"), findMarkPoint(step)];
  if (!chart || !at) return null;
  const place = at.join(" ");
  map.querySelector(`.mark[data-place="${place}"]`)?.remove();
  const size = Math.min(Math.max(LEAST_SCALE / chart.getScreenCTM().a, 1), MOST_ENLARGED);
  const transform = `translate(${at[0]} ${at[1]}) scale(${size.toFixed(2)})`;
  const mark = createSvg("g", { class: `mark mark-${kind}`, transform, "data-place": place, "aria-hidden": "true" });
  mark.classList.toggle("is-good", Boolean(isGood));
  if (kind === "blast") mark.append(drawBurst());
  const row = createSvg("g", { transform: "translate(0 34)" });
  dice.forEach((value, number) => row.append(drawDie(value, (number - (dice.length - 1) / 2) * (DIE_SIZE + 6))));
  if (dice.length) mark.append(row);
  const line = dice.length ? 82 : kind === "blast" ? 8 : -44;
  if (verdict) mark.append(createSvg("text", { class: "mark-verdict", y: line }, verdict));
  chart.append(mark);
  return mark;
}

// Shows the sentences of steps over the map. Screen readers skip them, because they read the log.
function showLines(...steps) {
  map.querySelector(".told")?.remove();
  const lines = steps.map(({ line }) => line).filter((line) => line.textContent);
  if (!lines.length) return;
  const list = document.createElement("ol");
  list.className = "told";
  list.setAttribute("aria-hidden", "true");
  list.append(...lines);
  map.append(list);
}

function clearMarks() {
  showLines();
  for (const each of map.querySelectorAll(".mark")) each.remove();
}

// --- the playback ---

async function rollDice(step) {
  const { signal } = abort;
  const mark = drawMark(step);
  mark?.classList.add("is-open");
  playSound("dice", step.dice.length);
  mark?.querySelectorAll(".mark-die").forEach((die, place) => {
    const frames = [{ rotate: `${place % 2 ? 300 : -300}deg`, translate: "0 -60px", opacity: 0 }, {}];
    animate(die, frames, BEFORE_VERDICT_MS * 0.8);
  });
  await wait(BEFORE_VERDICT_MS);
  if (signal.aborted) return;
  mark?.classList.remove("is-open");
  showLines(step);
  playSound(step.sound);
  await wait(READ_MS);
}

async function moveShips(step) {
  const { seats, path } = step;
  const ships = path.length > 1 ? seats.filter(findShip) : [];
  const home = new Map(ships.map((seat) => [seat, findDrawnPoint(seat)]));
  holdShips();
  const framesOf = (seat) => path.map((at) => ({ translate: formatOffset(at, home.get(seat)) }));
  await Promise.all(ships.map((seat) => animate(findShip(seat), framesOf(seat), measureSail(path))));
}

const ANIMATIONS = {
  sail: moveShips,
  lay: async (step) => {
    const tile = document.getElementById(step.tile);
    playSound(step.sound);
    tile?.classList.remove("is-coming");
    await Promise.all([animate(tile, [{ opacity: 0 }, { opacity: 1 }], SAIL_MS), moveShips(step)]);
  },
  roll: rollDice,
  hit: async (step) => {
    const mark = drawMark(step);
    playSound(step.sound);
    const flash = [{ filter: "none" }, { filter: "brightness(2.5)" }, { filter: "none" }];
    const shown = step.seats?.map((seat) => animate(findShip(seat), flash, 300)) ?? [];
    const rise = [{ opacity: 0, translate: "0 24px" }, { opacity: 1, translate: "0 0" }];
    await Promise.all([...shown, animate(mark?.querySelector("text"), rise, 300), wait(READ_MS)]);
  },
  blast: async (step) => {
    const mark = drawMark(step);
    playSound(step.sound);
    const grown = [{ opacity: 0, scale: 0.2 }, { opacity: 1, scale: 1.2 }, { opacity: 1, scale: 1 }];
    const lost = map.querySelectorAll(`#ship-${step.seats?.[0] ?? "none"}.is-lost`);
    const gone = [...lost].map((ship) => animate(ship, [{ opacity: 1 }, { opacity: 0 }], READ_MS / 2, { fill: "forwards" }));
    await Promise.all([animate(mark?.querySelector(".mark-burst"), grown, READ_MS), ...gone, wait(READ_MS)]);
    for (const ship of lost) ship.remove();
  },
  vanish: async (step) => {
    drawMark(step);
    await animate(findShip(step.seats[0]), [{ opacity: 1 }, { opacity: 0 }], READ_MS, { fill: "forwards" });
  },
  note: async (step) => {
    drawMark(step);
    await wait(READ_MS);
  },
};

async function playQueue({ signal }) {
  await null; // marks are sized by a chart that another listener of the same event has yet to fit into its panel
  while (queue.length) {
    currentStep = queue.shift();
    if (currentStep.kind === "roll") showLines();
    else showLines(currentStep);
    await ANIMATIONS[currentStep.kind](currentStep);
    if (signal.aborted) return;
    currentStep = null;
    if (queue.length) holdTable();
  }
  playback = null;
  releaseTable();
}

async function startPlayback() {
  if (abort.signal.aborted) abort = new AbortController();
  const { signal } = abort;
  clearMarks();
  playback = playQueue(abort);
  await playback;
  await wait(LINGER_MS);
  if (!playback && !signal.aborted) clearMarks();
}

// Shows the marks of all steps at once for a moment, and hides nothing.
async function showWithoutMotion(steps) {
  endPlayback();
  abort = new AbortController();
  const { signal } = abort;
  for (const step of steps) {
    drawMark(step);
    if (step.dice) playSound("dice", step.dice.length);
    playSound(step.sound);
  }
  showLines(...steps);
  await wait(STILL_MS);
  if (!signal.aborted) clearMarks();
}

function handleChange({ detail: { facts, before, waits } }) {
  if (facts.move === before.move) return;
  const steps = readStepsAfter(before.move);
  if (!steps.length) return;
  if (reducedMotion.matches || document.hidden) {
    showWithoutMotion(steps);
    return;
  }
  for (const animation of animations) animation.finish(); // the chart has just been drawn anew
  queue.push(...addMissingStarts(steps));
  while (queue.length > 1 && queue.reduce((sum, step) => sum + estimateDuration(step), 0) > LONGEST_MS) queue.shift();
  holdTable();
  if (!playback) startPlayback();
  waits?.push(playback);
}

// A swap brings a chart on which nothing is hidden. (The event may come before the change that it shows.)
function handleSwap() {
  if (playback) holdTable();
  else queueMicrotask(() => playback || copyShips());
}

function endPlayback() {
  queue = [];
  currentStep = null;
  playback = null;
  abort.abort();
  releaseTable();
  clearMarks();
}

if (map) {
  copyShips();
  document.addEventListener("table:changed", handleChange);
  document.addEventListener("htmx:after:swap", handleSwap);
  document.addEventListener("keydown", endPlayback);
  document.addEventListener("pointerdown", endPlayback);
}
