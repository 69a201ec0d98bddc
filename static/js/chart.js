// Pan, zoom and arrow keys of the star map. The server draws the whole chart and says where the own ship is; this only
// moves the window through which it is seen, and puts it back after each new drawing.

const NEAREST = 3.2;
const SMALL = 0.55; // pixels for a unit of the chart, below which small print cannot be read
const HALF_TILE = [104, 94]; // with a little sea round it
const map = document.getElementById("map");
const phone = matchMedia("(max-width: 720px)");

let served = ""; // the whole chart, as the server drew it last
let fitted = null;
let shown = null;
let isOwnView = false;
const fingers = new Map();

const drawing = () => document.getElementById("star-map");

const written = (box) => box.map((number) => number.toFixed(1)).join(" ");
const panelBox = () => document.getElementById("chart").getBoundingClientRect();

function show(box) {
  const svg = drawing();
  shown = box;
  svg.setAttribute("viewBox", written(box));
  svg.classList.toggle("is-small", phone.matches && panelBox().width / visible(box)[2] < SMALL);
}

// What is really visible: the drawing is fitted into the panel, so the box grows in one direction.
function visible([x, y, width, height]) {
  const panel = panelBox();
  const scale = Math.max(width / panel.width, height / panel.height);
  const [wide, high] = [panel.width * scale, panel.height * scale];
  return [x + (width - wide) / 2, y + (height - high) / 2, wide, high];
}

function drawn() {
  const svg = drawing();
  if (!svg) return;
  if (!shown || svg.getAttribute("viewBox") !== written(shown)) served = svg.getAttribute("viewBox");
  fitted = phone.matches ? charted(svg) : served.split(" ").map(Number);
  show(isOwnView ? shown : fitted);
}

// All hexes with the free sides beside the own one, and no more sea than they need: a phone has none to spare.
function charted(svg) {
  const middles = [...svg.querySelectorAll(".tile, .side")].map((hex) => hex.transform.baseVal.consolidate().matrix);
  const [across, down] = [middles.map(({ e }) => e), middles.map(({ f }) => f)];
  const [left, top] = [Math.min(...across) - HALF_TILE[0], Math.min(...down) - HALF_TILE[1]];
  return [left, top, Math.max(...across) + HALF_TILE[0] - left, Math.max(...down) + HALF_TILE[1] - top];
}

function zoom(factor, at) {
  const [x, y, width, height] = visible(shown);
  const whole = visible(fitted);
  const next = Math.min(Math.max(width / factor, whole[2] / NEAREST), whole[2] * 1.4);
  const by = next / width;
  const [px, py] = at ?? [x + width / 2, y + height / 2];
  isOwnView = true;
  show([px - (px - x) * by, py - (py - y) * by, width * by, height * by]);
}

function fit() {
  isOwnView = false;
  show(fitted);
}

function point(event) {
  const panel = panelBox();
  const [x, y, width, height] = visible(shown);
  return [x + ((event.clientX - panel.left) / panel.width) * width, y + ((event.clientY - panel.top) / panel.height) * height];
}

function pan(dx, dy) {
  const [x, y, width, height] = visible(shown);
  const panel = panelBox();
  isOwnView = true;
  show([x - (dx / panel.width) * width, y - (dy / panel.height) * height, width, height]);
}

// --- pointers: one finger pans, two zoom ---

let travelled = 0;

function down(event) {
  if (event.target.closest(".map-foot, .chart-text, .map-here")) return;
  fingers.set(event.pointerId, event);
  travelled = 0;
}

function move(event) {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
  travelled += Math.abs(dx) + Math.abs(dy);
  if (travelled < 6) return;
  if (fingers.size === 1) {
    pan(dx, dy);
  } else {
    const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    const apart = (finger) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
    zoom(apart(event) / Math.max(apart(before), 1), point(event));
  }
  fingers.set(event.pointerId, event);
}

function up(event) {
  fingers.delete(event.pointerId);
}

// --- keys ---

function tileIn(direction, from) {
  const [x, y] = from;
  const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const [wx, wy] = ways[direction];
  let best = null;
  for (const spot of spots()) {
    const [dx, dy] = [spot.x - x, spot.y - y];
    const along = dx * wx + dy * wy;
    const aside = Math.abs(dx * wy) + Math.abs(dy * wx);
    if (along < 20 || aside > along * 1.9) continue;
    const cost = along + aside * 1.2;
    if (!best || cost < best.cost) best = { ...spot, cost };
  }
  return best;
}

function spots() {
  return [...drawing().querySelectorAll(".tile, .side.is-legal")].map((element) => {
    const place = element.transform.baseVal.consolidate().matrix;
    const reach = element.dataset.at ? document.getElementById(`reach-${element.id.slice(5)}`) : element;
    return { element: reach?.querySelector("button") ?? element, x: place.e, y: place.f };
  });
}

function arrows(event) {
  if (!event.key.startsWith("Arrow")) return;
  event.preventDefault();
  const here = spots().find((spot) => spot.element === document.activeElement);
  const [ox, oy] = drawing().dataset.own.split(" ").map(Number);
  const next = here ? tileIn(event.key, [here.x, here.y]) : spots().sort((a, b) => Math.hypot(a.x - ox, a.y - oy) - Math.hypot(b.x - ox, b.y - oy))[0];
  next?.element.focus({ preventScroll: true });
}

function zoomKeys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  if (event.key === "+") zoom(1.25);
  if (event.key === "-") zoom(0.8);
  if (event.key === "=") fit();
}

// --- the caption box: the full text of the tile under the pointer or the focus ---

function stepAside(box, element) {
  box.classList.remove("is-above");
  if (!element) return;
  const [own, other] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  box.classList.toggle("is-above", other.left < own.right && other.bottom > own.top);
}

function caption(element) {
  const box = document.getElementById("map-here");
  const reach = element?.closest?.(".reach");
  const tile = element?.closest?.(".tile") ?? (reach && document.getElementById(`tile-${reach.id.slice(6)}`));
  const side = element?.closest?.(".side.is-legal");
  box.hidden = !tile && !side;
  stepAside(box, tile ?? side);
  if (tile) {
    box.querySelector("h3").textContent = `${tile.dataset.title} (${tile.dataset.at})`;
    box.querySelector("p").textContent = tile.dataset.text;
  } else if (side) {
    box.querySelector("h3").textContent = `Free side, ${side.id.slice(5)}`;
    box.querySelector("p").textContent = "Exploring turns the top tile of the pile and moves your ship into it.";
  }
}

if (map && drawing()) {
  drawn();
  map.addEventListener("pointerdown", down);
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
  map.addEventListener("click", (event) => {
    if (travelled < 6) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  map.addEventListener("wheel", (event) => {
    if (event.target.closest(".chart-text, .map-foot")) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.12 : 0.89, point(event));
  }, { passive: false });
  map.addEventListener("keydown", arrows);
  map.addEventListener("focusin", (event) => caption(event.target));
  map.addEventListener("pointerover", (event) => caption(event.target));
  map.addEventListener("pointerleave", () => caption(document.activeElement));
  document.addEventListener("keydown", zoomKeys);
  document.addEventListener("htmx:after:swap", drawn);
  phone.addEventListener("change", drawn);
  map.addEventListener("click", (event) => {
    const how = event.target.closest("[data-zoom]")?.dataset.zoom;
    if (how) ({ in: () => zoom(1.25), out: () => zoom(0.8), fit })[how]();
  });
}
