// Moments in the zone of whoever looks: the server writes them in UTC, which is what stands there without a script.

const words = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
const seconds = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

const forms = { clock, seconds };

export function writeTimes() {
  for (const time of document.querySelectorAll("time[data-local]")) {
    const text = (forms[time.dataset.local] ?? words).format(new Date(time.dateTime));
    if (time.textContent !== text) time.textContent = text;
  }
}

writeTimes();
document.addEventListener("htmx:after:swap", writeTimes);
