// Steps, plays and scrubs through a replay. Moments come from the server in bundles and are kept, so that a step asks
// for nothing; the address in the bar is always that of the moment shown. Without this script every step is a link.

const BUNDLE = 12; // no more than the server gives at once
const KEPT = 600;
const PACE = 1100;
const RESTS = 250; // milliseconds on one moment before its address is written: browsers count how often that is done
const SPEED = "incursions.replay.speed";

const scrub = document.getElementById("scrub");
const reel = JSON.parse(scrub.dataset.reel);
const slider = document.getElementById("at");
const speed = document.getElementById("speed");
const moments = new Map();
const asked = new Map();
const shownParts = new Map();
let { number, query } = reel;
let wanted = number;
let playing = 0;
let resting = 0;
let waits = []; // for what is told of the moment shown: playing goes on afterwards

document.documentElement.classList.add("has-script");
speed.value = localStorage.getItem(SPEED) ?? "1";
if (!speed.value) speed.value = "1";

const addressOf = (at) => `${reel.path}/${at}${query}`;
const after = (numbers) => numbers.find((each) => each > wanted);
const before = (numbers) => numbers.findLast((each) => each < wanted);
const steps = {
  "step-first": () => reel.moments[0],
  "step-turn-back": () => before(reel.turns),
  "step-back": () => before(reel.moments),
  "step-on": () => after(reel.moments),
  "step-turn-on": () => after(reel.turns),
  "step-attack-on": () => after(reel.attacks),
  "step-last": () => reel.moments.at(-1),
};

// --- moments ---

async function load(numbers) {
  const address = `${reel.path}/moments?moves=${numbers.join()}${query.replace("?", "&")}`;
  const reply = await fetch(address, { headers: { Accept: "application/json" } });
  if (!reply.ok) throw new Error(`status of ${reply.status}`);
  const { pieces, moments: found } = await reply.json();
  for (const moment of found) {
    for (const [part, places] of Object.entries(moment.parts)) {
      moment.parts[part] = places.map((place) => pieces[place]).join("");
    }
    moments.set(moment.number, moment);
  }
  for (const old of moments.keys()) {
    if (moments.size <= KEPT) break;
    moments.delete(old);
  }
}

// The moments to ask for together with one: those around it that one steps through, in blocks that are always the same.
function block(at) {
  const place = reel.moments.indexOf(at);
  if (place < 0) return [at];
  const first = place - (place % BUNDLE);
  return reel.moments.slice(first, first + BUNDLE);
}

function ask(at) {
  if (at === undefined || moments.has(at)) return Promise.resolve();
  const numbers = block(at);
  const key = numbers.join();
  if (!asked.has(key)) asked.set(key, load(numbers).finally(() => asked.delete(key)));
  return asked.get(key);
}

// What will be looked at next, long before it is.
function askAhead() {
  const place = reel.moments.indexOf(number);
  if (place < 0) return;
  for (const at of [place + BUNDLE / 2, place - BUNDLE / 2]) ask(reel.moments[at])?.catch(() => {});
}

// --- showing ---

function put(part, html) {
  const old = document.getElementById(part);
  if (shownParts.get(part) === html && old) return;
  shownParts.set(part, html);
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  for (const open of old?.querySelectorAll("details[id][open]") ?? []) {
    fresh.content.getElementById(open.id)?.setAttribute("open", "");
  }
  if (old) old.replaceWith(fresh.content);
}

function show(moment) {
  waits = [];
  const isStepOn = reel.moments.indexOf(moment.number) - reel.moments.indexOf(number) === 1;
  number = moment.number;
  for (const [part, html] of Object.entries(moment.parts)) put(part, html);
  mark();
  document.title = document.title.replace(/^(\d+: )?/, `${number}: `);
  document.dispatchEvent(new CustomEvent("htmx:after:swap"));
  if (isStepOn && !isFast()) {
    const [facts, earlier] = [number, number - 1].map((move) => ({ version: move, move }));
    const detail = { facts, before: earlier, waits };
    document.dispatchEvent(new CustomEvent("table:changed", { detail }));
  }
  say();
  clearTimeout(resting);
  resting = setTimeout(() => history.replaceState({}, "", addressOf(number)), RESTS);
  askAhead();
}

// Everything that shows which moment it is, and the addresses of the next steps.
function mark() {
  const share = number / Math.max(reel.last, 1);
  const across = Math.round(reel.left + reel.width * share);
  document.getElementById("scrub-head").setAttribute("d", `M${across} 0V50`);
  document.getElementById("step-number").textContent = number;
  slider.value = number;
  slider.setAttribute("aria-valuetext", document.getElementById("prompt-title").textContent);
  for (const [id, to] of Object.entries(steps)) point(document.getElementById(id), to());
  for (const line of document.querySelectorAll("#log-lines [aria-current]")) {
    line.removeAttribute("aria-current");
    line.classList.remove("is-new");
  }
  const lines = document.querySelectorAll(`#log-lines a[href^="${reel.path}/${number}"]`);
  for (const line of [...lines].filter((link) => Number(link.textContent) === number)) {
    line.parentElement.setAttribute("aria-current", "true");
    line.parentElement.classList.add("is-new");
  }
  centreLog();
  for (const link of document.querySelectorAll("[data-keeps-moment], [data-log-filter]")) {
    link.href = link.getAttribute("href").replace(/\/\d+(?=$|\?)/, `/${number}`);
  }
}

