// Clocks that have a name fill the fields. Without a script their links do, and load the page again.

const FIELDS = ["minutes", "bank_s", "free_s"];

for (const link of document.querySelectorAll("a[data-clocks]")) {
  link.setAttribute("role", "button");
  link.addEventListener("click", (event) => {
    event.preventDefault();
    link.dataset.clocks.split(" ").forEach((value, place) => (document.getElementById(FIELDS[place]).value = value));
  });
}
