// When the time to build is over, the builder leads to the pool: what was saved is played, or what is proposed.

const AFTER_MS = 2000; // the server ends it a moment later
const clock = document.querySelector("[data-until][data-then]");

if (clock) {
  const left = Number(clock.dataset.until) - Number(clock.dataset.now);
  setTimeout(() => location.assign(clock.dataset.then), left + AFTER_MS);
}
