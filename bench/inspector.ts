/**
 * @module
 * What the inspector costs (UI-3, UI-10, UI-21): the size of its page, the heap of a page that is open while 10,000 live
 * negotiations make 200 turns a second, how soon a change is in its row, and what the pages cost the server.
 */

import { fork } from "node:child_process";
import { gzipSync } from "node:zlib";
import { serve } from "@hono/node-server";
import { chromium } from "playwright-core";
import { createInspector } from "../src/bridges/inspector/index.js";
import { NegotiationRooms, type NegotiationService } from "../src/index.js";
import { findChromium } from "../test/package/chromium.js";
import { answerOf } from "./measure.js";
import { hand } from "./report.js";

const SECONDS = Number(process.env["INSPECTOR_SECONDS"] ?? 60);
const NEGOTIATIONS = 10_000;
const TURNS_PER_SECOND = 200;
const TICK_MS = 50;
const MANY_PAGES = 50;

const [, , role, at = "", count = ""] = process.argv;
if (role === "page") await openPage(at);
else if (role === "streams") await openStreams(at, Number(count));
else await measure();

async function measure(): Promise<void> {
  const rooms = new NegotiationRooms<{ price: number }>({
    rules: {
      oneActive: "none",
      cap: { limit: "unlimited" },
      turnMs: 3_600_000,
      totalMs: 7_200_000,
    } as never,
  });
  const room = rooms.room("market-7");
  const inspector = createInspector({ rooms, authorize: () => "host" });
  const served = await new Promise<{ readonly port: number; close(): void }>((listening) => {
    const server = serve({ fetch: answer, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
      listening({ port, close: () => void server.close() }),
    );
  });
  const base = `http://127.0.0.1:${served.port}`;

  /** A turn comes over HTTP, as those of a server's clients do; the rest is the inspector's. */
  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const { pathname } = url;
    if (pathname === "/open") {
      await room.createNegotiation("eve", "smith", { price: 1 }, { id: url.searchParams.get("id") ?? "" });
      return new Response(null, { status: 204 });
    }
    if (pathname !== "/turn") return inspector.fetch(request);
    const { id, party, price } = (await request.json()) as { id: string; party: string; price: number };
    const { ok } = await room.submit(id, party, { action: "counter", terms: { price } });
    return new Response(null, { status: ok ? 204 : 409 });
  }

  const ids = await opened(room);
  const load = turnsOf(ids);
  console.log(
    `${NEGOTIATIONS} negotiations, ${TURNS_PER_SECOND} turns a second, ${SECONDS} s for each figure`,
  );
  await load(5);
  const alone = await load(SECONDS);
  const { cost: withPage, heapMb, rowDelayMs } = await besideOnePage();
  const withMany = await besideStreams(MANY_PAGES);
  const page = await inspector.fetch(new Request(`${base}/inspector/`));
  hand({
    ratios: { serverWithPage: withPage / alone, serverWithManyPages: withMany / alone },
    figures: {
      pageKb: gzipSync(await page.text(), { level: 9 }).length / 1000,
      heapMb,
      rowDelayMs,
      serverAloneMs: alone,
    },
    goals: {
      serverWithPage: "at most 1.2 (UI-21)",
      serverWithManyPages: "at most 2 (UI-21)",
      pageKb: "at most 80 (UI-3)",
      heapMb: "under 150 (UI-21)",
      rowDelayMs: "within 250 (UI-10)",
      serverAloneMs: "CPU ms of the server a second",
    },
  });
  await inspector.close();
  served.close();
  await rooms.close();

  async function opened(into: NegotiationService<{ price: number }>): Promise<string[]> {
    const made: string[] = [];
    for (let index = 0; index < NEGOTIATIONS; index += 1)
      made.push(
        (await into.createNegotiation(`ada-${index}`, "smith", { price: 1 }, { id: `deal-${index}` })).id,
      );
    return made;
  }

  /** Hands in turns at an even pace. @returns ms of CPU time of this process a second */
  function turnsOf(of: readonly string[]): (seconds: number) => Promise<number> {
    let count = 0;
    return async (seconds) => {
      const before = process.cpuUsage();
      const began = performance.now();
      for (let due = 0; performance.now() - began < seconds * 1_000; ) {
        const wanted = ((performance.now() - began) / 1_000) * TURNS_PER_SECOND;
        const batch: Promise<unknown>[] = [];
        for (; due < wanted; due += 1) {
          const index = count % of.length;
          const party = Math.floor(count / of.length) % 2 === 0 ? "smith" : `ada-${index}`;
          const body = JSON.stringify({ id: of[index], party, price: count });
          batch.push(fetch(`${base}/turn`, { method: "POST", body }).then((done) => done.arrayBuffer()));
          count += 1;
        }
        await Promise.all(batch);
        await new Promise((wake) => setTimeout(wake, TICK_MS));
      }
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000 / ((performance.now() - began) / 1_000);
    };
  }

  /** A page in a process of its own: what it does costs the server nothing but its answers. */
  async function besideOnePage(): Promise<{ cost: number; heapMb: number; rowDelayMs: number }> {
    const reader = fork(process.argv[1] ?? "", ["page", base]);
    await answerOf(reader);
    const cost = await load(SECONDS);
    reader.send("look");
    const { heapMb, rowDelayMs } = (await answerOf(reader)) as { heapMb: number; rowDelayMs: number };
    reader.kill();
    return { cost, heapMb, rowDelayMs };
  }

  /** What that many pages hear, without their browsers: this machine has too few cores for those. */
  async function besideStreams(pages: number): Promise<number> {
    const reader = fork(process.argv[1] ?? "", ["streams", base, String(pages)]);
    await answerOf(reader);
    const cost = await load(SECONDS);
    reader.kill();
    return cost;
  }
}

/** In the other process. */
async function openPage(at: string): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("Expected Chromium to be installed, got none.");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const open = await browser.newPage();
  await open.goto(`${at}/inspector/`);
  await open
    .locator(".count")
    .filter({ hasText: /^10.000 negotiations$/ })
    .waitFor({ timeout: 120_000 });
  process.send?.("open");
  await new Promise((told) => process.once("message", told));
  const session = await open.context().newCDPSession(open);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const delays: number[] = [];
  for (let index = 0; index < 40; index += 1) {
    // By the page's own clock: from the request to the row.
    const delay = await open.evaluate(async (id) => {
      const began = performance.now();
      await fetch(`/open?id=${id}`, { method: "POST" });
      while (document.querySelector("a.row")?.textContent !== id) await new Promise(requestAnimationFrame);
      return performance.now() - began;
    }, `probe-${index}`);
    delays.push(delay);
  }
  delays.sort((one, other) => one - other);
  const rowDelayMs = delays[Math.floor(delays.length * 0.95)] ?? 0;
  process.send?.({ heapMb: usedSize / 1_000_000, rowDelayMs });
  await browser.close();
}

/** In the other process. */
async function openStreams(at: string, pages: number): Promise<void> {
  const bodies = Array.from({ length: pages }, async () => {
    const { body } = await fetch(`${at}/inspector/api/stream`);
    for await (const _ of body as unknown as AsyncIterable<Uint8Array>);
  });
  process.send?.("open");
  await Promise.all(bodies);
}
