import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInspector, type Inspector } from "../../../src/bridges/inspector/index.js";
import { NegotiationRooms, NegotiationService } from "../../../src/index.js";
import { HOSTILE_STRINGS } from "../../kit/hostile-strings.js";
import {
  ALL_ACTIONS,
  browserOfFile,
  expectText,
  note,
  program,
  type ServedHandler,
  served,
} from "./browser.js";

const rules = { ...ALL_ACTIONS, cap: { limit: 12 } } as const;

describe.skipIf(program === undefined)(`the inspector's page in Chromium${note}`, () => {
  const open = browserOfFile();
  let rooms: NegotiationRooms<any>;
  let inspector: Inspector;
  let server: ServedHandler;
  let base: string;
  beforeAll(async () => {
    rooms = new NegotiationRooms<any>({ rules: rules as never });
    inspector = createInspector({ rooms, authorize: () => "host" });
    server = await served(inspector.fetch);
    base = `${server.base}/inspector/`;
  });
  afterAll(async () => {
    await inspector?.close();
    await server?.close();
    await rooms?.close();
  });

  it("shows each negotiation in the list, newest change first, and moves a row when it changes [UI-10]", async () => {
    const market = rooms.room("market-7");
    const ids: string[] = [];
    for (let index = 0; index < 60; index += 1) {
      const { id } = await market.createNegotiation(`ada-${index}`, "smith", { price: 40 + index });
      ids.push(id);
    }
    const { page, strays } = await open(base);
    await expectText(page, ".count", "60 negotiations");
    await market.submit(ids[7]!, "smith", { action: "counter", terms: { price: 99 } });
    const first = page.locator(".line").first();
    await expect.poll(() => first.locator("a").textContent()).toBe(ids[7]);
    expect(await first.textContent()).toMatch(
      /market-7[\s\S]*ada-7[\s\S]*smith[\s\S]*countered[\s\S]*2[\s\S]*ada-7[\s\S]*turn (1 h|5\d min)/,
    );
    await market.submit(ids[9]!, "smith", { action: "reject" });
    await expect.poll(() => first.locator(".badge").textContent()).toBe("rejected");
    await page.getByLabel("Reason").selectOption("reject");
    await expectText(page, ".count", "1 of 60 negotiations");
    await page.getByLabel("Reason").selectOption("");
    await page.getByLabel("State").selectOption("live");
    await expectText(page, ".count", "59 of 60 negotiations");
    await page.getByLabel("Party").fill("ADA-1");
    await expectText(page, ".count", "11 of 60 negotiations");
    await page.getByLabel("Text").fill(ids[11]!);
    await expectText(page, ".count", "1 of 60 negotiations");
    await page.getByLabel("Room").fill("elsewhere");
    await expectText(page, ".count", "0 of 60 negotiations");
    expect(strays).toEqual([]);
    await page.context().close();
  });

  it("shows one negotiation as it goes on: turns, what changed, whose floor it is, and how it ended [UI-11]", async () => {
    const room = rooms.room("market-8");
    const { id } = await room.createNegotiation("ada", "smith", { price: 40, days: 3 });
    const { page, strays } = await open(`${base}?id=${id}`);
    await expectText(page, ".standing", "Waits for smith");
    await room.submit(id, "smith", {
      action: "counter",
      terms: { price: 60, days: 3 },
      message: "Too cheap.",
    });
    await expectText(page, "li.responder", /2\. smith counter \(round 2\)price40 60 \+20Too cheap\./);
    await expectText(page, ".standing", "Waits for ada");
    await expectText(page, ".cap", "2 of at most 12 turns");
    await expect.poll(() => page.locator(".rings li").allInnerTexts()).toHaveLength(2);
    await expectText(page, ".legal", /Initiator may: .*accept/);
    await room.submit(id, "ada", { action: "accept" });
    await expectText(page, ".outcome", "Accepted after 3 turns: ada accepted the standing proposal.");
    await expectText(page, "h2 .badge", "accepted");
    expect(strays).toEqual([]);
    await page.context().close();
  });

  it("shows who failed and why, with code and issues [UI-11]", async () => {
    const room = rooms.room("market-9");
    let calls = 0;
    await room.negotiate({
      id: "failing",
      initiator: {
        id: "ada",
        kind: "personal",
        agent: () => {
          calls += 1;
          if (calls === 1) return { action: "propose" } as never;
          return { action: "propose", terms: { price: 1 } };
        },
      },
      responder: { id: "smith", kind: "system", agent: () => ({ action: "accept" }) },
    });
    const { page, strays } = await open(`${base}?id=failing`);
    await expectText(page, ".failure", /ada failed \(invalid, terms_required\), attempt 1: Expected/);
    await expectText(page, ".failure li", /\/terms Expected/);
    expect(strays).toEqual([]);
    await page.context().close();
  });

  it("shows a turn that is parked, who has claimed it, and a question to a principal with its answer [UI-11]", async () => {
    const hour = 3_600_000;
    const park = {
      claimBudget: "remaining",
      claimMs: null,
      onClaimExpiry: "fallback",
      freshMs: hour,
    } as const;
    const polled = new NegotiationService<any>("polled", {
      rules: { preset: "index", park: { ...park, parkMs: hour }, consult: { windowMs: hour } },
      fallback: () => new Promise(() => {}),
    });
    const own = createInspector({ service: polled, authorize: () => "host" });
    const beside = await served(own.fetch);
    const answers = [{ consult: "May I take it?" }, { action: "accept" }];
    const smith = { id: "smith", kind: "personal", agent: () => answers.shift() as never } as const;
    const { id } = await polled.createNegotiation({ id: "ada", kind: "personal" }, smith);
    const { page, strays } = await open(`${beside.base}/inspector/?id=${id}`);
    await expectText(page, ".transcript", "The turn is parked.");
    await expectText(page, ".standing", /Waits for ada \(parked\)/);
    await expectText(page, ".rings", /park (1 h|59 min)/);
    const turn = await polled.pickup("ada", { agentId: "ada-phone" });
    if (!turn?.ok) throw new Error("Expected the parked turn.");
    await expectText(page, ".standing", "claimed by ada-phone");
    await polled.respond(id, { agentId: "ada-phone", claimId: turn.claimId }, { action: "propose" } as never);
    await expectText(page, ".transcript", "smith asks its principal: May I take it?");
    await expectText(page, ".rings", /consult (1 h|59 min)/);
    await polled.answerConsult(id, "smith", "Yes.");
    await expectText(page, ".transcript", "smith asks its principal: May I take it? — Yes.");
    await expectText(page, ".outcome", "Accepted after 2 turns");
    expect(strays).toEqual([]);
    await page.context().close();
    await own.close();
    await beside.close();
    await polled.close();
  });

  it("says when it has lost its connection, comes back by itself, and has missed nothing [UI-22]", async () => {
    const room = rooms.room("market-10");
    const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
    const own = await served(inspector.fetch);
    const { port } = new URL(own.base);
    const { page } = await open(`${own.base}/inspector/?id=${id}`);
    await expectText(page, ".connection", "live");
    await own.close();
    await expectText(page, ".connection", "connection lost, trying again");
    await room.submit(id, "smith", { action: "counter", terms: { price: 60 } });
    await room.submit(id, "ada", { action: "accept" });
    const again = await served(inspector.fetch, Number(port));
    await expectText(page, ".connection", /^live$/);
    await expectText(page, ".outcome", "Accepted after 3 turns");
    await page.getByRole("link", { name: "Negotiations", exact: true }).click();
    await expectText(page, ".line .badge", "accepted");
    await page.context().close();
    await again.close();
  });

  it(`shows ${HOSTILE_STRINGS.length} hostile strings in every field as text [UI-4]`, async () => {
    const hostile = new NegotiationRooms<any>({ rules: rules as never });
    const ids: string[] = [];
    for (const text of HOSTILE_STRINGS) {
      const id = text;
      const room = hostile.room(text);
      const other = `${text.slice(0, 200)}'s`;
      const key = text === "__proto__" ? "proto" : text;
      const terms = { [key]: text, list: [text, { [key]: [text] }] };
      await room.createNegotiation(text, other, terms, { id, context: { [key]: text } });
      ids.push(id);
      const words = { message: text, reason: text, extra: { [key]: text }, justification: { [key]: text } };
      await room.submit(id, other, { action: "counter", terms: text, ...words, assessment: text } as never);
      await room.submit(id, text, { action: "question", ...words });
      await room.cancel(id, { details: { [key]: text } });
    }
    const own = createInspector({ rooms: hostile, authorize: () => "host" });
    const place = await served(own.fetch);
    const { page, strays } = await open(`${place.base}/inspector/`, {
      viewport: { width: 1400, height: 2600 },
    });
    await expectText(page, ".count", `${HOSTILE_STRINGS.length} negotiations`);
    await expect.poll(() => page.locator(".line").count()).toBe(HOSTILE_STRINGS.length);
    await page.getByLabel("Text").fill("<img");
    await page.getByLabel("Text").fill("");
    for (const as of ["host", "responder"]) {
      await page.goto(`${place.base}/inspector/?id=nobody&as=${as}`);
      for (const id of ids) {
        // As the page itself goes from one to the next.
        await page.evaluate(
          (address) => {
            history.pushState(null, "", address);
            dispatchEvent(new PopStateEvent("popstate"));
          },
          `?${new URLSearchParams({ id, as })}`,
        );
        await expect.poll(() => page.locator(".outcome").allTextContents()).toHaveLength(1);
        await page.locator(".raw summary").click();
        await page.locator(".raw pre").waitFor();
        // Nothing of what they wrote has become an element of a kind that the page itself does not use.
        const found = await page.evaluate((kinds) => {
          const all = [...document.querySelectorAll("*")];
          const strange = all.filter((one) => !kinds.includes(one.tagName.toLowerCase()));
          const marked = all.filter((one) => [...one.attributes].some(({ name }) => name.startsWith("on")));
          const isWhole = document.querySelector(".raw pre")?.textContent?.includes('"turns"');
          return [strange.length, marked.length, document.scripts.length, "pwned" in window, isWhole];
        }, KINDS);
        expect(found, id).toEqual([0, 0, 1, false, true]);
      }
    }
    expect(strays.filter((stray) => !stray.includes("status of 404"))).toEqual([]);
    await page.context().close();
    await own.close();
    await place.close();
    await hostile.close();
  });
});

/** The kinds of elements that the page is made of. */
const KINDS = (
  "html head meta title style body div script header h1 a p main article h2 b span i small nav button input output " +
  "section h3 ol li strong dl dt dd del ins blockquote code label meter ul svg circle defs marker path rect g text " +
  "details summary pre"
).split(" ");
