// The page asks its own server, shows what it answers as text, and keeps its state in the address.
"use strict";

const SLOTS = ["predicate", "agents", "patients", "locatives"];
const LETTERS = { predicate: "P", agents: "A", patients: "T", locatives: "L" };
const NAMES = { predicate: "predicate", agents: "agents", patients: "patients", locatives: "locatives" };
const KINDS = ["", "scene", "object", "event", "temporal", "image-region"];
const PAUSE_MS = 120;

const $ = (id) => document.getElementById(id);
const options = [...document.querySelectorAll("[data-option]")];
const defaults = Object.fromEntries(options.map((select) => [select.id, select.value]));
const nCaptions = Number(document.body.dataset.captions);

let shown = null; // the last answer, with what was asked
let asked = 0;
let running = null;
let timer = 0;
let position = 0; // in the queue, from 1; 0 for a typed caption
let waiting = null; // the caption of the queue
let draft = null; // the annotation that is corrected
let words = []; // of its caption
let current = 0; // the tuple and the slot that words go into
let slot = "agents";
let focusedWord = 0;
let isTouched = false;

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

const cut = (text, start, end) => Array.from(text).slice(start, end).join(""); // offsets are code points
const fillersOf = (item, name) => (name === "predicate" ? [item.predicate] : item[name]);

