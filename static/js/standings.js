// Opens under a row of the standings how its numbers were come by; without a script each number leads to a page of that.

document.addEventListener("click", async (event) => {
  const link = event.target.closest(".standings td.num a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const row = link.closest("tr");
  if (row.nextElementSibling?.matches(".account-row")) {
    row.nextElementSibling.remove();
    return;
  }
  const answer = await fetch(`${link.href}?part=1`).catch(() => null);
  if (!answer?.ok) {
    location.assign(link.href);
    return;
  }
  const below = document.createElement("tr");
  below.className = "account-row";
  const cell = below.insertCell();
  cell.colSpan = row.cells.length;
  cell.innerHTML = await answer.text();
  row.after(below);
});
