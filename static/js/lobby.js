// The open table: its seats fill by push; when the match begins the page becomes the table.

const seen = () => document.getElementById("lobby")?.dataset.seen;
const atFirst = seen();

document.addEventListener("htmx:after:swap", () => {
  // What stands beside the seats is drawn for these settings and this seat.
  if (document.getElementById("facts")?.dataset.facts || seen() !== atFirst) location.replace(location.pathname);
});
document.getElementById("link")?.addEventListener("focus", (event) => event.target.select());
