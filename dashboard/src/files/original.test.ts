import { expect, test } from "vitest";
import { kindOf } from "./original";

test("only what runs no script is previewed", () => {
  expect(kindOf("application/pdf")).toBe("pdf");
  expect(kindOf("image/png")).toBe("image");
  expect(kindOf("text/plain; charset=utf-8")).toBe("text");
  for (const type of ["text/html", "image/svg+xml", "application/xhtml+xml", "", null])
    expect(kindOf(type)).toBeNull();
});
