// The line to a tournament: its socket says which version there is, and no more. Pages listen:
//   event:version  detail: {version}   there is this one now
//   event:line     detail: {isOpen}    the line is there, or lost

const AGAIN_MS = 5_000;
const GONE = 4004;

function tell(name, detail) {
  document.dispatchEvent(new CustomEvent(name, { detail }));
}

function listen(path) {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
  socket.addEventListener("open", () => tell("event:line", { isOpen: true }));
  socket.addEventListener("message", ({ data }) => tell("event:version", JSON.parse(data)));
  socket.addEventListener("close", ({ code }) => {
    tell("event:line", { isOpen: false });
    if (code !== GONE) setTimeout(listen, AGAIN_MS, path);
  });
}

for (const { dataset } of document.querySelectorAll("[data-socket]")) listen(dataset.socket);
