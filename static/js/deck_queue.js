// Changes of a deck in the editor: one after the other, each with the number of the deck that the last answer brought.
// A button for one more or less means one more than there are by then, so quick clicks lose nothing. What could not be
// sent is kept and can be tried again. Other modules ask for changes by an event:
//   deck:change  detail: {name, value} as a button has them, or {name, part, title, most} with `change` or `copies`

const form = document.getElementById("edit");
const sender = document.createElement("button");
const waiting = [];
let isSending = false;
let isHeld = false; // a connection is lost, or somebody must look at the deck first
let sentWith = ""; // the search that the answer brings rows of
let afterwards = null; // a form that waits until all is saved

sender.hidden = true;
form.append(sender);

function say(words) {
  const line = document.getElementById("announce");
  line.textContent = "";
  line.textContent = words;
}

const searchOf = () => `${form.elements.page.value} ${form.elements.q.value}`;

const copiesOf = ({ part, title }) => {
  const rows = document.querySelectorAll(`:is(#deck, #hexes) [data-part="${part}"]`);
  return Number([...rows].find((row) => row.dataset.title === title)?.dataset.copies ?? 0);
};

// What is to be sent for a change as the deck is now; nothing where nothing is to be done.
function settled(change) {
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

function next() {
  if (isSending || isHeld) return;
  while (waiting.length) {
    const change = settled(waiting[0]);
    if (change) {
      waiting[0] = change; // tried again it is the same, were it done already
      isSending = true;
      sentWith = searchOf();
      sender.name = change.name;
      sender.value = change.value;
      form.requestSubmit(sender);
      return;
    }
    waiting.shift();
  }
  mark();
  const last = afterwards;
  afterwards = null;
  last?.form.requestSubmit(last.submitter);
}

function ask(change) {
  waiting.push(change);
  mark();
  setTimeout(next); // a form that is being submitted cannot be submitted
}

// The rows that wait for an answer, and how things stand.
function mark() {
  const titles = new Set(waiting.map(({ title, value }) => title ?? value.split(" ").slice(2).join(" ")));
  for (const row of document.querySelectorAll("[data-title]")) {
    row.classList.toggle("is-pending", titles.has(row.dataset.title));
  }
  const saved = document.querySelector("#deck-state .saved");
  if (waiting.length) saved.textContent = isHeld ? "Not saved" : "Saving…";
}

function failed(why) {
  isHeld = true;
  const notice = document.createElement("div");
  const [said, again] = [document.createElement("p"), document.createElement("button")];
  notice.className = "notice bad";
  notice.setAttribute("role", "alert");
  said.textContent = waiting.length > 1 ? `Not saved: ${why}. ${waiting.length} changes wait.` : `Not saved: ${why}.`;
  again.type = "button";
  again.className = "button small";
  again.textContent = "Try again";
  again.addEventListener("click", tryAgain);
  notice.append(said, again);
  document.getElementById("notice").replaceChildren(notice);
  mark();
}

function tryAgain() {
  isHeld = false;
  next();
  mark();
}

function answered({ detail: { ctx } }) {
  if (ctx.sourceElement !== form) return;
  isSending = false;
  const status = ctx.response?.status;
  const refusal = document.getElementById("refusal");
  if (!status) return failed("no connection");
  if (status >= 400 && !refusal) return failed(status >= 500 ? "the server failed" : "the deck cannot be changed now");
  waiting.shift();
  isHeld = refusal?.dataset.code === "moved_on";
  document.getElementById("found").dataset.state = form.elements.number.value;
  if (searchOf() !== sentWith) {
    document.dispatchEvent(new CustomEvent("search:ask", { detail: location.pathname + location.search }));
  }
  mark();
  next();
}

document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (target === form && submitter !== sender) {
    event.preventDefault();
    event.stopImmediatePropagation();
    const { name, value } = submitter;
    const { change } = submitter.dataset;
    const { part, title, most } = submitter.closest("[data-title]")?.dataset ?? {};
    if (submitter.ariaDisabled === "true") {
      say(`There is nothing to ${value}.`);
    } else if (isHeld && submitter.closest("#refusal")) {
      isHeld = false;
      waiting.unshift({ name, value });
      setTimeout(next);
    } else {
      ask(change ? { name, part, title, most: Number(most), change: Number(change) } : { name, value });
    }
  } else if (target.method === "post" && target !== form && waiting.length) {
    event.preventDefault();
    event.stopImmediatePropagation();
    afterwards = { form: target, submitter };
  }
}, true);

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button[type=button][aria-disabled=true]");
  if (button) say(button.getAttribute("aria-label"));
  if (target.closest("#refusal a")) waiting.length = 0; // it leads to the deck as it is
});

document.addEventListener("deck:change", ({ detail }) => ask(detail));
document.addEventListener("htmx:finally:request", answered);
addEventListener("online", () => isHeld && !document.getElementById("refusal") && tryAgain());
addEventListener("beforeunload", (event) => waiting.length && event.preventDefault());
