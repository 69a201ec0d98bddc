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
const panelBox = () => drawing().parentElement.getBoundingClientRect();

function show(box) {
  const svg = drawing();
  shown = box;
  svg.setAttribute("viewBox", written(box));
  const pixel = visible(box)[2] / panelBox().width;
  svg.style.setProperty("--pixel", pixel.toFixed(2)); // letters of a chart without a fixed size need it
  svg.classList.toggle("is-small", phone.matches && 1 / pixel < SMALL);
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
  if (!middles.length) return served.split(" ").map(Number);
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
let isTouch = false;

function down(event) {
  isTouch = event.pointerType === "touch";
  if (event.target.closest(".map-foot, .chart-text")) return;
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

// --- the caption: the tile under the pointer or the focus ---

let told = ""; // the hex that a finger has pressed last, and whose caption stands

// The tile or free side that an element lies on.
function hexOf(element) {
  const over = element?.closest?.(".reach, .there");
  return over ? document.getElementById(`tile-${over.id.split("-")[1]}`) : element?.closest?.(".tile, .side.is-legal");
}

// A ship or a key may lie over its hex.
const hexAt = ({ clientX, clientY }) => document.elementsFromPoint(clientX, clientY).map(hexOf).find(Boolean);

function wordsOf({ dataset, id }) {
  if (dataset.at) return [`${dataset.title} (${dataset.at})`, dataset.hint, dataset.text];
  return [`Free side, ${id.slice(5)}`, "explore", "Exploring turns the top tile of the pile and moves your ship into it."];
}

function caption(hex, more = "") {
  const box = document.getElementById("map-here");
  box.hidden = !hex;
  if (!hex) return;
  const [name, hint, text] = wordsOf(hex);
  box.querySelector("b").textContent = name;
  box.querySelector(".hint").textContent = [hint, more].filter(Boolean).join(" · ");
  box.querySelector(".text").textContent = text;
}

// A finger cannot hover: its first press on a tile tells what it is, the second one does what can be done there.
function pressed(event) {
  if (!isTouch || !event.detail || event.target.closest(".map-foot, .chart-text")) return;
  const hex = hexAt(event);
  const acts = event.target.closest(".reach .hex-button, .there .hex-button");
  const isFirst = Boolean(acts && hex && told !== hex.id && !event.defaultPrevented);
  told = hex?.id ?? "";
  const more = isFirst ? "press again to choose it" : "";
  caption(hex, more);
  document.getElementById("map-said").textContent = hex?.dataset.at ? [...wordsOf(hex).slice(0, 2), more].filter(Boolean).join(", ") : "";
  if (!isFirst) return;
  event.preventDefault();
  event.stopPropagation();
}

if (map && drawing()) {
  drawn();
  map.addEventListener("pointerdown", down);
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
  map.addEventListener("click", (event) => {
    if (travelled < 6) return pressed(event);
    event.preventDefault();
    event.stopPropagation();
  }, true);
  map.addEventListener("wheel", (event) => {
    if (event.target.closest(".chart-text, .map-foot")) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.12 : 0.89, point(event));
  }, { passive: false });
  map.addEventListener("keydown", arrows);
  document.addEventListener("keydown", () => (isTouch = false), true); // a key leads the focus there: it tells the hex
  map.addEventListener("focusin", ({ target }) => isTouch || caption(hexOf(target)));
  map.addEventListener("focusout", ({ relatedTarget }) => isTouch || map.contains(relatedTarget) || caption(null));
  map.addEventListener("pointerover", (event) => event.pointerType === "mouse" && caption(hexAt(event)));
  map.addEventListener("pointerleave", () => isTouch || caption(hexOf(document.activeElement)));
  document.addEventListener("keydown", zoomKeys);
  document.addEventListener("htmx:after:swap", () => {
    told = "";
    drawn();
  });
  phone.addEventListener("change", drawn);
  map.addEventListener("click", (event) => {
    const how = event.target.closest("[data-zoom]")?.dataset.zoom;
    if (how) ({ in: () => zoom(1.25), out: () => zoom(0.8), fit })[how]();
  });
}
