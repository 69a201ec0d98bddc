// The chat of a table: lines as they come, what was missed, what is unread, and saying something. Without it the same
// forms lead to the page of the chat.

import { isOldToken, renewTokens } from "./tokens.js";

const stored = (name) => `incursions.chat.${name}`;
let panel = document.getElementById("chat");
let focusedBefore = null;
const asking = new Map(); // by room, what is being asked for
const seen = JSON.parse(sessionStorage.getItem(stored(panel?.dataset.address)) || "{}");

const fold = () => document.getElementById("chat-fold");
const field = () => document.getElementById("chat-words");
const rooms = () => [...(panel?.querySelectorAll(".chat-room") ?? [])];
const roomOf = (name) => rooms().find(({ dataset }) => dataset.room === name);
const isShown = () => Boolean(fold()?.open && fold().getClientRects().length && !document.hidden);

function tell(words) {
  const status = document.getElementById("chat-status");
  status.textContent = "";
  status.textContent = words;
}

// --- lines ---

function elementsOf(html) {
  const list = document.createElement("ol");
  list.innerHTML = html;
  return [...list.children];
}

// A line that is here already is replaced: the staff may have hidden it.
function put(room, line) {
  const list = room.querySelector("ol");
  if (!list) return false;
  const same = document.getElementById(line.id);
  if (same) {
    same.replaceWith(line);
    return false;
  }
  const isAtEnd = list.parentElement.scrollHeight - list.parentElement.scrollTop - list.parentElement.clientHeight < 40;
  const number = Number(line.dataset.number);
  const next = [...list.children].find((other) => Number(other.dataset.number) > number);
  list.insertBefore(line, next ?? null);
  if (isAtEnd) list.parentElement.scrollTop = list.parentElement.scrollHeight;
  return true;
}

function reached(room, number) {
  room.dataset.last = String(Math.max(Number(room.dataset.last), number));
  count();
}

function hear({ room: name, number, html, own }) {
  const room = roomOf(name);
  if (!room) return;
  const last = Number(room.dataset.last);
  if (number > last + 1) return catchUp(room, number);
  const lines = html ? elementsOf(html) : [];
  const areNew = lines.filter((line) => put(room, line));
  if (own) seen[name] = Math.max(number, seen[name] ?? 0);
  reached(room, number);
  if (areNew.length && !own) announce(areNew);
}

// Whatever a lost connection, or a lost word, has kept from this page: asked for by the last number that is here.
function catchUp(room, newest) {
  const name = room.dataset.room;
  room.dataset.newest = String(Math.max(newest, Number(room.dataset.newest ?? 0)));
  if (!asking.has(name)) asking.set(name, fetchMissed(room).finally(() => asking.delete(name)));
}

async function fetchMissed(room) {
  while (Number(room.dataset.last) < Number(room.dataset.newest)) {
    const after = Number(room.dataset.last);
    const address = `${panel.dataset.address}/lines?room=${room.dataset.room}&after=${after}`;
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const lines = elementsOf(await answer.text()).filter((line) => put(room, line));
    reached(room, Number(answer.headers.get("Chat-Last")));
    announce(lines);
    if (Number(room.dataset.last) === after) return;
  }
}

