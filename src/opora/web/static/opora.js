// What is quicker with a script? Asking without a new page, the proof beside the reply, quotes on hover. All of it works without.
"use strict";

const one = (query, from = document) => from.querySelector(query);
const all = (query, from = document) => [...from.querySelectorAll(query)];
const csrf = () => one('meta[name="csrf"]').content;

// ---------- the look and the language ----------
const remember = (name, value) => { document.cookie = `${name}=${value};path=/;max-age=31536000;samesite=lax`; };

one("[data-theme-switch]")?.addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  remember("opora_theme", root.dataset.theme);
});

one("[data-tongue] select")?.addEventListener("change", (event) => {
  const address = new URL(location.href);
  address.searchParams.set("lang", event.target.value);
  location.href = address;
});

const here = one(".bar nav [aria-current]");
if (here) here.closest("ul").scrollLeft = here.offsetLeft - innerWidth / 3;

// ---------- asking ----------
const turns = one("[data-turns]");
const composer = one("[data-ask]");

async function* events(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    held += value;
    let cut;
    while ((cut = held.indexOf("\n\n")) >= 0) {
      const lines = held.slice(0, cut).split("\n");
      held = held.slice(cut + 2);
      const name = lines.find((line) => line.startsWith("event: "))?.slice(7) ?? "message";
      const data = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6)).join("\n");
      yield [name, data ? JSON.parse(data) : null];
    }
  }
}

function waiting(question, day) {
  const turn = one("#waiting").content.firstElementChild.cloneNode(true);
  one("h2", turn).textContent = question;
  one("p", turn).textContent = day;
  turns.append(turn);
  one(".talk").classList.remove("fresh");
  one(".hello:not([data-first])")?.remove();
  turn.scrollIntoView({ block: "start" });
  return turn;
}

function stage(turn, name) {
  let met = false;
  for (const item of all("[data-stage]", turn)) {
    const now = item.dataset.stage === name;
    item.classList.toggle("now", now);
    item.classList.toggle("done", !now && !met);
    met ||= now;
  }
}

function failed(turn, message) {
  const box = one("#failed").content.firstElementChild.cloneNode(true);
  one("strong", box).textContent = message;
  one(".reply", turn).replaceChildren(box);
  box.classList.add("alone");
}

async function ask(fields) {
  const turn = waiting(fields.get("question"), fields.get("at") ?? "");
  const button = one('button[type="submit"]', composer);
  button.disabled = true;
  try {
    const response = await fetch("/ask", { method: "POST", body: new URLSearchParams(fields), headers: { Accept: "text/event-stream", "X-CSRF-Token": csrf() } });
    if (!response.ok || !response.body) throw new Error(await response.text().catch(() => ""));
    for await (const [name, data] of events(response)) {
      if (name === "stage") stage(turn, data);
      if (name === "problem") { failed(turn, data); return; }
      if (name === "reply") { arrived(turn, data); return; }
    }
    throw new Error();
  } catch (error) {
    failed(turn, composer.dataset.failed);
  } finally {
    button.disabled = false;
  }
}

function arrived(turn, data) {
  const drawn = document.createElement("template");
  drawn.innerHTML = data.html;
  const fresh = drawn.content.querySelector("article");
  turn.replaceWith(fresh);
  fresh.scrollIntoView({ block: "start" });
  composer.elements.after.value = data.after;
  one("[data-following]").hidden = false;
  composer.elements.question.value = "";
  if (!matchMedia("(pointer: coarse)").matches) composer.elements.question.focus({ preventScroll: true });
}

composer?.addEventListener("submit", (event) => {
  event.preventDefault();
  if (composer.elements.question.value.trim()) ask(new FormData(composer));
});
one("#question")?.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    composer.requestSubmit();
  }
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-again]") || !composer) return;
  event.preventDefault();
  ask(new FormData(form, event.submitter));
});

// ---------- the proof ----------
const desk = one("[data-desk]");
const proof = one("[data-proof]");
let opener = null;

async function openPlace(link) {
  const address = new URL(link.href);
  address.searchParams.set("part", "place");
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) { location.href = link.href; return; }
  const html = await response.text();
  if (!link.closest("[data-proof]")) opener = link;
  all('[aria-expanded="true"][data-place]').forEach((other) => other.removeAttribute("aria-expanded"));
  if (!link.closest("[data-proof]")) link.setAttribute("aria-expanded", "true");
  proof.innerHTML = html;
  proof.hidden = false;
  desk.classList.add("open");
  proof.scrollTop = 0;
  const heading = one("[data-heading]", proof);
  (heading ?? proof).focus({ preventScroll: true });
  if (opener && innerWidth > 960) opener.scrollIntoView({ block: "nearest" });
  toMark(proof);
}

