// What does a page of another site get by one script tag? A button, a talk, and for each citation the place it comes from.
// Drawn in a shadow root of its own, with elements alone: no markup is parsed, no style or script stands in the page.
"use strict";
(() => {
  const script = document.currentScript;
  if (!script || !script.dataset.assistant || !script.dataset.key) return;
  const { assistant, key, at, title } = script.dataset;
  const door = new URL(`widget/${encodeURIComponent(assistant)}/`, new URL(".", script.src));

  const WORDS = {
    en: { open: "Ask a question", title: "Questions and answers", close: "Close", ask: "Ask", your: "Your question", wait: "Searching and checking…",
      talk: "The talk so far", cite: "Citation", place: "Where it stands", back: "Back to the answer", failed: "That did not work. Please try again.",
      often: "Too many questions at once. Please wait a moment.", picture: "The page with the place marked", unsure: "A number here was not read surely",
      left: "rows left out", you: "You asked", hello: "Every answer shows the words of the document it comes from." },
    ru: { open: "Задать вопрос", title: "Вопросы и ответы", close: "Закрыть", ask: "Спросить", your: "Ваш вопрос", wait: "Ищем и проверяем…",
      talk: "Разговор", cite: "Цитата", place: "Где это написано", back: "Назад к ответу", failed: "Не получилось. Попробуйте ещё раз.",
      often: "Слишком много вопросов сразу. Подождите немного.", picture: "Страница, место отмечено", unsure: "Число здесь прочитано неуверенно",
      left: "строк пропущено", you: "Вы спросили", hello: "Каждый ответ показывает слова документа, из которого он взят." },
    uk: { open: "Поставити запитання", title: "Запитання та відповіді", close: "Закрити", ask: "Запитати", your: "Ваше запитання", wait: "Шукаємо й перевіряємо…",
      talk: "Розмова", cite: "Цитата", place: "Де це написано", back: "Назад до відповіді", failed: "Не вийшло. Спробуйте ще раз.",
      often: "Забагато запитань одразу. Зачекайте трохи.", picture: "Сторінка, місце позначено", unsure: "Число тут прочитано невпевнено",
      left: "рядків пропущено", you: "Ви запитали", hello: "Кожна відповідь показує слова документа, з якого її взято." },
    ro: { open: "Pune o întrebare", title: "Întrebări și răspunsuri", close: "Închide", ask: "Întreabă", your: "Întrebarea ta", wait: "Căutăm și verificăm…",
      talk: "Discuția", cite: "Citat", place: "Unde scrie", back: "Înapoi la răspuns", failed: "Nu a mers. Încearcă din nou.",
      often: "Prea multe întrebări deodată. Așteaptă puțin.", picture: "Pagina cu locul marcat", unsure: "Un număr de aici nu a fost citit sigur",
      left: "rânduri omise", you: "Ai întrebat", hello: "Fiecare răspuns arată cuvintele documentului din care vine." },
  };
  const wanted = [script.dataset.lang, document.documentElement.lang, navigator.language].map((one) => (one ?? "").slice(0, 2).toLowerCase());
  const lang = wanted.find((one) => one in WORDS) ?? "en";
  const words = WORDS[lang];

  const STYLE = `
    :host { all: initial; position: fixed; right: 0; bottom: 0; z-index: 2147483000; font: 15px/1.5 system-ui, sans-serif; color-scheme: light dark;
      --ink: #1c2430; --soft: #576273; --paper: #fff; --line: #c9d0da; --tint: #eef2f8; --key: #1f4fa3; --mark: #ffe58a; --on-mark: #1c1600; }
    @media (prefers-color-scheme: dark) { :host { --ink: #e8edf4; --soft: #a9b4c4; --paper: #171c24; --line: #3d4757; --tint: #222a36; --key: #9dbdff; --mark: #6b5600; --on-mark: #fff6d5; } }
    * { box-sizing: border-box; font: inherit; color: inherit; }
    [hidden] { display: none !important; }
    button { cursor: pointer; border: 1px solid var(--line); border-radius: 8px; background: var(--tint); padding: 7px 13px; }
    :focus-visible { outline: 3px solid var(--key); outline-offset: 2px; }
    .open { position: absolute; right: 20px; bottom: 20px; white-space: nowrap; border-radius: 22px; border-color: transparent; background: var(--key); color: var(--paper); padding: 10px 18px; box-shadow: 0 2px 10px #0004; }
    .panel { position: absolute; right: 20px; bottom: 20px; width: min(400px, calc(100vw - 40px)); height: min(620px, calc(100vh - 40px)); display: flex; flex-direction: column; background: var(--paper); color: var(--ink); border: 1px solid var(--line); border-radius: 14px; overflow: hidden; box-shadow: 0 6px 30px #0005; }
    .bar { display: flex; gap: 10px; align-items: center; justify-content: space-between; padding: 10px 14px; border-bottom: 1px solid var(--line); }
    h2, h3 { margin: 0; font-weight: 650; overflow-wrap: anywhere; } h2 { font-size: 16px; } h3 { font-size: 15px; }
    .log, .proof { flex: 1; overflow: auto; padding: 14px; overflow-wrap: anywhere; }
    .log > * + * { margin-top: 14px; }
    .asked { background: var(--tint); border-radius: 10px; padding: 8px 12px; margin-left: 40px; }
    .proof > h3 { margin-top: 14px; }
    p { margin: 0; } p + p { margin-top: 6px; }
    .state, .soft { color: var(--soft); font-size: 13px; }
    .chip { min-width: 24px; min-height: 24px; padding: 0 6px; margin-left: 3px; font-size: 12px; border-radius: 12px; color: var(--key); border-color: var(--key); background: transparent; vertical-align: text-bottom; }
    ul { margin: 6px 0 0; padding: 0; list-style: none; } li { border: 1px solid var(--line); border-radius: 8px; padding: 8px 10px; } li + li { margin-top: 6px; }
    li > button { width: 100%; text-align: left; }
    .missing { border-left: 3px solid var(--key); padding-left: 10px; }
    dl { margin: 8px 0 0; font-size: 13px; } dt { color: var(--soft); } dd { margin: 0 0 6px; }
    form { display: flex; gap: 8px; padding: 10px 14px 14px; border-top: 1px solid var(--line); align-items: end; }
    label { flex: 1; font-size: 13px; color: var(--soft); }
    textarea { display: block; width: 100%; margin-top: 3px; resize: none; padding: 7px 9px; border: 1px solid var(--soft); border-radius: 8px; background: var(--paper); color: var(--ink); }
    form button { background: var(--key); color: var(--paper); border-color: transparent; } form button:disabled { opacity: .6; }
    blockquote { margin: 10px 0; padding-left: 10px; border-left: 3px solid var(--mark); white-space: pre-line; }
    mark { background: var(--mark); color: var(--on-mark); }
    .around { margin-top: 12px; border-top: 1px solid var(--line); padding-top: 10px; } .around > * + * { margin-top: 8px; }
    .heading { font-weight: 650; } .code { font-family: ui-monospace, monospace; white-space: pre-wrap; }
    table { border-collapse: collapse; font-size: 13px; } td, th { border: 1px solid var(--line); padding: 4px 7px; text-align: left; vertical-align: top; }
    .scroll { overflow-x: auto; } canvas { width: 100%; height: auto; border: 1px solid var(--line); margin-top: 10px; }
    @media (max-width: 480px) { .panel { right: 0; bottom: 0; width: 100vw; height: 100vh; border-radius: 0; border: 0; } }
  `;

  /** An element: its properties and attributes, and what is in it; text stays text. */
  function make(name, told = {}, ...inside) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(told)) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (key in made && key !== "lang") made[key] = value;
      else made.setAttribute(key, value);
    }
    made.append(...inside.filter((one) => one !== null && one !== undefined && one !== ""));
    return made;
  }

  async function get(path, body) {
    const headers = { authorization: `Bearer ${key}` };
    if (body) headers["content-type"] = "application/json";
    const response = await fetch(new URL(path, door), { method: body ? "POST" : "GET", headers, credentials: "omit", body: body && JSON.stringify(body) });
    if (!response.ok) throw Object.assign(new Error("not answered"), { status: response.status });
    return response;
  }

  // ---------- the talk ----------
  const heading = make("h2", { id: "title" }, title || words.title);
  const log = make("div", { className: "log", role: "log", "aria-label": words.talk, "aria-live": "polite", tabIndex: 0 }, make("p", { className: "soft" }, words.hello));
  const field = make("textarea", { rows: 2, name: "question", maxLength: 2000, required: true, autocomplete: "off" });
  const send = make("button", { type: "submit" }, words.ask);
  const form = make("form", {}, make("label", {}, words.your, field), send);
  const proof = make("section", { className: "proof", role: "region", "aria-label": words.place, tabIndex: -1, hidden: true });
  const close = make("button", { type: "button" }, words.close);
  const panel = make("section", { className: "panel", id: "panel", role: "dialog", "aria-labelledby": "title", hidden: true, lang },
    make("header", { className: "bar" }, heading, close), log, proof, form);
  const open = make("button", { className: "open", type: "button", lang, "aria-expanded": "false", "aria-controls": "panel", "aria-haspopup": "dialog" }, words.open);
  let before = null, opener = null;

  function show(shown) {
    panel.hidden = !shown;
    open.hidden = shown;
    open.setAttribute("aria-expanded", String(shown));
    (shown ? field : open).focus();
  }

  async function ask(question) {
    log.append(make("p", { className: "asked" }, question));
    const waiting = make("p", { className: "soft" }, words.wait);
    log.append(waiting);
    waiting.scrollIntoView({ block: "nearest" });
    send.disabled = true;
    try {
      const reply = await answered({ question, lang, at: at || null, after: before });
      before = reply.trace_id;
      const turn = drawn(reply);
      waiting.replaceWith(turn);
      turn.scrollIntoView({ block: "nearest" });
    } catch (error) {
      waiting.replaceWith(make("p", { className: "missing", role: "alert" }, error.status === 429 ? words.often : words.failed));
    } finally {
      send.disabled = false;
    }
  }

  /** What came before may be gone meanwhile; then the question stands alone. */
  async function answered(asked) {
    try {
      return await (await get("ask", asked)).json();
    } catch (error) {
      if (error.status !== 404 || !asked.after) throw error;
      return (await get("ask", { ...asked, after: null })).json();
    }
  }

  function drawn(reply) {
    const turn = make("article", { lang: reply.language, "data-trace": reply.trace_id }, make("p", { className: "state", lang }, reply.status));
    for (const group of reply.groups) {
      if (group.kind === "sides" || group.kind === "choices") turn.append(make("ul", {}, ...group.sides.map((side) => choice(side, group.kind, reply.at))));
      else turn.append(make("div", { className: group.kind }, ...group.lines.map((line) => make("p", {}, ...parts(line, reply.at))), ...group.limits.map((line) => make("p", { className: "soft" }, line))));
    }
    for (const one of reply.unsure) turn.append(make("p", { className: "missing" }, `${words.unsure}: ${one.numbers.join(", ")}`, chip({ number: "?", anchor: one.anchor, place: words.unsure, quote: "" }, reply.at)));
    if (reply.why.length) turn.append(make("dl", {}, ...reply.why.flatMap(([name, value]) => [make("dt", { lang }, name), make("dd", {}, value)])));
    return turn;
  }

  function choice(side, kind, day) {
    const [first, ...rest] = parts(side.parts, day);
    const said = kind === "choices" && side.ask ? make("button", { type: "button", onclick: () => ask(side.ask) }, first) : first;
    return make("li", {}, said, ...rest, make("p", { className: "soft" }, side.title));
  }

  function parts(line, day) {
    return line.flatMap((part, number) => [(number ? " " : "") + part.text, part.chip ? chip(part.chip, day) : null]).filter((one) => one !== null);
  }

  function chip(cited, day) {
    const label = `${words.cite} ${cited.number}: ${cited.place}`;
    return make("button", { className: "chip", type: "button", "aria-label": label, title: cited.quote, onclick: (event) => cited.url ? window.open(cited.url, "_blank", "noopener,noreferrer") : place(cited.anchor, day, event.currentTarget) }, String(cited.number));
  }

  // ---------- the place ----------
  async function place(anchor, day, from) {
    opener = from;
    const address = encodeURIComponent(anchor);
    try {
      const told = await (await get(`place/${address}?lang=${lang}&at=${encodeURIComponent(day)}`)).json();
      const back = make("button", { type: "button", onclick: leave }, words.back);
      const marked = make("blockquote", { lang: told.language }, make("mark", {}, told.quote));
      const where = [...told.trail, ...told.facts].join(" · ");
      proof.replaceChildren(back, make("h3", { tabIndex: -1, lang: told.language }, told.title), make("p", { className: "soft" }, [told.edition, told.force_text].filter(Boolean).join(" · ")),
        make("p", { className: "soft" }, where), marked, told.around ? around(told.around, told.language) : "");
      [log.hidden, form.hidden, proof.hidden] = [true, true, false];
      proof.scrollTop = 0;
      proof.querySelector("h3").focus();
      if (told.picture) await picture(address, told.picture);
    } catch (error) {
      leave();
      log.append(make("p", { className: "missing", role: "alert" }, error.status === 429 ? words.often : words.failed));
    }
  }

  /** On a canvas: the page around may forbid pictures of other sites. */
  async function picture(address, name) {
    const bitmap = await createImageBitmap(await (await get(`page-image/${address}`)).blob());
    const canvas = make("canvas", { width: bitmap.width, height: bitmap.height, role: "img", "aria-label": `${name}. ${words.picture}` });
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    proof.append(canvas);
  }

  const runs = (found) => found.map((run) => (run.marked ? make("mark", {}, run.text) : run.text));

  function around(told, language) {
    return make("div", { className: "around", lang: language }, ...told.pieces.map((piece) => {
      if (piece.shape !== "table") return make("p", { className: piece.shape }, piece.told_by ? `${piece.told_by}: ` : "", ...runs(piece.runs));
      const rows = piece.rows.flatMap((row) => [
        row.skipped ? make("tr", {}, make("td", { className: "soft", colSpan: Math.max(1, row.cells.length) }, `… ${row.skipped} ${words.left}`)) : null,
        make("tr", {}, ...row.cells.map((cell) => make(cell.is_header ? "th" : "td", {}, ...runs(cell.runs)))),
      ]);
      return make("div", { className: "scroll", tabIndex: 0, role: "group", "aria-label": words.place }, make("table", {}, ...rows.filter(Boolean)));
    }));
  }

  function leave() {
    [log.hidden, form.hidden, proof.hidden] = [false, false, true];
    (opener?.isConnected ? opener : field).focus();
  }

  // ---------- hands ----------
  open.addEventListener("click", () => show(true));
  close.addEventListener("click", () => show(false));
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    if (proof.hidden) show(false);
    else leave();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const question = field.value.trim();
    if (!question || send.disabled) return;
    field.value = "";
    ask(question);
  });

  function stand() {
    const host = make("opora-widget");
    const root = host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    root.append(open, panel);
    document.body.append(host);
  }
  if (document.body) stand();
  else document.addEventListener("DOMContentLoaded", stand);
})();
