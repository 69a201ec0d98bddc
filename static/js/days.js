// A page of a day: shows the parts that the server sends, runs the clock from the server's time, and gives commands. A
// command is visibly on its way, taken, refused, or not sent; without an answer it is sent again with its id.

import { writeTimes } from "./times.js";

const AGAIN_MS = 2_000;
const PATIENCE_MS = 30_000;
const ANSWER_MS = 8_000;
const RECONNECT_MS = [500, 1_000, 2_000, 4_000];
const WARN_AT = [300, 120, 60, 30];
const STALE_MS = 12_000; // the server sends a sign of life every five seconds
const MOST_SHOWN = 6;
const FINGER_PX = 24;
const page = document.getElementById("main");
const DOUBLE_TAP_MS = page.classList.contains("day-desk") ? 0 : 300; // Control adds minutes by quick taps
const line = document.getElementById("day-line");
let seenAt = performance.now();
let triedAt = seenAt;
let tries = 0;
let clock = readClock();

function readClock() {
  const box = document.getElementById("day-clock");
  const isSet = Boolean(box.querySelector(".day-left").textContent);
  return { left: Number(box.dataset.left), runs: Boolean(box.dataset.runs), isSet, at: performance.now() };
}

// --- parts ---

function show({ clock: told, parts }) {
  seenAt = performance.now();
  tellAge();
  tell(told);
  const seen = listInSight();
  for (const [name, html] of Object.entries(parts)) swap(document.getElementById(`part-${name}`), html);
  writeTimes();
  holdInSight(seen);
  tellNews();
  document.dispatchEvent(new CustomEvent("day:shown"));
}

// What is in sight stays at its height when what lies above it grows or goes, so that nobody taps the wrong button.
function listInSight() {
  if (!window.scrollY) return [];
  const found = [...document.querySelectorAll(".day-part [id]")].map((element) => ({ id: element.id, top: findTop(element) }));
  return found.filter(({ top }) => top >= 0 && top < window.innerHeight);
}

function holdInSight(seen) {
  const kept = seen.find(({ id }) => findTop(document.getElementById(id)) > -Infinity);
  if (kept) window.scrollBy({ top: findTop(document.getElementById(kept.id)) - kept.top, behavior: "instant" });
}

// The height of an element in the window; far above it for one that is not shown.
function findTop(element) {
  return element?.offsetParent ? element.getBoundingClientRect().top : -Infinity;
}

// What the player has opened, typed, focused or scrolled aside in a part stays so.
function swap(part, html) {
  if (!part) return;
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const open = [...part.querySelectorAll("details[id]")].filter((details) => details.open).map(({ id }) => id);
  const typed = [...part.querySelectorAll("input[id], textarea[id], select[id]")].map((field) => [field.id, field.value, field.defaultValue]);
  const aside = part.querySelector(".tabs")?.scrollLeft ?? 0;
  const range = document.createRange();
  range.selectNode(part);
  part.replaceChildren(range.createContextualFragment(html));
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  for (const [id, value, before] of typed) {
    const field = document.getElementById(id);
    if (field && value !== before) field.value = value;
    if (field?.selectedIndex === -1) field.selectedIndex = 0; // what was chosen is there no more
  }
  restore(part);
  if (aside) part.querySelector(".tabs")?.scrollTo(aside, 0);
  if (focused) refocus(part, focused);
}

// Focuses what took the place of an element, or the title of its part: the keyboard and screen readers go on there.
function refocus(part, { id, selectionStart, selectionEnd }) {
  const found = document.getElementById(id) ?? part.querySelector("h2, h3");
  if (found?.tabIndex === -1) found.tabIndex = -1;
  found?.focus({ preventScroll: true });
  if (found?.matches(TYPED) && typeof selectionStart === "number") found.setSelectionRange(selectionStart, selectionEnd);
}

// --- what is half typed ---

// Kept by the field's id while its form is away, as during a freeze, and over a reload of the page; a field with
// `data-keep` also when the browser is closed.
const TYPED = "textarea[id], input[id]:not([type]), input[id][type=text], input[id][type=number]";

function storeOf(field) {
  return [field.dataset.keep === undefined ? sessionStorage : localStorage, `day ${location.pathname}${location.search} ${field.id}`];
}

function keep(field) {
  const [store, key] = storeOf(field);
  if (field.value === field.defaultValue) store.removeItem(key);
  else store.setItem(key, field.value);
}

