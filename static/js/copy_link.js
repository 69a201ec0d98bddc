// A button that copies a field. Without it the field can be selected.

document.documentElement.classList.add("has-script");

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  const said = document.getElementById(`${field.id}-said`);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    said.textContent = "Copied.";
  } catch {
    said.textContent = "It is selected: copy it by the keyboard or menu.";
  }
});
