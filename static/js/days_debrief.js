// The slider of a debrief: shows any moment of the day while it is moved, and keeps the address in step.

import { writeTimes } from "./times.js";

const WAIT_MS = 60;
const range = document.getElementById("moment-range");
const field = document.getElementById("moment-entry");
const seat = document.getElementById("moment-seat");
const box = document.getElementById("moment");
const said = document.getElementById("moment-said");
let asked;
let timer;

function address(entry) {
  const query = new URLSearchParams({ entry });
  if (seat?.value) query.set("seat", seat.value);
  return `?${query}`;
}

// A screen reader says the time of the moment with the slider, and not its number alone.
function nameMoment() {
  range.setAttribute("aria-valuetext", `${range.value} of ${range.max}, ${document.getElementById("moment-title").innerText}`);
}

async function show(entry) {
  asked?.abort();
  asked = new AbortController();
  const here = address(entry);
  try {
    const answer = await fetch(`${here}&part=1`, { signal: asked.signal });
    if (!answer.ok) return location.assign(here);
    const html = await answer.text();
    const focused = box.contains(document.activeElement) ? document.activeElement.rel : "";
    box.innerHTML = html;
    writeTimes();
    history.replaceState(null, "", here);
    for (const link of document.querySelectorAll(".moment-marks a")) link.href = address(link.dataset.entry);
    if (focused) box.querySelector(`[rel="${focused}"]`)?.focus();
    nameMoment();
    said.textContent = `${document.getElementById("moment-title").textContent} ${box.querySelector(".moment-said").innerText}`;
  } catch (error) {
    if (error.name !== "AbortError") said.textContent = "No connection. The moment on the page is the last one that came.";
  }
}

function move(entry) {
  const within = Math.min(Number(range.max), Math.max(0, Number(entry) || 0));
  range.value = within;
  field.value = within;
  clearTimeout(timer);
  timer = setTimeout(show, WAIT_MS, within);
}

range.hidden = false;
nameMoment();
range.addEventListener("input", () => move(range.value));
field.addEventListener("change", () => move(field.value));
seat?.addEventListener("change", () => move(field.value));
document.getElementById("slider").addEventListener("submit", (event) => {
  event.preventDefault();
  move(field.value);
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-entry]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  move(link.dataset.entry);
});
