// Buttons that copy what stands in a field. Without a script the field can be selected and copied by hand.

const told = document.getElementById("copied");
const PATIENCE = 1500; // ms: a browser that may not copy, or asks first, need not say so

function written(text) {
  const late = new Promise((_, fail) => setTimeout(fail, PATIENCE));
  return Promise.race([navigator.clipboard.writeText(text), late]);
}

async function copy(field) {
  try {
    await written(field.value);
    told.textContent = "Copied.";
    return "Copied";
  } catch {
    field.focus();
    field.select();
    told.textContent = "Selected. Copy it with your browser.";
    return "Selected";
  }
}

for (const button of document.querySelectorAll("button[data-copies]")) button.hidden = false;

// The page may bring a button later, so that the document listens.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copies]");
  if (!button || button.dataset.label) return;
  button.dataset.label = button.textContent;
  button.textContent = await copy(document.getElementById(button.dataset.copies));
  setTimeout(() => {
    button.textContent = button.dataset.label;
    delete button.dataset.label;
  }, 2000);
});
