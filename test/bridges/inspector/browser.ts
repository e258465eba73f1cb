/**
 * @module
 * One Chromium for the tests of a file, and pages in it that note whatever they should not do: messages on the console,
 * dialogs, requests to elsewhere.
 */

import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { findChromium, HOW_TO_INSTALL } from "../../package/chromium.js";

/** Where Chromium is; `undefined` where it is not installed. */
export const program: string | undefined = findChromium();

/** What a title says where it is not. */
export const note: string =
  program === undefined ? ` (SKIPPED: Chromium is not installed; ${HOW_TO_INSTALL})` : "";

/** Rules under which everything may be done, and nothing runs out of time. */
export const ALL_ACTIONS = {
  actions: ["propose", "counter", "accept", "reject", "question", "withdraw"],
  turnMs: 3_600_000,
  totalMs: 7_200_000,
  oneActive: "none",
} as const;

/** A page, and what it did that nobody wanted. */
export interface WatchedPage {
  readonly page: Page;
  /** Empty for a page that keeps quiet. */
  readonly strays: string[];
}

/** Opens pages in one browser, which ends with the tests of the file. */
export function browserOfFile(): (address: string, options?: BrowserContextOptions) => Promise<WatchedPage> {
  let browser: Promise<Browser> | undefined;
  afterAll(async () => (await browser)?.close());
  return async (address, options = {}) => {
    browser ??= chromium.launch({
      executablePath: program!,
      args: ["--no-sandbox", "--disable-dev-shm-usage"],
    });
    const context = await (await browser).newContext({ locale: "en-GB", ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    page.setDefaultNavigationTimeout(120_000);
    const strays: string[] = [];
    const { origin } = new URL(address);
    page.on("console", (message) => strays.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => strays.push(`error: ${error.message}`));
    page.on("dialog", (dialog) => {
      strays.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      if (new URL(request.url()).origin !== origin) strays.push(`request: ${request.url()}`);
    });
    await page.goto(address);
    return { page, strays };
  };
}

/** A server on a free port of loopback. */
export interface ServedHandler {
  readonly base: string;
  close(): Promise<void>;
}

/** Serves a handler; what it does not want stays with the test. */
export async function served(
  fetch: (request: Request) => Promise<Response>,
  port = 0,
): Promise<ServedHandler> {
  const server = serve({ fetch, port, hostname: "127.0.0.1" }) as Server;
  if (!server.listening) await new Promise((listening) => server.once("listening", listening));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

/** Waits until a text stands somewhere in the page. */
export async function expectText(page: Page, selector: string, text: string | RegExp): Promise<void> {
  const found = (): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.textContent ?? "");
  await expect.poll(found, { timeout: 120_000 }).toMatch(text);
}

/** Whether a text stands anywhere in the heap of the page, after a collection. */
export async function isInMemory(page: Page, text: string): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false, captureNumericValue: false });
  await session.detach();
  return chunks.join("").includes(text);
}