function closePlace() {
  if (!proof || proof.hidden) return;
  proof.hidden = true;
  proof.replaceChildren();
  desk.classList.remove("open");
  opener?.removeAttribute("aria-expanded");
  opener?.focus();
  opener = null;
}

// Bring the first mark into the middle of what scrolls around it.
async function toMark(from) {
  const image = one(".leaf img", from);
  if (image && !image.complete) await new Promise((done) => { image.onload = image.onerror = done; });
  const frame = one("[data-sheet], [data-paper]", from);
  const mark = one("[data-mark]", from);
  if (!frame || !mark) return;
  frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2; // the margins of a page go first
  const [outer, inner] = [frame.getBoundingClientRect(), mark.getBoundingClientRect()];
  frame.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  if (inner.right > outer.right - 12) frame.scrollLeft += inner.right - outer.right + 24;
  if (inner.left < outer.left + 12) frame.scrollLeft += inner.left - outer.left - 24;
  const around = mark.closest(".proof") ?? document.scrollingElement;
  const now = mark.getBoundingClientRect();
  if (now.bottom > innerHeight - 24) around.scrollTop += now.top - innerHeight / 2;
}

document.addEventListener("click", (event) => {
  const place = event.target.closest("a[data-place]");
  if (place && proof && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
    event.preventDefault();
    openPlace(place);
    return;
  }
  if (event.target.closest("[data-close]")) { closePlace(); return; }
  const whole = event.target.closest("[data-whole]");
  if (whole) {
    const sheet = whole.closest("header, .place, .proof").querySelector("[data-sheet]");
    sheet.classList.toggle("whole");
    [whole.textContent, whole.dataset.other] = [whole.dataset.other, whole.textContent];
    toMark(sheet.parentElement);
    return;
  }
  const copy = event.target.closest("[data-copy]");
  if (copy) { copied(copy); return; }
  const drawer = event.target.closest("[data-drawer]");
  if (drawer) toggleDrawer(drawer);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  if (tip) hideTip(); else closePlace();
});

async function copied(button) {
  const label = one("span", button);
  const before = label.textContent;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch {
    const area = Object.assign(document.createElement("textarea"), { value: button.dataset.copy });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  label.textContent = button.dataset.done;
  setTimeout(() => { label.textContent = before; }, 2000);
}

// ---------- the quote on hover and focus ----------
let tip = null;

function showTip(chip) {
  hideTip();
  const quote = document.getElementById(chip.getAttribute("aria-describedby"));
  if (!quote) return;
  tip = Object.assign(document.createElement("div"), { className: "tip" });
  tip.setAttribute("aria-hidden", "true");
  const words = Object.assign(document.createElement("q"), { textContent: quote.textContent });
  const place = Object.assign(document.createElement("small"), { textContent: quote.nextElementSibling?.textContent ?? "" });
  tip.append(words, place);
  document.body.append(tip);
  const [at, own] = [chip.getBoundingClientRect(), tip.getBoundingClientRect()];
  tip.style.left = `${Math.max(12, Math.min(at.left + at.width / 2 - own.width / 2, document.documentElement.clientWidth - own.width - 12))}px`;
  tip.style.top = `${at.top - own.height - 8 > 8 ? at.top - own.height - 8 : at.bottom + 8}px`;
}
function hideTip() { tip?.remove(); tip = null; }
document.addEventListener("mouseover", (event) => { const chip = event.target.closest?.(".chip"); if (chip) showTip(chip); });
document.addEventListener("mouseout", (event) => { if (event.target.closest?.(".chip")) hideTip(); });
document.addEventListener("focusin", (event) => { if (event.target.matches(".chip:focus-visible")) showTip(event.target); });
document.addEventListener("focusout", hideTip);
addEventListener("scroll", hideTip, { passive: true, capture: true });

// ---------- the drawer ----------
async function toggleDrawer(button) {
  const reply = button.closest(".reply");
  const old = one(".drawer", reply);
  button.setAttribute("aria-expanded", String(!old));
  if (old) { old.remove(); return; }
  const response = await fetch(button.dataset.drawer).catch(() => null);
  if (!response?.ok) return;
  reply.insertAdjacentHTML("beforeend", await response.text());
  tabs(one(".drawer", reply));
}

function tabs(drawer) {
  const heads = all('[role="tab"]', drawer);
  const choose = (tab, focus) => {
    for (const other of heads) {
      const chosen = other === tab;
      other.setAttribute("aria-selected", String(chosen));
      other.tabIndex = chosen ? 0 : -1;
      document.getElementById(other.getAttribute("aria-controls")).hidden = !chosen;
    }
    if (focus) tab.focus();
  };
  heads.forEach((tab, at) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: heads.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      choose(heads[(to + heads.length) % heads.length], true);
    });
  });
}
all(".drawer").forEach(tabs);