function restore(root) {
  for (const field of root.querySelectorAll(TYPED)) {
    const [store, key] = storeOf(field);
    const typed = store.getItem(key);
    if (typed !== null && field.value === field.defaultValue) field.value = typed;
  }
}

document.addEventListener("input", ({ target }) => target.matches(TYPED) && keep(target));

// --- what is new, said once: an element with `data-announce` that was not there before ---

let announced = new Set();

function tellNews(isFirst = false) {
  const found = [...document.querySelectorAll("[data-announce]")];
  for (const element of found) {
    if (isFirst || announced.has(element.dataset.announce)) continue;
    announce(element.dataset.announce);
    play("bell");
    const part = element.closest(".day-part");
    if (part && !part.offsetParent) unseen.add(part.id);
  }
  announced = new Set(found.map((element) => element.dataset.announce));
  markUnseen();
}

// The parts that hold something new and are not in sight: their tabs say so until they are opened.
const unseen = new Set();

function markUnseen() {
  for (const tab of document.querySelectorAll('a[id^="tab-"]')) tab.classList.toggle("is-new", unseen.has(tab.hash.slice(1)));
}

window.addEventListener("hashchange", () => {
  unseen.delete(location.hash.slice(1));
  markUnseen();
});

function play(sound, count) {
  document.dispatchEvent(new CustomEvent("table:sound", { detail: { sound, count } }));
}

// --- the clock ---

function tell({ phase, left, runs, waits, now }) {
  clock = { left, runs, isSet: Boolean(left || waits), at: performance.now() };
  page.dataset.now = now;
  document.querySelector(".day-phase").textContent = phase;
  document.querySelector(".day-waits").textContent = waits ? `waiting for ${waits}` : runs || !left ? "" : "stopped";
  tick();
}

let before = Infinity;

function tick() {
  const passed = clock.runs ? (performance.now() - clock.at) / 1000 : 0;
  const left = Math.max(0, Math.ceil(clock.left - passed));
  const words = clock.isSet ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "";
  const box = document.querySelector(".day-left");
  if (box.textContent !== words) box.textContent = words;
  const fallen = WARN_AT.find((mark) => before > mark && left <= mark);
  if (fallen && before !== Infinity && clock.runs) {
    announce(fallen === 60 ? "1 minute left" : fallen > 60 ? `${fallen / 60} minutes left` : `${fallen} seconds left`);
    play("low", fallen);
  }
  before = left;
}

function announce(words) {
  document.getElementById("announce").textContent = words;
}

// --- the line ---

let current = null;