async function ask(method, path, body, signal) {
  const request = { method, signal, cache: "no-store" };
  if (body !== undefined) {
    request.headers = { "Content-Type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw { faults: [{ where: "", problem: "the server does not answer: is captuple play still running?" }] };
  }
  const answer = await response.json();
  if (!response.ok) throw answer;
  return answer;
}

function showFaults(list, failure) {
  if (!failure.faults) throw failure;
  list.replaceChildren(...failure.faults.map((f) => element("li", {}, f.where ? `${f.where}: ${f.problem}` : f.problem)));
}

// ---- the state, in the address

function chosenOptions() {
  return Object.fromEntries(options.map((select) => [select.id, select.value]));
}

function referenceLines() {
  return $("references").value.split("\n").map((line) => line.trim()).filter(Boolean);
}

function writeAddress() {
  const state = new URLSearchParams();
  if (position) state.set("at", String(position));
  else {
    if ($("caption").value) state.set("caption", $("caption").value);
    for (const line of referenceLines()) state.append("reference", line);
  }
  for (const [name, value] of Object.entries(chosenOptions())) if (value !== defaults[name]) state.set(name, value);
  const text = state.toString();
  history.replaceState(null, "", text ? `#${text}` : location.pathname);
}

function readAddress() {
  const state = new URLSearchParams(location.hash.slice(1));
  for (const select of options) {
    const value = state.get(select.id);
    const isKnown = [...select.options].some((option) => option.value === value);
    select.value = isKnown ? value : defaults[select.id];
  }
  const isEmpty = !state.has("caption") && !state.has("reference");
  const at = Number(state.get("at") ?? (isEmpty ? 1 : 0)); // what waits for correction is what one came for
  if (Number.isInteger(at) && at >= 1 && at <= nCaptions) {
    openCaption(at);
    return;
  }
  typed();
  $("caption").value = state.get("caption") ?? "";
  $("references").value = state.getAll("reference").join("\n");
  refresh();
}

// ---- reading as one types

function later() {
  clearTimeout(timer);
  running?.abort();
  asked += 1; // an answer to what stood there before is none to what is typed now
  timer = setTimeout(refresh, PAUSE_MS);
  $("main").setAttribute("aria-busy", "true");
}

async function refresh() {
  clearTimeout(timer);
  running?.abort();
  running = new AbortController();
  const number = ++asked;
  const caption = $("caption").value;
  const references = referenceLines();
  if (!caption.trim()) {
    shown = null;
    $("faults").replaceChildren();
    $("status").textContent = "Type a caption, or choose an example.";
    $("results").hidden = true;
    $("correction").hidden = true;
    $("main").setAttribute("aria-busy", "false");
    writeAddress();
    return;
  }
  $("main").setAttribute("aria-busy", "true");
  writeAddress();
  const body = { options: chosenOptions() };
  const path = references.length ? "api/compare" : "api/read";
  Object.assign(body, references.length ? { candidate: caption, references } : { caption });
  try {
    const answer = await ask("POST", path, body, running.signal);
    if (number !== asked) return;
    $("faults").replaceChildren();
    const comparison = answer.comparison ?? null;
    show({ reading: comparison ? comparison.candidate : answer.reading, comparison, calls: answer.calls });
  } catch (failure) {
    if (failure.name === "AbortError" || number !== asked) return;
    $("status").textContent = "";
    $("results").hidden = true;
    showFaults($("faults"), failure);
  }
  $("main").setAttribute("aria-busy", "false");
}

function show(answer) {
  shown = answer;
  const { reading, comparison } = answer;
  const { extraction } = reading;
  $("results").hidden = false;
  const n = extraction.tuples.length;
  $("status").textContent = extraction.language
    ? `Not English (${extraction.language}): no tuples.`
    : `${n} ${n === 1 ? "tuple" : "tuples"}` + (comparison ? `, F1 ${comparison.overall_f1.toFixed(4)}` : "");
  showMarks(extraction, null);
  showTuples(extraction);
  showBast(reading.bast);
  showTree(reading);
  showMatching(comparison);
  $("copied-status").textContent = "";
  $("copied").value = "";
  const isCorrected = isTouched && draft?.caption === extraction.caption;
  if (!position && !isCorrected) startDraft(reading.annotation, reading.words);
}

function showMarks(extraction, only) {
  const roles = new Map(); // by "start:end": the slots and tuples of a word
  extraction.tuples.forEach((item, i) => {
    for (const name of SLOTS) {
      for (const filler of fillersOf(item, name)) {
        if (filler.start === null) continue;
        const key = `${filler.start}:${filler.end}`;
        const seen = item.depicted !== false && filler.depicted !== false;
        roles.set(key, [...(roles.get(key) ?? []), { name, i, seen }]);
      }
    }
  });
  const text = extraction.caption;
  const parts = [];
  let at = 0;
  const spans = [...roles.keys()].map((key) => key.split(":").map(Number)).sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  for (const [start, end] of spans) {
    if (start < at) continue;
    const own = roles.get(`${start}:${end}`);
    const chosen = only === null ? own : own.filter((role) => role.i === only);
    const first = chosen[0] ?? own[0];
    const faded = chosen.length ? "" : " faded";
    const hidden = chosen.some((role) => role.seen) || !chosen.length ? "" : " undepicted";
    const letters = [...new Set((chosen.length ? chosen : own).map((role) => `${LETTERS[role.name]}${role.i + 1}`))];
    const title = own.map((role) => `${NAMES[role.name]} of tuple ${role.i + 1}`).join(", ");
    parts.push(
      cut(text, at, start),
      element("span", { class: first.name + faded + hidden, title }, cut(text, start, end), element("sup", {}, letters.join(" "))),
    );
    at = end;
  }
  parts.push(cut(text, at));
  $("marks").replaceChildren(...parts);
}

function fillerText(filler, name) {
  const value = filler.lemma ?? filler.text;
  let text = filler.tacit ? `(understood) ${value ?? ""}`.trim() : value;
  if (filler.modifiers?.length) text = `${filler.modifiers.join(" ")} ${text}`;
  if (filler.negated) text = `no ${text}`;
  if (name === "locatives" && filler.preposition) text = `${filler.preposition} ${text}`;
  if (name === "locatives" && filler.kind) text += ` (${filler.kind})`;
  if (filler.reason) text += ` [${filler.reason}]`;
  return text;
}

function showTuples(extraction) {
  const rows = extraction.tuples.map((item, i) => {
    const only = element("button", { type: "button", "aria-pressed": "false" }, `${i + 1}`);
    only.setAttribute("aria-label", `Mark tuple ${i + 1} alone in the text`);
    only.addEventListener("click", () => {
      const pressed = only.getAttribute("aria-pressed") === "true";
      for (const other of $("tuples").querySelectorAll("button")) other.setAttribute("aria-pressed", "false");
      only.setAttribute("aria-pressed", String(!pressed));
      showMarks(extraction, pressed ? null : i);
    });
    const cells = SLOTS.map((name) => element("td", {}, fillersOf(item, name).map((f) => fillerText(f, name)).join(", ") || "-"));
    const sure = SLOTS.flatMap((name) => fillersOf(item, name)).map((filler) => filler.confidence ?? 1);
    const seen = item.depicted === false ? `no: ${item.reason}` : "yes";
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, only),
      ...cells,
      element("td", { class: "number" }, Math.min(...sure).toFixed(2)),
      element("td", {}, seen),
    );
  });
  if (!rows.length) rows.push(element("tr", {}, element("td", { colspan: "7" }, "no tuples")));
  $("tuples").tBodies[0].replaceChildren(...rows);
}