function point(link, to) {
  const leads = to !== undefined && to !== number;
  link.toggleAttribute("aria-disabled", !leads);
  if (leads) {
    link.href = addressOf(to);
    link.removeAttribute("role");
  } else {
    link.setAttribute("aria-disabled", "true");
    link.setAttribute("role", "link");
    link.removeAttribute("href");
  }
}

function centreLog() {
  const line = document.querySelector("#log-lines [aria-current]");
  const scroller = document.querySelector(".log-scroller");
  if (!line || line.hidden || !scroller.clientHeight) return;
  scroller.scrollTop += line.getBoundingClientRect().top - scroller.getBoundingClientRect().top - scroller.clientHeight / 2;
}

function say() {
  const head = document.querySelector("#prompt header");
  document.getElementById("announce").textContent = [...head.querySelectorAll("h2, .sub")].map((part) => part.textContent).join(". ");
}

// --- going ---

async function go(to) {
  if (to === undefined) return;
  wanted = to;
  if (!moments.has(to)) {
    scrub.setAttribute("aria-busy", "true");
    try {
      await ask(to);
    } catch {
      return location.assign(addressOf(to));
    } finally {
      scrub.removeAttribute("aria-busy");
    }
  }
  if (wanted === to && number !== to) show(moments.get(to));
}

const isFast = () => Number(speed.value) > 2;

function stop() {
  clearTimeout(playing);
  playing = 0;
  showPlay();
}

function showPlay() {
  document.querySelector("#step-play .words").textContent = playing ? "Pause" : "Play";
  document.querySelector("#step-play .sign").textContent = playing ? "❚❚" : "▶";
}

async function playOn() {
  const next = after(reel.moments);
  if (next === undefined) return stop();
  const begun = performance.now();
  await go(next);
  await Promise.all(waits);
  if (!playing) return;
  playing = setTimeout(playOn, Math.max(PACE / Number(speed.value) - (performance.now() - begun), 0));
}

function toggle() {
  if (playing) return stop();
  if (after(reel.moments) === undefined) wanted = -1;
  playing = setTimeout(playOn, 0);
  showPlay();
}

function nearest(to) {
  return reel.moments.reduce((best, each) => (Math.abs(each - to) < Math.abs(best - to) ? each : best));
}

function step(to) {
  stop();
  go(to);
}

// --- what the viewer does ---

// The line of the log that has the number of the move to which this one belongs.
function numbered(line) {
  let found = line;
  while (found && !found.querySelector(":scope > a")) found = found.previousElementSibling;
  return found;
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#step-play")) return toggle();
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const link = event.target.closest("#scrub .steps a");
  const line = numbered(event.target.closest("#log-lines li[data-about]"))?.querySelector("a");
  if (!link && !line) return;
  if (!link && event.target.closest("a") && event.target.closest("a") !== line) return;
  event.preventDefault();
  step(link ? steps[link.id]() : Number(line.textContent));
});

let scrubbing = 0;
slider.addEventListener("input", () => {
  const to = nearest(Number(slider.value));
  document.getElementById("step-number").textContent = to;
  clearTimeout(scrubbing);
  scrubbing = setTimeout(() => step(to), moments.has(to) ? 0 : 80);
});
slider.addEventListener("keydown", (event) => event.key.startsWith("Arrow") && event.preventDefault());
speed.addEventListener("change", () => localStorage.setItem(SPEED, speed.value));

const KEYS = { Home: "step-first", End: "step-last", ArrowLeft: "step-back", ArrowRight: "step-on", a: "step-attack-on" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isField = event.target.closest("select, textarea, input:not([type=range]), #map");
  if (isField) return;
  const isHorizontal = event.key === "ArrowLeft" || event.key === "ArrowRight";
  const id = isHorizontal && event.shiftKey ? KEYS[event.key].replace("-", "-turn-") : KEYS[event.key];
  if (event.key === " " && !event.target.closest("button, a, summary")) toggle();
  else if (id) step(steps[id]());
  else return;
  event.preventDefault();
});

document.addEventListener("log:filtered", ({ detail: { word } }) => {
  const said = new URLSearchParams(query);
  if (word === "all") said.delete("log");
  else said.set("log", word);
  query = said.size ? `?${said}` : "";
  history.replaceState({}, "", addressOf(number));
  mark();
});

// On a phone a tab of the sheets is a link to a fragment; its panel takes the focus.
addEventListener("hashchange", () => document.querySelector(":target")?.focus({ preventScroll: true }));

centreLog();
if (reel.moments.length > 1) ask(number).then(askAhead).catch(() => {});
