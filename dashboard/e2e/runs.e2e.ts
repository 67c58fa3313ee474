// Runs: found again, explained, asked again, followed up, compared, exported and replayed.

import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  DEMO,
  DESKTOP,
  PHONE,
  openBrowser,
  screenshot,
  signIn,
  violations,
  visit,
} from "./browser";
import type { Opened } from "./browser";

const SPENT = "How much did I spend on groceries in October?";
let opened: Opened;

beforeAll(async () => {
  opened = await openBrowser();
});

beforeEach(() => signIn(opened.page));

afterAll(() => opened.close());

async function openRun(prompt: string): Promise<void> {
  const { page } = opened;
  await visit(page, "/runs");
  await page.getByRole("link", { name: prompt }).first().click();
  await page.getByRole("heading", { level: 1, name: prompt }).waitFor();
}

/** Wait until the list has narrowed to one run. */
async function onlyRow(page: Opened["page"]): Promise<void> {
  await page.waitForFunction(() => document.querySelectorAll(".run-row").length === 1);
}

test("a run is found by the words of its question, and the filters stay in the address", async () => {
  const { page } = opened;
  await visit(page, "/runs");
  await page.getByLabel("Search questions and answers").fill("notice lease");
  await page.getByRole("link", { name: "What notice period does my lease have?" }).waitFor();
  await page.waitForURL(/q=notice/);
  await onlyRow(page);
  await page.reload();
  await page.getByRole("link", { name: "What notice period does my lease have?" }).waitFor();
  await onlyRow(page);
});

test("runs without an answer are picked out, and all filters are cleared at once", async () => {
  const { page } = opened;
  await visit(page, "/runs?answered=false");
  await page.getByRole("link", { name: "Book me a flight to Oslo" }).waitFor();
  expect(await page.locator(".run-row", { hasText: "completed" }).count()).toBe(0);
  await page.getByLabel("Model").selectOption("y0-deep-2026-11");
  await page.getByText("No run matches").waitFor();
  await page.getByRole("link", { name: "Clear all filters" }).click();
  await page.getByRole("link", { name: SPENT }).first().waitFor();
});

test("the list comes back to the run that was opened", async () => {
  const { page } = opened;
  await openRun(SPENT);
  await page.goBack();
  await page.locator(".run-rows > li.here", { hasText: SPENT }).waitFor();
});

test("refused requests are found through the audit log", async () => {
  const { page } = opened;
  await visit(page, "/runs");
  await page.getByRole("link", { name: "Find denied requests in the audit log" }).click();
  await page.getByRole("heading", { name: "Audit log" }).waitFor();
  expect(page.url()).toContain("decision=denied");
});

test("the agents of a network are folded under its run, and named", async () => {
  const { page } = opened;
  await visit(page, "/runs?q=offsite");
  await page.getByText("3 agent runs of Desk").click();
  await page.locator(".folded .run-row", { hasText: "Bookkeeper" }).click();
  await page.getByRole("link", { name: "the network’s run" }).click();
  await page.locator(".member", { hasText: "Archivist" }).waitFor();
  await page.locator(".trace-row", { hasText: "for Bookkeeper" }).first().waitFor();
  await page.getByText("Trace of Planner").click();
  await page.locator(".member .trace-row", { hasText: "calendar:read" }).first().waitFor();
});

test("a step says what it was told, how much it kept and what it gave", async () => {
  const { page } = opened;
  await openRun(SPENT);
  const step = page.locator(".trace-row", { hasText: "measure_transactions" });
  await step.getByText("October 2026").first().waitFor();
  await step.getByText("8 kept").waitFor();
  await step.getByText("337.09 EUR").first().waitFor();
  await step.getByText("8 records", { exact: true }).click();
  await step.getByRole("cell", { name: "Lidl" }).first().waitFor();
  await step.getByRole("link", { name: "bank.csv" }).first().waitFor();
});

