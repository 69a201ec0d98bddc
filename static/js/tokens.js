// Renews the tokens in the forms of an open page. Signing up, in or out in another tab makes the old ones invalid.

const SEATED = "#absent, #leave"; // only a page for somebody who sits there has one of these

// Returns whether there is a new token. A page for somebody else than before is loaded again.
export async function renewTokens() {
  try {
    const reply = await fetch(location.href, { headers: { Accept: "text/html", "Only-Looks": "true" } });
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    if (Boolean(page.querySelector(SEATED)) !== Boolean(document.querySelector(SEATED))) location.reload();
    const token = page.querySelector("[name=csrfmiddlewaretoken]")?.value;
    if (token) for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = token;
    return Boolean(token);
  } catch {
    return false;
  }
}

export const isOldToken = (status, text) => status === 403 && Boolean(text?.includes('id="old-page"'));
