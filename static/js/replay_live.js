// Who looks back while the own match goes on is still at the table: the socket stays open, and says when it is time to
// return. The pictures that it brings are not shown here.

const notice = document.getElementById("going-on");
const words = notice.querySelector("span");
const asBefore = words.textContent;
const title = document.title;
const LONGEST_PAUSE = 8000;
let pause = 500;
let isAsked = false;

function told(facts) {
  if (facts.over) words.textContent = "The match is over. You can look at all of it now.";
  else if (facts.asked) words.textContent = "The match waits for you.";
  else words.textContent = asBefore;
  notice.classList.toggle("warn", Boolean(facts.asked || facts.over));
  if (facts.over) notice.querySelector("a").href = location.pathname;
  if (facts.asked && !isAsked) document.title = `● ${title}`;
  else if (!facts.asked) document.title = title;
  isAsked = facts.asked;
}

function listen() {
  const address = new URL(notice.dataset.socket, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  socket.addEventListener("open", () => (pause = 500));
  socket.addEventListener("message", ({ data }) => {
    const facts = new DOMParser().parseFromString(data, "text/html").getElementById("facts")?.dataset.facts;
    if (facts) told(JSON.parse(facts));
  });
  socket.addEventListener("close", ({ code }) => {
    if (code === 4004) return;
    setTimeout(listen, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  });
}

listen();
