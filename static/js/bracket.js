// Makes the drawing of a bracket larger and smaller; it is moved by scrolling, or by dragging it.

const LEAST = 0.1;
const MOST = 2.5;
let scale = 1;
let held = null;

function draw(svg) {
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  svg.setAttribute("width", width * scale);
  svg.setAttribute("height", height * scale);
}

function fitting(svg) {
  const [, , width] = svg.getAttribute("viewBox").split(" ").map(Number);
  return (svg.parentElement.clientWidth - 2) / width;
}

function drawAll() {
  if (scale !== 1) document.querySelectorAll(".bracket").forEach(draw);
}

document.addEventListener("click", ({ target }) => {
  const how = target.closest("[data-zoom]")?.dataset.zoom;
  if (!how) return;
  const svg = target.closest("section").querySelector(".bracket");
  scale = Math.min(Math.max(how === "fit" ? fitting(svg) : scale * Number(how), LEAST), MOST);
  draw(svg);
});
document.addEventListener("pointerdown", (event) => {
  const wrap = event.target.closest(".bracket-wrap");
  if (wrap && event.pointerType === "mouse" && !event.target.closest("a")) held = { wrap, x: event.clientX + wrap.scrollLeft, y: event.clientY + wrap.scrollTop };
});
addEventListener("pointermove", (event) => {
  if (held) held.wrap.scrollTo(held.x - event.clientX, held.y - event.clientY);
});
addEventListener("pointerup", () => {
  held = null;
});
document.addEventListener("htmx:after:swap", drawAll);
