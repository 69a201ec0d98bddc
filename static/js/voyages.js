// Moves the focus to the sentence of the step, where Enter continues, and opens the hint after ten seconds.
const HINT_AFTER_MS = 10_000;

const lesson = document.getElementById("lesson");
if (location.hash === "#lesson") lesson?.focus({ preventScroll: true });
lesson?.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target === lesson) document.getElementById("lesson-go")?.click();
});

const hint = document.getElementById("lesson-hint");
if (hint) setTimeout(() => (hint.open = true), HINT_AFTER_MS);
