// A real Chromium, and a page of it that is signed in and watched.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";

function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run these tests by \`make test-browser\``);
  return value;
}

export const URL_OF_SERVER = given("RUNWRIGHT_TEST_URL");
export const KEY = given("RUNWRIGHT_TEST_KEY");
export const DEMO = JSON.parse(given("RUNWRIGHT_TEST_DEMO")) as Record<string, string>;
export const SCREENSHOTS = process.env["RUNWRIGHT_TEST_SCREENSHOTS"];

export const DESKTOP = { viewport: { width: 1280, height: 860 } };
export const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  hasTouch: true,
};

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** What went wrong on a page, or went somewhere else, while a test looked at it. */
export interface Watched {
  errors: string[];
  outside: string[];
}

export interface Opened {
  context: BrowserContext;
  page: Page;
  watched: Watched;
  close: () => Promise<void>;
}

export async function openBrowser(options: BrowserContextOptions = DESKTOP): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), "runwright-chromium-"));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: given("RUNWRIGHT_TEST_CHROMIUM"),
    args: FLAGS,
    ...options,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const watched: Watched = { errors: [], outside: [] };
  page.on("pageerror", (error) => watched.errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") watched.errors.push(message.text());
  });
  page.on("request", (request) => {
    const address = request.url();
    if (!address.startsWith(URL_OF_SERVER) && !/^(blob|data):/.test(address))
      watched.outside.push(address);
  });
  const close = async () => {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { context, page, watched, close };
}

/** Sign in by the link of the first start. */
export async function signIn(page: Page, key: string = KEY): Promise<void> {
  await page.goto(`${URL_OF_SERVER}/#key=${key}`);
  await page.getByRole("heading", { name: "Runs" }).waitFor();
}

/** Go to another page of the dashboard without loading it anew, as a link would. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(URL_OF_SERVER + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector(".loading") === null);
}

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What axe finds on a page, in short. */
export async function violations(page: Page): Promise<string[]> {
  // Through the debugger, since the page's own policy lets no foreign script in.
  await page.evaluate(await readFile(AXE, "utf-8"));
  return page.evaluate(async () => {
    const axe = (globalThis as any).axe;
    const found = await axe.run(document, { resultTypes: ["violations"] });
    return found.violations.flatMap((rule: any) =>
      rule.nodes.map(
        (node: any) => `${rule.id}: ${node.target.join(" ")} (${node.failureSummary})`,
      ),
    );
  });
}

export async function screenshot(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS)
    await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}
