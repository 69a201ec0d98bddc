// Moves the focus to the sentence of the step, where Enter continues, and opens the hint after ten seconds. Each step is
// a page of its own: what the step before brought is told on the chart when the page opens, and the sentence follows.
const HINT_AFTER_MS = 10_000;

const lesson = document.getElementById("lesson");
if (location.hash === "#lesson") {
  lesson?.focus({ preventScroll: true });
  const detail = { facts: { move: Infinity }, before: { move: 0 } };
  document.dispatchEvent(new CustomEvent("table:changed", { detail }));
}
lesson?.addEventListener("keydown", (event) => {
  const isHidden = Boolean(lesson.querySelector(".is-coming"));
  if (event.key === "Enter" && event.target === lesson && !isHidden) document.getElementById("lesson-go")?.click();
});

const hint = document.getElementById("lesson-hint");
if (hint) setTimeout(() => (hint.open = true), HINT_AFTER_MS);
