// The line to the server. Its pings are answered as they come, before any picture is drawn, and shown to nobody: so it
// knows how long the line takes. A line on which nothing came for a while is dead, whatever the browser thinks of it
// (after sleep, or in a new network), and is opened anew. Tells of both:
//   line:lost, line:back

import { renewTokens } from "./tokens.js";

const SESSION_ENDED = 4003;
const PING = "ping ";
const DEAD_AFTER = 16_000;
const LOOK_EVERY = 2_000;
let heardAt = performance.now();
let isLost = false;

function tell(lost) {
  if (lost !== isLost) document.dispatchEvent(new CustomEvent(lost ? "line:lost" : "line:back"));
  isLost = lost;
}

function openAnew() {
  const element = document.getElementById("socket");
  if (!element) return;
  tell(true);
  heardAt = performance.now();
  const again = element.cloneNode();
  element.replaceWith(again);
  htmx.process(again);
}

document.addEventListener("htmx:ws:after:connection", ({ detail: { connection } }) => {
  const { socket } = connection;
  heardAt = performance.now();
  tell(false);
  socket.addEventListener("message", ({ data }) => {
    heardAt = performance.now();
    if (typeof data !== "string" || !data.startsWith(PING) || socket.readyState !== WebSocket.OPEN) return;
    socket.send(`pong ${data.slice(PING.length)}`);
  });
});
document.addEventListener("htmx:ws:before:message:incoming", ({ detail }) => {
  const { data } = detail.message;
  if (typeof data === "string" && data.startsWith(PING)) detail.cancelled = true;
});
document.addEventListener("htmx:ws:close", ({ detail }) => {
  tell(true);
  if (detail.code === SESSION_ENDED) renewTokens().then(openAnew);
});
addEventListener("offline", () => tell(true));
addEventListener("online", openAnew);
setInterval(() => {
  if (performance.now() - heardAt > DEAD_AFTER) openAnew();
}, LOOK_EVERY);