function connect() {
  triedAt = performance.now();
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}${page.dataset.socket}`);
  current = socket;
  socket.addEventListener("message", ({ data }) => {
    if (socket !== current) return;
    tries = 0;
    show(JSON.parse(data));
  });
  socket.addEventListener("close", ({ code }) => {
    if (socket !== current) return;
    if (code !== 4004) return connectAnew();
    line.textContent = "This page is no longer yours. Load it again.";
    line.dataset.closed = "1";
    announce(line.textContent);
  });
}

// A socket notices only after minutes that the network is gone, and then says nothing of it.
function connectAnew() {
  if (!current) return;
  current.close();
  current = null;
  tries += 1;
  setTimeout(connect, RECONNECT_MS[Math.min(tries, RECONNECT_MS.length) - 1]);
}

window.addEventListener("offline", connectAnew);

let isGone = false;

// The line counts on by itself; that the connection is gone or back is announced once. A silent socket is given up.
function tellAge() {
  const now = performance.now();
  const age = now - seenAt;
  const wasGone = isGone;
  if (line.dataset.closed) return;
  if (now - Math.max(seenAt, triedAt) > STALE_MS) connectAnew();
  isGone = tries > 0 || age > STALE_MS;
  line.textContent = isGone ? `No connection. What you see is ${formatAge(age)} old. Trying again.` : "";
  if (isGone !== wasGone) announce(isGone ? "No connection. Trying again." : "Connected again.");
}

function formatAge(age) {
  const seconds = Math.round(age / 1000);
  return seconds < 120 ? `${seconds} seconds` : `${Math.floor(seconds / 60)} minutes`;
}

// --- commands ---

const orders = document.getElementById("day-orders");
let number = 0;

function note(item, state, words) {
  item.className = `day-order is-${state}`;
  item.querySelector("span").textContent = words;
}

async function give(text) {
  number += 1;
  const item = document.createElement("li");
  item.innerHTML = "<b></b> <span></span>";
  item.querySelector("b").textContent = text;
  orders.hidden = false;
  orders.prepend(item);
  while (orders.children.length > MOST_SHOWN) orders.lastElementChild.remove();
  note(item, "pending", "on its way");
  const request = `${Date.now().toString(36)}-${number}-${Math.random().toString(36).slice(2, 8)}`;
  const sentAt = performance.now();
  let fault = "";
  while (performance.now() < sentAt + PATIENCE_MS) {
    const answer = await send(text, request);
    if (answer.isFinal) {
      const { ok, message, rule } = answer;
      note(item, ok ? "taken" : "refused", ok ? message || "done" : `${message}${rule ? ` (${rule})` : ""}`);
      if (!ok) item.dispatchEvent(new CustomEvent("day:refused", { bubbles: true, detail: { text, rule } }));
      announce(item.textContent);
      return ok;
    }
    fault = answer.message && `. ${answer.message}`;
    note(item, "pending", `no answer yet, sent again${fault}`);
    if (!tries && seenAt < sentAt) connectAnew();
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  note(item, "unsent", `not sent${fault}`);
  announce(item.textContent);
  return false;
}

// The answer to a command. It is not final if the network or the server failed; a server may say why.
async function send(text, request) {
  try {
    const answer = await fetch(page.dataset.command, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({ text, request }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const { message = "", rule = "" } = await answer.json();
    return { isFinal: answer.status < 500, ok: answer.ok, message, rule };
  } catch {
    return { isFinal: false, message: "" };
  }
}

// The command of a form: its other fields fill the blanks; what stands in [] goes if its blank is empty.
function fill(fields) {
  const value = (name) => String(fields.get(name)).trim();
  return String(fields.get("text") ?? "")
    .replace(/\[([^[\]{}]*)\{([a-z]+)\}([^[\]{}]*)\]/g, (all, start, name, end) => {
      if (!fields.has(name)) return all;
      return value(name) ? `${start}{${name}}${end}` : "";
    })
    .replace(/\{([a-z]+)\}/g, (all, name) => (fields.has(name) ? value(name) : all));
}

// Empties a form, and the one that has taken its place if its part was sent again meanwhile.
function clear(form) {
  const ids = [...form.elements].map(({ id }) => id).filter(Boolean);
  form.reset();
  for (const id of ids) {
    const field = document.getElementById(id);
    field?.form?.reset();
    if (field?.matches(TYPED)) keep(field);
  }
}

// What was read is marked without a new page; the answer comes as a picture. Without an answer the form is sent as it is.
document.getElementById("mark-read")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const { target, submitter } = event;
  const again = () => {
    target.append(Object.assign(document.createElement("input"), { type: "hidden", name: submitter.name, value: submitter.value }));
    target.submit();
  };
  const body = new FormData(target, submitter);
  fetch(target.action, { method: "POST", headers: { Accept: "application/json" }, body }).then(({ ok }) => ok || again(), again);
  document.getElementById("happened")?.focus({ preventScroll: true });
});

// An order that is on its way is not given a second time.
const underWay = new Set();
let tapped = { at: -Infinity, x: 0, y: 0 };

// Nor does a double tap on one spot count twice, where a new page may have put another button. Keys have no spot.
function dropSecondTap(event) {
  if (!event.detail || !event.target.closest("button.now")) return;
  const { clientX: x, clientY: y } = event;
  const isSecond = performance.now() < tapped.at + DOUBLE_TAP_MS && Math.hypot(x - tapped.x, y - tapped.y) < FINGER_PX;
  tapped = { at: performance.now(), x, y };
  if (isSecond) event.preventDefault();
}

document.addEventListener("click", dropSecondTap, true);

document.addEventListener("submit", (event) => {
  const form = event.target;
  const isOurs = form.matches("[data-give]") || new URL(form.action, location.href).pathname === page.dataset.command;
  if (!orders || !isOurs) return;
  event.preventDefault();
  const text = fill(new FormData(form, event.submitter));
  if (!text || underWay.has(text)) return;
  underWay.add(text);
  give(text).then((taken) => {
    underWay.delete(text);
    if (taken) clear(form);
  });
});

restore(document);
tellNews(true);
connect();
tick();
setInterval(tick, 250);
setInterval(tellAge, 1_000);
