// The way back to the own tables: looks again while the page is seen, and counts the time of who is asked down.

//
// What is news of a tournament (pairings, the start, what is left, a result) is said once, in whatever page sees it
// first; by a notification of the system where the player has asked for them, and looks elsewhere.
//   event:call  detail: {words}

const LOOK_EVERY_MS = 10_000;
const WARN_OF_S = [300, 60];
const MOST_KEPT = 40;
const CALLED = "incursions.called";
const ALERTS = "incursions.alerts";
const bar = document.getElementById("own-tables");

async function look() {
  if (document.hidden && !wantsNotes()) return;
  try {
    const answer = await fetch(`${bar.dataset.look}?at=${encodeURIComponent(location.pathname)}`, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const list = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#own-tables ul");
    bar.hidden = !list;
    if (list) bar.querySelector("ul").replaceChildren(...list.children);
    callAll();
  } catch {
    // offline: the next look finds out
  }
}

function count() {
  for (const clock of bar.querySelectorAll("[data-left]")) {
    clock.until ??= performance.now() + Number(clock.dataset.left); // whatever the clock of this machine says
    const seconds = Math.max(0, Math.round((clock.until - performance.now()) / 1000));
    warn(clock, seconds);
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}

function kept(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

const canNotify = () => "Notification" in window && Notification.permission === "granted";
const wantsNotes = () => canNotify() && Boolean(kept(ALERTS, {}).notify) && Boolean(bar.querySelector("[data-call]"));

function call(name, words) {
  const called = kept(CALLED, []);
  if (called.includes(name)) return;
  localStorage.setItem(CALLED, JSON.stringify([...called, name].slice(-MOST_KEPT)));
  bar.querySelector("[role=status]").textContent = words;
  document.dispatchEvent(new CustomEvent("event:call", { detail: { words } }));
  if (!document.hidden || !wantsNotes()) return;
  try {
    new Notification(words, { tag: name }).onclick = () => window.focus();
  } catch {
    // Some phones know notifications of service workers alone.
  }
}

const wordsOf = (line) => `${line.querySelector("a").textContent}, ${line.querySelector(".tag").textContent}`;

function callAll() {
  for (const line of bar.querySelectorAll("[data-call]")) call(line.dataset.call, wordsOf(line));
}

function warn(clock, seconds) {
  const line = clock.closest("[data-warns]");
  const mark = line && WARN_OF_S.find((each) => clock.before > each && seconds <= each);
  clock.before = seconds;
  if (mark) call(`${line.dataset.call}.${mark}`, `${mark === 60 ? "One minute" : "Five minutes"}: ${wordsOf(line)}`);
}

callAll();
count();
setInterval(look, LOOK_EVERY_MS);
setInterval(count, 1000);
document.addEventListener("visibilitychange", look);
