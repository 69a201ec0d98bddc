// A page of a debrief whose secrets are still hidden: loads itself again when Control reveals them.

const HIDDEN = "hidden";
const AGAIN_MS = 4_000;
const page = document.getElementById("main");

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}${page.dataset.socket}`);
  socket.addEventListener("message", ({ data }) => {
    const { secrets = HIDDEN } = JSON.parse(data).parts;
    if (secrets !== HIDDEN) location.reload();
  });
  socket.addEventListener("close", () => setTimeout(connect, AGAIN_MS));
}

document.getElementById("stays-hidden").remove(); // which is for those without scripts
connect();