// ---------- adding documents ----------
for (const drop of all("[data-drop]")) {
  const input = one('input[type="file"]', drop);
  const list = one("[data-sends]", drop.parentElement);
  input.addEventListener("change", () => { send(drop, list, [...input.files]); input.value = ""; });
  drop.addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    send(drop, list, [...event.dataTransfer.files]);
  });
}

// One file after the other, so that a broken one never stops the rest.
async function send(drop, list, files) {
  const rows = files.map((file) => {
    const row = document.createElement("li");
    const name = Object.assign(document.createElement("b"), { textContent: file.name });
    const bar = Object.assign(document.createElement("progress"), { max: 1, value: 0 });
    bar.setAttribute("aria-label", file.name);
    const told = Object.assign(document.createElement("span"), { className: "tag", textContent: drop.dataset.sending });
    row.append(name, bar, told);
    list.append(row);
    return { file, row, bar, told };
  });
  let ready = false;
  for (const one_file of rows) ready = (await sent(drop, one_file)) || ready;
  if (ready) afterAdding(drop);
}

function sent(drop, { file, row, bar, told }) {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append("csrf", csrf());
    for (const field of drop.elements) if (field.name && field.type !== "file" && field.name !== "csrf") body.append(field.name, field.value);
    body.append("files", file);
    request.open("POST", drop.action);
    request.setRequestHeader("Accept", "text/html-part");
    request.setRequestHeader("X-CSRF-Token", csrf());
    request.upload.onprogress = (event) => { if (event.lengthComputable) bar.value = event.loaded / event.total; };
    request.upload.onload = () => { bar.removeAttribute("value"); told.textContent = drop.dataset.reading; };
    const broken = () => { bar.remove(); told.className = "tag bad"; told.textContent = drop.dataset.failed; done(false); };
    request.onerror = broken;
    request.onload = () => {
      const drawn = document.createElement("template");
      drawn.innerHTML = request.responseText;
      const items = [...drawn.content.querySelectorAll("li")];
      if (!items.length) { broken(); return; }
      row.replaceWith(...items);
      settled(items).then((rows) => done(rows.some((item) => item.dataset.state === "ready")));
    };
    request.send(body);
  });
}

// Ask how far the reading is until every row is final.
async function settled(rows) {
  for (;;) {
    const open = rows.find((row) => row.dataset.job);
    if (!open) return rows;
    await new Promise((later) => setTimeout(later, 600));
    const response = await fetch(open.dataset.job).catch(() => null);
    if (!response?.ok) continue;
    const drawn = document.createElement("template");
    drawn.innerHTML = await response.text();
    const fresh = [...drawn.content.querySelectorAll("li")];
    if (fresh.length === 1 && fresh[0].dataset.job) {
      one("span.tag", open).replaceWith(one("span.tag", fresh[0]));
    } else {
      open.replaceWith(...fresh);
      rows = [...rows.filter((row) => row !== open), ...fresh];
    }
  }
}
for (const list of all("[data-sends]")) if (one("[data-job]", list)) settled(all("li", list));

function afterAdding(drop) {
  if (composer?.hidden) {
    composer.hidden = false;
    composer.elements.question.focus();
    return;
  }
  const shown = one("[data-listing]");
  if (shown) fetch(location.href).then((response) => response.text()).then((html) => {
    const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("[data-listing]");
    if (fresh) shown.replaceWith(fresh);
  });
}

// ---------- the preview of an assistant ----------
const preview = one("[data-preview]");
if (preview) {
  let pending = 0;
  let running = null;
  const shown = one("[data-preview-shown]");
  const run = async () => {
    running?.abort();
    running = new AbortController();
    shown.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(preview.action, { method: "POST", body: new URLSearchParams(new FormData(preview)), headers: { Accept: "text/html-part", "X-CSRF-Token": csrf() }, signal: running.signal });
      shown.innerHTML = await response.text();
      shown.removeAttribute("aria-busy");
    } catch { /* a newer one runs */ }
  };
  preview.addEventListener("input", (event) => {
    const output = event.target.closest(".field")?.querySelector("output");
    if (output) output.textContent = event.target.value;
    clearTimeout(pending);
    if (preview.elements.question.value.trim()) pending = setTimeout(run, 500);
  });
  preview.addEventListener("submit", (event) => { event.preventDefault(); run(); });
}

if (one("[data-alone]")) toMark(document);