const valueText = (values) => values.map((value) => value.join("-")).join(", ") || "-";

function showBast(bast) {
  const rows = Object.entries(bast).map(([name, values]) =>
    element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, valueText(values))),
  );
  $("bast").tBodies[0].replaceChildren(...rows);
}

function showTree(reading) {
  if (reading.tree_svg === null) {
    $("tree").replaceChildren(element("p", {}, reading.tree_text || "no words"));
    return;
  }
  const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(reading.tree_svg)}`;
  $("tree").replaceChildren(element("img", { src: source, alt: reading.tree_text }));
}

function showMatching(comparison) {
  $("matching").hidden = comparison === null;
  if (comparison === null) return;
  const sum = (key) => comparison.components.slice(0, 3).reduce((n, c) => n + (key === "matched" ? c.matched.length : c[key]), 0);
  $("overall").textContent =
    `${sum("matched")} of ${sum("n_candidate")} words of the candidate's tuples are in those of the references, ` +
    `which have ${sum("n_reference")}. Overall F1 ${comparison.overall_f1.toFixed(4)}: the mean of the components that one side has.`;
  $("pieces").replaceChildren(
    ...comparison.pieces.flatMap((pieces, i) => [
      element("dt", {}, i ? `Reference ${i}` : "Candidate"),
      element(
        "dd",
        {},
        ...pieces.map((piece) =>
          piece.status === "none" ? piece.text : element("mark", { class: piece.status, title: `${piece.slots}, ${piece.status}` }, piece.text),
        ),
      ),
    ]),
  );
  const number = (value) => element("td", { class: "number" }, value.toFixed(4));
  $("components").tBodies[0].replaceChildren(
    ...comparison.components.map((c) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, c.name),
        element("td", {}, `${c.matched.length} of ${c.n_candidate}`),
        element("td", {}, `${c.matched.length} of ${c.n_reference}`),
        element("td", {}, valueText(c.matched)),
        element("td", {}, valueText(c.spurious)),
        element("td", {}, valueText(c.missed)),
        number(c.precision),
        number(c.recall),
        number(c.f1),
      ),
    ),
  );
  $("sum").textContent = comparison.sum;
  const list = (id, lines, none) => $(id).replaceChildren(...(lines.length ? lines : [none]).map((line) => element("li", {}, line)));
  const alike = (w) => (w.match === null ? `${w.word}: nothing like it` : `${w.word}: ${w.match}, ${w.likeness.toFixed(2)}`);
  list("differences", comparison.differences, "none found");
  list("facts", comparison.explanation.facts.map(alike), "none");
  list("words-alike", comparison.explanation.words.map(alike), "none");
  $("signatures").textContent = `${comparison.signature} · ${comparison.graded_signature}`;
}

// ---- copies

function copyText(what) {
  switch (what) {
    case "link":
      return location.href;
    case "json":
      return JSON.stringify(shown.comparison ?? shown.reading.extraction, null, 2);
    case "annotation":
      return JSON.stringify(draft);
    default:
      return shown.calls[what];
  }
}

async function copy(event) {
  const text = copyText(event.currentTarget.dataset.copy);
  $("copied").value = text;
  const name = event.currentTarget.textContent;
  try {
    await navigator.clipboard.writeText(text);
    $("copied-status").textContent = `${name}: copied.`;
  } catch {
    $("copied").select();
    $("copied-status").textContent = `${name}: the browser lets nothing be copied; it stands below, selected.`;
  }
}

