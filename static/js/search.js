// Keys of the search: `/` to the box, arrows from result to result. While one types, what is found follows.
// Other modules of a page may ask for another address of it, and hear of what is shown:
//   search:ask    detail: the address
//   search:shown  after every exchange

const PAUSE_MS = 250;
const PAUSE_FOR_FAULTS_MS = 1000; // a query half typed cannot be read yet: its fault waits until nobody types
const STORED = "incursions.keys";

document.documentElement.classList.add("has-script");

const box = document.getElementById("q");
const isOn = () => localStorage.getItem(STORED) !== "off";
const isField = (element) => element?.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
const results = () => [...document.querySelectorAll("#results .result")];

// The result beside one: the nearest row above or below in a grid of cards, the next one in a list.
function beside(from, key) {
  const all = results();
  const place = all.indexOf(from);
  if (key === "ArrowRight") return all[place + 1];
  if (key === "ArrowLeft") return all[place - 1];
  const middle = (result) => {
    const { left, width, top } = result.closest("li").getBoundingClientRect();
    return { x: left + width / 2, top };
  };
  const here = middle(from);
  const ahead = key === "ArrowDown" ? all.slice(place + 1) : all.slice(0, Math.max(place, 0)).reverse();
  const inColumn = ahead.filter((result) => {
    const there = middle(result);
    return Math.abs(there.x - here.x) < 20 && there.top !== here.top;
  });
  return inColumn[0] ?? ahead[0];
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const here = document.activeElement;
  let next;
  if (here === box) {
    if (event.key === "ArrowDown") next = results()[0];
  } else if (isField(here)) {
    return;
  } else if (event.key === "/" && isOn()) {
    next = box;
  } else if (here?.matches?.("#results .result")) {
    if (event.key.startsWith("Arrow")) next = beside(here, event.key) ?? (event.key === "ArrowUp" ? box : null);
    if (event.key === "Escape") next = box;
  }
  if (!next) return;
  event.preventDefault();
  next.focus();
  if (next === box) box.select();
}

let timer = 0;
let asked = null;

const typedAddress = () => `${box.form.action}?${new URLSearchParams({ q: box.value })}`;

async function follow(address = typedAddress()) {
  asked?.abort();
  asked = new AbortController();
  try {
    const reply = await fetch(address, { headers: { Accept: "text/html", "Only-Looks": "true" }, signal: asked.signal });
    const next = new DOMParser().parseFromString(await reply.text(), "text/html");
    clearTimeout(timer);
    if (next.getElementById("found")) timer = setTimeout(() => exchange(next, address), reply.ok ? 0 : PAUSE_FOR_FAULTS_MS);
    else missed(reply.status >= 500 ? "the server failed" : "this page no longer exists", address);
  } catch (error) {
    if (error.name !== "AbortError") missed("no connection", address);
  }
}

// What was found before stays, and above it stands why there is nothing else.
function missed(why, address) {
  const found = document.getElementById("found");
  const notice = document.createElement("div");
  const [said, again] = [document.createElement("p"), document.createElement("button")];
  document.getElementById("missed")?.remove();
  notice.id = "missed";
  notice.className = "notice bad";
  notice.setAttribute("role", "alert");
  said.textContent = `Nothing was searched: ${why}.`;
  again.type = "button";
  again.className = "button small";
  again.textContent = "Search again";
  again.addEventListener("click", () => follow(address));
  notice.append(said, again);
  found.classList.remove("is-pending");
  found.prepend(notice);
}

// A page that changes besides, as a deck does beside its search, numbers its states in `data-state`: what was answered
// before the latest one is asked for again.
const isOld = (fresh, shown) => Number(fresh?.dataset.state) < Number(shown.dataset.state);

function exchange(next, address) {
  if (isOld(next.getElementById("found"), document.getElementById("found"))) return follow(address);
  for (const id of ["found", "views"]) {
    const [old, fresh] = [document.getElementById(id), next.getElementById(id)];
    if (old && fresh) old.replaceWith(fresh);
  }
  document.getElementById("announce").textContent = document.getElementById("said")?.innerText ?? "";
  for (const name of ["aria-invalid", "aria-describedby"]) {
    const value = next.getElementById("q").getAttribute(name);
    if (value) box.setAttribute(name, value);
    else box.removeAttribute(name);
  }
  history.replaceState({}, "", address);
  document.title = next.title;
  document.dispatchEvent(new CustomEvent("search:shown"));
}

document.addEventListener("keydown", pressed);
if (document.getElementById("found")) {
  box.addEventListener("input", () => {
    document.getElementById("found").classList.add("is-pending");
    clearTimeout(timer);
    asked?.abort(); // what is on its way would otherwise take the place of what is about to be asked
    timer = setTimeout(() => follow(), PAUSE_MS);
  });
}

addEventListener("online", () => document.querySelector("#missed button")?.click());
document.addEventListener("search:ask", ({ detail }) => {
  clearTimeout(timer);
  follow(detail);
});

const toggle = document.getElementById("keys-on");
if (toggle) {
  toggle.checked = isOn();
  toggle.addEventListener("change", () => localStorage.setItem(STORED, toggle.checked ? "on" : "off"));
}