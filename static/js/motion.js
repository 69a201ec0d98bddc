// Only what an event names moves, once, in its own place: a ship along its track, a tile laid. An animation delays
// nothing; any key or press ends it, and with reduced motion there is none.

const ROW = Math.sqrt(3) * 100;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const SAIL = 520;
const running = new Set();

const centre = ([q, r]) => [150 * q, ROW * (r + q / 2)];

function play(element, frames, options) {
  const animation = element.animate(frames, { easing: "cubic-bezier(0.2, 0.7, 0.2, 1)", ...options });
  running.add(animation);
  animation.finished.catch(() => undefined).finally(() => running.delete(animation));
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

const finish = () => running.forEach((animation) => animation.finish());
document.addEventListener("keydown", finish);
document.addEventListener("pointerdown", finish);
