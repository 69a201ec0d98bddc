// Changes of a deck in the editor: one after the other, each with the number of the deck that the last answer brought.
// A button for one more or less means one more than there are by then, so quick clicks lose nothing. What could not be
// sent is kept and tried again; whoever leaves meanwhile does so when it is saved. Other modules ask for changes by an
// event:
//   deck:change  detail: {name, value} as a button has them, or {name, part, title, most} with `change` or `copies`

import { renewTokens } from "./tokens.js";

const AGAIN_MS = 10000; // between tries, when nobody presses the button
const SAVING = "Saving…";
const NOT_SAVED = "Not saved";

const form = document.getElementById("edit");
const rename = document.getElementById("rename"); // a deck out of a pool has no name
const sender = document.createElement("button");
const waiting = [];
let isSending = false;
let isPassing = false; // the form that is submitted now is sent, and asks for nothing
let isHeld = false; // a connection is lost, or somebody must look at the deck first
let isRenewed = false; // the change under way has a new token already
let why = ""; // what was wrong with the last try
let again = 0;
let savedWords = "";
let sentWith = ""; // the search that the answer brings rows of; of another catalogue it may have found others
let afterwards = null; // what waits until all is saved

sender.hidden = true;
form.append(sender);

function say(words) {
  const line = document.getElementById("announce");
  line.textContent = "";
  line.textContent = words;
}

const searchOf = () => `${form.elements.page.value} ${form.elements.q.value}`;

// A large deck is not listed to its end: then what was found says how many copies it has.
const copiesOf = ({ part, title }) => {
  const rows = [...document.querySelectorAll(`[data-part="${part}"]`)].filter((row) => row.dataset.title === title);
  return Number((rows.find((row) => !row.closest("#find")) ?? rows[0])?.dataset.copies ?? 0);
};

// What is to be sent for a change as the deck is now; nothing where nothing is to be done.
function settled(change) {
  if (change.form) return change.form.checkValidity() ? change : null;
  if (change.value !== undefined) return change;
  const { name, part, title, most } = change;
  const now = copiesOf(change);
  const wanted = change.copies ?? now + change.change;
  if (wanted > Math.max(most, now) || (wanted > most && change.change > 0)) {
    say(`At most ${most} of ${title} are allowed.`);
    return null;
  }
  return wanted < 0 || wanted === now ? null : { name, value: `${part} ${wanted} ${title}` };
}

function submit(what, submitter) {
  isPassing = true;
  what.requestSubmit(submitter);
  isPassing = false;
}

function send(change) {
  isSending = true;
  sentWith = searchOf();
  if (change.form) return submit(change.form);
  sender.name = change.name;
  sender.value = change.value;
  submit(form, sender);
}

function next() {
  if (isSending || isHeld) return;
  while (waiting.length) {
    const change = settled(waiting[0]);
    if (change) {
      waiting[0] = change; // tried again it is the same, were it done already
      return send(change);
    }
    waiting.shift();
  }
  mark();
  const last = afterwards;
  afterwards = null;
  last?.();
}

function ask(change) {
  waiting.push(change);
  mark();
  setTimeout(next); // a form that is being submitted cannot be submitted
}

const titlesOf = ({ title, value, form: other }) =>
  other ? [] : title ? [title] : value.split("\n").map((edit) => edit.split(" ").slice(2).join(" "));

const failure = () => (waiting.length > 1 ? `Not saved: ${why}. ${waiting.length} changes wait.` : `Not saved: ${why}.`);

// The rows that wait for an answer, and how things stand.
function mark() {
  const titles = new Set(waiting.flatMap(titlesOf));
  for (const row of document.querySelectorAll("[data-title]")) {
    row.classList.toggle("is-pending", titles.has(row.dataset.title));
  }
  const saved = document.querySelector("#deck-state .saved");
  if (![SAVING, NOT_SAVED].includes(saved.textContent)) savedWords = saved.textContent;
  saved.textContent = waiting.length ? (isHeld ? NOT_SAVED : SAVING) : savedWords;
  const notice = document.getElementById("unsaved");
  const said = notice?.querySelector("p");
  if (notice && !waiting.length) notice.remove();
  else if (said && said.textContent !== failure()) said.textContent = failure();
}

