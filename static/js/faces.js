// The whole faces of the hand's cards. A press on a card's art opens its face without scripts, and Escape closes it; here
// the pointer and the keyboard's focus open it too.

const LINGER_MS = 250;
let waiting = 0;
let shown = null;

const faceOf = (target) => {
  const art = target.closest?.("#hand .card")?.querySelector("[popovertarget]");
  return art ? document.getElementById(art.getAttribute("popovertarget")) : null;
};

function hide() {
  clearTimeout(waiting);
  if (shown?.matches(":popover-open")) shown.hidePopover();
  shown = null;
}

function show(face) {
  if (!face.isConnected || face.matches(":popover-open")) return;
  shown = face;
  face.showPopover();
}

function turnTo(face, delay) {
  if (face === shown) return;
  hide();
  if (face) waiting = setTimeout(show, delay, face);
}

function pointed(event) {
  if (event.pointerType !== "mouse" || shown?.contains(event.target)) return;
  turnTo(faceOf(event.target), LINGER_MS);
}

function focused(event) {
  if (!event.target.matches(":focus-visible") || shown?.contains(event.target)) return;
  turnTo(faceOf(event.target), 0);
}

document.addEventListener("pointerover", pointed);
document.addEventListener("focusin", focused);
document.addEventListener("pointerdown", () => clearTimeout(waiting));
