// Buttons that copy what stands in a field. Without a script the field can be selected and copied by hand.

const message = document.getElementById("copied");
const PATIENCE = 1500; // ms: some browsers never answer a request to copy

function writeToClipboard(text) {
  const late = new Promise((_, fail) => setTimeout(fail, PATIENCE));
  return Promise.race([navigator.clipboard.writeText(text), late]);
}

async function copy(field) {
  try {
    await writeToClipboard(field.value);
    message.textContent = "Copied.";
    return "Copied";
  } catch {
    field.focus();
    field.select();
    message.textContent = "Selected. Copy it with your browser.";
    return "Selected";
  }
}

for (const button of document.querySelectorAll("button[data-copies]")) button.hidden = false;

// The document listens, because a swap may bring more buttons.
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
