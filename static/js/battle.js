// A ship that is chosen, on the chart or by its sheet: its arcs, reach and lines are shown on the chart, its sheet opens,
// and where it could be meant by the player who is asked, the server says why it can do nothing; so it does of a missile
// or a hex that is pointed at. Nothing is sent.

const SIZE = 60; // from the middle of a hex to a corner, in units of the chart
const box = document.getElementById("aim");
let chosen = document.querySelector(".b-overlay.is-chosen")?.id.replace("overlay-", "") ?? ""; // the number of the ship
let asked = 0;

const sheetOf = (ship) => document.getElementById(`panel-${ship}`);
const tokenOf = (ship) => document.getElementById(`ship-${ship}`);

function mark() {
  for (const each of document.querySelectorAll(".b-overlay.is-chosen, .b-ship.is-chosen")) each.classList.remove("is-chosen");
  if (!chosen) return;
  document.getElementById(`overlay-${chosen}`)?.classList.add("is-chosen");
  tokenOf(chosen)?.classList.add("is-chosen");
}

function say(name, reasons) {
  if (!box) return;
  box.hidden = !reasons.length;
  box.querySelector("[data-aim-words]").textContent = name;
  box.querySelector("[data-aim-total]").textContent = "";
  box.querySelector("ul").replaceChildren(...reasons.map(({ words, rule, url }) => {
    const item = document.createElement("li");
    item.append(words, " ");
    if (rule) item.append(Object.assign(document.createElement("a"), { className: "rule", href: url, textContent: rule, target: "_blank" }));
    return item;
  }));
}

// The options of the ship, if it has any, are no matter for a question why.
const hasOptions = (name) => [...document.querySelectorAll("#prompt .options-title")].some((title) => title.textContent.startsWith(name));

async function askAbout(about, name) {
  const number = ++asked;
  say(name, []);
  if (!box?.dataset.why) return;
  const address = `${box.dataset.why}?${new URLSearchParams({ about })}`;
  const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
  const said = answer?.ok ? await answer.json().catch(() => ({})) : {};
  if (number === asked) say(name, said.reasons ?? []);
}

function askWhy(ship) {
  const name = sheetOf(ship)?.querySelector(".ship-name")?.textContent ?? "";
  if (hasOptions(name)) say(name, []);
  else askAbout(`ship ${name}`, name);
}

function askWhyAt(tile) {
  askAbout(`hex ${tile.dataset.at}`, `${tile.dataset.title} ${tile.dataset.at}`);
}

// The hex of the open sea under the pointer: the plane has no end, so most hexes have no element of their own.
function hexUnder(event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(event.target.getScreenCTM().inverse());
  const r = y / (1.5 * SIZE);
  const q = x / (Math.sqrt(3) * SIZE) - r / 2;
  const exact = [q, r, -q - r];
  const whole = exact.map(Math.round);
  const off = exact.map((each, place) => Math.abs(whole[place] - each));
  const worst = off.indexOf(Math.max(...off));
  whole[worst] = -whole.reduce((sum, each, place) => (place === worst ? sum : sum + each), 0);
  return `${whole[0]},${whole[1]}`;
}

function choose(ship) {
  chosen = chosen === ship ? "" : ship;
  mark();
  say("", []);
  if (!chosen) return;
  const sheet = sheetOf(chosen);
  if (sheet && !sheet.open) sheet.open = true;
  sheet?.scrollIntoView({ block: "nearest" });
  askWhy(chosen);
}

function clicked(event) {
  const token = event.target.closest?.(".b-ship[data-ship]");
  if (token) return choose(token.dataset.ship);
  const dart = event.target.closest?.(".b-missile")?.id.replace("ship-m", "");
  if (dart) return askAbout(`missile ${dart}`, `Missile ${dart}`);
  const tile = event.target.closest?.(".b-tile");
  if (tile) return askWhyAt(tile);
  if (event.target.matches?.(".b-sea")) {
    const at = hexUnder(event);
    return askAbout(`hex ${at}`, `Hex ${at}`);
  }
  const shown = event.target.closest?.("[data-show]");
  if (shown) {
    chosen = "";
    choose(shown.dataset.show);
    return;
  }
  if (event.target.closest?.("#aim-back")) {
    chosen = "";
    mark();
    say("", []);
  }
}

// An opened sheet chooses its ship; a hex that is entered by the keyboard chooses the ship in it.
function toggled({ target }) {
  const ship = target.matches?.(".sheet") && target.id.replace("panel-", "");
  if (!ship || target.open === (chosen === ship)) return;
  chosen = target.open ? ship : "";
  mark();
  if (chosen) askWhy(chosen);
}

function pressed(event) {
  if (event.key === "Escape" && chosen) {
    choose(chosen);
    event.preventDefault();
  }
  if (event.key !== "Enter" || !event.target.matches?.(".b-tile")) return;
  const place = event.target.transform.baseVal.consolidate().matrix;
  const here = [...document.querySelectorAll(".b-ship")].find((ship) => {
    const { e, f } = ship.transform.baseVal.consolidate().matrix;
    return Math.hypot(e - place.e, f - place.f) < 40;
  });
  if (here) choose(here.dataset.ship);
  else askWhyAt(event.target);
}

document.addEventListener("click", clicked);
document.addEventListener("toggle", toggled, true);
document.addEventListener("keydown", pressed);
document.addEventListener("htmx:after:swap", mark);
mark();
