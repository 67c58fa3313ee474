// Markdown as a tree. Nothing in it is HTML: what the tree cannot say stays text.

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong" | "em"; inside: Inline[] }
  | { kind: "link"; href: string; inside: Inline[] }
  | { kind: "break" };

export type Alignment = "left" | "right" | "center" | null;

export type Block =
  | { kind: "paragraph"; inside: Inline[] }
  | { kind: "heading"; level: number; inside: Inline[] }
  | { kind: "list"; isOrdered: boolean; start: number; items: Block[][] }
  | { kind: "table"; align: Alignment[]; header: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "rule" };

const FENCE = /^\s*(```+|~~~+)/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^(\s{0,3})([-*•]|\d{1,9}[.)])\s+(.*)$/;
const RULE = /^\s{0,3}([-*_])(?:\s*\1){2,}\s*$/;
const QUOTE = /^\s{0,3}>\s?(.*)$/;
const DELIMITERS = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** The blocks of a text. */
export function blocksOf(text: string): Block[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    if ((lines[at] ?? "").trim() === "") {
      at += 1;
      continue;
    }
    const [block, next] = blockAt(lines, at);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

function blockAt(lines: string[], at: number): [Block, number] {
  const line = lines[at] ?? "";
  const fence = FENCE.exec(line);
  if (fence) return codeAt(lines, at, fence[1] ?? "```");
  const heading = HEADING.exec(line);
  if (heading)
    return [
      { kind: "heading", level: heading[1]!.length, inside: inlinesOf(heading[2] ?? "") },
      at + 1,
    ];
  if (RULE.test(line)) return [{ kind: "rule" }, at + 1];
  if (QUOTE.test(line)) return quoteAt(lines, at);
  if (ITEM.test(line)) return listAt(lines, at);
  if (isTable(lines, at)) return tableAt(lines, at);
  return paragraphAt(lines, at);
}

function codeAt(lines: string[], at: number, fence: string): [Block, number] {
  let end = at + 1;
  while (end < lines.length && !(lines[end] ?? "").trim().startsWith(fence)) end += 1;
  return [{ kind: "code", text: lines.slice(at + 1, end).join("\n") }, end + 1];
}

function quoteAt(lines: string[], at: number): [Block, number] {
  let end = at;
  const inside: string[] = [];
  for (let found; (found = QUOTE.exec(lines[end] ?? "")); end += 1) inside.push(found[1] ?? "");
  return [{ kind: "quote", blocks: blocksOf(inside.join("\n")) }, end];
}

function listAt(lines: string[], at: number): [Block, number] {
  const first = ITEM.exec(lines[at] ?? "")!;
  const isOrdered = /\d/.test(first[2]!);
  const items: string[][] = [];
  let end = at;
  while (end < lines.length) {
    const line = lines[end] ?? "";
    const item = ITEM.exec(line);
    const isOwn = item !== null && item[1]!.length < first[1]!.length + 2;
    if (isOwn && /\d/.test(item[2]!) === isOrdered) items.push([item[3]!]);
    else if (/^\s{2,}\S/.test(line)) items.at(-1)?.push(line.replace(/^\s{2,3}/, ""));
    else if (line.trim() === "" && continuesList(lines[end + 1] ?? "", isOrdered))
      items.at(-1)?.push("");
    else break;
    end += 1;
  }
  const blocks = items.map((item) => blocksOf(item.join("\n")));
  return [{ kind: "list", isOrdered, start: parseInt(first[2]!, 10) || 1, items: blocks }, end];
}

/** Whether a line behind an empty one still belongs to the list. */
function continuesList(line: string, isOrdered: boolean): boolean {
  const item = ITEM.exec(line);
  return item ? /\d/.test(item[2]!) === isOrdered : /^\s{2,}\S/.test(line);
}

function isTable(lines: string[], at: number): boolean {
  const marks = lines[at + 1] ?? "";
  return (lines[at] ?? "").includes("|") && marks.includes("-") && DELIMITERS.test(marks);
}

