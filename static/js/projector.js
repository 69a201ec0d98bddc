// The list on the wall: as many rows in two columns as can be seen at once, then the next, by itself.

const EVERY_MS = 12_000;
const wall = () => document.getElementById("wall");
let rows = [];
let first = 0;

function read() {
  const table = wall()?.querySelector("table");
  if (!table) return;
  rows = [...wall().querySelectorAll("tbody tr")];
  lay();
}

// So many rows as are seen: what the wall is high, less the heads of its columns.
function room() {
  const [head, row] = [wall().querySelector("thead"), rows[0]];
  const high = row.getBoundingClientRect().height || 40;
  return Math.max(1, Math.floor((wall().clientHeight - head.getBoundingClientRect().height) / high));
}

function lay() {
  if (!rows.length) return;
  const columns = innerWidth > 720 ? 2 : 1;
  const inColumn = room();
  const shown = inColumn * columns;
  if (first >= rows.length) first = 0;
  const head = wall().querySelector("table thead");
  const tables = Array.from({ length: columns }, (_, column) => {
    const table = document.createElement("table");
    table.className = "list";
    table.append(head.cloneNode(true));
    const body = table.createTBody();
    body.append(...rows.slice(first + column * inColumn, first + (column + 1) * inColumn));
    return table;
  });
  wall().replaceChildren(...tables);
  const pages = Math.ceil(rows.length / shown);
  document.getElementById("wall-page").textContent = pages > 1 ? `, page ${Math.floor(first / shown) + 1} of ${pages}` : "";
}

function turn() {
  if (!rows.length) return;
  first += room() * (innerWidth > 720 ? 2 : 1);
  lay();
}

read();
setInterval(turn, EVERY_MS);
addEventListener("resize", lay);
document.addEventListener("htmx:after:swap", read);
