import { expect, test } from "vitest";
import { filesOf, isHidden } from "./dropped";

const file = (name: string) => ({
  isFile: true,
  isDirectory: false,
  name,
  file: (give: (f: File) => void) => give(new File([], name)),
});

function folder(name: string, inside: unknown[]) {
  return {
    isFile: false,
    isDirectory: true,
    name,
    createReader: () => {
      const portions = [inside.slice(0, 1), inside.slice(1), []].filter(
        (part, n) => n === 2 || part.length > 0,
      );
      return { readEntries: (give: (found: unknown[]) => void) => give(portions.shift() ?? []) };
    },
  };
}

function dropped(entries: unknown[], files: File[] = []): DataTransfer {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  return { items, files } as unknown as DataTransfer;
}

test("a folder is walked to its last file, portion by portion", async () => {
  const year = folder("2026", [
    file("jan.csv"),
    folder("q2", [file("apr.csv")]),
    file(".DS_Store"),
  ]);
  const found = await filesOf(dropped([year, file("note.txt")]));
  expect(found.map(({ name }) => name)).toEqual(["jan.csv", "apr.csv", "note.txt"]);
});

test("plain files are taken as the browser gives them", async () => {
  const given = new File([], "a.csv");
  expect(await filesOf(dropped([file("a.csv")], [given]))).toEqual([given]);
});

test("files that operating systems leave in folders are skipped", () => {
  expect([".DS_Store", "Thumbs.db", "lease.pdf"].map(isHidden)).toEqual([true, true, false]);
});
