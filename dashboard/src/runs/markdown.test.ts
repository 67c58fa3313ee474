// Markdown: what answers are written in, and what hostile text must not become.

import { expect, test } from "vitest";
import { blocksOf, inlinesOf, isFigure, plainOf } from "./markdown";

const kinds = (text: string) => blocksOf(text).map((block) => block.kind);

test("blocks are told apart", () => {
  const text =
    "# Title\n\nA line\nanother\n\n- one\n- two\n\n1. first\n2. second\n\n> said\n\n---\n";
  expect(kinds(text)).toEqual(["heading", "paragraph", "list", "list", "quote", "rule"]);
  expect(kinds("```\n<b>\n```")).toEqual(["code"]);
});

test("lines of a paragraph stay lines", () => {
  expect(blocksOf("REWE 12.00\nEDEKA 3.00")).toEqual([
    {
      kind: "paragraph",
      inside: [
        { kind: "text", text: "REWE 12.00" },
        { kind: "break" },
        { kind: "text", text: "EDEKA 3.00" },
      ],
    },
  ]);
});

test("a table keeps its alignment and its escaped bars", () => {
  const [table] = blocksOf("| Payee | Amount |\n| --- | ---: |\n| A \\| B | 1,200.50 |\n\nDone.");
  if (table?.kind !== "table") throw new Error("no table");
  expect(table.align).toEqual([null, "right"]);
  expect(table.rows.map((row) => row.map(plainOf))).toEqual([["A | B", "1,200.50"]]);
});

test("a list item can continue on an indented line and contain a list", () => {
  const [list] = blocksOf("- one\n  more\n  - inside\n- two");
  if (list?.kind !== "list") throw new Error("no list");
  expect(list.items.map((item) => item.map((block) => block.kind))).toEqual([
    ["paragraph", "list"],
    ["paragraph"],
  ]);
});

test("stars and underscores of figures and names are no emphasis", () => {
  for (const text of ["12 * 12 = 144", "PAYPAL *NETFLIX", "a_b_c", "file_01ab_cd", "5*3*2"])
    expect(inlinesOf(text)).toEqual([{ kind: "text", text }]);
  expect(inlinesOf("**1,200** and *so* and `x*y`").map((part) => part.kind)).toEqual([
    "strong",
    "text",
    "em",
    "text",
    "code",
  ]);
});

test("only addresses of the web become links, and HTML stays text", () => {
  expect(inlinesOf("[a](https://example.com/x)")[0]).toMatchObject({ kind: "link" });
  for (const hostile of [
    "[a](javascript:alert(1))",
    "[a](data:text/html,x)",
    "<img src=x onerror=alert(1)>",
  ])
    expect(inlinesOf(hostile).every((part) => part.kind === "text")).toBe(true);
});

test("an escaped point is no list", () => {
  expect(blocksOf("1\\. September")).toEqual([
    { kind: "paragraph", inside: [{ kind: "text", text: "1. September" }] },
  ]);
});

test("figures are known", () => {
  for (const text of ["12", "1,200.50 EUR", "-3.5", "87 %", "€12", "USD 4.00"])
    expect(isFigure(text)).toBe(true);
  for (const text of ["REWE", "12 March", "v1.2.3 beta", ""]) expect(isFigure(text)).toBe(false);
});
