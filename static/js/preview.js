// The option under the pointer or the focus is previewed: the points it would cost are hatched in the own gauges, the
// power cards it would spend are outlined.

const CELL_GAP = 1.3;
const WIDTH = 200;
const SVG = "http://www.w3.org/2000/svg";

function cells(first, last, top) {
  const width = WIDTH / top;
  const wide = (width - CELL_GAP).toFixed(2);
  let path = "";
  for (let cell = first; cell < last; cell += 1) path += `M${(cell * width).toFixed(2)} 0h${wide}v14h-${wide}Z`;
  return path;
}

function draw(gauge, after) {
  const now = Number(gauge.dataset.now);
  const top = Number(gauge.dataset.top);
  const [low, high] = after < now ? [after, now] : [now, after];
  const runs = [
    [`g-${gauge.dataset.gauge}`, 0, low],
    [after < now ? "g-lost" : "g-gained", low, high],
    ["g-empty", high, top],
  ];
  const svg = gauge.querySelector("svg");
  svg.replaceChildren(
    ...runs.filter(([, first, last]) => last > first).map(([name, first, last]) => {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("class", name);
      path.setAttribute("d", cells(first, last, top));
      return path;
    }),
  );
  gauge.querySelector("[data-figure]").textContent = after === now ? String(now) : `${now} → ${after}`;
}

// Under fire the least is previewed while nothing else is looked at.
const standing = () => document.querySelector("#prompt button.option[data-key='0'][data-hull]");

function preview(looked) {
  const option = looked ?? standing();
  const own = document.querySelectorAll(".ship.own .gauge, .ship-strip .gauge");
  for (const gauge of own) {
    const after = option?.dataset[gauge.dataset.gauge];
    draw(gauge, after === undefined ? Number(gauge.dataset.now) : Number(after));
  }
  const cards = [...document.querySelectorAll(".ship.own .power .up")];
  const cost = Number(option?.dataset.power ?? 0);
  cards.forEach((card, place) => card.classList.toggle("is-selected", place >= cards.length - cost));
}

const optionOf = (target) => target.closest?.("#prompt .option, #prompt .amount");

document.addEventListener("focusin", (event) => preview(optionOf(event.target)));
document.addEventListener("pointerover", (event) => {
  const option = optionOf(event.target);
  if (option) preview(option);
});
document.addEventListener("pointerout", (event) => {
  if (optionOf(event.target)) preview(optionOf(document.activeElement));
});
