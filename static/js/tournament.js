// A page of a tournament: told by its line that something has changed, it fetches its live part anew, a little later
// than others so that not all come at once. Without a socket it looks now and then. Its clock counts down.
//   event:limit  detail: {minutes, words}  of the round are left

const LATER_MS = 1500;
const EVERY_MS = 60_000;
const WITHOUT_SOCKET_MS = 10_000;
const WHILE_WAITING_MS = 5_000; // for the own table to open, of which no word comes
const AGAIN_MS = 5_000; // after a look that showed what was a moment old
const WARN_OF = [300_000, 60_000];
let isOpen = false;
let lookedAt = Date.now();
let waiting = null;
let told = 0;
let before = Infinity;

function look() {
  waiting = null;
  lookedAt = Date.now();
  if (!document.hidden) document.getElementById("live")?.dispatchEvent(new CustomEvent("look"));
}

function lookSoon() {
  waiting ??= setTimeout(look, Math.random() * LATER_MS);
}

// What is shown of a large tournament may be a moment old: then it is looked at again.
function lookUp() {
  if (told > Number(document.getElementById("live")?.dataset.version)) lookSoon();
}

function tick() {
  for (const clock of document.querySelectorAll("[data-until]")) {
    clock.offset ??= Number(clock.dataset.now) - Date.now(); // whatever the clock of this machine says
    const left = Math.max(0, Number(clock.dataset.until) - Date.now() - clock.offset);
    const seconds = Math.ceil(left / 1000);
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    const rest = String(seconds % 60).padStart(2, "0");
    const words = hours > 48 ? `${Math.floor(hours / 24)} days` : hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
    if (clock.textContent !== words) clock.textContent = words;
    if ("warns" in clock.dataset) warn(left);
  }
  const isWaiting = document.querySelector("#live[data-waits]") !== null;
  if (Date.now() - lookedAt > (isWaiting ? WHILE_WAITING_MS : isOpen ? EVERY_MS : WITHOUT_SOCKET_MS)) lookSoon();
}

function warn(left) {
  const fallen = left > 0 ? WARN_OF.filter((mark) => before > mark && left <= mark && before !== Infinity).at(-1) : undefined;
  before = left;
  if (!fallen) return;
  const words = fallen === 60_000 ? "One minute is left." : `${fallen / 60_000} minutes are left.`;
  document.getElementById("announce").textContent = words;
  document.dispatchEvent(new CustomEvent("event:limit", { detail: { minutes: fallen / 60_000, words } }));
}

// Shows of a long list the rows with what is looked for, while it stands there.
function narrow() {
  for (const field of document.querySelectorAll("[data-narrows]")) {
    const sought = field.value.trim().toLocaleLowerCase();
    for (const row of document.querySelectorAll(`#${field.dataset.narrows} tbody tr`)) {
      row.hidden = Boolean(sought) && !row.textContent.toLocaleLowerCase().includes(sought);
    }
  }
}

document.addEventListener("event:line", ({ detail }) => {
  isOpen = detail.isOpen;
  if (isOpen) lookSoon();
});
document.addEventListener("event:version", ({ detail }) => {
  told = Math.max(told, detail.version);
  lookUp();
});
document.addEventListener("input", ({ target }) => target.matches("[data-narrows]") && narrow());
document.addEventListener("htmx:after:swap", () => {
  narrow();
  tick();
  setTimeout(lookUp, AGAIN_MS);
});
document.documentElement.classList.add("has-script");
tick();
setInterval(tick, 500);
document.addEventListener("visibilitychange", () => document.hidden || lookSoon());
