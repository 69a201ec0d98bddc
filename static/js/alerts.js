// Calls the player who looks elsewhere: the title and the tab's picture while he is asked, a notification of the system
// where he has asked for them, and warnings of the clock. Each can be switched off in the menu, and the choice is kept in
// this browser. None says more than that he is asked, and at which table.

const STORED = "incursions.alerts";
const TURN = "Your turn";
const FLASH = 1_000;
const boxes = [...document.querySelectorAll("#alerts [data-alert]")];
const ask = document.getElementById("ask-to-notify");
const words = document.getElementById("alerts-words");
const icon = document.querySelector("link[rel=icon]");
const marked = document.getElementById("alerts")?.dataset.icon;
const table = document.querySelector("h1")?.textContent.trim() ?? "";
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const [title, plain] = [document.title, icon?.href];
const chosen = { tab: true, clock: true, notify: false, ...read() };
let isAsked = false;
let flashing = null;

function read() {
  try {
    return JSON.parse(localStorage.getItem(STORED)) ?? {};
  } catch {
    return {};
  }
}

function keep() {
  localStorage.setItem(STORED, JSON.stringify(chosen));
  show();
}

const canNotify = () => "Notification" in window && Notification.permission === "granted";

function show() {
  for (const box of boxes) box.checked = chosen[box.dataset.alert] && (box.dataset.alert !== "notify" || canNotify());
  const notify = boxes.find((box) => box.dataset.alert === "notify");
  if (notify) notify.closest("label").hidden = !canNotify();
  if (ask) ask.hidden = canNotify();
}

// While he is asked and looks elsewhere. With reduced motion the title changes once.
function mark() {
  const isCalling = isAsked && document.hidden && chosen.tab;
  if (icon && marked) icon.href = isCalling ? marked : plain;
  if (!isCalling) {
    clearInterval(flashing);
    flashing = null;
    document.title = title;
    return;
  }
  document.title = `● ${TURN} · ${title}`;
  if (flashing || reduced.matches) return;
  flashing = setInterval(() => {
    document.title = document.title === title ? `● ${TURN} · ${title}` : title;
  }, FLASH);
}

function notify() {
  if (!chosen.notify || !canNotify() || !document.hidden) return;
  try {
    const note = new Notification(TURN, { body: `You are asked at the table of ${table}.`, tag: location.pathname });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Some phones know notifications of service workers alone.
  }
}

function changed({ detail: { facts, before } }) {
  isAsked = Boolean(facts.asked) && !facts.over;
  mark();
  if (isAsked && (!before.asked || facts.question !== before.question)) notify();
}

function say(sentence) {
  const line = document.getElementById("announce");
  if (line && chosen.clock) line.textContent = sentence;
}

isAsked = Boolean(JSON.parse(document.getElementById("facts")?.dataset.facts ?? "{}").asked);
show();
mark();
if (isAsked) notify();
document.addEventListener("table:changed", changed);
document.addEventListener("visibilitychange", mark);
document.addEventListener("table:low", ({ detail }) => say(`${detail.seconds} seconds of your bank are left.`));
document.addEventListener("table:limit", ({ detail }) => say(`The match ends in ${detail.words}.`));
document.addEventListener("table:grace", () => {
  document.getElementById("announce").textContent = "The grace of a player who is away is over. You may act on the seat.";
});
for (const box of boxes) {
  box.addEventListener("change", () => {
    chosen[box.dataset.alert] = box.checked;
    keep();
    mark();
  });
}
ask?.addEventListener("click", async () => {
  if (!("Notification" in window)) {
    words.textContent = "This browser has no notifications.";
    return;
  }
  const answer = await Notification.requestPermission();
  chosen.notify = answer === "granted";
  words.textContent = chosen.notify
    ? "You will be notified when you are asked and look elsewhere."
    : "The browser does not allow it. Change its settings for this site.";
  keep();
});
