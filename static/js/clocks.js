// The second hand of every clock. The server says what time it is there, when free seconds end and how large the bank
// is; between two messages this counts on from there.

const LOW_BANK = 30_000;
let offset = 0;

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
    write(clock.querySelector("[data-figure]"), words(Number(clock.dataset.deadline) - now));
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
    choices.hidden = Number(choices.dataset.shownAt) > now;
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
  if (isOwn && free <= 0 && bank < LOW_BANK && bank > 0 && !asked.dataset.rung) {
    asked.dataset.rung = "yes";
    document.dispatchEvent(new CustomEvent("table:low"));
  }
}

readOffset();
tick();
setInterval(tick, 250);
document.addEventListener("htmx:after:swap", () => {
  readOffset();
  tick();
});
