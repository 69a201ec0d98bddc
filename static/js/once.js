// A form that was sent is not sent again by a second click, while its answer is on the way.

const MOST_MS = 5000; // an answer that takes longer may be lost
const sent = new WeakSet();

document.addEventListener("submit", (event) => {
  const { target } = event;
  if (event.defaultPrevented || target.method !== "post") return;
  if (sent.has(target)) event.preventDefault();
  sent.add(target);
  setTimeout(() => sent.delete(target), MOST_MS);
});
