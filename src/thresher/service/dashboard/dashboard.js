// Keeps a page of the service up to date, sends labels, remembers a key. The page can be read without this.
"use strict";
(() => {
  const KEY = "thresher-key";
  const root = document.documentElement;
  root.classList.add("has-script");

  const find = (id) => document.getElementById(id);
  const say = (words) => { find("said").textContent = words; };
  const key = () => sessionStorage.getItem(KEY);
  const headers = (more = {}) => (key() ? { ...more, authorization: `Bearer ${key()}` } : more);

  const problem = async (answer) => {
    try {
      return (await answer.json()).detail;
    } catch {
      return `the service answered ${answer.status}`;
    }
  };

  const send = (method, path, body) =>
    fetch(path, { method, headers: headers(body ? { "content-type": "application/json" } : {}), body });

  // A page as it is now.

  const read = async (changed = {}) => {
    const query = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(location.search)), ...changed });
    const answer = await fetch(`${location.pathname}?${query}`, { headers: headers() });
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    return { status: answer.status, found };
  };

  const folds = (panel) => [...panel.querySelectorAll("details[data-fold]")];

  const reachable = (panel) => [...panel.querySelectorAll("a, button, summary, .scroll")];

  const renew = (old, made) => {
    const at = reachable(old).indexOf(document.activeElement);
    const open = new Set(folds(old).filter((one) => one.open).map((one) => one.dataset.fold));
    const scrolled = [...old.querySelectorAll(".scroll")].map((one) => one.scrollLeft);
    for (const one of folds(made)) one.open = open.has(one.dataset.fold);
    old.replaceWith(made);
    made.querySelectorAll(".scroll").forEach((one, index) => { one.scrollLeft = scrolled[index] ?? 0; });
    if (at >= 0) reachable(made)[at]?.focus({ preventScroll: true });
  };

  const refresh = async () => {
    const { status, found } = await read({ questions: "none" });
    if (status !== 200) return status;
    for (const made of found.querySelectorAll(".panel[id]")) {
      const old = find(made.id);
      if (!old) continue;
      if (old.dataset.still) {
        const button = old.querySelector("[data-renew]");
        if (button) button.hidden = false;
      } else if (!old.querySelector(".cross") && old.innerHTML !== made.innerHTML) {
        renew(old, document.adoptNode(made));
      }
    }
    return status;
  };

  // Listening. EventSource can't send a key, so the stream is read as it comes.

  let paused = false;
  let listening = null;

  const messages = async function* (answer) {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
      const parts = text.split("\n\n");
      text = parts.pop();
      yield* parts.filter((part) => part.startsWith("event: changed"));
    }
  };

  const wait = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

  const listen = async (mine) => {
    let first = true;
    while (listening === mine) {
      try {
        const answer = await fetch(document.body.dataset.changes, { headers: headers(), signal: mine.signal });
        if (answer.status === 401 || answer.status === 403) return;
        if (answer.ok) {
          root.dataset.live = "yes";
          for await (const _ of messages(answer)) {
            if (!first) await refresh();
            first = false;
          }
        }
      } catch {
        // gone: tried again
      }
      root.dataset.live = "no";
      if (listening === mine) await wait(3000);
    }
  };

  const start = () => {
    listening?.abort();
    listening = null;
    if (!document.body.dataset.changes || paused || document.hidden) return;
    listening = new AbortController();
    listen(listening);
  };

  // Labels, promotions.

  const written = (text) => {
    try {
      const value = JSON.parse(text);
      return ["string", "number", "boolean"].includes(typeof value) ? text : JSON.stringify(text);
    } catch {
      return JSON.stringify(text);
    }
  };

  const label = async (button) => {
    const item = button.closest("[data-ticket]");
    const group = button.closest(".labels");
    const field = group.querySelector("input");
    if (button.dataset.other && !field.value) return field.focus();
    const told = button.dataset.other ? written(field.value) : button.dataset.label;
    const shown = button.dataset.other ? field.value : button.textContent;
    for (const one of group.querySelectorAll("button")) one.disabled = true;
    const path = `/v1/models/${encodeURIComponent(document.body.dataset.model)}/labels`;
    const answer = await send("POST", path, `{"ticket":${JSON.stringify(item.dataset.ticket)},"label":${told}}`);
    if (!answer.ok) {
      for (const one of group.querySelectorAll("button")) one.disabled = false;
      return say(`Not taken: ${await problem(answer)}`);
    }
    const { fate, seq } = await answer.json();
    const words = `You said ${shown}: ${fate === "waiting" ? `taken, event ${seq}` : fate}.`;
    for (const one of document.querySelectorAll("[data-ticket]")) {
      if (one.dataset.ticket !== item.dataset.ticket) continue; // a question may stand in two panels
      const line = one.querySelector(".label");
      line.textContent = words;
      line.classList.add("told");
      one.querySelector(".labels")?.remove();
    }
    item.tabIndex = -1;
    item.focus();
    say(`${item.dataset.ticket}: ${words}`);
  };

  const promote = async (button) => {
    const name = button.dataset.promote;
    if (!confirm(`${name} will answer from now on, and the champion of before leaves. Promote it?`)) return;
    const model = encodeURIComponent(document.body.dataset.model);
    const path = `/v1/models/${model}/challengers/${encodeURIComponent(name)}/promote`;
    let answer = await send("POST", path);
    if (answer.status === 409) {
      const why = await problem(answer);
      if (!confirm(`${why}\n\nPromote it all the same?`)) return say(`Not done: ${why}`);
      answer = await send("POST", `${path}?early=1`);
    }
    say(answer.ok ? `${name} answers from now on.` : `Not done: ${await problem(answer)}`);
    button.blur();
    await refresh();
  };

  const show = async (button) => {
    const { status, found } = await read();
    if (status === 200) {
      const made = document.adoptNode(found.getElementById(button.dataset.renew));
      find(button.dataset.renew).replaceWith(made);
      made.querySelector("a, summary")?.focus();
    }
  };

  const pause = (button) => {
    paused = !paused;
    button.setAttribute("aria-pressed", String(paused));
    button.textContent = paused ? "Go on" : "Pause";
    say(paused ? "The page stands still." : "The page is kept up to date.");
    start();
  };

  // Keys.

  const forget = () => {
    sessionStorage.removeItem(KEY);
    location.reload();
  };

  const enter = async () => {
    const { status, found } = await read();
    if (status === 401 || status === 403) {
      if (status === 401) sessionStorage.removeItem(KEY);
      say(found.querySelector(".alert")?.textContent ?? "This key is not valid.");
      return askForKey();
    }
    document.title = found.title;
    document.body.replaceWith(document.adoptNode(found.body));
    begin({ withKey: true });
    find("main").focus();
  };

  const askForKey = () => {
    const form = find("key-form");
    if (!form) return;
    form.hidden = false;
    find("key").focus();
  };

  const begin = ({ withKey = false } = {}) => {
    const forgets = find("forget");
    if (forgets) forgets.hidden = !key();
    if (!document.body.dataset.refused) return start();
    if (!withKey) return key() ? enter() : askForKey(); // what is refused to the key as well stays so
  };

  document.addEventListener("submit", (event) => {
    event.preventDefault();
    sessionStorage.setItem(KEY, find("key").value.trim());
    enter();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const failed = () => say("The service can't be reached.");
    if (button.dataset.label || button.dataset.other) label(button).catch(failed);
    else if (button.dataset.promote) promote(button).catch(failed);
    else if (button.dataset.renew) show(button).catch(failed);
    else if (button.id === "pause") pause(button);
    else if (button.id === "forget") forget();
  });

  document.addEventListener("keydown", (event) => {
    const group = event.target.closest?.(".labels");
    if (event.key === "Enter" && group && event.target.matches("input")) group.querySelector("[data-other]").click();
  });

  document.addEventListener("visibilitychange", start);
  begin();
})();
