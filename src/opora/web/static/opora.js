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

all("[data-scripted]").forEach((part) => { part.hidden = false; });

// ---------- days as the language writes them ----------
const dayWords = (day) => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  return parts && document.documentElement.lang !== "en" ? `${parts[3]}.${parts[2]}.${parts[1]}` : day;
};

// A browser writes days in its own language; whoever types them sees its fields, everybody else the page's way.
if (CSS.supports("selector(::-webkit-datetime-edit)")) {
  for (const input of all("input[data-day]")) {
    const field = input.parentElement;
    const said = Object.assign(document.createElement("span"), { className: "said-day" });
    said.setAttribute("aria-hidden", "true");
    const say = () => { said.textContent = dayWords(input.value); field.classList.toggle("dressed", Boolean(input.value)); };
    field.append(said);
    say();
    input.addEventListener("input", say);
    input.addEventListener("keydown", (event) => { if (!["Tab", "Escape", "Enter", "Shift"].includes(event.key)) field.classList.add("typed"); });
    input.addEventListener("blur", () => { field.classList.remove("typed"); say(); });
    input.addEventListener("click", () => { try { input.showPicker(); } catch { /* its own fields are left */ } });
  }
}

// ---------- asking ----------
const turns = one("[data-turns]");
const composer = one("[data-ask]");

// What is scrolled to must not end up under the composer.
if (composer) {
  const root = document.documentElement;
  const measure = () => root.style.setProperty("--composer", one(".talk").classList.contains("fresh") ? "0px" : `${composer.offsetHeight}px`);
  new ResizeObserver(measure).observe(composer);
  measure();
  const room = one("[data-room]");
  const question = composer.elements.question;
  const told = () => {
    room.hidden = question.value.length < 0.8 * question.maxLength;
    if (!room.hidden) room.textContent = room.dataset.left.replace("{num}", question.value.length);
  };
  question.addEventListener("input", told);
  composer.addEventListener("reset-room", told);
  told();
}

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
  one("p", turn).textContent = one("p", turn).textContent.replace("{day}", dayWords(day));
  turns.append(turn);
  one(".talk").classList.remove("fresh");
  one(".hello:not([data-first])")?.remove();
  greeted();
  turn.scrollIntoView({ block: "start" });
  return turn;
}

// The first documents are there: their place is the page of sources now. What is still on its way stays in sight.
function greeted() {
  const first = one("[data-first]");
  if (!first) return;
  one("[data-drop]", first)?.remove();
  const list = one("[data-sends]", first);
  if (!list || !one("[data-job], [data-unsent]", list)) first.remove();
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
  composer.dispatchEvent(new Event("reset-room"));
  if (!matchMedia("(pointer: coarse)").matches) composer.elements.question.focus({ preventScroll: true });
}

composer?.addEventListener("submit", (event) => {
  event.preventDefault();
  if (composer.elements.question.value.trim() && !one('button[type="submit"]', composer).disabled) ask(new FormData(composer));
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
  const drawer = one(".drawer", reply);
  tabs(drawer);
  const room = innerHeight - (composer?.offsetHeight ?? 0) - 120;
  (drawer.offsetHeight < room ? drawer : button).scrollIntoView({ block: drawer.offsetHeight < room ? "nearest" : "start" });
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
const MOST_FILES = 20; // of one request; the server takes no more
const MOST_BYTES = 64e6; // after so much a request is full
const LARGEST = 256e6; // no larger file is taken

for (const drop of all("[data-drop]")) {
  const list = one("[data-sends]", drop.parentElement);
  for (const input of all('input[type="file"]', drop)) {
    input.addEventListener("change", () => { send(drop, list, [...input.files].filter(visible)); input.value = ""; });
  }
  drop.addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", async (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    send(drop, list, await dropped(event.dataTransfer));
  });
}

const pathOf = (file) => file.inFolder ?? (file.webkitRelativePath || file.name);
const visible = (file) => !pathOf(file).split("/").some((part) => part.startsWith("."));

