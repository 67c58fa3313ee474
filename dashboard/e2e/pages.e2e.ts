// Every page, on a desktop and on a phone, light and dark: whole, accessible, keeping to itself.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

const PAGES: Record<string, string> = {
  runs: "/runs",
  run: `/runs/${DEMO["run"]}`,
  "run-entry": `/runs/${DEMO["run"]}#entry-4`,
  "run-chart": `/runs/${DEMO["chart"]}`,
  "run-network": `/runs/${DEMO["network_run"]}`,
  "run-gone": "/runs/run_00000000000000000000000000",
  "new-run": "/runs/new",
  files: "/files",
  file: `/files/${DEMO["file"]}`,
  "file-bookings": `/files/${DEMO["bookings"]}`,
  "file-events": `/files/${DEMO["events"]}`,
  "file-original": `/files/${DEMO["bookings"]}?view=original`,
  "file-runs": `/files/${DEMO["bookings"]}?view=runs`,
  context: "/context",
  "context-calendar": "/context?source=calendar",
  "context-search": "/context?source=documents&q=lease",
  "context-graph": "/context?q=hotel&view=graph",
  "context-names": "/context?source=finance&view=names",
  agents: "/agents",
  agent: `/agents/${DEMO["agent"]}`,
  network: `/networks/${DEMO["network"]}`,
  costs: "/costs?by=model&measure=runs&days=7",
  keys: "/keys",
  webhooks: "/webhooks",
  events: "/events",
  audit: "/audit",
  settings: "/settings",
  reference: "/reference",
  device: "/login",
  nowhere: "/runs/a/b",
  unknown: "/nonsense",
};

const LOOKS = {
  desktop: { ...DESKTOP, colorScheme: "light" },
  dark: { ...DESKTOP, colorScheme: "dark" },
  phone: { ...PHONE, colorScheme: "light" },
} as const;

describe.each(Object.entries(LOOKS))("on a %s screen", (look, options) => {
  let opened: Opened;

  beforeAll(async () => {
    opened = await openBrowser(options);
    await screenshotSignIn(opened, look);
    await signIn(opened.page);
  });

  afterAll(() => opened.close());

  test.each(Object.entries(PAGES))("%s is whole and accessible", async (name, path) => {
    const { page, watched } = opened;
    watched.errors.length = 0;
    await visit(page, path);
    await page.evaluate(() => new Promise((settle) => setTimeout(settle, 250)));
    await screenshot(page, `${name}-${look}`);
    expect(await violations(page)).toEqual([]);
    expect(await sidewaysScroll(opened)).toBe(0);
    expect(watched.errors.filter((error) => !/status of (403|404)/.test(error))).toEqual([]);
    expect(watched.outside).toEqual([]);
  });
});

async function screenshotSignIn({ page }: Opened, look: string): Promise<void> {
  await page.goto(process.env["RUNWRIGHT_TEST_URL"] ?? "");
  await page.getByLabel("Key").waitFor();
  await screenshot(page, `sign-in-${look}`);
  expect(await violations(page)).toEqual([]);
}

/** How many pixels the page is wider than the screen. */
function sidewaysScroll({ page }: Opened): Promise<number> {
  return page.evaluate(() => {
    const root = document.documentElement;
    return root.scrollWidth - root.clientWidth;
  });
}
