// The editor of a deck under the fingers: keys for copies and undo, arrows from row to row, focus that stays where it
// was, and searches that change nothing but what was found.

const STORED = "incursions.keys";
const REGIONS = ["find", "deck", "hexes"];
const isOn = () => localStorage.getItem(STORED) !== "off";
const isField = (element) => element?.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
const rowsOf = (region) => [...document.querySelectorAll(`#${region} [data-title]`)];
const regionOf = (element) => element?.closest(REGIONS.map((id) => `#${id}`).join(", "))?.id;
const focusRow = (row) => row?.querySelector(".result")?.focus();
const isShown = (region) => document.getElementById(region).getClientRects().length > 0;

// On a phone one region is shown at a time.
function show(region) {
  if (!isShown(region)) location.hash = region;
}

// Keys ------------------------------------------------------------------------------------------------------------
function setCopies(row, copies) {
  const { part, title, most } = row.dataset;
  if (!part) return take(row, copies);
  document.dispatchEvent(new CustomEvent("deck:change", { detail: { name: "find", part, title, most: Number(most), copies } }));
}

function addCopies(row, change) {
  const { part, title, most } = row.dataset;
  if (!part) return take(row, Math.max(change, 0));
  document.dispatchEvent(new CustomEvent("deck:change", { detail: { name: "find", part, title, most: Number(most), change } }));
}

// A ship or captain: 1 takes it, 0 leaves it.
function take(row, copies) {
  row.querySelector(`.acts button[aria-pressed="${copies ? "false" : "true"}"]`)?.click();
}

function step(row, by) {
  const rows = rowsOf(regionOf(row));
  const there = rows[rows.indexOf(row) + by];
  if (there) focusRow(there);
  else if (by < 0 && regionOf(row) === "find") document.getElementById("q").focus();
}

function toRegion(by) {
  const here = REGIONS.indexOf(regionOf(document.activeElement));
  const region = REGIONS[(here + by + REGIONS.length) % REGIONS.length];
  show(region);
  const first = rowsOf(region)[0];
  if (first) focusRow(first);
  else document.getElementById(region).focus();
}

// Brackets stand behind AltGr or Option on many keyboards.
const isChord = ({ key, ctrlKey, metaKey, altKey }) => metaKey || ((ctrlKey || altKey) && !(altKey && "[]".includes(key)));

// The search takes the key; here its sheet is turned up before.
function soughtFor(event) {
  if (event.key === "/" && isOn() && !isField(event.target) && !isChord(event)) show("find");
}

function pressed(event) {
  const { key, target } = event;
  if (isChord(event) || event.defaultPrevented || !isOn() || isField(target)) return;
  const row = target.closest?.("[data-title]");
  if (row && /^[0-4]$/.test(key)) setCopies(row, Number(key));
  else if (row && (key === "+" || key === "=")) addCopies(row, 1);
  else if (row && (key === "-" || key === "−")) addCopies(row, -1);
  else if (row && key === "ArrowDown") step(row, 1);
  else if (row && key === "ArrowUp") step(row, -1);
  else if (key === "u") document.getElementById("undo").click();
  else if (key === "U") document.getElementById("redo").click();
  else if (key === "[" || key === "]") toRegion(key === "]" ? 1 : -1);
  else if (key === "?") document.getElementById("keys-button").click();
  else return;
  event.preventDefault();
}

// Focus ------------------------------------------------------------------------------------------------------------
let last = null; // where the focus was: its row, the place of the row, which control of it

function remember({ target }) {
  const row = target.closest?.("[data-title]");
  const region = regionOf(target) ?? (target.closest?.("#notice") ? "deck" : undefined); // a notice goes when it is answered
  if (!row) {
    last = region ? { region } : null;
    return;
  }
  const controls = [...row.querySelectorAll("a, button, [tabindex]")];
  last = { region, id: row.id, place: rowsOf(region).indexOf(row), control: controls.indexOf(target) };
}

// The row may be gone now: then the one that has come to its place.
function keepFocus() {
  if (!last || (document.activeElement && document.activeElement !== document.body)) return;
  const { region, id, place, control } = last;
  const row = document.getElementById(id) ?? rowsOf(region)[Math.min(place, rowsOf(region).length - 1)];
  const again = row?.querySelectorAll("a, button, [tabindex]")[control] ?? document.getElementById(region);
  again.focus({ preventScroll: true });
}

// Searches ----------------------------------------------------------------------------------------------------------
const box = document.getElementById("q");
let searched = location.search;
let wasOpen = false;
let isAsked = false; // by a link or by going back, and not by typing
let label = null;

const labelOf = (link) => link.querySelector("span")?.textContent ?? link.textContent;

function search(address) {
  const query = new URLSearchParams(new URL(address, location.href).search).get("q");
  if (query !== null) box.value = query;
  isAsked = true;
  wasOpen = Boolean(document.querySelector("#found .more[open]"));
  document.getElementById("found").classList.add("is-pending");
  document.dispatchEvent(new CustomEvent("search:ask", { detail: address }));
}

function clicked(event) {
  const link = event.target.closest?.('a[href^="?q="]');
  if (!link || link.closest(".segments, #refusal") || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const address = `${location.pathname}${new URL(link.href).search}`;
  label = link.matches(".facet") ? labelOf(link) : null;
  history.pushState({}, "", address);
  if (link.hash) show(link.hash.slice(1));
  search(address);
  if (!label) document.getElementById("find").scrollTop = 0;
}

function shown() {
  searched = location.search;
  const more = document.querySelector("#found .more");
  if (more && wasOpen) more.open = true;
  wasOpen = false;
  if (isAsked && document.activeElement !== box) box.value = document.getElementById("edit").elements.q.value;
  isAsked = false;
  if (document.activeElement && document.activeElement !== document.body) return;
  const same = label && [...document.querySelectorAll("#found a.facet")].find((link) => labelOf(link) === label);
  (same || document.querySelector("#results .result") || document.getElementById("find")).focus({ preventScroll: true });
}

document.addEventListener("keydown", soughtFor, true);
document.addEventListener("keydown", pressed);
document.addEventListener("focusin", remember);
document.addEventListener("htmx:after:swap", keepFocus);
document.addEventListener("click", clicked);
document.addEventListener("search:shown", shown);
addEventListener("popstate", () => location.search !== searched && search(location.pathname + location.search));
document.getElementById("search-form").addEventListener("submit", (event) => {
  event.preventDefault();
  search(`${location.pathname}?${new URLSearchParams({ q: box.value })}`);
});
// On a phone a tab is a link to a fragment; its sheet takes the focus, unless a part of it has it.
addEventListener("hashchange", () => {
  const sheet = document.querySelector(".builder > :target");
  if (!sheet?.contains(document.activeElement)) sheet?.focus({ preventScroll: true });
});
