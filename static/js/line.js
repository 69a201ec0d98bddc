// How long the line to the server takes: its pings are answered as they come, before any picture is drawn, and shown to
// nobody.

const PING = "ping ";

document.addEventListener("htmx:ws:after:connection", ({ detail: { connection } }) => {
  const { socket } = connection;
  socket.addEventListener("message", ({ data }) => {
    if (typeof data === "string" && data.startsWith(PING)) socket.send(`pong ${data.slice(PING.length)}`);
  });
});
document.addEventListener("htmx:ws:before:message:incoming", ({ detail }) => {
  const { data } = detail.message;
  if (typeof data === "string" && data.startsWith(PING)) detail.cancelled = true;
});