test("a fact shows its evidence on hover, and by keyboard", async () => {
  const { page } = opened;
  await openRun(SPENT);
  const mark = page.getByRole("button", { name: "Evidence: 8 records" });
  await mark.hover();
  await page.getByRole("dialog", { name: "Evidence" }).getByText("Lidl").first().waitFor();
  await page.mouse.move(0, 0);
  await page.getByRole("dialog", { name: "Evidence" }).waitFor({ state: "detached" });
  await mark.press("Enter");
  await page.getByRole("dialog", { name: "Evidence" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
});

test("a run is replayed, and said to be identical", async () => {
  const { page } = opened;
  await openRun(SPENT);
  await page.getByRole("button", { name: "Replay and compare" }).click();
  await page.getByText("Identical", { exact: true }).waitFor();
});

test("a run is asked again, and the two are compared side by side", async () => {
  const { page } = opened;
  await openRun(SPENT);
  await page.getByRole("button", { name: "Ask again" }).click();
  await page.getByRole("link", { name: "Compare the two runs" }).click();
  await page.getByRole("rowheader", { name: "Answer" }).waitFor();
  expect(await page.locator(".differs", { hasText: "Answer" }).count()).toBe(0);
  await page.getByRole("rowheader", { name: "Step 1" }).waitFor();
  expect(await violations(page)).toEqual([]);
});

test("another run is chosen to compare with", async () => {
  const { page } = opened;
  await openRun(SPENT);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Compare with another run" }).click();
  await page.getByRole("button", { name: /What notice period/ }).click();
  await page.locator(".differs", { hasText: "Question" }).waitFor();
});

test("a run is edited and run, from anywhere in the form by Ctrl+Enter", async () => {
  const { page } = opened;
  await openRun(SPENT);
  await page.getByRole("link", { name: "Edit and run" }).click();
  const prompt = page.getByLabel("What should be done?");
  await page.waitForFunction((text) => document.querySelector("textarea")?.value === text, SPENT);
  expect(await page.getByRole("checkbox", { name: "finance" }).isChecked()).toBe(true);
  await prompt.fill("How much did I spend on groceries in September?");
  await page.getByRole("checkbox", { name: "finance" }).press("Control+Enter");
  await page.getByText("€433.45").first().waitFor();
});

test("a follow-up is asked, and the conversation is shown on both pages", async () => {
  const { page } = opened;
  await openRun(SPENT);
  await page.getByLabel("Ask a follow-up question").fill("And in September?");
  await page.getByLabel("Ask a follow-up question").press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: "And in September?" }).waitFor();
  const before = page.getByRole("region", { name: "Earlier in this conversation" });
  await before.getByText("€337.09").waitFor();
  expect(await violations(page)).toEqual([]);
  await before.getByRole("link", { name: SPENT }).click();
  await page.locator(".turn", { hasText: "And in September?" }).first().waitFor();
});

test("a run is exported as JSON, as Markdown and as a proof", async () => {
  const { page } = opened;
  await openRun(SPENT);
  for (const [name, wanted] of [
    ["Export as JSON", `"prompt": "${SPENT}"`],
    ["Export as Markdown", `# ${SPENT}`],
    ["Export the proof", `"object": "run_proof"`],
  ] as const) {
    await page.getByRole("button", { name: "More", exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name }).click(),
    ]);
    expect(await readFile(await download.path(), "utf-8")).toContain(wanted);
  }
});

test("feedback that was given is shown, and can be changed", async () => {
  const { page } = opened;
  await openRun("What notice period does my lease have?");
  await page.getByLabel("Comment").fill("Exactly that.");
  await page.getByRole("button", { name: "Helpful", exact: true }).click();
  await page.locator(".feedback", { hasText: "Exactly that." }).waitFor();
  await page.reload();
  await page.locator(".feedback", { hasText: "Exactly that." }).waitFor();
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByRole("button", { name: "Not helpful" }).click();
  await page.locator(".feedback", { hasText: "Not helpful" }).waitFor();
});

test("an attached file is read under a scope that the trace names", async () => {
  const { page } = opened;
  await visit(page, `/runs/new?file=${DEMO["file"]}`);
  await page.getByLabel("What should be done?").fill("What was the total revenue in 2019?");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.locator(".trace-row", { hasText: "files:read" }).getByRole("link").nth(1).waitFor();
});

test("an agent’s instructions are read as they are typed", async () => {
  const { page } = opened;
  await visit(page, "/agents");
  await page.getByRole("button", { name: "New agent" }).click();
  await page.getByLabel("Instructions").fill("Only use finance. Be funny like a pirate.");
  await page.locator(".chip.understood", { hasText: "Only use finance" }).waitFor();
  await page.locator(".chip.ignored", { hasText: "Be funny like a pirate" }).waitFor();
  expect(await violations(page)).toEqual([]);
});

