// The documents of the API: every operation of the schema, to read and to try out with the session of the page.

const place = document.getElementById("api-operations");
const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
const root = document.documentElement;
const night = matchMedia("(prefers-color-scheme: dark)");

function light() {
  root.classList.toggle("dark-mode", root.dataset.theme ? root.dataset.theme === "dark" : night.matches);
}

light();
night.addEventListener("change", light);

// What Swagger UI leaves out: names of choices, and keys for what scrolls; and one role that it gives too often.
new MutationObserver(() => {
  for (const choice of place.querySelectorAll("[data-param-name] select:not([aria-label])"))
    choice.setAttribute("aria-label", choice.closest("[data-param-name]").dataset.paramName);
  for (const example of place.querySelectorAll("pre:not([tabindex])")) example.tabIndex = 0;
  for (const table of place.querySelectorAll("table[role=region]")) table.removeAttribute("role");
}).observe(place, { childList: true, subtree: true });

window.SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  plugins: [() => ({ wrapComponents: { InfoContainer: () => () => null } })], // the page says it
  validatorUrl: null,
  defaultModelsExpandDepth: -1, // the operations show the shapes that they take and give
  requestInterceptor: (request) => {
    if (new URL(request.url, location.href).origin === location.origin) request.headers["X-CSRFToken"] = token;
    return request;
  },
});
