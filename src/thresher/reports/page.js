// Numbers under the pointer, and lines that can be switched off. The page says everything without this.
"use strict";
(() => {
  const box = document.createElement("div");
  box.id = "tip";
  box.hidden = true;
  document.body.append(box);

  const split = (text) => (text ? text.split("|") : []);
  const whole = (text) => Number(text.replaceAll(",", ""));

  const nearest = (places, value) => {
    let best = 0;
    places.forEach((place, index) => {
      if (Math.abs(place - value) < Math.abs(places[best] - value)) best = index;
    });
    return best;
  };

  const row = (name, value, look) => {
    const line = document.createElement("div");
    const left = document.createElement("span");
    if (look) {
      const mark = document.createElement("i");
      mark.className = look;
      left.append(mark);
    }
    left.append(name);
    const right = document.createElement("b");
    right.textContent = value;
    line.append(left, right);
    return line;
  };

  const cross = (svg, x) => {
    const line = svg.querySelector(".cross") || svg.appendChild(document.createElementNS(svg.namespaceURI, "line"));
    const [top, floor] = svg.dataset.span.split(" ");
    line.setAttribute("class", "cross");
    for (const [key, value] of [["x1", x], ["x2", x], ["y1", top], ["y2", floor]]) line.setAttribute(key, value);
  };

  const leave = (svg) => {
    box.hidden = true;
    svg.querySelector(".cross")?.remove();
  };

  const show = (svg, event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const [start, stop, low, high] = svg.dataset.plot.split(" ").map(Number);
    const strip = svg.classList.contains("strip");
    const rows = strip ? [event.target.closest("[data-name]")] : [...svg.querySelectorAll(".series:not(.hidden)")];
    if (at.x < start || at.x > stop || !rows[0]) return leave(svg);
    const value = low + ((at.x - start) / (stop - start)) * (high - low);
    let shown = null;
    const lines = rows.map((series) => {
      const places = split(series.dataset.x || svg.dataset.x);
      const index = nearest(places.map(whole), value);
      shown ??= places[index];
      const look = strip ? "" : series.getAttribute("class").replace("series", "");
      return row(series.dataset.name, split(series.dataset.y)[index] || "\u2013", look);
    });
    box.replaceChildren(row(`${shown} ${svg.dataset.unit}`, "", ""), ...lines);
    box.hidden = false;
    const left = event.clientX + 16 + box.offsetWidth > innerWidth ? event.clientX - 16 - box.offsetWidth : event.clientX + 16;
    box.style.left = `${Math.max(4, left)}px`;
    box.style.top = `${Math.max(4, Math.min(event.clientY + 12, innerHeight - box.offsetHeight - 4))}px`;
    cross(svg, start + ((whole(shown) - low) / (high - low)) * (stop - start));
  };

  // Listened to at the top, so that drawings which come later are served too.
  let over = null;
  const follow = (event) => {
    const svg = event.target instanceof Element ? event.target.closest("svg.hover") : null;
    if (over && over !== svg) leave(over);
    if (svg && over !== svg) svg.querySelectorAll("[data-name] > title").forEach((title) => title.remove());
    over = svg;
    if (svg) show(svg, event);
  };
  document.addEventListener("pointermove", follow);
  document.documentElement.addEventListener("pointerleave", follow);

  for (const chip of document.querySelectorAll(".chip")) {
    chip.setAttribute("role", "button");
    chip.tabIndex = 0;
    const toggle = () => {
      const off = chip.classList.toggle("off");
      chip.setAttribute("aria-pressed", String(!off));
      for (const part of document.querySelectorAll(`svg [data-series="${chip.dataset.series}"]`)) {
        part.classList.toggle("hidden", off);
      }
    };
    chip.addEventListener("click", toggle);
    chip.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        toggle();
      }
    });
  }
})();
