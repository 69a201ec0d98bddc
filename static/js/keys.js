// Single keys of the table: options, amounts, regions. Off in fields, when a new question is younger than 400 ms, and
// when the player has switched them off.

const REGIONS = ["lesson", "prompt-title", "map", "hand", "ships", "log", "chat"];
const STORED = "incursions.keys";

const isOn = () => localStorage.getItem(STORED) !== "off";
const isField = (element) => element?.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
const isHeld = () => performance.now() < Number(document.documentElement.dataset.keysHeldUntil || 0);

function optionWith(key) {
  const prompt = document.getElementById("prompt");
  const open = document.activeElement?.closest(".option-set[open]");
  const amount = open && prompt.contains(open) ? open.querySelector(`.amounts [data-key="${key}"]`) : null;
  if (amount) return amount;
  return [...prompt.querySelectorAll(`[data-key="${key}"]`)].find((found) => !found.closest(".amounts"));
}

// Folded rows open, and on a phone the sheet of options comes to the front.
function reveal(option) {
  const fold = option.closest(".fold");
  if (fold) fold.open = true;
  if (!option.getClientRects().length) location.hash = "main";
}

function show(option) {
  reveal(option);
  option.focus({ preventScroll: true });
  option.scrollIntoView({ block: "nearest" });
}

function choose(option, card) {
  reveal(option);
  if (option.matches("details")) {
    option.open = true;
    const amounts = [...option.querySelectorAll(".amount")];
    const fitting = card && amounts.find((amount) => amount.value.includes(`card ${card}`));
    (fitting || amounts[0])?.focus({ preventScroll: true });
    option.scrollIntoView({ block: "nearest" });
  } else if (option.getAttribute("aria-disabled") === "true") {
    option.focus();
    say(option.querySelector(".what").textContent);
  } else {
    option.focus();
    option.click();
  }
}

function say(words) {
  const line = document.getElementById("announce");
  line.textContent = "";
  line.textContent = words;
}

function goToRegion(step) {
  const regions = REGIONS.map((id) => document.getElementById(id)).filter(Boolean);
  const here = regions.findIndex((region) => {
    return region.closest("#lesson, #prompt, #map, #hand, #ships, #log, #chat").contains(document.activeElement);
  });
  const next = (here + step + regions.length) % regions.length;
  regions[here < 0 ? 0 : next].focus();
}

function back() {
  const open = document.activeElement?.closest("#prompt :is(.option-set[name], .fold)[open]");
  if (open) {
    open.open = false;
    open.querySelector("summary").focus();
    return true;
  }
  const button = document.getElementById("option-back");
  button?.click();
  return Boolean(button);
}

function readAgain() {
  const facts = JSON.parse(document.getElementById("facts").dataset.facts);
  const ships = [...document.querySelectorAll("#ships [aria-label]")].map((ship) => ship.getAttribute("aria-label"));
  say([facts.announce, ...ships.filter((words) => words.includes("seat"))].join(" "));
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (!isOn() || isField(event.target)) return;
  const { key } = event;
  if (key === "[" || key === "]") return goToRegion(key === "]" ? 1 : -1);
  if (key === ".") return readAgain();
  if (key === "?") return document.getElementById("keys-button")?.click();
  if (key === "M") return document.getElementById("sound")?.click();
  if (key === "U") return document.getElementById("take-back-button")?.click();
  if (isHeld() || document.getElementById("prompt")?.hasAttribute("aria-busy")) return;
  if (key === "Backspace") {
    if (back()) event.preventDefault();
    return;
  }
  if (!/^[0-9a-z]$/.test(key) || event.repeat) return;
  const option = optionWith(key);
  if (!option) return;
  event.preventDefault();
  choose(option);
}

document.addEventListener("keydown", pressed);

// A mark on the map, or a card, that has amounts opens them in the list. Without scripts a mark sends the least of them,
// and a card leads to them.
document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-opens]");
  const row = opener && document.getElementById(opener.dataset.opens);
  if (!row || event.target.closest(".reach")) return;
  if (row.matches("details")) choose(row, opener.dataset.card);
  else if (opener.matches("a")) show(row);
  else return;
  event.preventDefault();
});

const toggle = document.getElementById("keys-on");
if (toggle) {
  toggle.checked = isOn();
  toggle.addEventListener("change", () => localStorage.setItem(STORED, toggle.checked ? "on" : "off"));
}