function failed(reason, isPassingBy) {
  isHeld = true;
  why = reason;
  if (!document.getElementById("unsaved")) {
    const notice = document.createElement("div");
    const [said, button] = [document.createElement("p"), document.createElement("button")];
    notice.id = "unsaved";
    notice.className = "notice bad";
    notice.setAttribute("role", "alert");
    said.textContent = failure();
    button.type = "button";
    button.className = "button small";
    button.textContent = "Try again";
    button.addEventListener("click", tryAgain);
    notice.append(said, button);
    document.getElementById("notice").replaceChildren(notice);
  }
  clearTimeout(again);
  if (isPassingBy) again = setTimeout(tryAgain, AGAIN_MS);
  mark();
}

function tryAgain() {
  if (isSending || !document.getElementById("unsaved")) return;
  clearTimeout(again);
  isHeld = false;
  next();
  mark();
}

const read = (html) => new DOMParser().parseFromString(html, "text/html");

// The words of a page that says no, without the last full stop.
function reasonIn(html) {
  const said = [...read(html).querySelectorAll("[role=alert] :is(h1, .advice), main h1")];
  return [...new Set(said)].map((line) => line.textContent.trim()).join(" ").replace(/\.$/, "") || "it was refused";
}

async function answered({ detail: { ctx } }) {
  if (ctx.sourceElement !== form && (!rename || ctx.sourceElement !== rename)) return;
  const status = ctx.response?.status;
  const isAnswer = status < 400 || Boolean(ctx.text?.includes('id="refusal"'));
  const isOld = status === 403 && !isAnswer && !isRenewed;
  isRenewed = isOld && (await renewTokens());
  isSending = false;
  if (isRenewed) return next();
  if (!status) return failed("no connection", true);
  if (!isAnswer) return failed(status >= 500 ? "the server failed" : reasonIn(ctx.text), status >= 500);
  const done = waiting.shift();
  if (done?.form) named(done, status < 400);
  isHeld = document.getElementById("refusal")?.dataset.code === "moved_on";
  const found = document.getElementById("found");
  found.dataset.state = form.elements.number.value;
  if (searchOf() !== sentWith || found.dataset.catalogue !== form.elements.catalogue.value) {
    document.dispatchEvent(new CustomEvent("search:ask", { detail: location.pathname + location.search }));
  }
  mark();
  next();
}

// What a button of the deck asks for.
function pressed(submitter) {
  const { name, value } = submitter;
  const { change } = submitter.dataset;
  const { part, title, most } = submitter.closest("[data-title]")?.dataset ?? {};
  ask(change ? { name, part, title, most: Number(most), change: Number(change) } : { name, value });
}

function named({ value }, isDone) {
  if (isDone) document.title = `Editing ${value} · Incursions`;
  else rename.elements.name.dataset.asked = ""; // it may be asked for again
}

function askName() {
  const field = rename.elements.name;
  if (field.value === field.dataset.asked || !rename.reportValidity()) return;
  field.dataset.asked = field.value;
  ask({ form: rename, value: field.value });
}

document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (isPassing || target.method !== "post") return;
  const isDisabled = submitter?.ariaDisabled === "true" && !waiting.length; // what waits can be undone
  if (!isDisabled && target !== form && target !== rename && !waiting.length) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (isDisabled) {
    say(target === form ? `There is nothing to ${submitter.value}.` : "Nothing has changed since the newest version.");
  } else if (isHeld && submitter?.closest("#refusal")) {
    isHeld = false;
    waiting.unshift(target === form ? { name: submitter.name, value: submitter.value } : { form: rename, value: rename.elements.name.value });
    setTimeout(next);
  } else if (target === form) {
    pressed(submitter);
  } else if (rename && target === rename) {
    askName();
  } else {
    afterwards = () => target.requestSubmit(submitter);
  }
}, true);

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[type=button][aria-disabled=true]");
  if (button) say(button.getAttribute("aria-label"));
  const link = event.target.closest("a[href]");
  if (link?.closest("#refusal")) waiting.length = 0; // it leads to the deck as it is
  const isElsewhere = link && !link.target && (link.pathname !== location.pathname || link.closest(".segments"));
  if (!isElsewhere || !waiting.length || isHeld || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  afterwards = () => location.assign(link.href);
});

if (rename) {
  rename.elements.name.dataset.asked = rename.elements.name.value;
  rename.elements.name.addEventListener("change", askName);
}
document.addEventListener("deck:change", ({ detail }) => ask(detail));
document.addEventListener("htmx:finally:request", answered);
addEventListener("online", tryAgain);
addEventListener("beforeunload", (event) => waiting.length && event.preventDefault());
