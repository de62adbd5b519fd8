"use strict";
// Filters, search and pages over the images; the address keeps them, so that a view can be passed on.
const PAGE_SIZE = 20;
const images = [...document.querySelectorAll("article")].map((element) => ({
  element,
  text: element.textContent.toLowerCase(),
}));
const fields = { q: "search", choice: "choice", label: "label", bar: "bar", has: "has" };
const controls = Object.fromEntries(
  Object.entries(fields).map(([key, id]) => [key, document.getElementById(id)]).filter(([, control]) => control),
);
const count = document.getElementById("count");
const previous = document.getElementById("previous");
const next = document.getElementById("next");
let page = 0;

function matches({ element, text }) {
  const words = controls.q.value.toLowerCase().split(/\s+/).filter(Boolean);
  return (
    words.every((word) => text.includes(word)) &&
    (!controls.choice.value || element.dataset.choice === controls.choice.value) &&
    (!controls.label || !controls.label.value || element.dataset.label === controls.label.value) &&
    (!controls.bar.value || element.dataset.classes.split(" ").includes(controls.bar.value)) &&
    (!controls.has.value || element.dataset[controls.has.value] === "yes")
  );
}

function show() {
  const found = images.filter(matches);
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  page = Math.min(page, pages - 1);
  const visible = new Set(found.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE));
  for (const image of images) image.element.hidden = !visible.has(image);
  count.textContent = `${found.length} of ${images.length} images shown here, page ${page + 1} of ${pages}`;
  previous.disabled = page === 0;
  next.disabled = page === pages - 1;
}

function changed() {
  page = 0;
  const address = new URLSearchParams();
  for (const [key, control] of Object.entries(controls)) if (control.value) address.set(key, control.value);
  location.replace(`#${address}`);
  show();
}

function turn(step) {
  page += step;
  show();
  document.getElementById("images").scrollIntoView();
}

// The view that an address gives; false where it is of another place on the page.
function take(hash) {
  const given = new URLSearchParams(hash.slice(1));
  if (![...given.keys()].some((key) => key in controls)) return false;
  for (const [key, control] of Object.entries(controls)) control.value = given.get(key) ?? "";
  return true;
}

take(location.hash);
for (const control of Object.values(controls)) control.addEventListener("input", changed);
// A bar of the histogram is a link to the view of its images.
for (const link of document.querySelectorAll(".chart a")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    take(link.getAttribute("href"));
    changed();
    document.getElementById("images").focus();
  });
}
previous.addEventListener("click", () => turn(-1));
next.addEventListener("click", () => turn(1));
document.getElementById("filters").hidden = false;
show();

// Trees lie compressed in their buttons until somebody opens them.
async function unpack(base64) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function figure(tree) {
  const made = element(
    "figure",
    {},
    element("figcaption", {}, `${tree.name}: ${tree.caption}`),
    element("pre", {}, tree.tuples.join("\n") || "no tuples"),
  );
  if (tree.svg) {
    const source = `data:image/svg+xml,${encodeURIComponent(tree.svg)}`;
    const box = element("div", { className: "tree", tabIndex: 0 }, element("img", { src: source, alt: tree.text }));
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", `Dependency tree, ${tree.name}`);
    made.append(box);
  } else made.append(element("p", {}, tree.text || "no words"));
  return made;
}

function toggle(button) {
  const isNew = !button.panel;
  if (isNew) {
    button.panel = element("div", { hidden: true });
    button.after(button.panel);
  }
  button.panel.hidden = !button.panel.hidden;
  button.setAttribute("aria-expanded", String(!button.panel.hidden));
  if (isNew) unpack(button.dataset.trees).then((trees) => button.panel.append(...trees.map(figure)));
}

const canUnpack = "DecompressionStream" in window;
for (const button of canUnpack ? document.querySelectorAll("button.open") : []) {
  button.hidden = false;
  button.addEventListener("click", () => toggle(button));
}
