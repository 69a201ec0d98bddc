// A ship that is chosen, on the chart or by its sheet: its arcs, reach and lines are shown on the chart, its sheet opens,
// and where it could be meant by the player who is asked, the server says why it can do nothing. Nothing is sent.

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

async function askWhy(ship) {
  const number = ++asked;
  const name = sheetOf(ship)?.querySelector(".ship-name")?.textContent ?? "";
  say(name, []);
  if (!box?.dataset.why || document.querySelector("#prompt.waiting") || hasOptions(name)) return;
  const address = `${box.dataset.why}?${new URLSearchParams({ about: `ship ${name}` })}`;
  const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
  const said = answer?.ok ? await answer.json().catch(() => ({})) : {};
  if (number === asked && chosen === ship) say(name, said.reasons ?? []);
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
}

document.addEventListener("click", clicked);
document.addEventListener("toggle", toggled, true);
document.addEventListener("keydown", pressed);
document.addEventListener("htmx:after:swap", mark);
mark();
