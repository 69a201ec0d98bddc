// Opens the whole face of a card of the hand when the pointer or the keyboard's focus is on the card. Without this script
// a press on the card's art opens the face, and Escape closes it.

const LINGER_MS = 250;
let waiting = 0;
let opened = null;

const findFace = (target) => {
  const art = target.closest?.("#hand .card")?.querySelector("[popovertarget]");
  return art ? document.getElementById(art.getAttribute("popovertarget")) : null;
};

function closeFace() {
  clearTimeout(waiting);
  if (opened?.matches(":popover-open")) opened.hidePopover();
  opened = null;
}

function openFace(face) {
  if (!face.isConnected || face.matches(":popover-open")) return;
  opened = face;
  face.showPopover();
}

function switchTo(face, delay) {
  if (face === opened) return;
  closeFace();
  if (face) waiting = setTimeout(openFace, delay, face);
}

function handlePointer(event) {
  if (event.pointerType !== "mouse" || opened?.contains(event.target)) return;
  switchTo(findFace(event.target), LINGER_MS);
}

function handleFocus(event) {
  if (!event.target.matches(":focus-visible") || opened?.contains(event.target)) return;
  switchTo(findFace(event.target), 0);
}

document.addEventListener("pointerover", handlePointer);
document.addEventListener("focusin", handleFocus);
document.addEventListener("pointerdown", () => clearTimeout(waiting));
