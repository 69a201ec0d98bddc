// Control's desk: one key for each common command, the filters of the log and of what is one's own, how long requests have
// waited, overruling, and the turns that fit before the hall closes.

import { writeTimes } from "./times.js";

const KEYS_OFF = "wolves-desk-keys-off";
const CLOSING = `wolves-desk-closing ${location.pathname}`;
const MINE_ONLY = "wolves-desk-mine-only";
const LATE_S = 60;
const DEBRIEF_MINUTES = 20;
const DAY_MINUTES = 24 * 60;
const LONGEST_MINUTES = 14 * 60; // what is farther off is the closing time of another date
const page = document.getElementById("main");
let seenAt = performance.now();

// --- keys ---

const isDesk = page.classList.contains("day-desk");

function isTyping({ target }) {
  return target.matches("input:not([type=checkbox]), textarea, select") || target.isContentEditable;
}

// Whoever uses the keyboard alone comes to the order in words by O, and leaves it by Escape.
const ORDER_KEY = "o";
const orderField = document.getElementById("day-text");

orderField?.addEventListener("keydown", ({ key }) => key === "Escape" && orderField.blur());

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !isDesk || isTyping(event)) return;
  if (localStorage.getItem(KEYS_OFF) || !/^[a-z]$/i.test(event.key)) return;
  const key = event.key.toLowerCase();
  const button = document.querySelector(`[data-keys~="${key}"]`);
  const summary = document.querySelector(`[data-open-keys~="${key}"]`);
  const holder = document.getElementById("clock-holder")?.dataset.holder;
  if (key === ORDER_KEY) {
    event.preventDefault();
    orderField.focus();
  } else if (holder && (button || summary)) {
    event.preventDefault();
    ask(holder);
  } else if (button) {
    event.preventDefault();
    button.click();
  } else if (summary) {
    event.preventDefault();
    summary.parentElement.open = true;
    summary.parentElement.querySelector(".button").focus();
  }
});

// Another desk holds the clock: its keys lead to the button that takes it over.
function ask(holder) {
  document.getElementById("claim-clock").focus();
  document.getElementById("announce").textContent = `${holder} holds the clock. Press Enter to take it over.`;
}

function showKeys() {
  const box = document.getElementById("desk-keys");
  if (box) box.checked = !localStorage.getItem(KEYS_OFF);
}

// --- the log ---

function filterLog() {
  const wanted = document.getElementById("log-filter")?.value.trim().toLowerCase() ?? "";
  for (const line of document.querySelectorAll(".log-lines > li")) {
    line.hidden = Boolean(wanted) && !line.textContent.toLowerCase().includes(wanted);
  }
}

// Older entries, once they are asked for, stay below the newest: `known` are all that were shown since, the newest first. An
// undo, or entries that were missed, send them away again.
let known = [];
let next = "";

async function showOlder(link) {
  const answer = await fetch(link.href).catch(() => null);
  const list = document.querySelector(".log-lines");
  if (!answer?.ok || !list) {
    location.assign(link.href);
    return;
  }
  const log = new DOMParser().parseFromString(await answer.text(), "text/html");
  const lines = [...log.querySelectorAll(".log-lines > li")];
  next = log.querySelector(".log-older")?.href ?? "";
  known = [...list.children, ...lines];
  joinLog();
  writeTimes();
  lines[0]?.querySelector("a")?.focus();
}

function joinLog() {
  const list = document.querySelector(".log-lines");
  if (!known.length || !list) return;
  const newest = [...list.children];
  const before = new Map(known.map((line) => [line.value, line]));
  const isWhole = newest.some((line) => before.has(line.value));
  const isSame = newest.every((line) => (before.get(line.value) ?? line).className === line.className);
  if (!isWhole || !isSame) {
    known = [];
    return;
  }
  known = [...newest, ...known.filter(({ value }) => value < newest.at(-1).value)];
  list.append(...known.slice(newest.length));
  const link = document.getElementById("log-older");
  if (link && next) link.href = next;
  else link?.parentElement.remove();
  filterLog();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#log-older");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  showOlder(link);
});

// --- requests that wait ---

