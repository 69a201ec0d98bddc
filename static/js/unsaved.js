// Forms in which somebody writes at length: leaving the page asks first, while what was written is not sent.

const changed = new Set();

/** Whether a field says something else than the page came with: typed before this ran, or kept by the browser. */
const differs = (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked;

for (const form of document.querySelectorAll("form[data-unsaved]")) {
  // What was refused, or is only shown how it would look, is in the fields already, and saved nowhere.
  if (form.dataset.unsaved || [...form.querySelectorAll("input, textarea")].some(differs)) changed.add(form);
  form.addEventListener("input", () => changed.add(form));
}

document.addEventListener("submit", ({ target }) => {
  if (target.method === "post") changed.delete(target);
});
addEventListener("beforeunload", (event) => changed.size && event.preventDefault());
