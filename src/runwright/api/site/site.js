// The documentation site: the dashboard's theme, copy buttons, and search. No page needs it.

const stored = localStorage.getItem("runwright.theme");
if (stored === "light" || stored === "dark") document.documentElement.dataset.theme = stored;

addEventListener("DOMContentLoaded", () => {
  for (const block of document.querySelectorAll("main pre")) addCopyButton(block);
  const search = document.querySelector(".search");
  if (search) startSearch(search);
});

function addCopyButton(block) {
  block.tabIndex = 0;
  const text = block.textContent.trimEnd();
  const frame = element("div", { className: "block" });
  const button = element("button", { className: "copy", type: "button", textContent: "Copy" });
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  block.replaceWith(frame);
  frame.append(block, button);
}

function startSearch(search) {
  const input = search.querySelector("input");
  const found = search.querySelector(".found");
  let index;
  const load = () => (index ??= fetch(search.dataset.index).then((response) => response.json()));
  const show = async () => {
    const words = wordsOf(input.value);
    const sections = words.length ? await load() : [];
    if (words.join() !== wordsOf(input.value).join()) return;
    found.hidden = words.length === 0;
    found.replaceChildren(...results(sections, words));
  };
  search.hidden = false;
  input.addEventListener("focus", load);
  input.addEventListener("input", show);
  search.addEventListener("keydown", (event) => onKey(event, input, found));
  document.addEventListener("click", (event) => {
    if (!search.contains(event.target)) found.hidden = true;
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, textarea, select");
    const isShortcut = event.key === "/" || (event.key === "k" && (event.metaKey || event.ctrlKey));
    if (isTyping || !isShortcut) return;
    event.preventDefault();
    input.focus();
  });
}

function onKey(event, input, found) {
  const links = [...found.querySelectorAll("a")];
  const here = links.indexOf(document.activeElement);
  if (event.key === "Escape") {
    found.hidden = true;
    input.focus();
  } else if (event.key === "ArrowDown" && links.length) {
    event.preventDefault();
    links[Math.min(here + 1, links.length - 1)].focus();
  } else if (event.key === "ArrowUp" && here >= 0) {
    event.preventDefault();
    (here === 0 ? input : links[here - 1]).focus();
  } else if (event.key === "Enter" && document.activeElement === input && links.length) {
    links[0].click();
  }
}

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_.:/-]+/gu) ?? [];

function results(sections, words) {
  const scored = sections
    .map((section) => [scoreOf(section, words), section])
    .filter(([score]) => score > 0)
    .sort(([one], [other]) => other - one)
    .slice(0, 20);
  if (scored.length === 0) return [element("p", { textContent: "Nothing found." })];
  const list = element("ul");
  list.append(...scored.map(([, section]) => resultOf(section, words)));
  return [list];
}

/** Every word must begin a word of the section; titles count for more than text. */
function scoreOf({ page, title, text, weight }, words) {
  let score = 0;
  for (const word of words) {
    const inText = Math.min(countOf(text, word), 4);
    const inTitles = 12 * Math.sign(countOf(title, word)) + 8 * Math.sign(countOf(page, word));
    if (inText + inTitles === 0) return 0;
    score += inText + inTitles;
  }
  return score * weight;
}

const startOf = (word) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}`, "giu");

const countOf = (text, word) => text.match(startOf(word))?.length ?? 0;

function resultOf({ address, page, title, text }, words) {
  const link = element("a", { href: address });
  const heading = element("strong", { textContent: title === page ? page : `${page}: ${title}` });
  link.append(heading, excerptOf(text, words));
  const item = element("li");
  item.append(link);
  return item;
}

function excerptOf(text, words) {
  const excerpt = element("small");
  const pattern = new RegExp(words.map((word) => startOf(word).source).join("|"), "giu");
  const first = text.search(pattern);
  const from = Math.max(0, text.lastIndexOf(" ", Math.max(0, first - 50)));
  const part = text.slice(from, from + 160);
  let end = 0;
  for (const match of part.matchAll(pattern)) {
    excerpt.append(part.slice(end, match.index), element("mark", { textContent: match[0] }));
    end = match.index + match[0].length;
  }
  excerpt.append(part.slice(end), text.length > from + 160 ? "…" : "");
  return excerpt;
}

function element(name, properties = {}) {
  return Object.assign(document.createElement(name), properties);
}
