// What the search box offers while one types: names of fields, and after an operator the words of one. Arrows choose,
// Tab or Enter takes, Escape puts away. The server knows what there is; places are counted in signs, as it counts them.

const PAUSE_MS = 80;
const box = document.getElementById("q");
const list = document.createElement("ul");
let offered = [];
let offeredFor = ""; // what stood in the box: of another text the places are wrong
let chosen = -1;
let timer = 0;
let asked = null;

list.id = "offered";
list.className = "offered";
list.role = "listbox";
list.hidden = true;
list.setAttribute("aria-label", "Completions");
box.form.append(list);
for (const [name, value] of Object.entries({
  role: "combobox",
  "aria-autocomplete": "list",
  "aria-expanded": "false",
  "aria-controls": list.id,
})) {
  box.setAttribute(name, value);
}

const signs = (text) => [...text];

function close() {
  clearTimeout(timer);
  asked?.abort();
  list.hidden = true;
  offered = [];
  choose(-1);
  box.setAttribute("aria-expanded", "false");
}

function choose(place) {
  chosen = place;
  [...list.children].forEach((item, number) => item.setAttribute("aria-selected", String(number === place)));
  if (place < 0) box.removeAttribute("aria-activedescendant");
  else box.setAttribute("aria-activedescendant", list.children[place].id);
  list.children[place]?.scrollIntoView({ block: "nearest" });
}

function show(found, text) {
  offered = found;
  offeredFor = text;
  list.replaceChildren(
    ...found.map(({ text, help }, number) => {
      const item = document.createElement("li");
      const [said, about] = [document.createElement("code"), document.createElement("small")];
      item.id = `offered-${number}`;
      item.role = "option";
      said.textContent = text;
      about.textContent = number && help === found[number - 1].help ? "" : help; // all words of a field share one
      item.append(said, " ", about);
      return item;
    }),
  );
  list.hidden = !found.length;
  box.setAttribute("aria-expanded", String(Boolean(found.length)));
  choose(-1);
}

async function ask() {
  const text = box.value;
  const cursor = signs(text.slice(0, box.selectionStart)).length;
  asked?.abort();
  asked = new AbortController();
  try {
    const address = `${box.dataset.complete}?${new URLSearchParams({ q: text, cursor })}`;
    const reply = await fetch(address, { signal: asked.signal });
    const found = reply.ok ? (await reply.json()).completions : [];
    if (document.activeElement === box) show(found, text);
  } catch (error) {
    if (error.name !== "AbortError") close(); // without a network the box is a box
  }
}

function take(place) {
  const { text, start, end } = offered[place];
  const [before, after] = [signs(box.value).slice(0, start), signs(box.value).slice(end)];
  const isWhole = !text.endsWith(":");
  const put = isWhole && !after.length ? `${text} ` : text;
  box.value = [...before, put, ...after].join("");
  const cursor = before.join("").length + put.length;
  box.setSelectionRange(cursor, cursor);
  close();
  box.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

function pressed(event) {
  if (list.hidden || event.ctrlKey || event.metaKey || event.altKey) return;
  const { key } = event;
  const isStale = box.value !== offeredFor;
  if (isStale && key !== "Escape" && !["ArrowDown", "ArrowUp"].includes(key)) return;
  if (key === "Escape") close();
  else if (isStale) choose(-1); // what fits is on its way
  else if (key === "ArrowDown") choose((chosen + 1) % offered.length);
  else if (key === "ArrowUp" && chosen >= 0) choose(chosen - 1);
  else if ((key === "Enter" || key === "Tab") && chosen >= 0) take(chosen);
  else return;
  event.preventDefault();
}

box.addEventListener("input", () => {
  choose(-1);
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE_MS);
});
box.addEventListener("keydown", pressed);
box.addEventListener("blur", () => setTimeout(close, 150)); // after a click on the list
list.addEventListener("mousedown", (event) => event.preventDefault());
list.addEventListener("click", (event) => {
  const item = event.target.closest("li");
  if (item && box.value === offeredFor) take([...list.children].indexOf(item));
});
