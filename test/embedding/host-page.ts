/**
 * @module
 * The page of a host in headless Chromium: people who sit at its tables, and what they see and do there.
 */

import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { findChromium, HOW_TO_INSTALL } from "../package/chromium.js";

/** Whether there is a browser, and how a suite is called where there is none. */
export const program: string | undefined = findChromium();
export const note: string =
  program === undefined ? ` (SKIPPED: Chromium is not installed; ${HOW_TO_INSTALL})` : "";

/** People who look at pages; all that a test has begun ends with it. */
export function people() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: program as string,
      args: ["--no-sandbox", "--no-proxy-server", "--disable-dev-shm-usage"],
    });
  });
  afterAll(() => browser?.close());
  const stops: (() => unknown)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });
  return {
    stops,
    /** A page of somebody's; what its console says goes to `said`, under the name. */
    async open(
      url: string,
      id: string,
      said: string[],
      width = 1_100,
      colorScheme: "light" | "dark" = "light",
    ): Promise<Page> {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
      stops.push(() => context.close());
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      page.on("console", (message) => said.push(`${id}: ${message.text()}`));
      page.on("pageerror", (error) => said.push(`${id}: ${error}`));
      await page.goto(url);
      return page;
    },
  };
}

export const click = (page: Page, action: string) => page.click(`[data-action=${action}]`);
export const is = (page: Page, status: string) => page.waitForSelector(`.card[data-status=${status}]`);
export const heading = (page: Page) => page.locator(".card h2").first().textContent();
export const rows = (page: Page) =>
  page
    .locator("table.terms tbody tr")
    .evaluateAll((all) =>
      all.map((row) => [row.className, ...Array.from(row.children, (cell) => cell.textContent)]),
    );
/** Sends the form that is open, with what is given filled in. */
export async function offer(page: Page, fields: Readonly<Record<string, number>> = {}): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.fill(`input[name=${name}]`, String(value));
  await page.click("form.drawer button.primary");
}

/** How far a page is wider than its window, in px, and the words of it that a line end cuts in two. */
export async function misfits(page: Page): Promise<{ readonly px: number; readonly words: string[] }> {
  return {
    px: await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    words: await page.evaluate(brokenWords, "table.terms th, button, h2"),
  };
}

/** The words that begin on one line and end on another, in the page. */
function brokenWords(selector: string): string[] {
  return Array.from(document.querySelectorAll(selector)).flatMap(({ firstChild }) =>
    Array.from(firstChild?.textContent?.matchAll(/\S+/g) ?? []).flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(firstChild as Node, index);
      range.setEnd(firstChild as Node, index + word.length);
      return range.getClientRects().length > 1 ? [word] : [];
    }),
  );
}
