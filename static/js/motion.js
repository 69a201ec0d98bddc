// The account of what happened: a ship along its track, a tile laid, dice as they fell, points lost, one event after the
// other. It delays nothing and nobody: any key or press ends it, what comes late cuts it short, and with reduced motion
// there is none.

const ROW = Math.sqrt(3) * 100;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const SAIL = 520;
const TOLD = 1100;
const LONGEST_WAIT = 4000;
const running = new Set();
let toldUntil = 0;

const centre = ([q, r]) => [150 * q, ROW * (r + q / 2)];

// In how many milliseconds the next event is told, which takes so long; an account that has fallen behind is ended.
function turnOf(duration) {
  const now = performance.now();
  if (toldUntil - now > LONGEST_WAIT) finish();
  const start = Math.max(now, toldUntil);
  toldUntil = start + duration;
  return start - now;
}

// An element waits for its turn as it was before, unless an earlier event moves it already.
function play(element, frames, { duration, ...options }) {
  const isMoving = [...running].some(({ effect }) => effect.target === element);
  const timing = { delay: turnOf(duration), duration, fill: isMoving ? "none" : "backwards" };
  const animation = element.animate(frames, { easing: "cubic-bezier(0.2, 0.7, 0.2, 1)", ...timing, ...options });
  running.add(animation);
  animation.finished.catch(() => undefined).finally(() => running.delete(animation));
  return animation;
}

// A line over the map for as long as its event is told. Screen readers have the log.
function tell(...parts) {
  const line = document.createElement("p");
  line.className = "told";
  line.setAttribute("aria-hidden", "true");
  line.append(...parts);
  document.getElementById("map").append(line);
  const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.1 }, { opacity: 1, offset: 0.85 }, { opacity: 0 }];
  play(line, frames, { duration: TOLD }).finished.catch(() => undefined).finally(() => line.remove());
}

function die(value) {
  const face = document.createElement("span");
  face.className = "die";
  face.textContent = value;
  return face;
}

const nameOf = (seat) => document.querySelector(`#panel-${seat} :is(h2, .ship-name)`)?.textContent ?? "";

function rolled({ seat, dice, bonus, score }) {
  const sum = bonus ? ` ${bonus < 0 ? "−" : "+"} ${Math.abs(bonus)}` : "";
  if (dice?.length) tell(`${nameOf(seat)} `, ...dice.map(die), sum, score === undefined ? "" : ` is ${score}`);
}

function evaded({ seat, dice, score }) {
  if (dice?.length) tell(`${nameOf(seat)} evades: `, ...dice.map(die), score === undefined ? "" : ` for ${score} or less`);
}

function damaged({ seat, shields, hull }) {
  const lost = [["shields", shields], ["hull", hull]].filter(([, points]) => points && points[0] !== points[1]);
  if (!lost.length) return;
  tell(`${nameOf(seat)}: ${lost.map(([name, [before, after]]) => `${name} ${before} → ${after}`).join(", ")}`);
}

function sail(seat, path) {
  const ship = document.getElementById(`ship-${seat}`);
  if (!ship || path.length < 2) return;
  const [endX, endY] = centre(path.at(-1));
  const frames = path.map((at) => {
    const [x, y] = centre(at);
    return { translate: `${x - endX}px ${y - endY}px` };
  });
  play(ship, frames, { duration: SAIL });
}

function lay(at) {
  const tile = document.getElementById(`tile-${at.join("_").replaceAll("-", "m")}`);
  if (tile) play(tile, [{ opacity: 0, translate: "0 -8px" }, { opacity: 1, translate: "0 0" }], { duration: SAIL });
}

const moves = {
  scored: rolled,
  evasion_rolled: evaded,
  damaged,
  warped: (facts) => sail(facts.seat, facts.path),
  explored: (facts) => {
    lay(facts.at);
    sail(facts.seat, [facts.origin, facts.at]);
  },
};

document.addEventListener("table:changed", ({ detail: { facts, before } }) => {
  if (reduced.matches || document.hidden || facts.version === before.version) return;
  for (const event of facts.events ?? []) moves[event.kind]?.(event.facts);
});

function finish() {
  running.forEach((animation) => animation.finish());
  toldUntil = 0;
}
document.addEventListener("keydown", finish);
document.addEventListener("pointerdown", finish);