// The panel as the server has it now. The field stays the one that is typed in, whatever came meanwhile.
async function readAgain() {
  const answer = await fetch(panel.dataset.address, { headers: { Accept: "text/html", "HX-Request": "true" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("chat");
  const focused = panel.contains(document.activeElement) ? document.activeElement.id : "";
  const [typedIn, other] = [field(), fresh.querySelector("#chat-words")];
  for (const { id } of panel.querySelectorAll("details[open]")) fresh.querySelector(`#${id}`)?.setAttribute("open", "");
  panel.replaceWith(fresh);
  panel = fresh;
  if (typedIn && other) other.replaceWith(typedIn);
  if (focused) (document.getElementById(focused) ?? panel).focus({ preventScroll: true });
  showEnds();
  count();
}

function showEnds() {
  for (const scroller of panel.querySelectorAll(".chat-scroller")) scroller.scrollTop = scroller.scrollHeight;
}

// --- what is unread ---

function count() {
  let unread = 0;
  for (const { dataset } of rooms()) {
    seen[dataset.room] ??= Number(dataset.last);
    if (isShown()) seen[dataset.room] = Number(dataset.last);
    const isNew = (line) => Number(line.dataset.number) > seen[dataset.room];
    unread += [...roomOf(dataset.room).querySelectorAll(".chat-line")].filter(isNew).length;
  }
  sessionStorage.setItem(stored(panel.dataset.address), JSON.stringify(seen));
  for (const badge of document.querySelectorAll("[data-unread]")) {
    badge.hidden = unread === 0;
    badge.innerHTML = unread ? `${unread}<span class="visually-hidden"> unread</span>` : "";
  }
  const lines = [...(rooms()[0]?.querySelectorAll(".chat-line") ?? [])];
  const newest = panel.querySelector(".chat-newest bdi");
  if (newest && lines.length) newest.textContent = lines.at(-1).textContent.replace(/^seat \d+ /, "");
}

// An open room is a log, which screen readers read out by themselves; of a closed one they are told here.
function announce(lines) {
  if (isShown() || !lines.length) return;
  document.getElementById("chat-heard").textContent = lines.map((line) => line.textContent).join(" ");
}

// --- saying something ---

function bodyOf(form, submitter) {
  const body = new FormData(form);
  if (submitter?.name) body.set(submitter.name, submitter.value);
  return body;
}

async function send(form, submitter, isAgain = false) {
  const body = bodyOf(form, submitter);
  if (!body.get("key")) body.set("key", crypto.randomUUID?.() ?? String(Math.random()));
  let answer;
  try {
    answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
  } catch {
    return tell("It could not be sent: the connection is lost. Your words stay here; send them again.");
  }
  if (!isAgain && isOldToken(answer.status, await answer.clone().text()) && (await renewTokens())) {
    return send(form, submitter, true);
  }
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) return tell(said.message ?? "It could not be sent. Your words stay here; send them again.");
  tell("");
  if (form.id === "chat-say" && field()) {
    const [words, sent] = [field(), body.get("text")];
    if (words.value.startsWith(sent)) words.value = words.value.slice(sent.length).trimStart(); // what came after stays
    words.form.elements.key.value = crypto.randomUUID?.() ?? String(Math.random());
    keepDraft();
  }
  hear({ ...said, own: true });
  if (said.again) await readAgain();
}

async function choose(form, submitter) {
  const body = bodyOf(form, submitter);
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
  if (answer.ok) await readAgain();
  else tell((await answer.json()).message);
}

// One after the other: an answer may bring another token for what is sent next.
let sending = Promise.resolve();
function submitted(event) {
  const { target, submitter } = event;
  const isChoice = target.matches("[data-chat-choice]");
  if (!isChoice && !target.matches("#chat-say, [data-chat-phrases]")) return;
  event.preventDefault();
  sending = sending.then(async () => {
    if (isChoice) return choose(again(target), submitter);
    if (target.id !== "chat-say" || field()?.value.trim()) return send(again(target), submitter);
  });
}

// The form as it stands now: the panel may have been read again since its button was pressed.
function again(form) {
  if (form.isConnected) return form;
  const marks = ["#chat-say", "[data-chat-choice]", "[data-chat-phrases]"];
  return panel.querySelector(marks.find((mark) => form.matches(mark))) ?? form;
}

function keepDraft() {
  sessionStorage.setItem(stored("draft"), JSON.stringify([panel.dataset.address, field()?.value ?? ""]));
}

// --- keys ---

function pressed(event) {
  const isTyping = event.target.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable]");
  if (event.key === "Escape" && panel.contains(event.target)) {
    const isThere = focusedBefore?.isConnected && focusedBefore !== document.body;
    const back = isThere ? focusedBefore : document.getElementById("prompt-title");
    if (back) back.focus({ preventScroll: true });
    else event.target.blur();
    event.preventDefault();
    return;
  }
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  if (localStorage.getItem("incursions.keys") === "off") return;
  event.preventDefault();
  if (!panel.contains(document.activeElement)) focusedBefore = document.activeElement;
  if (!panel.getClientRects().length) location.hash = "chat";
  fold().open = true;
  (field() ?? panel).focus({ preventScroll: true });
}

function toggled(event) {
  if (event.target !== fold()) return;
  localStorage.setItem(stored("open"), fold().open ? "on" : "off");
  showEnds();
  count();
}

function shownAsSheet() {
  if (location.hash !== "#chat") return;
  fold().open = true;
  showEnds();
  count();
}

if (panel) {
  if (localStorage.getItem(stored("open")) === "on") fold().open = true;
  const [address, draft] = JSON.parse(sessionStorage.getItem(stored("draft")) || "[]");
  if (draft && address === panel.dataset.address && field() && !field().value) {
    field().value = draft;
    fold().open = true;
  }
  document.addEventListener("htmx:ws:before:message:incoming", ({ detail }) => {
    if (typeof detail.message.data !== "string" || !detail.message.data.startsWith('{"chat"')) return;
    const { chat } = JSON.parse(detail.message.data);
    if (chat.again) readAgain();
    else if (!chat.news) hear(chat);
    for (const [name, number] of Object.entries(chat.news ?? {})) {
      const room = roomOf(name);
      if (!room) readAgain();
      else if (number > Number(room.dataset.last)) catchUp(room, number);
    }
  });
  document.addEventListener("table:changed", ({ detail: { facts, before } }) => {
    if (facts.over && !before.over) readAgain();
  });
  document.addEventListener("submit", submitted);
  document.addEventListener("input", (event) => event.target === field() && keepDraft());
  document.addEventListener("keydown", pressed);
  document.addEventListener("toggle", toggled, true);
  document.addEventListener("visibilitychange", count);
  addEventListener("hashchange", shownAsSheet);
  shownAsSheet();
  showEnds();
  count();
}
