// Pointing at things: a system of the own ship, a card of the hand, a ship, a hex. What goes with all that was pointed
// at lights up, the rest dims, and the line so far is told with what it costs; where nothing goes with it the server
// says why. Nothing is sent here: the last click is always one on an option.

const box = document.getElementById("aim");
const SYSTEMS = {
  phasers: /^fire phasers\b/,
  disruptors: /^fire disruptors\b/,
  torpedoes: /^fire torpedoes\b/,
  warp: /^warp\b/,
  repair: /^repair\b/,
  mines: /^(lay mine|fire mines|set off)\b/,
  tractor: /^(tractor|break free)\b/,
  tachyon_sweep: /^sweep\b/,
  cloak: /^(cloak|keep cloak|drop cloak)\b/,
  assimilation: /^assimilate\b/,
  evade: /^evade\b/,
};

let picks = [];
let asked = 0;

const facts = () => JSON.parse(document.getElementById("facts").dataset.facts);
const options = () => [...document.querySelectorAll("#prompt .option, #prompt .amount")];
const linesOf = (option) => {
  if (option.value && !("stages" in option.dataset)) return [option.value];
  const row = option.closest(".option-set, .fold");
  return row ? [...row.querySelectorAll("[name=text]")].map((button) => button.value) : [];
};
const names = (line, title) => ` ${line} `.includes(` ${title} `);

function fits(line, pick) {
  const [, kind, name] = pick.match(/^(\w+) (.+)$/);
  if (kind === "system") return SYSTEMS[name]?.test(line) ?? false;
  if (kind === "card") return /^(play|table|discard|use) /.test(line) ? names(line, name) : line.includes(`card ${name}`);
  return names(line, kind === "seat" ? `seat ${name}` : name);
}

const lines = () => [...document.querySelectorAll("#prompt [name=text]")].map((button) => button.value);
const anyFits = (found, wanted) => found.some((line) => wanted.every((pick) => fits(line, pick)));

// --- what lights up ---

function mark() {
  const found = lines();
  const isAiming = picks.length > 0 && anyFits(found, picks);
  document.documentElement.classList.toggle("is-aiming", isAiming);
  const dim = (element, isFitting) => element.classList.toggle("is-dim", isAiming && !isFitting);
  for (const option of options()) dim(option, anyFits(linesOf(option), picks));
  for (const button of document.querySelectorAll("#chart [name=text]")) {
    const row = document.getElementById(button.dataset.opens ?? "");
    const led = row && !button.closest(".reach") ? [...row.querySelectorAll("[name=text]")].map((each) => each.value) : [];
    dim(button.closest("g"), anyFits([button.value, ...led], picks));
  }
  for (const thing of document.querySelectorAll("[data-pick]")) {
    const pick = thing.dataset.pick;
    thing.classList.toggle("can-be-used", anyFits(found, [pick]));
    thing.classList.toggle("is-picked", picks.includes(pick));
    thing.classList.toggle("goes-with", isAiming && !picks.includes(pick) && anyFits(found, [...picks, pick]));
    if (thing.matches("button")) thing.setAttribute("aria-pressed", String(picks.includes(pick)));
    const card = thing.closest(".card");
    if (card) dim(card, picks.includes(pick) || anyFits(found, [...picks, pick]));
  }
}

// --- the line so far ---

function wordsOf(pick) {
  const [, kind, name] = pick.match(/^(\w+) (.+)$/);
  if (kind === "seat") return document.querySelector(`#panel-${name} :is(h2, .ship-name)`)?.textContent ?? `seat ${name}`;
  if (kind === "hex") return nameHex(name);
  return kind === "system" ? document.getElementById(`system-${name}`)?.firstChild.textContent.trim() : name;
}

function totalOf(option) {
  const total = option?.dataset.total ?? "";
  const ready = document.querySelectorAll(".ship.own .power .up").length;
  const cost = Number(option?.dataset.power ?? 0);
  return cost ? `${total} · ${ready - cost} power left` : total;
}

const NOTHING_ADDED = / (with|and) no (power|range|card)\b/g;
const SEATS = /\bseat (\d+)\b/g;
const HEXES = /(?<![\w,(-])-?\d{1,3},-?\d{1,3}(?![\w,])/g;
const nameHex = (at) => {
  const title = document.querySelector(`[data-at="${at}"]`)?.dataset.title;
  return title ? `${title} (${at})` : `hex ${at}`;
};
const readable = (line) =>
  line.replace(NOTHING_ADDED, "").replace(SEATS, (words, seat) => wordsOf(`seat ${seat}`)).replace(HEXES, nameHex);

// What is looked at stands for the line so far; a row that has amounts tells how many there are.
function tell(option) {
  const told = option?.matches(".amount, button.option") && option.dataset.total ? option : null;
  const found = lines();
  const fitting = picks.length ? found.filter((line) => picks.every((pick) => fits(line, pick))).length : 0;
  const count = fitting ? `${fitting} ${fitting === 1 ? "way" : "ways"}` : "";
  const line = told ? readable(told.value) : picks.map(wordsOf).join(" · ");
  box.querySelector("[data-aim-words]").textContent = line;
  box.querySelector("[data-aim-total]").textContent = told ? totalOf(told) : count;
  document.getElementById("aim-back").hidden = picks.length === 0;
  box.hidden = !line;
}

function say(reasons) {
  const list = box.querySelector("ul");
  list.replaceChildren(...reasons.map(({ words, rule, url }) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    Object.assign(link, { className: "rule", href: url, textContent: rule, target: "_blank" });
    item.append(words, " ", link);
    return item;
  }));
}

