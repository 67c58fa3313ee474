// Files, context, audit log, costs, webhooks, events and keys: what people look things up in.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  DEMO,
  DESKTOP,
  KEY,
  PHONE,
  URL_OF_SERVER,
  openBrowser,
  signIn,
  violations,
  visit,
} from "./browser";
import type { Opened } from "./browser";

let opened: Opened;

beforeAll(async () => {
  opened = await openBrowser();
});

beforeEach(() => signIn(opened.page));

afterAll(() => opened.close());

const authorization = { Authorization: `Bearer ${KEY}` };

async function upload(name: string, content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const form = new FormData();
  form.append("purpose", "context");
  form.append("file", new File([content], name));
  const address = `${URL_OF_SERVER}/v1/files`;
  const answer = await fetch(address, { method: "POST", headers: authorization, body: form });
  const { id } = (await answer.json()) as { id: string };
  for (;;) {
    const look = await fetch(`${address}/${id}`, { headers: authorization });
    if (((await look.json()) as { status: string }).status !== "processing") return id;
    await new Promise((resume) => setTimeout(resume, 100));
  }
}

test("the same content twice is called a duplicate, in the list and on its page", async () => {
  const { page } = opened;
  await upload("original.md", "# Gate\n\nThe gate code of the garden is 4711.\n");
  const copy = await upload("copy.md", "# Gate\n\nThe gate code of the garden is 4711.\n");
  await visit(page, "/files");
  await page
    .getByRole("row", { name: /^copy\.md duplicate/ })
    .first()
    .waitFor();
  await visit(page, `/files/${copy}`);
  await page.getByText("exactly the same content").waitFor();
  await page.getByRole("link", { name: "original.md" }).waitFor();
  expect(await violations(page)).toEqual([]);
});

test("a PDF is shown by the browser's own viewer", async () => {
  const { page } = opened;
  await visit(page, `/files/${DEMO["file"]}?view=original`);
  const frame = page.locator("iframe[title^='Preview of']");
  await frame.waitFor();
  expect(await frame.getAttribute("src")).toMatch(/^blob:/);
  expect(await page.getByRole("link", { name: "Open in a new tab" }).count()).toBe(1);
});

test("nothing that a file says is run: a page that was uploaded is shown as its text", async () => {
  const { page } = opened;
  const script = "<!doctype html><script>top.document.title = 'taken over'</script><p>Hello</p>";
  const id = await upload("page.html", script);
  await visit(page, `/files/${id}?view=original`);
  await page.locator(".preview-text", { hasText: "taken over" }).waitFor();
  expect(await page.title()).not.toContain("taken over");
});

test("a file lists the runs that read it", async () => {
  const { page } = opened;
  await visit(page, `/files/${DEMO["bookings"]}`);
  await page.getByRole("tab", { name: "Runs that read it" }).click();
  await page
    .getByRole("link", { name: /offsite/ })
    .first()
    .click();
  await page.waitForURL(/\/runs\/run_/);
});

describe.each([
  ["light", { ...DESKTOP, colorScheme: "light" }],
  ["dark", { ...DESKTOP, colorScheme: "dark" }],
  ["phone", { ...PHONE, colorScheme: "light" }],
] as const)("in %s", (_, look) => {
  test("the graph follows the search, and no label lies on another", async () => {
    const own = await openBrowser(look);
    await signIn(own.page);
    await visit(own.page, "/context?q=hotel&view=graph");
    await own.page.locator(".links button").first().waitFor();
    expect(await overlapsIn(own)).toEqual([]);
    expect(await own.page.locator(".links-items", { hasText: /hotel/i }).count()).toBe(1);
    expect(await violations(own.page)).toEqual([]);
    await own.close();
  });
});

