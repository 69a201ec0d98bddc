// The desk of a tournament looks again by itself when something was done. What somebody is writing in is left alone:
// then the page says that there is something new, and the form that is sent still tells what its writer has seen.

const EVERY_MS = 5000;
const desk = document.getElementById("desk");
const notice = document.getElementById("moved-on");
let version = desk?.dataset.version;

function isWriting() {
  const focused = document.activeElement;
  if (desk.contains(focused) && focused.matches("input, select, textarea")) return true;
  if (desk.querySelector("details[open] form")) return true;
  return [...desk.querySelectorAll("input:not([type=hidden]), textarea, option")].some((field) =>
    field.matches("option")
      ? field.selected !== field.defaultSelected && field.closest("select").selectedIndex > 0
      : field.matches("[type=checkbox]")
        ? field.checked !== field.defaultChecked
        : field.value !== field.defaultValue,
  );
}

async function look() {
  if (document.hidden || (!notice.hidden && isWriting())) return;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html", "If-None-Match": `"${version}"` } });
    if (answer.status !== 200 || answer.redirected) return;
    const told = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("desk");
    if (!told) return;
    if (isWriting()) {
      notice.hidden = false;
      return;
    }
    const focused = desk.contains(document.activeElement) ? document.activeElement.id : "";
    version = told.dataset.version;
    desk.replaceChildren(...told.childNodes);
    if (focused) document.getElementById(focused)?.focus();
    notice.hidden = true;
    document.dispatchEvent(new CustomEvent("htmx:after:swap")); // times are written anew
  } catch {
    // offline: the next look finds out
  }
}

if (version) {
  setInterval(look, EVERY_MS);
  document.addEventListener("visibilitychange", look);
}
