// What one of Control does on the desk besides giving commands: takes and releases claims, and dismisses refused plans.
// The answer comes as a new picture of the desk; a refusal is told in its line.

const PATIENCE_MS = 8_000;
const line = document.getElementById("day-line");

async function act(address, fields) {
  let words = "";
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(fields),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!answer.ok) words = (await answer.json()).message;
  } catch {
    words = "Not sent: there is no connection. Try again.";
  }
  if (words) line.textContent = words;
}

document.addEventListener("submit", (event) => {
  if (event.target.id !== "desk-act") return;
  event.preventDefault();
  act(event.target.action, { [event.submitter.name]: event.submitter.value });
});