function tellAges() {
  const now = Number(page.dataset.now) + (performance.now() - seenAt) / 1000;
  for (const age of document.querySelectorAll(".age")) {
    const minutes = Math.floor(Math.max(0, now - Number(age.dataset.at)) / LATE_S);
    const words = minutes ? `for ${minutes} min` : "just now";
    if (age.textContent !== words) age.textContent = words;
    age.classList.toggle("is-late", minutes > 0);
  }
  const count = document.getElementById("late-count");
  if (!count) return;
  const late = document.querySelectorAll(".age.is-late").length;
  count.hidden = !late;
  if (count.textContent !== `${late} older than a minute`) count.textContent = `${late} older than a minute`;
}

// --- what is one's own ---

function showMineOnly() {
  const box = document.getElementById("mine-only");
  if (box) box.checked = Boolean(localStorage.getItem(MINE_ONLY));
}

// --- the end of the day ---

function tellTurns() {
  const field = document.getElementById("desk-closing");
  if (!field) return;
  if (document.activeElement !== field) field.value = localStorage.getItem(CLOSING) ?? field.defaultValue;
  const words = document.getElementById("desk-turns");
  const [hours, minutes] = field.value.split(":").map(Number);
  const now = new Date();
  const left = (hours * 60 + minutes - now.getHours() * 60 - now.getMinutes() + DAY_MINUTES) % DAY_MINUTES;
  if (!(left <= LONGEST_MINUTES)) {
    words.textContent = "";
    return;
  }
  const { turn, after } = field.dataset; // `after` are the minutes of this turn that come after its phase
  const ofPhase = Number.parseInt(document.querySelector(".day-left").textContent, 10) || 0;
  const turns = Math.max(0, Math.floor((left - DEBRIEF_MINUTES - ofPhase - Number(after)) / Number(turn)));
  const fitting = `${turns} whole ${turns === 1 ? "turn fits" : "turns fit"}${after ? " after this one" : ""}`;
  words.textContent = `${fitting}, with ${DEBRIEF_MINUTES} minutes for the debrief`;
}

// --- overruling ---

document.addEventListener("day:refused", ({ target, detail: { text, rule } }) => {
  if (!isDesk || !rule || text.includes(" overruling because ")) return;
  const form = document.createElement("form");
  form.method = "post";
  form.className = "overrule";
  form.dataset.give = "";
  form.innerHTML = '<input type="hidden" name="text"><label>Overrule, because <input name="reason" maxlength="200" autocomplete="off" required></label> <button class="button small">Overrule</button>';
  form.elements.text.value = `${text} overruling because {reason}`;
  form.addEventListener("submit", () => setTimeout(() => form.remove()));
  target.append(form);
});

function remember(name, isSet) {
  if (isSet) localStorage.setItem(name, "1");
  else localStorage.removeItem(name);
}
// --- the form that changes a vessel, opened from its panel ---

document.addEventListener("click", ({ target }) => {
  const link = target.closest("[data-change]");
  if (!link) return;
  const name = link.closest(".vessel").querySelector("h3").textContent;
  const box = document.getElementById("change");
  box.open = true;
  const options = [...box.querySelectorAll("[data-vessel] option")].filter(({ text }) => text === name);
  for (const option of options) option.selected = true;
  const isThere = options.some(({ parentElement }) => parentElement.id === "change-of");
  document.getElementById(isThere ? "change-what" : "shelter-team")?.focus(); // a team is moved from a vessel that is lost
});

document.addEventListener("input", ({ target }) => {
  if (target.id === "log-filter") filterLog();
  if (target.id === "desk-closing") {
    localStorage.setItem(CLOSING, target.value);
    tellTurns();
  }
});
document.addEventListener("change", ({ target }) => {
  if (target.id === "desk-keys") remember(KEYS_OFF, !target.checked);
  if (target.id === "mine-only") remember(MINE_ONLY, target.checked);
});
function showOwn() {
  showKeys();
  showMineOnly();
  joinLog();
  filterLog();
  tellAges();
  tellTurns();
}

document.addEventListener("day:shown", () => {
  seenAt = performance.now();
  showOwn();
});
showOwn();
setInterval(tellAges, 5_000);
setInterval(tellTurns, 30_000);