function tableAt(lines: string[], at: number): [Block, number] {
  const align = cellsOf(lines[at + 1] ?? "").map(alignmentOf);
  let end = at + 2;
  while (end < lines.length && (lines[end] ?? "").includes("|")) end += 1;
  const rows = lines.slice(at + 2, end).map((line) => cellsOf(line).map(inlinesOf));
  return [{ kind: "table", align, header: cellsOf(lines[at] ?? "").map(inlinesOf), rows }, end];
}

function cellsOf(line: string): string[] {
  const bare = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return bare.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function alignmentOf(mark: string): Alignment {
  if (mark.endsWith(":")) return mark.startsWith(":") ? "center" : "right";
  return mark.startsWith(":") ? "left" : null;
}

function paragraphAt(lines: string[], at: number): [Block, number] {
  let end = at + 1;
  while (end < lines.length && !beginsAnother(lines, end)) end += 1;
  const text = lines
    .slice(at, end)
    .map((line) => line.trim())
    .join("\n");
  return [{ kind: "paragraph", inside: inlinesOf(text) }, end];
}

function beginsAnother(lines: string[], at: number): boolean {
  const line = lines[at] ?? "";
  return (
    line.trim() === "" ||
    [FENCE, HEADING, ITEM, RULE, QUOTE].some((pattern) => pattern.test(line)) ||
    isTable(lines, at)
  );
}

const TOKEN =
  /\\([\\`*_{}[\]()#+\-.!|>~])|(`+)([^`]|[^`][\s\S]*?[^`])\2(?!`)|\[([^\][]*)\]\(([^()\s]*)\)|(\*\*|__)(?=\S)([\s\S]*?\S)\6|(?<![\w*])\*(?=[^\s*])([\s\S]*?[^\s*])\*(?![\w*])|(?<!\w)_(?=[^\s_])([\s\S]*?[^\s_])_(?!\w)|\n/g;

/** The parts of a line: emphasis, code, links, and text. */
export function inlinesOf(text: string): Inline[] {
  const parts: Inline[] = [];
  let plain = "";
  let at = 0;
  const flush = () => {
    if (plain) parts.push({ kind: "text", text: plain });
    plain = "";
  };
  for (const found of text.matchAll(TOKEN)) {
    plain += text.slice(at, found.index);
    at = found.index + found[0].length;
    if (found[1] !== undefined) {
      plain += found[1];
      continue;
    }
    flush();
    parts.push(inlineOf(found));
  }
  plain += text.slice(at);
  flush();
  return parts;
}

function inlineOf(found: RegExpMatchArray): Inline {
  const [whole, , , code, label, href, , strong, star, underscore] = found;
  if (code !== undefined) return { kind: "code", text: code.replace(/^ (.*) $/, "$1") };
  if (label !== undefined) {
    const target = safe(href ?? "");
    return target
      ? { kind: "link", href: target, inside: inlinesOf(label) }
      : { kind: "text", text: whole };
  }
  if (strong !== undefined) return { kind: "strong", inside: inlinesOf(strong) };
  const emphasis = star ?? underscore;
  if (emphasis !== undefined) return { kind: "em", inside: inlinesOf(emphasis) };
  return { kind: "break" };
}

/** An address that may be a link: of the web, and nothing that runs. */
function safe(href: string): string | null {
  return /^https?:\/\//i.test(href) ? href : null;
}

const FIGURE = /^[-+−–(]?\s*(?:[A-Z]{3}\s|[€$£¥]\s?)?[\d.,'’\s]*\d\)?\s*(?:%|[A-Z]{3}|[€$£¥])?$/;

/** Whether a cell holds nothing but a number, perhaps with a unit of money. */
export function isFigure(text: string): boolean {
  return FIGURE.test(text.trim());
}

/** The text of inline parts, without their marks. */
export function plainOf(parts: Inline[]): string {
  return parts
    .map((part) => {
      if (part.kind === "break") return "\n";
      return "text" in part ? part.text : plainOf(part.inside);
    })
    .join("");
}
