import { expect, test } from "vitest";
import { elementsIn, markupOf } from "../shared/markup";
import { ScopePicker } from "./ScopePicker";
import { ALL_SCOPES, type ScopeName } from "./scopes";

/** What is chosen after a press on the control with this name. */
function after(chosen: ScopeName[], name: string): ScopeName[] | undefined {
  let result: ScopeName[] | undefined;
  const picker = ScopePicker({ chosen, onChange: (next) => (result = next) });
  const control = elementsIn(picker).find(
    ({ props }) => props["aria-label"] === name || props.children === name,
  );
  const press = (control?.props.onClick ?? control?.props.onChange) as () => void;
  press();
  return result;
}

test("a box adds its scope, and takes it away again", () => {
  expect(after(["runs:read"], "files:read")).toEqual(["runs:read", "files:read"]);
  expect(after(["runs:read", "files:read"], "runs:read")).toEqual(["files:read"]);
});

test("the buttons choose all, none, and those that only read", () => {
  expect(after([], "All")).toEqual(ALL_SCOPES);
  expect(after(["runs:read"], "None")).toEqual([]);
  const reading = after(["runs:write"], "All read scopes");
  expect(reading?.length).toBeGreaterThan(0);
  expect(reading).toEqual(ALL_SCOPES.filter((scope) => !scope.endsWith(":write")));
});

test("every scope has one box, which is ticked if it is chosen", () => {
  const boxes = markupOf(<ScopePicker chosen={["keys:write"]} onChange={() => {}} />).match(
    /<input[^>]*>/g,
  );
  expect(boxes?.length).toBe(ALL_SCOPES.length);
  expect(boxes?.filter((box) => box.includes("checked")).join()).toContain("keys:write");
  expect(boxes?.filter((box) => box.includes("checked")).length).toBe(1);
});