/** Labels of the graph that lie on each other. */
function overlapsIn({ page }: Opened): Promise<string[]> {
  return page.evaluate(() => {
    const labels = [...document.querySelectorAll(".links button, .links-items li")].map((each) => ({
      text: each.textContent ?? "",
      box: each.getBoundingClientRect(),
    }));
    return labels.flatMap(({ text, box }, n) =>
      labels
        .slice(n + 1)
        .filter(
          (other) =>
            box.left < other.box.right - 1 &&
            other.box.left < box.right - 1 &&
            box.top < other.box.bottom - 1 &&
            other.box.top < box.bottom - 1,
        )
        .map((other) => `${text} / ${other.text}`),
    );
  });
}

test("a search covers every source, and true counts are shown", async () => {
  const { page } = opened;
  await visit(page, "/context");
  await page.getByText(/Newest 60 of \d{3,} items/).waitFor();
  await page.getByLabel("Search your context").fill("hotel");
  await page.locator(".item .source-finance").first().waitFor();
  await page.locator(".item .source-documents").first().waitFor();
});

test("the audit log hides one's own reads, names keys, and gives exact times", async () => {
  const { page } = opened;
  await visit(page, "/audit");
  const rows = page.getByRole("region", { name: "Audit entries" }).getByRole("row");
  await rows.nth(1).waitFor();
  const shown = await page.getByRole("region", { name: "Audit entries" }).innerText();
  expect(shown).not.toMatch(/\towner\taudit\.list\t/);
  expect(shown).toMatch(/\d{2}:\d{2}:\d{2}/);
  await page.getByRole("radio", { name: "Everything" }).check();
  await page.getByRole("cell", { name: "audit.list" }).first().waitFor();
  await page.getByRole("radio", { name: "Changes and denials" }).check();
  await page.waitForURL(/reads=none/);
  await visit(page, "/audit?decision=denied");
  await page.getByLabel("Key", { exact: true }).selectOption({ label: "Report reader" });
  await page.waitForURL(/key=key_/);
  await page.getByRole("cell", { name: "Report reader" }).first().waitFor();
});

test("a bar says its figures by keyboard, and leads to its runs", async () => {
  const { page } = opened;
  await visit(page, "/costs?by=model&measure=runs&days=7");
  const bar = page.locator(".bucket[aria-label*='y0-fast']").last();
  await bar.focus();
  await page.getByRole("tooltip").getByText("y0-fast").first().waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/runs\?from=\d{4}-\d{2}-\d{2}&to=/);
});

test("a delivery shows its request and its response", async () => {
  const { page } = opened;
  const made = await fetch(`${URL_OF_SERVER}/v1/webhooks`, {
    method: "POST",
    headers: { ...authorization, "Content-Type": "application/json" },
    body: JSON.stringify({ url: `${DEMO["receiver"]}/records`, events: ["run.completed"] }),
  });
  const { id, secret } = (await made.json()) as { id: string; secret: string };
  await visit(page, `/webhooks/${id}`);
  await page.getByText(`whsec_…${secret.slice(-4)}`).waitFor();
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByText("Delivered (204)").waitFor();
  await page.getByText("Request and response").click();
  await page.getByText("webhook-timestamp").waitFor();
  await page.getByRole("region", { name: "Request body" }).getByText("webhook.test").waitFor();
  expect(await violations(page)).toEqual([]);
});

test("events are listed with their payloads", async () => {
  const { page } = opened;
  await upload("heard.md", "# Heard\n\nThe bell of the tower rings at noon.\n");
  await visit(page, "/events?type=file.processed");
  await page.getByText("heard.md").first().waitFor();
  await page.locator("summary").first().click();
  await page.getByRole("region", { name: "Payload of file.processed" }).first().waitFor();
  expect(await violations(page)).toEqual([]);
});

test("a key says who it is, when it was used, and who created it", async () => {
  const { page } = opened;
  await visit(page, "/keys");
  const own = page.locator(".key-list li", { hasText: "This is you" });
  await own.getByRole("heading", { name: "owner" }).waitFor();
  await own.getByText("Last used within the last hour").waitFor();
  const made = page.locator(".key-list li", { hasText: "Report reader" });
  await made.getByText("by owner").first().waitFor();
});