// ---- correcting

function startDraft(annotation, itsWords) {
  draft = structuredClone(annotation);
  words = itsWords;
  current = 0;
  slot = "predicate";
  focusedWord = 0;
  isTouched = false;
  $("correction").hidden = false;
  $("saved").textContent = "";
  $("save-faults").replaceChildren();
  showDraft();
}

async function openCaption(at) {
  clearTimeout(timer);
  running?.abort();
  const number = ++asked;
  $("main").setAttribute("aria-busy", "true");
  try {
    const found = await ask("GET", `api/captions/${at}`);
    const { caption, tokens } = found.annotation;
    const answer = await ask("POST", "api/read", { caption, tokens, options: chosenOptions() });
    if (number !== asked) return;
    const isAnother = position !== at || !isTouched; // an option that is switched leaves what is being corrected
    waiting = found;
    position = at;
    $("caption").value = caption;
    $("references").value = "";
    $("faults").replaceChildren();
    show({ reading: answer.reading, comparison: null, calls: answer.calls });
    if (isAnother) startDraft(found.annotation, answer.reading.words);
    showQueue();
    writeAddress();
  } catch (failure) {
    if (number !== asked) return;
    showFaults($("faults"), failure);
  }
  $("main").setAttribute("aria-busy", "false");
}

function showQueue() {
  $("queue").hidden = !waiting;
  if (!waiting) return;
  $("previous").disabled = waiting.position === 1;
  $("next").disabled = waiting.position === waiting.n_captions;
  $("next-unsaved").disabled = waiting.next_unsaved === null;
  const state = waiting.is_saved ? "saved" : "not saved";
  const which = position ? `Caption ${waiting.position} of ${waiting.n_captions}, ${state}` : `A caption of your own, beside ${waiting.n_captions}`;
  $("queue-status").textContent = `${which}; ${waiting.n_saved} saved in all`;
}

function leave(at) {
  if (isTouched && !window.confirm("What you changed here is not saved. Leave it?")) return;
  openCaption(at);
}

function change(action) {
  action();
  isTouched = true;
  $("saved").textContent = "";
  showDraft();
}

const overlaps = (filler, word) => filler.start !== undefined && filler.start < word.end && word.start < filler.end;
const hasSpan = (filler) => filler.start !== undefined && filler.start !== null;

function spanned(start, end) {
  return { text: cut(draft.caption, start, end), start, end };
}

function preposition(index) {
  const found = words.find((word) => word.head === index && word.deprel.startsWith("case") && word.start < words[index].start);
  return found ? { preposition: found.text.toLowerCase() } : {};
}

function toggle(index, extend) {
  if (!draft.tuples.length) addTuple();
  const item = draft.tuples[current];
  const word = words[index];
  if (slot === "predicate") {
    const old = item.predicate;
    if (extend && hasSpan(old)) item.predicate = spanned(Math.min(old.start, word.start), Math.max(old.end, word.end));
    else item.predicate = hasSpan(old) && overlaps(old, word) ? {} : spanned(word.start, word.end);
    return;
  }
  const list = item[slot];
  const written = list.filter(hasSpan);
  if (extend && written.length) {
    const last = written[written.length - 1];
    Object.assign(last, spanned(Math.min(last.start, word.start), Math.max(last.end, word.end)));
    item[slot] = list.filter((filler) => filler === last || !overlaps(filler, last));
    return;
  }
  const kept = list.filter((filler) => !overlaps(filler, word));
  if (kept.length === list.length) {
    kept.push({ ...spanned(word.start, word.end), ...(slot === "locatives" ? preposition(index) : {}) });
    kept.sort((a, b) => (a.start ?? Infinity) - (b.start ?? Infinity));
  }
  item[slot] = kept;
}

function addTuple() {
  draft.tuples.push({ predicate: {}, agents: [], patients: [], locatives: [] });
  current = draft.tuples.length - 1;
  slot = "predicate";
}

function removeTuple(i) {
  draft.tuples.splice(i, 1);
  current = Math.max(0, Math.min(current, draft.tuples.length - 1));
}

