// Takes the picture of one page of the dashboard: node screenshot.mjs URL KEY PATH TARGET CHROMIUM

import { createRequire } from "node:module";

const [, , url, key, path, target, executablePath] = process.argv;
const dashboard = new URL("../../dashboard/package.json", import.meta.url);
const { chromium } = createRequire(dashboard)("playwright-core");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage({
  viewport: { width: 1280, height: 880 },
  deviceScaleFactor: 1.5,
  colorScheme: "light",
  timezoneId: "UTC",
});
await page.goto(`${url}/#key=${key}`);
await page.getByRole("heading", { level: 1 }).waitFor();
await page.goto(url + path);
await page.getByRole("heading", { level: 1 }).waitFor();
await page.waitForFunction(() => document.querySelector(".loading") === null);
await page.waitForTimeout(1500);
await page.screenshot({ path: target });
await browser.close();
