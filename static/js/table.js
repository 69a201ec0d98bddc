// The life of a table in the browser: what has changed after each swap, the pending state of a move, focus, the
// connection, announcements. Other modules listen to the two events dispatched here:
//   table:changed  detail: {facts, before}   after every push or own move
//   table:pending  detail: {text}            a move is on its way

import { isOldToken, renewTokens } from "./tokens.js";

const READ_AGAIN = "A connection is lost. Your clock runs on. Trying again.";
const CAUGHT_UP = "Connected again. The table is shown as it is now.";
let facts = readFacts();
let focusedId = "";
let heldUntil = 0;
let sentAgain = null; // the form whose last click was refused for its old token
const submitters = new WeakMap(); // by form, the button that sent it last

function readFacts() {
  const element = document.getElementById("facts");
  return element?.dataset.facts ? JSON.parse(element.dataset.facts) : {};
}

// Reply and push may overtake each other: what is older than the page, or says nothing new, must not replace it. A
// repeated picture would close what the player has just opened.
function isNews(text) {
  const incoming = new DOMParser().parseFromString(text, "text/html");
  const found = incoming.getElementById("facts")?.dataset.facts;
  if (!found) return true;
  const { revision, version } = JSON.parse(found);
  if (revision !== facts.revision) return revision > facts.revision;
  return version > facts.version || Boolean(incoming.getElementById("notice"));
}

// What the player has opened stays open: beside the prompt always, in it as long as the question is the same.
function keepOpen({ ctx, tasks }) {
  const incoming = new DOMParser().parseFromString(ctx.text, "text/html").getElementById("facts")?.dataset.facts;
  const isSame = incoming && JSON.parse(incoming).question === facts.question;
  for (const open of document.querySelectorAll("details[id][open]")) {
    if (open.closest("#prompt") && !isSame) continue;
    for (const { fragment } of tasks) fragment?.querySelector(`#${CSS.escape(open.id)}`)?.setAttribute("open", "");
  }
}

function announce(words) {
  const line = document.getElementById("announce");
  line.textContent = "";
  line.textContent = words;
}

function keepFocus() {
  if (!focusedId || document.activeElement !== document.body) return;
  const same = document.getElementById(focusedId);
  const again = same && same.getClientRects().length ? same : document.getElementById("prompt-title");
  again?.focus({ preventScroll: true });
}

function settled() {
  const before = facts;
  facts = readFacts();
  keepFocus();
  pending(false);
  if (facts.version === before.version && facts.asked === before.asked && facts.over === before.over) return;
  document.getElementById("failure")?.remove();
  if (facts.question !== before.question || facts.stage !== before.stage) {
    document.getElementById("prompt").scrollTop = 0;
    if (facts.asked) holdKeys();
  }
  if (facts.announce !== before.announce) announce(facts.announce);
  document.dispatchEvent(new CustomEvent("table:changed", { detail: { facts, before } }));
}

// Keys meant for the last question must not answer this one.
function holdKeys() {
  heldUntil = performance.now() + 400;
  document.documentElement.dataset.keysHeldUntil = String(heldUntil);
}

function pending(is, submitter) {
  const prompt = document.getElementById("prompt");
  if (!prompt) return;
  prompt.toggleAttribute("aria-busy", is);
  for (const marked of document.querySelectorAll(".is-pending")) marked.classList.remove("is-pending");
  if (!is) return;
  const text = submitter?.value;
  for (const button of document.querySelectorAll("[form=move][name=text]")) {
    if (button.value === text) button.closest(".option, .amount, .side, .target, .reach")?.classList.add("is-pending");
  }
  document.dispatchEvent(new CustomEvent("table:pending", { detail: { text } }));
}

function connection(isLost) {
  let banner = document.getElementById("connection");
  if (!isLost) {
    if (banner) announce(CAUGHT_UP);
    banner?.remove();
    return;
  }
  if (banner) return;
  banner = document.createElement("p");
  banner.id = "connection";
  banner.className = "notice bad connection";
  banner.setAttribute("role", "status");
  banner.textContent = READ_AGAIN;
  document.querySelector(".table-bar")?.after(banner);
}

// What the page of the failure says, where it is one of ours.
function tellFailure(page) {
  const said = new DOMParser().parseFromString(page, "text/html").querySelector("main p")?.textContent;
  const banner = document.getElementById("failure") ?? document.createElement("p");
  banner.id = "failure";
  banner.className = "notice bad connection";
  banner.setAttribute("role", "status");
  banner.textContent = said || "The server failed. Try again.";
  document.querySelector(".table-bar")?.after(banner);
}

// A click that was refused because somebody signed up or in in another tab is sent once more, with the new token.
async function sendAgain(form) {
  const submitter = submitters.get(form);
  const canSend = form !== sentAgain && (await renewTokens());
  sentAgain = canSend ? form : null;
  pending(false);
  if (canSend) form.requestSubmit(submitter?.isConnected ? submitter : null);
  else announce("You signed in or out in another tab. Load this page again.");
}

document.documentElement.classList.add("has-script");
document.addEventListener("submit", ({ target, submitter }) => submitters.set(target, submitter), true);
document.addEventListener("focusin", (event) => {
  focusedId = event.target.id || "";
});
document.addEventListener("htmx:before:swap", (event) => {
  if (isNews(event.detail.ctx.text)) keepOpen(event.detail);
  else event.preventDefault();
});
document.addEventListener("htmx:after:swap", settled);
document.addEventListener("htmx:after:swap", () => {
  sentAgain = null;
});
document.addEventListener("htmx:finally:swap", (event) => {
  if (event.target.id === "move") pending(false);
});
document.addEventListener("submit", (event) => {
  if (event.target.id !== "move") return;
  if (document.getElementById("prompt").hasAttribute("aria-busy")) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  pending(true, event.submitter);
}, true);
document.addEventListener("htmx:error", () => {
  pending(false);
  announce("The move could not be sent. Try again.");
});
document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
  if (isOldToken(ctx.response.status, ctx.text)) sendAgain(ctx.sourceElement);
  else if (ctx.response.status >= 500) tellFailure(ctx.text);
});
document.addEventListener("line:back", () => connection(false));
document.addEventListener("line:lost", () => connection(true));

// On a phone a tab of the sheets is a link to a fragment; its panel takes the focus.
addEventListener("hashchange", () => document.querySelector(":target")?.focus({ preventScroll: true }));
