// Signing in, and what stands around every page, in a real browser.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import {
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

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name }).waitFor();

test("a second tab and a pasted link are signed in already, by a cookie that no script sees", async () => {
  const { context, page } = opened;
  const second = await context.newPage();
  await second.goto(`${URL_OF_SERVER}/files`);
  await heading(second, "Files");
  expect(await second.evaluate(() => document.cookie)).toBe("");
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });
  await page.getByRole("button", { name: "Sign out" }).click();
  await second.getByLabel("Key").waitFor();
  await second.close();
});

test("a key can stay in one tab alone: it survives a reload, and no other tab knows it", async () => {
  const { context, page } = opened;
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Key").fill(KEY);
  await page.getByLabel("Only in this tab, without a cookie").check();
  await page.getByRole("button", { name: "Sign in" }).click();
  await heading(page, "Runs");
  await page.reload();
  await heading(page, "Runs");
  expect(await context.cookies()).toEqual([]);
  const second = await context.newPage();
  await second.goto(`${URL_OF_SERVER}/files`);
  await second.getByLabel("Key").waitFor();
  await second.close();
  await page.getByRole("button", { name: "Sign out" }).click();
});

test("the sidebar says which project, key, version and time zone it is", async () => {
  const { page } = opened;
  const identity = page.locator(".identity");
  await identity.getByText("default").waitFor();
  await identity.getByText("owner").waitFor();
  await identity.getByText(/^\d+\.\d+/).waitFor();
  expect(await page.getByRole("link", { name: "Documentation" }).getAttribute("href")).toBe(
    "/docs",
  );
});

test("a project without a time zone of its own is asked for one, once", async () => {
  const made = await fetch(`${URL_OF_SERVER}/v1/projects`, {
    method: "POST",
    headers: { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Berlin desk" }),
  });
  const { key } = (await made.json()) as { key: { secret: string } };
  const berlin = await openBrowser({ ...DESKTOP, timezoneId: "Europe/Berlin" });
  await signIn(berlin.page, key.secret);
  expect(await violations(berlin.page)).toEqual([]);
  await berlin.page.getByRole("button", { name: "Use Europe/Berlin" }).click();
  await berlin.page.locator(".identity").getByText("Europe/Berlin").waitFor();
  await berlin.page.reload();
  await heading(berlin.page, "Runs");
  expect(await berlin.page.getByRole("button", { name: "Use Europe/Berlin" }).count()).toBe(0);
  await berlin.close();
});

describe.each([
  ["light", { ...DESKTOP, colorScheme: "light" }],
  ["dark", { ...DESKTOP, colorScheme: "dark" }],
  ["phone", { ...PHONE, colorScheme: "light" }],
] as const)("in %s", (_, look) => {
  test("the palette finds pages and runs, and its parts are accessible", async () => {
    const own = await openBrowser(look);
    const { page } = own;
    await signIn(page);
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox");
    await field.waitFor();
    expect(await violations(page)).toEqual([]);
    await field.fill("aud");
    await page.keyboard.press("Enter");
    await heading(page, "Audit log");
    await page.keyboard.press("?");
    await page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor({ state: "detached" });
    expect(own.watched.outside).toEqual([]);
    await own.close();
  });
});

test("the palette finds a run by its words", async () => {
  const { page } = opened;
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("offsite on my calendar");
  await page
    .getByRole("option", { name: /offsite on my calendar/ })
    .first()
    .click();
  await page.waitForURL(/\/runs\/run_/);
});

test("shortcuts go to pages, and do nothing while somebody types", async () => {
  const { page } = opened;
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await heading(page, "Context");
  await page.keyboard.press("/");
  await page.keyboard.type("gf");
  expect(await page.getByLabel("Search your context").inputValue()).toBe("gf");
  await page.getByRole("heading", { level: 1 }).click();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("g");
  await page.keyboard.press("f");
  await heading(page, "Files");
});

test("a server that is away is announced on every page, and looked for until it is back", async () => {
  const { context, page } = opened;
  await context.setOffline(true);
  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.getByText("This page updates as soon as it is back.").waitFor();
  await context.setOffline(false);
  await page
    .getByText("This page updates as soon as it is back.")
    .waitFor({ state: "detached", timeout: 30_000 });
});

test("an address that does not exist shows the dashboard's own page, not JSON", async () => {
  const { page } = opened;
  const answer = await page.goto(`${URL_OF_SERVER}/nonsense/at/all`);
  expect(answer?.status()).toBe(404);
  await heading(page, "Page not found");
  expect(await violations(page)).toEqual([]);
});

test("the project is renamed on its own page, and the sidebar says so", async () => {
  const { page } = opened;
  await visit(page, "/settings");
  await page.getByLabel("Project name").fill("Household");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".identity").getByText("Household").waitFor();
  await page.getByLabel("Project name").fill("default");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".identity").getByText("default").waitFor();
});