test("sources that the key may not read are disabled, and the missing scope is named", async () => {
  const { page } = opened;
  await signIn(page, DEMO["reader_key"]);
  await visit(page, "/runs/new");
  await page.getByText("finance:read").waitFor();
  expect(await page.getByRole("checkbox", { name: "finance" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Sign out" }).click();
});

test("what a language model writes is shown as it comes", async () => {
  const { page } = opened;
  const run = await (await fetchRun(DEMO["run"] ?? "")).json();
  await page.route(`**/v1/runs/${run.id}?*`, (route) =>
    route.fulfill({ json: { ...run, status: "running", result: undefined, trace: undefined } }),
  );
  await page.route(`**/v1/runs/${run.id}/events`, (route) =>
    route.fulfill({
      contentType: "text/event-stream",
      body: [
        'id: 1\nevent: plan\ndata: {"type":"plan","ms":1,"steps":1}\n\n',
        'id: 2\nevent: model\ndata: {"type":"model","n":1,"input_tokens":1200,"output_tokens":34}\n\n',
        'event: delta\ndata: {"type":"delta","text":"The **offsite** ","restarted":true}\n\n',
        'event: delta\ndata: {"type":"delta","text":"cost 769.40","restarted":false}\n\n',
      ].join(""),
    }),
  );
  await visit(page, `/runs/${run.id}`).catch(() => undefined);
  await page.locator(".writing", { hasText: "The offsite cost 769.40" }).waitFor();
  await page.locator(".trace-row", { hasText: "1,200 tokens in, 34 out" }).waitFor();
  await page.unrouteAll();
});

test("a run that failed says so in its trace, with a link to what the error means", async () => {
  const { page } = opened;
  const run = await (await fetchRun(DEMO["run"] ?? "")).json();
  const error = { code: "scope_denied", message: "The key no longer has finance:read." };
  const failed = { ...run, status: "failed", result: undefined, answered: null, error };
  await page.route(`**/v1/runs/${run.id}?*`, (route) =>
    route.fulfill({ json: { ...failed, trace: run.trace.slice(0, 3) } }),
  );
  await visit(page, `/runs/${run.id}`);
  const row = page.locator(".trace-row.failed", { hasText: "no longer has finance:read" });
  const link = row.getByRole("link", { name: "scope_denied" });
  expect(await link.getAttribute("href")).toBe("/docs/errors/scope_denied");
  expect(await page.getByText("Helpful", { exact: true }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await screenshot(page, "run-failed-desktop");
  await page.unrouteAll();
});

function fetchRun(id: string): Promise<Response> {
  const address = `${process.env["RUNWRIGHT_TEST_URL"]}/v1/runs/${id}?expand=request`;
  const key = process.env["RUNWRIGHT_TEST_KEY"];
  return fetch(address, { headers: { Authorization: `Bearer ${key}` } });
}

const LOOKS = {
  desktop: { ...DESKTOP, colorScheme: "light" },
  dark: { ...DESKTOP, colorScheme: "dark" },
  phone: { ...PHONE, colorScheme: "light" },
} as const;

const PAGES: Record<string, string> = {
  "runs-filtered": "/runs?status=completed&answered=true&metadata=team%3A%20home",
  "runs-none": "/runs?q=nosuchword",
  "compare-choose": "/runs/compare",
  compare: `/runs/compare?one=${DEMO["run"]}&other=${DEMO["chart"]}`,
  "new-from": `/runs/new?from=${DEMO["run"]}`,
};

describe.each(Object.entries(LOOKS))("on a %s screen", (look, options) => {
  let watched: Opened;

  beforeAll(async () => {
    watched = await openBrowser(options);
    await signIn(watched.page);
  });

  afterAll(() => watched.close());

  test.each(Object.entries(PAGES))("%s is whole and accessible", async (name, path) => {
    const { page } = watched;
    await visit(page, path);
    await page.evaluate(() => new Promise((settle) => setTimeout(settle, 400)));
    await screenshot(page, `${name}-${look}`);
    expect(await violations(page)).toEqual([]);
    const root = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(root).toBe(0);
    expect(watched.watched.outside).toEqual([]);
  });
});
