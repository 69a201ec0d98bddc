// Control's desk: one key for each common command, the filter of the log, how long requests have waited, and overruling.

const KEYS_OFF = "wolves-desk-keys-off";
const page = document.getElementById("main");
let seenAt = performance.now();

// --- keys ---

const isDesk = page.classList.contains("day-desk");

function isTyping({ target }) {
  return target.matches("input:not([type=checkbox]), textarea, select") || target.isContentEditable;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !isDesk || isTyping(event)) return;
  if (localStorage.getItem(KEYS_OFF) || !/^[a-z]$/i.test(event.key)) return;
  const key = event.key.toLowerCase();
  const button = document.querySelector(`[data-keys~="${key}"]`);
  const summary = document.querySelector(`[data-open-keys~="${key}"]`);
  if (button) {
    event.preventDefault();
    button.click();
  } else if (summary) {
    event.preventDefault();
    summary.parentElement.open = true;
    summary.parentElement.querySelector(".button").focus();
  }
});

function showKeys() {
  const box = document.getElementById("desk-keys");
  if (box) box.checked = !localStorage.getItem(KEYS_OFF);
}

// --- the log ---

function filterLog() {
  const wanted = document.getElementById("log-filter")?.value.trim().toLowerCase() ?? "";
  for (const line of document.querySelectorAll(".log-lines > li")) {
    line.hidden = Boolean(wanted) && !line.textContent.toLowerCase().includes(wanted);
  }
}

// --- requests that wait ---

function tellAges() {
  const now = Number(page.dataset.now) + (performance.now() - seenAt) / 1000;
  for (const age of document.querySelectorAll(".age")) {
    const minutes = Math.floor(Math.max(0, now - Number(age.dataset.at)) / 60);
    const words = minutes ? `for ${minutes} min` : "just now";
    if (age.textContent !== words) age.textContent = words;
    age.classList.toggle("is-late", minutes > 0);
  }
}

// --- overruling ---

document.addEventListener("day:refused", ({ target, detail: { text, rule } }) => {
  if (!isDesk || !rule || text.includes(" overruling because ")) return;
  const form = document.createElement("form");
  form.method = "post";
  form.className = "overrule";
  form.dataset.give = "";
  form.innerHTML = '<input type="hidden" name="text"><label>Overrule, because <input name="reason" maxlength="200" autocomplete="off" required></label> <button class="button small">Overrule</button>';
  form.elements.text.value = `${text} overruling because {reason}`;
  form.addEventListener("submit", () => setTimeout(() => form.remove()));
  target.append(form);
});

document.addEventListener("input", ({ target }) => {
  if (target.id === "log-filter") filterLog();
});
document.addEventListener("change", ({ target }) => {
  if (target.id !== "desk-keys") return;
  if (target.checked) localStorage.removeItem(KEYS_OFF);
  else localStorage.setItem(KEYS_OFF, "1");
});
document.addEventListener("day:shown", () => {
  seenAt = performance.now();
  showKeys();
  filterLog();
  tellAges();
});
showKeys();
tellAges();
setInterval(tellAges, 5_000);
