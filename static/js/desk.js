// The desk of a tournament is drawn anew when something was done: the socket tells of it. Without a socket the page asks
// now and then. A form in which somebody writes stays, with what is written; it still tells what its writer has seen.

const EVERY_MS = 60_000; // in case that a word was lost
const WITHOUT_SOCKET_MS = 10_000;
const WHILE_WAITING_MS = 5_000; // for tables to open, and players to come, of which no word comes
const TICK_MS = 1_000;
const CLICK_MS = 300; // after the press that it ends
const FIELDS = "input:not([type=hidden]), select, textarea";
const desk = document.getElementById("desk");
const notice = document.getElementById("moved-on");
const refused = desk.querySelector(`form:has([name=do][value="${CSS.escape(desk.dataset.typed ?? "")}"])`); // has what was typed
let version = desk.dataset.version;
let isOpen = false;
let isLooking = false;
let isPressed = false;
let newest = 0;
let lookedAt = Date.now();
let undrawn = null; // what was sent last, while not all of it is shown

function differs(field) {
  if (field.matches("select")) {
    const first = [...field.options].findLastIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(0, first);
  }
  return field.matches("[type=checkbox]") ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

const isTyping = () => desk.contains(document.activeElement) && document.activeElement.matches(FIELDS);
const written = () => [...desk.querySelectorAll("form")].filter((form) => form === refused || [...form.querySelectorAll(FIELDS)].some(differs));

// The same form of another version of the page: what it does, and to whom.
function nameOf(form) {
  const hidden = [...form.querySelectorAll("input[type=hidden]")].filter(({ name }) => name !== "seen" && name !== "csrfmiddlewaretoken");
  return JSON.stringify([form.id, ...hidden.map(({ name, value }) => [name, value])]);
}
const sameForm = (form, within) => [...within.querySelectorAll("form")].find((other) => nameOf(other) === nameOf(form));

function sameElement(element) {
  if (element.id) return document.getElementById(element.id);
  if (element.href) return desk.querySelector(`a[href="${CSS.escape(element.getAttribute("href"))}"]`);
  return element.form && sameForm(element.form, desk)?.elements[[...element.form.elements].indexOf(element)];
}

/** Puts what was sent in place of what is shown, but for forms that are written in; whether all of it is shown now. */
function redraw() {
  const sent = new DOMParser().parseFromString(undrawn, "text/html");
  const told = sent.getElementById("desk");
  const kept = written();
  const places = kept.map((form) => sameForm(form, told));
  if (!places.every(Boolean)) return false; // what is written would have no place any more
  const focused = desk.contains(document.activeElement) ? document.activeElement : null;
  for (const [index, place] of places.entries()) place.replaceWith(kept[index]);
  for (const open of desk.querySelectorAll("details[open]")) {
    const words = open.querySelector("summary").textContent;
    for (const closed of told.querySelectorAll("details")) closed.open ||= closed.querySelector("summary").textContent === words;
  }
  document.getElementById("desk-state").textContent = sent.getElementById("desk-state").textContent;
  desk.toggleAttribute("data-waits", "waits" in told.dataset);
  desk.replaceChildren(...told.childNodes);
  if (focused) (desk.contains(focused) ? focused : sameElement(focused))?.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("htmx:after:swap")); // times are written anew
  return !kept.length;
}

function draw() {
  if (undrawn === null || isPressed) return; // a click on what is replaced would be lost
  if (!isTyping() && redraw()) undrawn = null;
  notice.hidden = undrawn === null;
}

function release() {
  isPressed = false;
  draw();
}

async function look() {
  if (document.hidden || isLooking) return;
  isLooking = true;
  const known = newest;
  lookedAt = Date.now();
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html", "Only-Looks": "true", "If-None-Match": `"${version}"` } });
    const text = await answer.text();
    const told = answer.status === 200 && !answer.redirected && new DOMParser().parseFromString(text, "text/html").getElementById("desk");
    if (told) {
      version = told.dataset.version;
      undrawn = text;
      draw();
    }
  } catch {
    // offline: the next look finds out
  }
  isLooking = false;
  if (newest > known) look();
}

function tick() {
  const every = "waits" in desk.dataset ? WHILE_WAITING_MS : isOpen ? EVERY_MS : WITHOUT_SOCKET_MS;
  if (Date.now() - lookedAt > every) look();
}

if (version) {
  document.addEventListener("event:line", ({ detail }) => (isOpen = detail.isOpen));
  document.addEventListener("event:version", ({ detail }) => {
    newest = Math.max(newest, detail.version);
    if (newest > Number.parseInt(version, 10)) look();
  });
  document.addEventListener("visibilitychange", look);
  for (const moment of ["focusout", "change", "reset"]) desk.addEventListener(moment, () => setTimeout(draw));
  document.addEventListener("pointerdown", () => (isPressed = true));
  for (const moment of ["pointerup", "pointercancel"]) document.addEventListener(moment, () => setTimeout(release, CLICK_MS));
  setInterval(tick, TICK_MS);
}