async function askWhy(pick) {
  const number = ++asked;
  if (!box.dataset.why) return say([{ words: "Not in this step.", rule: "", url: "" }]);
  const address = `${box.dataset.why}?${new URLSearchParams({ about: pick })}`;
  const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
  const said = answer ? await answer.json().catch(() => ({})) : {};
  if (number !== asked || picks.at(-1) !== pick) return;
  if (!answer) say([{ words: "The connection is lost. Try again when it is back.", rule: "", url: "" }]);
  else say(said.reasons?.length ? said.reasons : [{ words: said.message ?? "It goes with nothing now.", rule: "", url: "" }]);
}

// --- picking, and taking back what was picked ---

function openOnly() {
  const rows = [...document.querySelectorAll("#prompt details.option-set, #prompt button.option")];
  const fitting = rows.filter((row) => anyFits(linesOf(row), picks));
  for (const fold of document.querySelectorAll("#prompt .fold:not(.refused)")) fold.open = fitting.some((row) => fold.contains(row));
  if (fitting.length !== 1) {
    fitting[0]?.scrollIntoView({ block: "nearest" });
    return;
  }
  const [row] = fitting;
  if (row.matches("details")) row.open = true;
  const first = [row, ...row.querySelectorAll("[name=text]")].find((each) => each.value && anyFits([each.value], picks));
  if (!row.getClientRects().length) location.hash = "main";
  first?.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

function pickUp(pick) {
  say([]);
  asked += 1;
  if (picks.includes(pick)) return back();
  const found = lines();
  picks = anyFits(found, [...picks, pick]) ? [...picks, pick] : [pick];
  mark();
  tell(null);
  if (anyFits(found, picks)) openOnly();
  else askWhy(pick);
}

function back() {
  const opened = document.querySelector("#prompt details.option-set[name][open]");
  if (opened) opened.open = false;
  say([]);
  asked += 1;
  picks = picks.slice(0, -1);
  mark();
  tell(null);
}

function clear() {
  picks = [];
  say([]);
  tell(null);
}

// A hex stands for the ship in it, where something can be done to that.
function pickAt(tile) {
  const found = lines();
  const at = `hex ${tile.dataset.at}`;
  if (!found.length || anyFits(found, [...picks, at])) return found.length ? at : "";
  const drawn = [...document.querySelectorAll("#chart .m-ship:not(.own)")];
  const place = tile.transform.baseVal.consolidate().matrix;
  const here = drawn.find((ship) => {
    const { e, f } = ship.transform.baseVal.consolidate().matrix;
    return Math.hypot(e - place.e, f - place.f) < 80 && anyFits(found, [...picks, ship.dataset.pick]);
  });
  return here?.dataset.pick ?? at;
}

function pointed(target) {
  const thing = target.closest?.("[data-pick]");
  if (thing?.matches(".own") && !picks.length) return "";
  if (thing) return thing.dataset.pick;
  const tile = target.closest?.("#chart .tile");
  if (tile) return pickAt(tile);
  const card = target.closest?.("#hand .card");
  return card && !target.closest("a, button, summary") ? card.querySelector("[data-pick]").dataset.pick : "";
}

// A ship may lie below a hex that can be warped to, and what is dimmed is not meant: neither sends anything.
function instead(event) {
  const hex = event.target.closest?.("#chart .hex-button");
  if (!hex || !event.detail) return;
  const below = document.elementsFromPoint(event.clientX, event.clientY);
  const ship = below.map((each) => each.closest(".m-ship:not(.own)")).find(Boolean);
  const isDim = hex.closest(".is-dim");
  if (!ship && !isDim) return;
  event.preventDefault();
  event.stopPropagation();
  const tile = below.map((each) => each.closest(".tile")).find(Boolean);
  const pick = ship?.dataset.pick ?? (tile ? pickAt(tile) : "");
  if (pick) pickUp(pick);
}

function clicked(event) {
  if (event.target.closest("#aim-back")) return back();
  const pick = pointed(event.target);
  if (pick) pickUp(pick);
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector(":popover-open")) return;
  if (event.target.closest("input:not([type=checkbox]), textarea, select")) return;
  const isBack = event.key === "Escape" || event.key === "Backspace";
  if (isBack && picks.length) {
    back();
    event.preventDefault();
  } else if (event.key === "Enter" && event.target.matches?.("#chart .tile")) {
    const pick = pickAt(event.target);
    if (pick) pickUp(pick);
  }
}

if (box) {
  const looked = (target) => target.closest?.("#prompt .option, #prompt .amount");
  const standing = () => looked(document.activeElement ?? document.body);
  document.getElementById("map").addEventListener("click", instead, true);
  document.addEventListener("click", clicked);
  document.addEventListener("keydown", pressed, true);
  document.addEventListener("focusin", ({ target }) => tell(looked(target)));
  document.addEventListener("pointerover", ({ target }) => looked(target) && tell(looked(target)));
  document.addEventListener("pointerout", ({ target }) => looked(target) && tell(standing()));
  let question = "";
  document.addEventListener("htmx:after:swap", () => {
    const { question: now, stage } = facts();
    if (question !== `${now}/${stage}`) clear();
    question = `${now}/${stage}`;
    mark();
  });
  mark();
}
