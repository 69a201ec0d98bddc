// Forms in which somebody writes at length: leaving the page asks first, while what was written is not sent.

const changed = new Set();

for (const form of document.querySelectorAll("form[data-unsaved]")) {
  // What was refused, or is only shown how it would look, is in the fields already, and saved nowhere.
  if (form.dataset.unsaved) changed.add(form);
  form.addEventListener("input", () => changed.add(form));
}

document.addEventListener("submit", ({ target }) => {
  if (target.method === "post") changed.delete(target);
});
addEventListener("beforeunload", (event) => changed.size && event.preventDefault());
