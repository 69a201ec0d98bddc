// The way back to the own tables: looks again while the page is seen, and counts the time of who is asked down.

const LOOK_EVERY_MS = 10_000;
const bar = document.getElementById("own-tables");

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(bar.dataset.look, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const list = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#own-tables ul");
    bar.hidden = !list;
    if (list) bar.querySelector("ul").replaceChildren(...list.children);
  } catch {
    // offline: the next look finds out
  }
}

function count() {
  for (const clock of bar.querySelectorAll("[data-left]")) {
    clock.until ??= performance.now() + Number(clock.dataset.left); // whatever the clock of this machine says
    const seconds = Math.max(0, Math.round((clock.until - performance.now()) / 1000));
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}

count();
setInterval(look, LOOK_EVERY_MS);
setInterval(count, 1000);
document.addEventListener("visibilitychange", look);
