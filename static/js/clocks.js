// The second hand of every clock. The server says what time it is there, when free seconds end and how large the bank
// is; between two messages this counts on from there. Warns of what ends soon:
//   table:low    detail: {seconds}          of one's own bank are left
//   table:limit  detail: {minutes, words}   of the match are left
//   table:grace                             of a player who is away is over, and his seat can be claimed

const LOW_BANK = 30_000;
const WARN_OF_BANK = [30_000, 10_000];
const WARN_OF_LIMIT = [300_000, 60_000];
let offset = 0;
let bankBefore = 0;
let limitBefore = 0;

function readOffset() {
  const { now } = JSON.parse(document.getElementById("facts")?.dataset.facts ?? "{}");
  if (now) offset = now - Date.now();
}

function words(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

function bankLeft(clock, now) {
  return Number(clock.dataset.runsOutAt) - Math.max(now, Number(clock.dataset.freeUntil));
}

function tick() {
  const now = Date.now() + offset;
  for (const clock of document.querySelectorAll("[data-deadline]")) {
    const left = Number(clock.dataset.deadline) - now;
    write(clock.querySelector("[data-figure]"), words(left));
    limit(left);
  }
  for (const clock of document.querySelectorAll(".bank")) {
    const left = clock.classList.contains("running") ? bankLeft(clock, now) : Number(clock.dataset.bankMs);
    write(clock.querySelector("[data-figure]"), words(left));
    clock.classList.toggle("low", left < LOW_BANK);
  }
  for (const grace of document.querySelectorAll(".grace[data-ends-at]")) {
    const left = Number(grace.dataset.endsAt) - now;
    if (left > 0) write(grace.querySelector("[data-figure]"), words(left));
    else write(grace, "No grace is left.");
  }
  for (const choices of document.querySelectorAll("[data-shown-at]")) {
    const isEarly = Number(choices.dataset.shownAt) > now;
    if (choices.hasAttribute("data-waited") && !isEarly) document.dispatchEvent(new CustomEvent("table:grace"));
    choices.hidden = isEarly;
    choices.toggleAttribute("data-waited", isEarly);
  }
  const asked = document.querySelector("#prompt .left[data-bank-ms]");
  if (asked) prompt(asked, now);
}

function prompt(asked, now) {
  const free = Number(asked.dataset.freeUntil) - now;
  const bank = bankLeft(asked, now);
  write(asked.querySelector("[data-figure]"), words(free > 0 ? free : bank));
  const then = asked.querySelector("[data-then]");
  const isOwn = !document.getElementById("prompt").classList.contains("waiting");
  write(then, free > 0 ? `then ${isOwn ? "your " : ""}${words(bank)}` : isOwn ? "your bank" : "the bank");
  const part = Math.max(0, Math.min(1, free / Number(asked.dataset.freeMs)));
  document.querySelector("#prompt .fuse .rest")?.setAttribute("width", (100 * part).toFixed(1));
  asked.classList.toggle("low", free <= 0 && bank < LOW_BANK);
  if (isOwn && free <= 0) {
    const fallen = fallenBelow(WARN_OF_BANK, bankBefore, bank);
    if (fallen) document.dispatchEvent(new CustomEvent("table:low", { detail: { seconds: fallen / 1000 } }));
  }
  bankBefore = isOwn ? bank : 0;
}

// The lowest of these marks that a time has come below since it was last looked at: a hidden page looks seldom.
function fallenBelow(marks, before, now) {
  return now > 0 ? marks.filter((mark) => before > mark && now <= mark).at(-1) : undefined;
}

function limit(left) {
  const fallen = fallenBelow(WARN_OF_LIMIT, limitBefore, left);
  limitBefore = left;
  const minutes = fallen / 60_000;
  const detail = { minutes, words: minutes === 1 ? "one minute" : `${minutes} minutes` };
  if (fallen) document.dispatchEvent(new CustomEvent("table:limit", { detail }));
}

readOffset();
tick();
setInterval(tick, 250);
document.addEventListener("htmx:after:swap", () => {
  readOffset();
  tick();
});
