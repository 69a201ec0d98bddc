// The match with hands, late: asks now and then whether a newer moment may be seen. Whoever looks at the newest one is
// led on; whoever has stepped back is offered it.

const EVERY_MS = 5000;
const notice = document.getElementById("later");
const reel = JSON.parse(document.getElementById("scrub").dataset.reel);

async function ask() {
  const answer = await fetch(notice.dataset.address, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) return;
  const { number } = await answer.json();
  if (number === reel.last) return;
  const link = notice.querySelector("a");
  const isAtEnd = Number(document.getElementById("step-number").textContent) === reel.last;
  if (number === null || (isAtEnd && !document.activeElement?.closest("#chat"))) location.assign(link.href);
  else link.hidden = false;
}

setInterval(ask, EVERY_MS);
