// Arrow keys turn to the neighbours of a page that names them. Every neighbour is a link, too.

const RELATIONS = { ArrowLeft: "prev", ArrowRight: "next" };

document.addEventListener("keydown", (event) => {
  const relation = RELATIONS[event.key];
  if (!relation || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
  if (event.target.closest("input, textarea, select, [contenteditable], pre, table")) return;
  const link = document.querySelector(`a[rel="${relation}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