function addTacit() {
  if (!draft.tuples.length) addTuple();
  const item = draft.tuples[current];
  if (slot === "predicate") item.predicate = item.predicate.tacit ? {} : { tacit: true };
  else if (!item[slot].some((filler) => filler.tacit)) item[slot].push({ tacit: true });
  else item[slot] = item[slot].filter((filler) => !filler.tacit);
}

// What is redrawn keeps the focus where it was.
function showDraft() {
  const focused = document.activeElement?.dataset?.key;
  showWords();
  $("target").textContent = draft.tuples.length
    ? `Words go into: ${NAMES[slot]} of tuple ${current + 1} of ${draft.tuples.length}`
    : "No tuples: the caption says nothing that happens or holds. The first word that you choose makes one.";
  $("draft").replaceChildren(...draft.tuples.map(draftTuple));
  if (focused) document.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

function showWords() {
  const item = draft.tuples[current];
  focusedWord = Math.min(focusedWord, Math.max(0, words.length - 1));
  $("words").replaceChildren(
    ...words.map((word, i) => {
      const roles = item ? SLOTS.filter((name) => fillersOf(item, name).some((f) => hasSpan(f) && overlaps(f, word))) : [];
      const pressed = roles.includes(slot);
      return element(
        "button",
        {
          type: "button",
          class: roles[0] ?? "",
          tabindex: i === focusedWord ? "0" : "-1",
          "aria-pressed": String(pressed),
          "data-key": `word-${i}`,
          onclick: (event) => {
            focusedWord = i;
            change(() => toggle(i, event.shiftKey));
          },
        },
        word.text,
        ...(roles.length ? [element("sup", {}, roles.map((name) => LETTERS[name]).join(" "))] : []),
      );
    }),
  );
}

function draftTuple(item, i) {
  const remove = element(
    "button",
    { type: "button", "data-key": `remove-${i}`, "aria-label": `Remove tuple ${i + 1}`, onclick: () => change(() => removeTuple(i)) },
    "Remove",
  );
  return element(
    "fieldset",
    { class: i === current ? "current" : "" },
    element("legend", {}, `Tuple ${i + 1}${item.reason ? ` (not in the picture: ${item.reason})` : ""}`),
    ...SLOTS.map((name) => draftSlot(item, i, name)),
    remove,
  );
}

function draftSlot(item, i, name) {
  const target = element(
    "button",
    {
      type: "button",
      "aria-pressed": String(i === current && name === slot),
      "data-key": `slot-${i}-${name}`,
      "aria-label": `Words go into the ${NAMES[name]} of tuple ${i + 1}`,
      onclick: () => {
        current = i;
        slot = name;
        showDraft();
      },
    },
    NAMES[name],
  );
  const fillers = fillersOf(item, name).map((filler, k) => draftFiller(item, i, name, filler, k));
  return element("div", { class: "slot" }, target, ...fillers);
}

function draftFiller(item, i, name, filler, k) {
  const key = `${i}-${name}-${k}`;
  const whose = `of ${filler.text ?? "what is understood"} in the ${NAMES[name]} of tuple ${i + 1}`;
  if (name === "predicate" && !filler.tacit && !hasSpan(filler)) return element("div", { class: "filler" }, "(none yet)");
  const parts = [element("span", { class: name }, filler.tacit ? "(understood)" : filler.text)];
  const set = (field, value) => {
    if (value) filler[field] = value;
    else delete filler[field];
    isTouched = true;
    $("saved").textContent = "";
  };
  if (filler.tacit) {
    const own = { value: filler.value ?? "", placeholder: "value", "aria-label": `Value ${whose}`, "data-key": `value-${key}` };
    parts.push(element("input", { ...own, oninput: (event) => set("value", event.target.value.trim()) }));
  }
  if (name === "locatives") {
    const own = { value: filler.preposition ?? "", placeholder: "preposition", "aria-label": `Preposition ${whose}` };
    parts.push(element("input", { ...own, "data-key": `in-${key}`, oninput: (event) => set("preposition", event.target.value.trim()) }));
    const kinds = KINDS.map((kind) => element("option", { value: kind, selected: kind === (filler.kind ?? "") }, kind || "kind"));
    parts.push(
      element(
        "select",
        { "aria-label": `Kind ${whose}`, "data-key": `kind-${key}`, onchange: (event) => set("kind", event.target.value) },
        ...kinds,
      ),
    );
  }
  if (name !== "predicate") {
    const own = { type: "checkbox", checked: filler.negated === true, "aria-label": `Absent, ${whose}`, "data-key": `no-${key}` };
    parts.push(element("label", {}, element("input", { ...own, onchange: (event) => set("negated", event.target.checked) }), "absent"));
  }
  const take = () => {
    if (name === "predicate") item.predicate = {};
    else item[name].splice(k, 1);
  };
  const label = `Take out ${filler.text ?? "what is understood"}: ${NAMES[name]} of tuple ${i + 1}`;
  parts.push(element("button", { type: "button", "aria-label": label, "data-key": `out-${key}`, onclick: () => change(take) }, "\u00d7"));
  return element("div", { class: "filler" }, ...parts);
}

function onWordKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const moves = { ArrowLeft: focusedWord - 1, ArrowRight: focusedWord + 1, Home: 0, End: words.length - 1 };
  const tuples = { ArrowUp: current - 1, ArrowDown: current + 1 };
  if (event.key in moves) {
    focusedWord = Math.max(0, Math.min(words.length - 1, moves[event.key]));
    showWords();
    $("words").children[focusedWord]?.focus();
  } else if (event.key in tuples) {
    current = Math.max(0, Math.min(draft.tuples.length - 1, tuples[event.key]));
    showDraft();
  } else if (["1", "2", "3", "4"].includes(event.key)) {
    slot = SLOTS[Number(event.key) - 1];
    showDraft();
  } else if (event.key === "n") change(addTuple);
  else if (event.key === "t") change(addTacit);
  else if (event.key === "Delete" && draft.tuples.length) change(() => removeTuple(current));
  else if (event.key === "Enter" && event.shiftKey) change(() => toggle(focusedWord, true));
  else return;
  event.preventDefault();
}

