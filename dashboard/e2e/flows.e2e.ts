// What people do, from signing in to verifying the audit log, in a real browser.

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DEMO, KEY, PHONE, URL_OF_SERVER, openBrowser, signIn, violations, visit } from "./browser";
import type { Opened } from "./browser";

let opened: Opened;

beforeAll(async () => {
  opened = await openBrowser();
});

beforeEach(() => signIn(opened.page));

afterAll(() => opened.close());

test("the first-start link signs in, and the key leaves the address", async () => {
  const { page } = opened;
  expect(page.url()).toBe(`${URL_OF_SERVER}/`);
  expect(await page.evaluate(() => localStorage.length)).toBeLessThanOrEqual(2);
  expect(await page.evaluate((key) => JSON.stringify(localStorage).includes(key), KEY)).toBe(false);
});

test("a wrong key is refused in words, a right one signs in, and signing out forgets it", async () => {
  const { page } = opened;
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Key").fill("rw_wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("The server does not know this key.").waitFor();
  await page.getByLabel("Key").fill(KEY);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Runs" }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test("a run is asked for by keyboard alone, and its trace is replayed", async () => {
  const { page } = opened;
  await visit(page, "/runs/new");
  await page.keyboard.type("What is 12 * 12?");
  await page.keyboard.press("Control+Enter");
  await page.getByText("144").first().waitFor();
  const rows = page.locator(".trace-row");
  const entries = await rows.count();
  expect(entries).toBeGreaterThanOrEqual(3);
  expect(await page.locator(".trace-row.done").count()).toBe(entries);
  const moment = page.getByRole("slider", { name: "Moment in the run" });
  await moment.press("Home");
  expect(await page.locator(".trace-row.ahead").count()).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Play at the recorded pace" }).click();
  await page.waitForFunction(
    (all) => document.querySelectorAll(".trace-row.done").length === all,
    entries,
  );
});

test("a context fetch shows its scope and its evidence, and has a link", async () => {
  const { page } = opened;
  await visit(page, `/runs/${DEMO["run"]}`);
  const fetched = page
    .locator(".trace-row", { hasText: "finance:read" })
    .filter({ hasText: "Used in the answer" })
    .first();
  await fetched.getByRole("button", { name: /Show \d+ more/ }).click();
  await fetched.getByText("Hotel Miradouro").first().waitFor();
  await fetched.getByText("TAP Air").first().waitFor();
  await fetched.getByRole("link", { name: /Link to entry/ }).click();
  expect(page.url()).toMatch(/#entry-\d+$/);
  await page.reload();
  await page.locator(".trace-row.linked", { hasText: "finance:read" }).waitFor();
});

test("a run in the background is followed as it works", async () => {
  const { page } = opened;
  await visit(page, "/runs/new");
  await page
    .getByLabel("What should be done?")
    .fill("What did the offsite on my calendar cost me?");
  for (const source of ["calendar", "documents", "finance"])
    await page.getByRole("checkbox", { name: source }).check();
  await page.getByLabel("Who answers?").selectOption("y0-deep");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("€769.40").first().waitFor();
  const allowed = page.locator(".trace-row", { hasText: "allowed by" });
  for (const scope of ["calendar:read", "documents:read", "finance:read"])
    expect(await allowed.filter({ hasText: scope }).count()).toBeGreaterThan(0);
});

test("a run is deleted after a question, and its receipt holds in the browser", async () => {
  const { page } = opened;
  await visit(page, "/runs/new");
  await page.getByLabel("What should be done?").fill("What is 3 + 4?");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const id = new URL(page.url()).pathname.split("/").pop() ?? "";
  await page.getByRole("button", { name: "Delete the run" }).click();
  await page.getByRole("heading", { name: "Runs" }).waitFor();
  await visit(page, `/runs/${id}`);
  await page.getByText("This was deleted").waitFor();
  await visit(page, "/audit");
  await page.getByLabel("Id of the erased run or file").fill(id);
  await page.getByRole("button", { name: "Look up" }).click();
  await page.getByText("The receipt is signed by the log’s key.").waitFor();
  expect(await page.locator(".findings .bad").count()).toBe(0);
});

test("files are chosen or dropped, and what was read is shown; a wrong one is refused", async () => {
  const { page } = opened;
  await visit(page, "/files");
  await page.getByLabel("Choose files").setInputFiles({
    name: "shop.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Date,Description,Amount,Currency\n2026-11-02,Tea house,-7.50,EUR\n"),
  });
  await page.getByRole("link", { name: "Uploaded" }).click();
  await page.getByRole("rowheader", { name: "Tea house" }).waitFor();
  await page.getByRole("row", { name: "EUR 1 0.00 7.50" }).waitFor();
  await visit(page, "/files");
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array([0x4d, 0x5a, 0x90, 0, 3])], "program.exe"));
    document
      .querySelector(".drop")
      ?.dispatchEvent(
        new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }),
      );
  });
  await page.locator(".uploads .field-error").waitFor();
});

test("the audit log verifies in the browser, and shows an altered answer", async () => {
  const { page } = opened;
  await visit(page, "/audit");
  await page.getByRole("button", { name: "Verify in this browser" }).click();
  await page.getByText(/entries shown is whole and in the signed tree/).waitFor();
  expect(await page.locator(".findings .bad").count()).toBe(0);
  expect(await page.locator(".proved").count()).toBe(25);
  await visit(page, "/audit");
  await page.getByRole("button", { name: "Verify in this browser" }).click();
  await page.getByText(/The log still begins with the \d+ entries/).waitFor();
  await page.route("**/v1/audit_log/*/proof", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace("allowed", "denied"),
    });
  });
  await page.getByRole("button", { name: "Verify in this browser" }).click();
  await page
    .getByText(/its content does not match its hash/)
    .first()
    .waitFor();
  await page.unroute("**/v1/audit_log/*/proof");
});

