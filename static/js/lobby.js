// The open table: its seats fill by push; when the match begins the page becomes the table.

const ANSWERED_MS = 5000; // an answer that takes longer may be lost
const seen = () => document.getElementById("lobby")?.dataset.seen;
const atFirst = seen();
let answeredBy = 0;

// To leave the page while a form is on its way would lose the answer, and with it the session of whoever sat down as a
// guest: the answer leads on by itself.
function goOn() {
  const left = answeredBy - Date.now();
  if (left > 0) setTimeout(goOn, left);
  else location.replace(location.pathname);
}

addEventListener("submit", (event) => {
  if (!event.defaultPrevented) answeredBy = Date.now() + ANSWERED_MS;
});
document.addEventListener("htmx:after:swap", () => {
  // What stands beside the seats is drawn for these settings and this seat.
  if (document.getElementById("facts")?.dataset.facts || seen() !== atFirst) goOn();
});
document.getElementById("link")?.addEventListener("focus", (event) => event.target.select());
