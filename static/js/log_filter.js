// Narrows the log down to attacks, movement, cards or one seat. What a line is about stands in its data-about; a link
// with data-log-filter chooses. The choice holds for lines that come later, too.

let chosen = document.querySelector("[data-log-filter][aria-current]")?.dataset.logFilter ?? "all";

function apply() {
  for (const line of document.querySelectorAll("#log-lines > li")) {
    line.hidden = chosen !== "all" && !(line.dataset.about ?? "").split(" ").includes(chosen);
  }
  for (const link of document.querySelectorAll("[data-log-filter]")) {
    link.toggleAttribute("aria-current", link.dataset.logFilter === chosen);
    if (link.dataset.logFilter !== chosen) continue;
    link.setAttribute("aria-current", "true");
    const words = document.querySelector("[data-log-chosen]");
    if (words) words.textContent = link.textContent;
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-log-filter]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  chosen = link.dataset.logFilter;
  apply();
  document.dispatchEvent(new CustomEvent("log:filtered", { detail: { word: chosen } }));
});
document.addEventListener("htmx:after:swap", () => chosen !== "all" && apply());
