// Opens under a row of the standings how its numbers were come by, and leaves it open when the page is drawn anew; without
// a script each number leads to a page of that.

const opened = new Set();

async function open(address, otherwise) {
  const answer = await fetch(`${address}?part=1`).catch(() => null);
  if (!answer?.ok) {
    otherwise?.();
    return;
  }
  const text = await answer.text();
  const row = document.querySelector(`.standings td.num a[href="${CSS.escape(address)}"]`)?.closest("tr");
  if (!row || !opened.has(address) || row.nextElementSibling?.matches(".account-row")) return;
  const below = document.createElement("tr");
  below.className = "account-row";
  const cell = below.insertCell();
  cell.colSpan = row.cells.length;
  cell.innerHTML = text;
  row.after(below);
}

function close(row) {
  for (const link of row.querySelectorAll("td.num a")) opened.delete(link.getAttribute("href"));
  row.nextElementSibling.remove();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".standings td.num a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const row = link.closest("tr");
  if (row.nextElementSibling?.matches(".account-row")) {
    close(row);
    return;
  }
  opened.add(link.getAttribute("href"));
  open(link.getAttribute("href"), () => location.assign(link.href));
});
document.addEventListener("htmx:after:swap", () => opened.forEach((address) => open(address)));
