// The open table: its seats fill by push; when the match begins the page becomes the table.

document.addEventListener("htmx:after:swap", () => {
  if (document.getElementById("facts")?.dataset.facts) location.reload();
});
document.getElementById("link")?.addEventListener("focus", (event) => event.target.select());
