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
