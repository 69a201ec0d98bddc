// The start of a tournament in the zone of whoever plans it: the server keeps UTC, and says UTC where nobody chose.

const zone = document.getElementById("id_zone");
const start = document.getElementById("id_starts_at");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

if (zone?.value === "UTC" && here && here !== "UTC" && !document.querySelector("form [aria-invalid]")) {
  if (start.value) {
    const moment = new Date(`${start.value}Z`);
    const shift = moment.getTimezoneOffset() * 60_000;
    start.value = new Date(moment.getTime() - shift).toISOString().slice(0, 16);
  }
  zone.value = here;
}
