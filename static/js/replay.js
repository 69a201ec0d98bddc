// Steps through a replay by keys, and by itself while it plays. Each step is a link; only its picture is exchanged.

const PACE = 1100;
let timer = 0;

document.documentElement.classList.add("has-script");

const link = (id) => document.getElementById(id);
const isAtEnd = () => link("step-on")?.getAttribute("aria-disabled") === "true";

async function go(address, push = true) {
  const reply = await fetch(address, { headers: { Accept: "text/html" } });
  if (!reply.ok) return location.assign(address);
  const next = new DOMParser().parseFromString(await reply.text(), "text/html");
  for (const id of ["ship-panels", "chart", "hand", "scrub", "prompt", "log"]) {
    const [old, fresh] = [document.getElementById(id), next.getElementById(id)];
    if (old && fresh) old.replaceWith(fresh);
  }
  if (push) history.pushState({}, "", address);
  document.title = next.title;
  document.dispatchEvent(new CustomEvent("htmx:after:swap"));
  show();
}

function show() {
  document.querySelector("#log-lines [aria-current]")?.scrollIntoView({ block: "center" });
  const play = link("step-play");
  if (play) play.firstChild.textContent = timer ? "Pause " : "Play ";
}

function stop() {
  clearInterval(timer);
  timer = 0;
  show();
}

function toggle() {
  if (timer) return stop();
  timer = setInterval(() => (isAtEnd() ? stop() : go(link("step-on").href)), PACE);
  show();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#step-play")) return toggle();
  const step = event.target.closest("#scrub nav a, #log-lines a");
  if (!step || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  stop();
  if (step.getAttribute("aria-disabled") !== "true") go(step.href);
});
document.addEventListener("change", (event) => {
  if (event.target.id === "at") go(`${event.target.form.action}/${event.target.value}`);
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, #map")) return;
  const keys = { Home: "step-first", ArrowLeft: "step-back", ArrowRight: "step-on" };
  if (event.key === " " && !event.target.closest("button, a, summary")) toggle();
  else if (keys[event.key]) link(keys[event.key]).click();
  else return;
  event.preventDefault();
});
addEventListener("popstate", () => go(location.href, false));
show();
