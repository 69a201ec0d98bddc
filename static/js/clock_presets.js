// Clocks that have a name fill the fields. Without a script their links do, and load the page again.

for (const link of document.querySelectorAll("a[data-clocks]")) {
  link.setAttribute("role", "button");
  link.addEventListener("click", (event) => {
    event.preventDefault();
    new URLSearchParams(link.search).forEach((value, name) => (document.getElementById(name).value = value));
  });
}
