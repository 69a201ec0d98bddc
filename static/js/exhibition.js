// The exhibition: asks for its next picture while it is on the screen of a page that is seen, unless it is paused.
// Whoever wants less motion starts it by a press.

const LOOK_EVERY_MS = 5_000;
const box = document.getElementById("exhibition");
const button = document.getElementById("exhibition-pause");
let isOnScreen = true;
let isPaused = matchMedia("(prefers-reduced-motion: reduce)").matches;

const isPlaying = () => Boolean(box?.querySelector("[data-exhibition]"));

function show() {
  button.hidden = !isPlaying();
  button.textContent = isPaused ? "Show the next moves" : "Pause";
}

async function look() {
  if (document.hidden || !isOnScreen || isPaused || !isPlaying()) return;
  try {
    const answer = await fetch(box.dataset.look, { headers: { Accept: "text/html" } });
    if (!answer.ok || isPaused || box.contains(document.activeElement)) return; // a link that has the focus stays
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    box.replaceChildren(...page.body.children);
    show();
  } catch {
    // offline: the next look finds out
  }
}

if (box) {
  new IntersectionObserver(([entry]) => {
    isOnScreen = entry.isIntersecting;
  }).observe(box);
  button.addEventListener("click", () => {
    isPaused = !isPaused;
    show();
    look();
  });
  show();
  setInterval(look, LOOK_EVERY_MS);
}
