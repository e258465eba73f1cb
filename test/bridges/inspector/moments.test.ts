import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { createInspector, type Inspector, savedNegotiation } from "../../../src/bridges/inspector/index.js";
import { replay } from "../../../src/core/index.js";
import { NegotiationRooms, type NegotiationService } from "../../../src/index.js";
import { negotiationMachine } from "../../../src/machine.js";
import { generateScenario } from "../../../src/preferences/index.js";
import {
  ALL_ACTIONS,
  browserOfFile,
  expectText,
  isInMemory,
  note,
  program,
  type ServedHandler,
  served,
} from "./browser.js";

const Terms = z.strictObject({ price: z.number().positive(), express: z.boolean() });
const rules = { ...ALL_ACTIONS, cap: { limit: 12 } } as const;

describe.skipIf(program === undefined)(`a negotiation in the inspector${note}`, () => {
  const open = browserOfFile();
  let rooms: NegotiationRooms<any>;
  let room: NegotiationService<any>;
  let inspector: Inspector;
  let server: ServedHandler;
  let base: string;
  beforeAll(async () => {
    rooms = new NegotiationRooms<any>({ terms: Terms as never, rules: rules as never });
    room = rooms.room("market-7");
    const scenario = generateScenario(7, [5, 5], 2);
    inspector = createInspector<any>({
      rooms,
      authorize: () => "host",
      allowMoves: true,
      terms: Terms as never,
      worth: ({ id }) => {
        if (id.startsWith("unknown")) return undefined;
        if (id.startsWith("scenario")) return scenario;
        return { initiator: ({ price }) => 1 - price / 100, responder: ({ price }) => price / 100 };
      },
    });
    server = await served(inspector.fetch);
    base = `${server.base}/inspector/`;
  });
  afterAll(async () => {
    await inspector?.close();
    await server?.close();
    await rooms?.close();
  });

  let count = 0;
  let id: string;
  /** 40, 60, a question, 55, accepted: versions 0 to 4. */
  beforeEach(async () => {
    count += 1;
    id = `deal-${count}`;
    const terms = (price: number) => ({ price, express: true });
    await room.createNegotiation("ada", "smith", terms(40), { id });
    const secret = { limit: "smith-alone-knows-this" };
    await room.submit(id, "smith", { action: "counter", terms: terms(60), assessment: secret } as never);
    await room.submit(id, "ada", { action: "question", message: "Would 50 do?" });
    await room.submit(id, "smith", { action: "counter", terms: terms(55) });
    await room.submit(id, "ada", { action: "accept" });
  });

  const versionIn = async (page: Page): Promise<string> => {
    const text = await page.locator(".time output").textContent();
    return /^version (\d+) of/.exec(text ?? "")?.[1] ?? "";
  };

  it("draws the machine's own states and edges, lights the state, and numbers the path [UI-12]", async () => {
    const { page, strays } = await open(`${base}?id=${id}`);
    await expectText(page, ".node.lit", "accepted");
    const { states } = negotiationMachine.config as unknown as {
      readonly states: Record<string, Chart>;
    };
    const names = Object.entries(states).flatMap(([name, { states: inner }]) =>
      inner === undefined ? [name] : Object.keys(inner),
    );
    expect((await page.locator(".node text").allTextContents()).sort()).toEqual(names.sort());
    const titles = await page.locator(".edge title").allTextContents();
    const drawn = titles.flatMap((title) => {
      const [, from = "", to, events = ""] = /^(\S+) to (\S+) by (.*)$/.exec(title) ?? [];
      // An edge of the frame is one of every state in it.
      const { states: inner } = states[from] ?? {};
      const all = inner === undefined ? [from] : Object.keys(inner);
      return all.flatMap((one) => events.split(", ").map((event) => `${one} ${to} ${event}`));
    });
    const missing = edgesOf(states).filter((edge) => !drawn.includes(edge));
    expect(missing).toEqual([]);
    expect(edgesOf(states).length).toBeGreaterThan(15);
    const labels = await page.locator(".edge.taken").evaluateAll((all) => all.map((one) => one.ariaLabel));
    expect(labels.map((label) => label?.replace(/ by .*:/, ":")).sort()).toEqual([
      "countered to accepted: taken by version 4",
      "countered to countered: taken by version 2, 3",
      "proposed to countered: taken by version 1",
    ]);
    await page.locator(".edge.taken").filter({ hasText: "2, 3" }).focus();
    await page.keyboard.press("Enter");
    await expectText(page, "p.taken", "countered → countered: question (turn 3, v2)counter (turn 4, v3)");
    await page.getByText("question (turn 3, v2)").click();
    await expect.poll(() => versionIn(page)).toBe("2");
    await expectText(page, ".node.lit", "countered");
    expect(strays).toEqual([]);
    await page.context().close();
  });

  it("goes back to every version: record, deadlines and legal moves as they were [UI-13]", async () => {
    const { page, strays } = await open(`${base}?id=${id}#version=1`);
    await expect.poll(() => versionIn(page)).toBe("1");
    await expectText(page, ".standing", "Waits for ada");
    await expectText(page, ".legal", "Initiator may: propose, counter, accept, reject, question, withdraw");
    await page.locator(".raw summary").click();
    const { record } = JSON.parse((await page.locator(".raw pre").textContent()) ?? "");
    const replayed = replay((await rooms.store.entries(id)).slice(0, 2));
    expect(record).toEqual(JSON.parse(JSON.stringify(replayed)));
    await page.locator(".raw summary").click();
    // As that moment's clock had it: the turn had just begun.
    await expectText(page, ".rings", "turn 1 h 0 min");
    expect(await page.locator(".transcript li").count()).toBe(2);
    const walk: [string, string][] = [
      ["ArrowRight", "2"],
      ["ArrowLeft", "1"],
      ["ArrowLeft", "0"],
      ["ArrowLeft", "0"],
      ["End", "4"],
      ["Home", "0"],
    ];
    for (const [key, version] of walk) {
      await page.keyboard.press(key);
      await expect.poll(() => versionIn(page), { message: key }).toBe(version);
    }
    await expect.poll(() => new URL(page.url()).hash).toBe("#version=0");
    await expectText(page, ".standing", "Waits for smith");
    await page.getByLabel("Version", { exact: true }).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => versionIn(page)).toBe("1");
    await page.getByRole("button", { name: "Live" }).click();
    await expectText(page, ".outcome", "Accepted after 5 turns");
    expect(new URL(page.url()).hash).toBe("");
    expect(strays).toEqual([]);
    await page.context().close();
  });

  it("as a party holds nothing in its memory that is private to the other side [UI-14]", async () => {
    const { page, strays } = await open(`${base}?id=${id}`);
    await expectText(page, ".transcript", "smith-alone-knows-this");
    // That the scan finds what is there.
    expect(await isInMemory(page, "smith-alone-knows-this")).toBe(true);
    await page.getByRole("link", { name: "initiator", exact: true }).click();
    await expect.poll(() => page.locator(".viewers [aria-current]").allTextContents()).toEqual(["initiator"]);
    await expectText(page, ".transcript", "2. smith counter");
    expect(await isInMemory(page, "smith-alone-knows-this")).toBe(false);
    expect(await page.content()).not.toContain("smith-alone-knows-this");
    const asked = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    expect(
      asked.filter((name) => name.includes("/negotiations/")).every((name) => name.includes("as=initiator")),
    ).toBe(true);
    expect(await page.getByText("Save as a file").count()).toBe(0);
    await page.getByRole("link", { name: "responder", exact: true }).click();
    await expectText(page, ".transcript", "smith-alone-knows-this");
    expect(strays).toEqual([]);
    await page.context().close();
  });

  it("shows what offers are worth by the report's plane and timeline, of any functions, growing live [UI-15]", async () => {
    const live = `live-${count}`;
    await room.createNegotiation("ada", "smith", { price: 40, express: true }, { id: live });
    const { page, strays } = await open(`${base}?id=${live}`);
    const plane = page.getByAltText(/^Utility plane: to the right what each offer is worth to ada/);
    const isDrawn = () => plane.evaluate((image) => (image as HTMLImageElement).naturalWidth > 100);
    await expect.poll(isDrawn).toBe(true);
    await expect.poll(() => page.getByAltText(/^Timeline/).count()).toBe(1);
    await room.submit(live, "smith", { action: "counter", terms: { price: 60, express: true } });
    await expect.poll(() => plane.getAttribute("src")).toMatch(/version=1$/);
    await expect.poll(isDrawn).toBe(true);
    const svg = await (await fetch(`${base}api/negotiations/${live}/plane`)).text();
    expect(svg).toContain("ada, turn 1");
    expect(svg).toContain("smith, turn 2");
    expect(strays).toEqual([]);
    await page.context().close();
  });

  it("draws the plane of preferences with all outcomes, and of none where worth is not known [UI-15]", async () => {
    const ask = (of: string, what: string) => fetch(`${base}api/negotiations/${of}/${what}`);
    await room.createNegotiation("ada", "smith", { price: 40, express: true }, { id: `scenario-${count}` });
    const plane = await ask(`scenario-${count}`, "plane");
    expect(plane.headers.get("content-type")).toBe("image/svg+xml");
    expect(await plane.text()).toMatch(/25 outcomes[\s\S]*Pareto frontier/);
    await room.createNegotiation("ada", "smith", { price: 40, express: true }, { id: `unknown-${count}` });
    expect((await ask(`unknown-${count}`, "plane")).status).toBe(404);
    const other = createInspector({ rooms, authorize: () => ({ partyId: "ada" }), worth: () => undefined });
    const url = `http://x/inspector/api/negotiations/scenario-${count}/timeline`;
    expect((await other.fetch(new Request(url))).status).toBe(404);
  });

  it("hands in a move by a form made of the terms' schema, and shows a refusal as the party gets it [UI-17]", async () => {
    const live = `form-${count}`;
    await room.createNegotiation("ada", "smith", { price: 40, express: true }, { id: live });
    const { page, strays } = await open(`${base}?id=${live}`);
    await expect.poll(() => page.locator(".move label").count()).toBe(5);
    await expect.poll(() => page.locator(".move select").first().inputValue()).toBe("responder");
    await page.getByLabel("price").fill("-3");
    await page.getByLabel("express").selectOption("true");
    await page.getByRole("button", { name: "Hand in" }).click();
    await expectText(page, ".move .failure", /Terms_invalid: .*\/price/);
    await page.getByLabel("price").fill("60");
    await page.getByLabel("Message").fill("Too cheap.");
    await page.getByRole("button", { name: "Hand in" }).click();
    await expectText(page, ".move", "It is recorded as version 1.");
    await expectText(page, ".transcript", /2\. smith counter \(round 2\)price40 60 \+20Too cheap\./);
    await page.getByRole("button", { name: "Hand in" }).click();
    await expectText(page, ".move .failure", /Not_your_turn: Expected/);
    await page.locator(".move select").first().selectOption("initiator");
    await page.getByLabel("Action").selectOption("accept");
    await page.getByRole("button", { name: "Hand in" }).click();
    await expectText(page, ".outcome", "Accepted after 3 turns");
    await expect.poll(() => page.locator(".move").count()).toBe(0);
    expect(strays).toEqual([]);
    await page.context().close();
  });

  it("gives all of it as JSON, to copy, and as the file that the command opens again [UI-18]", async () => {
    const { page, strays } = await open(`${base}?id=${id}`, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.locator(".raw summary").click();
    const { record, steps } = JSON.parse((await page.locator(".raw pre").textContent()) ?? "");
    expect(record).toEqual(JSON.parse(JSON.stringify(await room.loadNegotiation(id))));
    expect(steps.map(({ version }: any) => version)).toEqual([0, 1, 2, 3, 4]);
    await page.getByRole("button", { name: "Copy" }).click();
    await expectText(page, ".raw", /Copied\.|does not let/);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByText("Save as a file").click(),
    ]);
    expect(readFileSync(await download.path(), "utf8")).toBe(await savedNegotiation(rooms.store, id));
    expect(strays).toEqual([]);
    await page.context().close();
  });
});

/** The part of the machine's configuration that the chart is drawn from. */
interface Chart {
  readonly on?: Readonly<Record<string, unknown>>;
  readonly states?: Readonly<Record<string, Chart>>;
}

/** Every way from a live state to another, as `from to event`. */
function edgesOf(states: Readonly<Record<string, Chart>>): string[] {
  const targetsOf = ({ on = {} }: Chart) =>
    Object.entries(on).flatMap(([event, ways]) =>
      [ways].flat().flatMap((way) => {
        const target = typeof way === "string" ? way : (way as { target?: string }).target;
        return target === undefined ? [] : [[event, target.split(".").at(-1)?.replace("#", "")] as const];
      }),
    );
  const found = Object.values(states).flatMap((frame) =>
    Object.entries(frame.states ?? {}).flatMap(([name, state]) =>
      [...targetsOf(frame), ...targetsOf(state)].map(([event, to]) => `${name} ${to} ${event}`),
    ),
  );
  return [...new Set(found)];
}
