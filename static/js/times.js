// Moments in the zone of whoever looks: the server writes them in UTC, which is what stands there without a script.

const words = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

function write() {
  for (const time of document.querySelectorAll("time[data-local]")) {
    const text = (time.dataset.local === "clock" ? clock : words).format(new Date(time.dateTime));
    if (time.textContent !== text) time.textContent = text;
  }
}

write();
document.addEventListener("htmx:after:swap", write);
