// Says at once whether what the player would bring may be played at the table: the settings stand in the same form, or
// the form names the table. `data-asks` lists the fields that matter, all terms of the game among them. Without a script
// the same is said when the form is sent.

const AFTER_MS = 150;

for (const verdict of document.querySelectorAll("[data-looks]")) {
  const form = verdict.closest("form");
  const asks = verdict.dataset.asks.split(/\s+/);
  let timer, asking;

  async function look() {
    asking?.abort();
    asking = new AbortController();
    const said = new FormData(form);
    const asked = new URLSearchParams(asks.filter((name) => said.get(name)).map((name) => [name, said.get(name)]));
    try {
      const answer = await fetch(`${verdict.dataset.looks}?${asked}`, { signal: asking.signal });
      if (answer.ok) verdict.innerHTML = await answer.text();
    } catch {
      // away, or asked anew meanwhile: the form says the same when it is sent
    }
  }

  form.addEventListener("change", ({ target }) => {
    if (!asks.includes(target.name)) return;
    clearTimeout(timer);
    timer = setTimeout(look, AFTER_MS);
  });
  // A choice that the browser has kept, or that came with the address.
  if (new FormData(form).get("starter")) look();
}