async function save() {
  $("save-faults").replaceChildren();
  $("saved").textContent = "";
  try {
    const saved = await ask("POST", "api/annotations", draft);
    isTouched = false;
    const how = saved.replaced ? "in the place of what was saved before" : "as a new line";
    const told = `Saved in ${saved.file}, line ${saved.line} of ${saved.n_lines}, ${how}.`;
    if (position) {
      const { next_unsaved } = waiting;
      if (next_unsaved === null) await openCaption(position);
      else await openCaption(next_unsaved);
      document.querySelector('[data-key="word-0"]')?.focus();
    }
    $("saved").textContent = told;
  } catch (failure) {
    showFaults($("save-faults"), failure);
  }
}

// ---- events

function typed() {
  position = 0;
  showQueue();
}

$("caption").addEventListener("input", () => {
  typed();
  later();
});
$("references").addEventListener("input", () => {
  typed();
  later();
});
for (const select of options) select.addEventListener("change", () => (position ? openCaption(position) : refresh()));
$("example").addEventListener("change", (event) => {
  const [chosen] = event.target.selectedOptions;
  if (!chosen.value) return;
  typed();
  $("caption").value = chosen.value;
  $("references").value = chosen.dataset.references;
  refresh();
});
for (const button of document.querySelectorAll("[data-copy]")) button.addEventListener("click", copy);
$("words").addEventListener("keydown", onWordKey);
$("correction").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    save();
  }
});
$("add-tuple").addEventListener("click", () => change(addTuple));
$("reset").addEventListener("click", () => startDraft(position ? waiting.proposed : shown.reading.annotation, words));
$("save").addEventListener("click", save);
$("previous").addEventListener("click", () => leave(waiting.position - 1));
$("next").addEventListener("click", () => leave(waiting.position + 1));
$("next-unsaved").addEventListener("click", () => leave(waiting.next_unsaved));
$("skip").addEventListener("click", (event) => {
  event.preventDefault();
  $("caption").focus();
});
window.addEventListener("hashchange", readAddress);
window.addEventListener("beforeunload", (event) => {
  if (isTouched) event.preventDefault();
});
if (nCaptions) $("results").before($("correction")); // what one came for stands first
readAddress();
