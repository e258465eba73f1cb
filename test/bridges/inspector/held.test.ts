import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInspector, type Inspector } from "../../../src/bridges/inspector/index.js";
import { MemoryStore, NegotiationService } from "../../../src/index.js";
import { violationsIn } from "../../kit/axe.js";
import {
  ALL_ACTIONS,
  browserOfFile,
  expectText,
  note,
  program,
  type ServedHandler,
  served,
} from "./browser.js";

const rules = { ...ALL_ACTIONS, cap: { limit: 100_000 } } as const;

describe.skipIf(program === undefined)(`the inspector's page as it is held${note}`, () => {
  const open = browserOfFile();
  const store = new MemoryStore();
  let room: NegotiationService<any>;
  let inspector: Inspector;
  let server: ServedHandler;
  let base: string;
  beforeAll(async () => {
    room = new NegotiationService<any>("market-7", { store, rules: rules as never });
    await room.createNegotiation("ada", "smith", { price: 40, days: 3 }, { id: "deal" });
    await room.submit("deal", "smith", {
      action: "counter",
      terms: { price: 60, days: 3 },
      message: "Too cheap.",
    });
    await room.submit("deal", "ada", { action: "counter", terms: { price: 50, days: 4 } });
    await room.createNegotiation("ada", "jones", { price: 1 }, { id: "ended" });
    await room.submit("ended", "jones", { action: "reject" });
    inspector = createInspector<any>({
      service: room,
      authorize: () => "host",
      allowMoves: true,
      worth: () => ({ initiator: ({ price }) => -price, responder: ({ price }) => price }),
    });
    server = await served(inspector.fetch);
    base = `${server.base}/inspector/`;
  });
  afterAll(async () => {
    await inspector?.close();
    await server?.close();
    await room?.close();
  });

  const looks = ([1_400, 1_024, 390] as const).flatMap((width) =>
    (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
  );

  it.each(looks)(
    "has no violation that axe finds, no stray, and nothing beside the screen at $width px, $colorScheme [UI-20]",
    async ({ width, colorScheme }) => {
      const { page, strays } = await open(base, { viewport: { width, height: 900 }, colorScheme });
      for (const [query, selector, text] of [
        ["", ".count", "2 negotiations"],
        ["?id=deal", ".transcript", "3. ada counter"],
        ["?id=deal&as=responder#version=1", ".transcript", "2. smith counter"],
        ["?id=ended", ".outcome", "Rejected after 2 turns"],
      ] as const) {
        await page.goto(`${base}${query}`);
        await expectText(page, selector, text);
        await expectText(page, ".connection", "live");
        if (query === "?id=deal") await page.locator(".raw summary").click();
        expect(await violationsIn(page), query).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), query).toBe(0);
      }
      expect(strays).toEqual([]);
      await page.context().close();
    },
  );

  it("is worked by the keyboard alone: filters, rows, versions, edges, viewers, moves [UI-20]", async () => {
    const { page, strays } = await open(base);
    await expectText(page, ".count", "2 negotiations");
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    await tabUntil(page, () => page.evaluate(() => document.activeElement?.tagName === "INPUT"));
    await page.keyboard.type("deal");
    await expectText(page, ".count", "1 of 2 negotiations");
    await tabUntil(page, async () => (await focused()) === "deal");
    await page.keyboard.press("Enter");
    await expectText(page, ".transcript", "3. ada counter");
    await page.keyboard.press("ArrowLeft");
    await expectText(page, ".time output", "version 1 of 2");
    await page.keyboard.press("End");
    await expectText(page, ".time output", "version 2 of 2");
    await tabUntil(page, async () => (await focused()) === "Live");
    await tabUntil(page, async () => (await focused()).startsWith("proposed to countered"));
    await page.keyboard.press("Enter");
    await expectText(page, "p.taken", "counter (turn 2, v1)");
    await tabUntil(page, async () => (await focused()) === "As JSON");
    await page.keyboard.press("Enter");
    await expectText(page, ".raw pre", '"deal"');
    await tabUntil(page, async () => (await focused()) === "responder");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".viewers [aria-current]").allTextContents()).toEqual(["responder"]);
    await tabUntil(page, async () => (await focused()) === "Hand in");
    await page.keyboard.press("Enter");
    await expectText(page, ".move .failure", /Terms_required/);
    expect(strays).toEqual([]);
    await page.context().close();
  });

  it("shows a negotiation of 10,000 turns, of which it holds a few in the document [UI-11]", async () => {
    await room.createNegotiation("ada", "smith", { price: 0 }, { id: "long" });
    for (let turn = 2; turn <= 10_000; turn += 1) {
      const [party, action] = turn % 2 === 0 ? ["smith", "counter"] : ["ada", "counter"];
      const result = room.submitSync("long", party!, { action: action as "counter", terms: { price: turn } });
      if (!result.ok) throw new Error(result.message);
    }
    const { page, strays } = await open(`${base}?id=long`);
    await expectText(page, ".time output", "version 9999 of 9999");
    expect(await page.locator(".transcript li").count()).toBe(200);
    await page.getByText("Show earlier").click();
    await expect.poll(() => page.locator(".transcript li").count()).toBe(400);
    await page.locator("h2").click();
    await page.keyboard.press("Home");
    await expectText(page, ".time output", "version 0 of 9999");
    await expect.poll(() => page.locator(".transcript li").count()).toBe(1);
    await page.keyboard.press("End");
    room.submitSync("long", "ada", { action: "accept" });
    await expectText(page, ".outcome", "Accepted after 10001 turns");
    expect(strays).toEqual([]);
    await page.context().close();
  });

  it("shows damaged rows and entries as such, and all that is before them [UI-11]", async () => {
    const entries = await store.entries("deal");
    const damaged = entries.map((entry, index) =>
      index === 2 ? { ...entry, kind: "damaged", turn: null, details: null } : entry,
    );
    const row = (await store.load("deal"))!;
    const other = { ...row, id: "gone", state: null };
    const broken = createInspector({
      store: {
        list: () => ({ items: [{ ...row, state: null }, other], next: null }),
        load: () => null,
        entries: (id, { after = -1 } = {}) =>
          (id === "deal" ? damaged : [damaged[2]!]).filter(({ version }) => version > after),
      },
      authorize: () => "host",
    });
    const place = await served(broken.fetch);
    const { page, strays } = await open(`${place.base}/inspector/`);
    await expect.poll(() => page.locator(".line .badge").allTextContents()).toEqual(["damaged", "damaged"]);
    await page.getByRole("link", { name: "deal" }).click();
    await expectText(page, ".fault", "The entry of version 2 cannot be read");
    await expectText(page, ".transcript", "2. smith counter");
    expect(strays).toEqual([]);
    await page.goto(`${place.base}/inspector/?id=gone`);
    await expectText(page, ".empty", "The entry of version 2 cannot be read");
    await page.context().close();
    await broken.close();
    await place.close();
  });

  it("scrolls 100,000 rows, of which it draws those in sight [UI-10]", async () => {
    const row = (await store.load("deal"))!;
    const items = Array.from({ length: 100_000 }, (_, index) => {
      return { ...row, id: `deal-${index}`, updatedAt: row.updatedAt - index };
    });
    const many = createInspector({
      store: {
        list: ({ after = "0", limit, updatedSince = 0 }) => {
          const start = Number(after);
          const found = items
            .slice(start, start + limit)
            .filter(({ updatedAt }) => updatedAt >= updatedSince);
          return { items: found, next: start + limit < items.length ? String(start + limit) : null };
        },
        load: () => null,
        entries: () => [],
      },
      authorize: () => "host",
    });
    const place = await served(many.fetch);
    const { page, strays } = await open(`${place.base}/inspector/`);
    await expectText(page, ".count", /^100.000 negotiations$/);
    for (const part of [0.25, 0.5, 1]) {
      await page.locator(".rows").evaluate((rows, to) => rows.scrollTo(0, rows.scrollHeight * to), part);
      const nth = Math.min(99_999, Math.round(100_000 * part) + 3);
      const name = `deal-${nth}`;
      await expect.poll(() => page.locator("a.row").allTextContents(), { message: name }).toContain(name);
      expect(await page.locator(".line").count()).toBeLessThan(60);
    }
    await page.getByLabel("Text").fill("deal-99999");
    await expectText(page, ".count", /^1 of 100.000 negotiations$/);
    expect(strays).toEqual([]);
    await page.context().close();
    await many.close();
    await place.close();
  });
});

/** Presses Tab until the focus stands where it is wanted. */
async function tabUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let count = 0; count < 80; count += 1) {
    await page.keyboard.press("Tab");
    if (await isThere()) return;
  }
  throw new Error("Expected the focus to come there by Tab, got 80 other places.");
}
