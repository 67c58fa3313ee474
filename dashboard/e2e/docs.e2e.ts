// The documentation site and the API reference: whole, accessible, searchable, copyable.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  DESKTOP,
  PHONE,
  URL_OF_SERVER,
  openBrowser,
  screenshot,
  signIn,
  violations,
} from "./browser";
import type { Opened } from "./browser";

const LOOKS = {
  light: { ...DESKTOP, colorScheme: "light" },
  dark: { ...DESKTOP, colorScheme: "dark" },
  phone: { ...PHONE, colorScheme: "light" },
} as const;
const PAGES = ["", "/start", "/settings", "/api/runs", "/decisions", "/errors"];

describe.each(Object.entries(LOOKS))("documentation, %s", (look, options) => {
  let opened: Opened;

  beforeAll(async () => {
    opened = await openBrowser(options);
  });

  afterAll(() => opened.close());

  test.each(PAGES)("/docs%s is whole and accessible", async (path) => {
    const { page, watched } = opened;
    await page.goto(`${URL_OF_SERVER}/docs${path}`);
    await screenshot(page, `docs${path.replaceAll("/", "-")}-${look}`);
    expect(await violations(page)).toEqual([]);
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways).toBe(0);
    expect(watched).toEqual({ errors: [], outside: [] });
  });

  test("search finds a section and leads there", async () => {
    const { page } = opened;
    await page.goto(`${URL_OF_SERVER}/docs`);
    await page.keyboard.press("/");
    await page.keyboard.type("webhook signature");
    const found = page.locator(".found a").first();
    await found.waitFor();
    expect(await violations(page)).toEqual([]);
    await screenshot(page, `docs-search-${look}`);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/.*webhooks/);
  });
});

test("on a phone the contents open beside the article, and lead to other pages", async () => {
  const { page, close } = await openBrowser({ ...PHONE });
  await page.goto(`${URL_OF_SERVER}/docs/start`);
  const contents = page.getByRole("navigation", { name: "Contents" });
  expect(await contents.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Contents" }).click();
  expect(await contents.isVisible()).toBe(true);
  expect(await violations(page)).toEqual([]);
  await contents.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  await close();
});

test("a block of commands is copied, and the theme of the dashboard holds here too", async () => {
  const { page, context, close } = await openBrowser();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${URL_OF_SERVER}/docs/start`);
  await page.getByRole("button", { name: "Copy" }).first().click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("make serve");
  await page.evaluate(() => localStorage.setItem("runwright.theme", "dark"));
  await page.reload();
  expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe("dark");
  await close();
});

describe.each(Object.entries(LOOKS))("API reference, %s", (look, options) => {
  test("a call shows its fields, an example, and code in two languages", async () => {
    const { page, watched, close } = await openBrowser(options);
    await signIn(page);
    await page.goto(`${URL_OF_SERVER}/reference#runs.create`);
    await page.getByText("The task, in plain words.").waitFor();
    await page.getByText('curl -sf -X POST "$RUNWRIGHT_URL/v1/runs"').waitFor();
    await page.getByRole("radio", { name: "Python" }).first().check({ force: true });
    await page.getByText("client.runs.create(").waitFor();
    await page.getByText('"status": "completed"').first().waitFor();
    await screenshot(page, `reference-call-${look}`);
    expect(await violations(page)).toEqual([]);
    expect(watched.errors).toEqual([]);
    await close();
  });
});