// The files of what was dropped, folders walked to their ends; hidden ones stay behind.
async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return [...transfer.files];
  const found = [];
  const walk = async (entry) => {
    if (entry.name.startsWith(".")) return;
    if (entry.isFile) {
      const file = await new Promise((done) => entry.file(done, () => done(null)));
      if (file) found.push(Object.assign(file, { inFolder: entry.fullPath.replace(/^\//, "") }));
      return;
    }
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((done) => reader.readEntries(done, () => done([])));
      if (!some.length) return;
      for (const child of some) await walk(child);
    }
  };
  for (const entry of entries) await walk(entry);
  return found;
}

// In the order of their folders. Two files of one name in two folders are two documents: they are sent with the folders in their names.
function named(files) {
  files.sort((a, b) => pathOf(a).localeCompare(pathOf(b)));
  const times = new Map();
  for (const file of files) times.set(file.name, (times.get(file.name) ?? 0) + 1);
  return files.map((file) => ({ file, name: times.get(file.name) > 1 ? pathOf(file).replaceAll("/", " - ") : file.name }));
}

const element = (tag, more) => Object.assign(document.createElement(tag), more);

// Some files at a time, one request after the other: the library reads one after the other too.
let unsent = 0;
async function send(drop, list, files) {
  const rows = named(files).map(({ file, name }) => {
    const row = element("li");
    const bar = element("progress", { max: 1, value: 0 });
    const told = element("span", { className: "tag", textContent: drop.dataset.waiting });
    bar.setAttribute("aria-label", name);
    row.dataset.unsent = "";
    row.append(element("b", { textContent: name }), bar, told);
    list.append(row);
    return { file, name, row, bar, told };
  });
  for (const large of rows.filter(({ file }) => file.size > LARGEST)) broken(large, drop.dataset.large);
  const fit = rows.filter(({ file }) => file.size <= LARGEST);
  unsent += fit.length;
  let ready = false;
  while (fit.length) {
    const some = [fit.shift()];
    let bytes = some[0].file.size;
    while (fit.length && some.length < MOST_FILES && bytes + fit[0].file.size <= MOST_BYTES) { some.push(fit.shift()); bytes += some.at(-1).file.size; }
    const arrived = await sent(drop, some);
    unsent -= some.length;
    const items = arrived.length ? await settled(arrived) : [];
    if (items.some((item) => item.dataset.state === "ready")) { ready = true; afterAdding(drop); }
  }
  if (ready) afterAdding(drop);
}

function broken({ row, bar, told }, message) {
  delete row.dataset.unsent;
  bar.remove();
  told.className = "tag bad";
  told.textContent = message;
}

// Send some files together; the rows of their job, none when they did not arrive.
function sent(drop, some) {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append("csrf", csrf());
    for (const field of drop.elements) if (field.name && field.type !== "file" && field.name !== "csrf") body.append(field.name, field.value);
    for (const { file, name, told } of some) { body.append("files", file, name); told.textContent = drop.dataset.sending; }
    request.open("POST", drop.action);
    request.setRequestHeader("Accept", "text/html-part");
    request.setRequestHeader("X-CSRF-Token", csrf());
    request.upload.onprogress = (event) => {
      let left = event.loaded;
      for (const { file, bar } of some) { bar.value = file.size ? Math.min(1, Math.max(0, left / file.size)) : 1; left -= file.size; }
    };
    request.upload.onload = () => { for (const { bar, told } of some) { bar.removeAttribute("value"); told.textContent = drop.dataset.reading; } };
    const failed_all = (message) => { for (const one_file of some) broken(one_file, message || drop.dataset.failed); done([]); };
    request.onerror = () => failed_all();
    request.onload = () => {
      const items = drawn(request.responseText, "li");
      if (!items.length) { failed_all(drawn(request.responseText, "main h1 + p")[0]?.textContent); return; }
      some[0].row.replaceWith(...items);
      for (const { row } of some) row.remove();
      done(items);
    };
    request.send(body);
  });
}

function drawn(html, query) {
  const made = document.createElement("template");
  made.innerHTML = html;
  return [...made.content.querySelectorAll(query)];
}

// Ask how far the reading is until every row is final.
async function settled(rows) {
  for (let misses = 0; ;) {
    const open = rows.find((row) => row.dataset.job);
    if (!open) return rows;
    await new Promise((later) => setTimeout(later, 600));
    const response = await fetch(open.dataset.job).catch(() => null);
    if (!response?.ok) {
      if (++misses < 20) continue; // about as long as a server takes to begin anew
      one("progress", open)?.remove();
      Object.assign(one("span.tag", open), { className: "tag bad", textContent: open.closest("[data-sends]").dataset.lost });
      delete open.dataset.job;
      continue;
    }
    misses = 0;
    const fresh = drawn(await response.text(), "li");
    if (fresh.length === 1 && fresh[0].outerHTML === open.outerHTML) continue;
    open.replaceWith(...fresh);
    rows = [...rows.filter((row) => row !== open), ...fresh];
  }
}

addEventListener("beforeunload", (event) => { if (unsent) event.preventDefault(); });
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
  preview.addEventListener("submit", (event) => { if (event.submitter?.hasAttribute("data-save")) return; event.preventDefault(); run(); });
}

if (one("[data-alone]")) toMark(document);