test("a key is made with its secret shown once, and revoked", async () => {
  const { page } = opened;
  await visit(page, "/keys");
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name", { exact: true }).fill("For a test");
  await page.getByRole("checkbox", { name: "files:read" }).check();
  await page.getByRole("button", { name: "Create key" }).click();
  expect(await page.locator(".secret code").textContent()).toMatch(/^rw_\w+_\w+$/);
  await page.getByRole("button", { name: "Done" }).click();
  const card = page.locator(".key-list li", { hasText: "For a test" });
  await card.getByText("files:read").waitFor();
  await card.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Revoke the key" }).click();
  await card.waitFor({ state: "detached" });
});

test("an agent is made, changed into a second version, and asked", async () => {
  const { page } = opened;
  await visit(page, "/agents");
  await page.getByRole("button", { name: "New agent" }).click();
  await page.getByLabel("Name").fill("Counter");
  await page.getByLabel("Instructions").fill("Answer in one short sentence.");
  await page.getByRole("button", { name: "Create agent" }).click();
  await page.getByRole("heading", { name: "Counter" }).waitFor();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Instructions").fill("Answer in one sentence.");
  await page.getByRole("button", { name: "Save as a new version" }).click();
  await page.getByText("2 (latest)").waitFor({ state: "attached" });
  await page.getByRole("link", { name: "Run", exact: true }).click();
  await page.getByLabel("What should be done?").fill("What is 6 * 7?");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("version 2").waitFor();
});

test("a webhook is told, and the delivery is shown with its tries", async () => {
  const { page } = opened;
  await visit(page, "/webhooks");
  await page.getByRole("button", { name: "New webhook" }).click();
  await page.getByLabel("Address").fill(`${DEMO["receiver"]}/hook`);
  await page.getByRole("button", { name: "Create webhook" }).click();
  expect(await page.locator(".secret code").textContent()).toMatch(/^whsec_/);
  await page.getByRole("button", { name: "Done" }).click();
  await page
    .getByRole("link", { name: `${DEMO["receiver"]}/hook` })
    .first()
    .click();
  await page.getByRole("button", { name: "Send a test" }).click();
  const delivery = page.locator(".deliveries li", { hasText: "webhook.test" });
  await delivery.getByText("succeeded").waitFor();
  await delivery.getByText("204").waitFor();
  expect(await violations(page)).toEqual([]);
});

test("the context is searched, and narrowed to whom it mentions", async () => {
  const { page } = opened;
  await visit(page, "/context?source=finance&view=names");
  await page.getByRole("button", { name: /^REWE/ }).first().click();
  await page.getByRole("tab", { name: "Items" }).click();
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".item-text")].every((item) =>
      item.textContent?.includes("REWE"),
    ),
  );
  await page.getByRole("button", { name: "Show everything" }).click();
  await page.getByLabel("Search your context").fill("hotel in Lisbon");
  await page.locator(".item-text", { hasText: "Hotel Miradouro" }).first().waitFor();
});

test("a key that lacks a scope is told which one", async () => {
  const { page } = opened;
  await signIn(page, DEMO["reader_key"]);
  await visit(page, "/audit");
  await page.getByText("This key may not do that").first().waitFor();
  await page.getByText("audit:read").first().waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
});

test("a server that is away is said to be, and looked for again", async () => {
  const { page } = opened;
  await page.route("**/v1/keys*", (route) => route.abort());
  await page.getByRole("link", { name: "Keys", exact: true }).click();
  await page.getByText("The server does not answer").first().waitFor();
  await page.unroute("**/v1/keys*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "owner" }).waitFor();
});

test("on a phone the pages are in a menu", async () => {
  const phone = await openBrowser(PHONE);
  await signIn(phone.page);
  await phone.page.getByRole("button", { name: "Menu" }).click();
  expect(await violations(phone.page)).toEqual([]);
  await phone.page.getByRole("link", { name: "Files" }).click();
  await phone.page.getByRole("heading", { name: "Files" }).waitFor();
  await phone.close();
});

test("axe is really asked: a page with a fault is found out", async () => {
  const { page } = opened;
  await page.evaluate(() =>
    document.querySelector("main")?.append(document.createElement("button")),
  );
  expect((await violations(page)).join()).toContain("button-name");
});

test("going to a page by keyboard puts the focus on its title", async () => {
  const { page } = opened;
  await page.getByRole("link", { name: "Webhooks" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Webhooks");
});

test("a command line that asks is shown with its address, and is approved", async () => {
  const asked = await fetch(`${URL_OF_SERVER}/v1/auth/device`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "a laptop" }),
  });
  const { device_code, user_code } = (await asked.json()) as Record<string, string>;
  const { page } = opened;
  await visit(page, "/login");
  await page.getByLabel("Code").fill(user_code!.toLowerCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("a laptop").waitFor();
  await page.getByText("127.0.0.1").waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("receives its key in a moment").waitFor();
  const fetched = await fetch(`${URL_OF_SERVER}/v1/auth/token`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ device_code }),
  });
  const { secret } = (await fetched.json()) as Record<string, string>;
  expect(secret).toMatch(/^rw_/);
});
