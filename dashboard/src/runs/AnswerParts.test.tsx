import { expect, test } from "vitest";
import { markupOf, textOf } from "../shared/markup";
import { AnswerParts } from "./AnswerParts";
import type { Part, RunSource } from "./types";

const SOURCES: RunSource[] = [
  { id: "item_1", object: "run_source" },
  { id: "item_2", object: "run_source" },
];

const shown = (...parts: Part[]) => <AnswerParts parts={parts} sources={SOURCES} />;

test("a fact counts its evidence, also what is not listed or may not be seen", () => {
  const fact: Part = { type: "fact", text: "You spent 5 EUR.", items: ["item_1", "item_9"] };
  expect(textOf(shown(fact))).toBe("You spent 5 EUR. 2 records");
  expect(textOf(shown({ ...fact, more_items: 40 }))).toBe("You spent 5 EUR. 42 records");
});

test("a fact whose evidence may not be seen at all has no mark", () => {
  const fact: Part = { type: "fact", text: "You spent 5 EUR.", items: ["item_8", "item_9"] };
  expect(textOf(shown(fact))).toBe("You spent 5 EUR.");
});

test("what nothing supports, and what was not checked, is marked", () => {
  const wrong: Part = { type: "fact", text: "It rains.", support: "unsupported" };
  expect(textOf(shown(wrong))).toBe("It rains. not supported by your records");
  expect(markupOf(shown(wrong))).toContain("support-unsupported");
  const unchecked: Part = { type: "fact", text: "It rains.", unchecked: ["rains"] };
  expect(textOf(shown(unchecked))).toBe("It rains. not checked: rains");
});

test("a quotation is shown once", () => {
  const fact: Part = { type: "fact", text: "The notice is short.", quote: "three months" };
  expect(textOf(shown(fact))).toBe("The notice is short. three months");
  const said: Part = { ...fact, text: "It says “three months”." };
  expect(markupOf(shown(said))).not.toContain("<q");
});

test("a list of a model's own words says so once, a mixed one at each", () => {
  const own: Part = { type: "fact", text: "One", support: "own" };
  const list = (...parts: Part[]): Part => ({ type: "list", text: "", parts });
  const times = (part: Part) => textOf(shown(part)).split("own words").length - 1;
  expect(times(list(own, own, own))).toBe(1);
  expect(times(list(own, own, { type: "fact", text: "Two" }))).toBe(2);
  expect(times(list())).toBe(0);
});

test("a table aligns columns of figures, and has a column of evidence only where there is some", () => {
  const row = (name: string, amount: string, items: string[] = []): Part => ({
    type: "fact",
    text: "",
    cells: [name, amount],
    items,
  });
  const table = (...parts: Part[]): Part => ({
    type: "table",
    text: "",
    cells: ["Payee", "Amount"],
    parts,
  });
  const plain = table(row("REWE", "12.00"), row("EDEKA", "3.00"));
  expect(textOf(shown(plain))).toBe("Payee Amount REWE 12.00 EDEKA 3.00");
  const aligned = (part: Part) => markupOf(shown(part)).match(/class="number"/g)?.length ?? 0;
  expect(aligned(plain)).toBe(3); // the heading and both figures
  expect(aligned(table(row("REWE", "12.00"), row("EDEKA", "none")))).toBe(0);
  expect(textOf(shown(table(row("REWE", "12.00", ["item_1"]))))).toBe(
    "Payee Amount Evidence REWE 12.00 1 record",
  );
});

test("nothing in an answer is markup", () => {
  const hostile = "<img src=x onerror=alert(1)>";
  for (const type of ["fact", "note", "heading"] as const)
    expect(markupOf(shown({ type, text: hostile }))).not.toContain("<img");
});
