import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInspector, type Inspector, type Spectator } from "../../../src/bridges/inspector/index.js";
import { NegotiationService } from "../../../src/index.js";
import { HOSTILE_STRINGS } from "../../kit/hostile-strings.js";
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

const rules = { ...ALL_ACTIONS, cap: { limit: 100_000 } } as const;
const hour = 3_600_000;
const park = { claimBudget: "remaining", claimMs: null, onClaimExpiry: "fallback", freshMs: hour } as const;

describe.skipIf(program === undefined)(`the inspector's page against whoever means harm${note}`, () => {
  const open = browserOfFile();
  let room: NegotiationService<any>;
  let inspector: Inspector;
  let server: ServedHandler;
  let base: string;
  /** Whose requests they are. */
  let spectator: Spectator = "host";
  beforeAll(async () => {
    room = new NegotiationService<any>("market-7", { rules: rules as never });
    await room.createNegotiation("ada", "smith", { price: 40 }, { id: "deal" });
    const assessment = { limit: "smith-alone-knows-this" };
    await room.submit("deal", "smith", { action: "counter", terms: { price: 60 }, assessment } as never);
    await room.createNegotiation("smith", "jones", { price: 1 }, { id: "of-others" });
    inspector = createInspector<any>({
      service: room,
      authorize: () => spectator,
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

  it("runs no script but its own, and makes markup of no text, whatever got into it [UI-3]", async () => {
    const { page } = await open(`${base}?id=deal`);
    await expectText(page, ".transcript", "2. smith counter");
    const got = await page.evaluate(async () => {
      const refused = (work: () => unknown): string => {
        try {
          work();
          return "done";
        } catch (error) {
          return (error as Error).name;
        }
      };
      const script = document.createElement("script");
      const asText = refused(() => {
        script.textContent = "window.pwned = 1";
        document.body.append(script);
      });
      const asMarkup = refused(() => {
        document.body.innerHTML = "<img src=x onerror=pwned=1>";
      });
      const elsewhere = await fetch("http://localhost:1/").catch(() => "refused");
      return { asText, asMarkup, elsewhere, isRun: "pwned" in window, scripts: document.scripts.length };
    });
    expect(got).toMatchObject({ asMarkup: "TypeError", elsewhere: "refused", isRun: false });
    // As the page's own scripts would: a debugger's evaluation is above every policy.
    const evaluated = await page.evaluate(
      () =>
        new Promise((resolve) => {
          document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
            resolve(effectiveDirective),
          );
          const link = document.createElement("a");
          link.href = "javascript:pwned=1";
          document.body.append(link);
          link.click();
        }),
    );
    expect(evaluated).toMatch(/^(script-src|require-trusted-types-for)/);
    expect(await page.evaluate(() => "pwned" in window)).toBe(false);
    await page.context().close();
  });

  it("gives a page of another origin nothing to read, to frame or to hand in [UI-2]", async () => {
    const elsewhere = await served(async () => {
      return new Response("<!doctype html><title>elsewhere</title>", {
        headers: { "content-type": "text/html" },
      });
    });
    const before = (await room.loadNegotiation("deal"))?.version;
    const { page } = await open(elsewhere.base);
    const got = await page.evaluate(async (at) => {
      const texts: string[] = [];
      for (const path of ["", "api/list", "api/negotiations/deal", "api/negotiations/deal/file"]) {
        for (const mode of ["cors", "no-cors"] as const) {
          const text = await fetch(`${at}${path}`, { mode, credentials: "include" }).then(
            (answer) => answer.text(),
            () => "",
          );
          texts.push(text);
        }
      }
      const body = JSON.stringify({ action: "accept" });
      for (const type of ["text/plain", "application/json"]) {
        const init = { method: "POST", body, headers: { "content-type": type } };
        const mode = type === "text/plain" ? "no-cors" : "cors";
        await fetch(`${at}api/negotiations/deal/moves?as=initiator`, { ...init, mode }).catch(() => "");
      }
      const stream = await new Promise<string>((resolve) => {
        const source = new EventSource(`${at}api/stream`);
        source.onmessage = ({ data }) => resolve(data);
        source.onerror = () => resolve("");
      });
      const frame = document.createElement("iframe");
      frame.src = at;
      const loaded = new Promise((resolve) => (frame.onload = resolve));
      document.body.append(frame);
      await loaded;
      return { texts: texts.join(""), stream };
    }, base);
    expect(got).toEqual({ texts: "", stream: "" });
    const framed = (await page.frames()[1]?.content()) ?? "";
    expect(framed).not.toMatch(/<title>Negotiations|deal/);
    expect(framed).toContain("forbidden_origin");
    expect((await room.loadNegotiation("deal"))?.version).toBe(before);
    await page.context().close();
    await elsewhere.close();
  });

  it("gives a party's page nothing of the host's or of others, whatever it asks for [UI-14]", async () => {
    spectator = { partyId: "ada" };
    const { page, strays } = await open(`${base}?id=deal&as=host`);
    await expectText(page, ".transcript", "2. smith counter");
    await expect.poll(() => page.locator(".viewers, .worth").count()).toBe(0);
    expect(await page.locator(".move select").first().locator("option").allTextContents()).toEqual([
      "ada (initiator)",
    ]);
    await page.locator(".raw summary").click();
    const { record } = JSON.parse((await page.locator(".raw pre").textContent()) ?? "");
    expect(record).toEqual(JSON.parse(JSON.stringify(await room.viewFor("deal", "ada"))));
    const answers = await page.evaluate(async () => {
      const ask = async (path: string, init?: RequestInit) => {
        const answer = await fetch(`api/negotiations/${path}`, init);
        return [answer.status, await answer.text()] as const;
      };
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ action: "withdraw" });
      const move = { method: "POST", headers, body };
      return [
        await ask("deal/file"),
        await ask("deal/plane"),
        await ask("deal/timeline"),
        await ask("of-others"),
        await ask("of-others/moves?as=initiator", move),
        await ask("deal/moves?as=responder", move),
        await ask("deal/moves", move),
      ];
    });
    expect(answers.map(([status]) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    const views = await page.evaluate(async () => {
      const all = ["host", "initiator", "responder"].map((as) => `api/negotiations/deal?as=${as}`);
      return Promise.all(["api/list", ...all].map(async (path) => (await fetch(path)).text()));
    });
    expect(views.join("")).not.toMatch(/smith-alone-knows-this|of-others/);
    expect(await isInMemory(page, "smith-alone-knows-this")).toBe(false);
    expect(await isInMemory(page, "market-7")).toBe(true);
    expect(strays.filter((stray) => !stray.includes("status of 404"))).toEqual([]);
    await page.context().close();
    spectator = "host";
  });

  it("shows a party the refusal of its move as the party would get it [UI-17]", async () => {
    spectator = { partyId: "ada" };
    await room.createNegotiation("ada", "smith", { price: 40 }, { id: "refused" });
    const { page, strays } = await open(`${base}?id=refused`);
    await page.getByLabel("Action").selectOption("accept");
    await page.getByRole("button", { name: "Hand in" }).click();
    const refusal = await room.submit("refused", "ada", { action: "accept" });
    if (refusal.ok) throw new Error("Expected a refusal.");
    await expectText(page, ".move .failure p", `Not_your_turn: ${refusal.message}`);
    expect(strays).toEqual([]);
    await page.context().close();
    spectator = "host";
  });

  it("shows hostile strings as text in failures, questions, claims, pictures, fields and answers too [UI-4]", async () => {
    const polled = new NegotiationService<any>("polled", {
      rules: {
        preset: "index",
        park: { ...park, parkMs: hour },
        consult: { windowMs: hour },
        oneActive: "none",
      },
      fallback: () => new Promise(() => {}),
    });
    const members = HOSTILE_STRINGS.map((text) => [text, { type: "string" }]);
    const properties = { ...Object.fromEntries(members), choice: { enum: HOSTILE_STRINGS } };
    const jsonSchema = { input: () => ({ type: "object", properties }), output: () => ({}) };
    const validate = (value: unknown) => ({ value });
    const own = createInspector<any>({
      service: polled,
      authorize: () => "host",
      allowMoves: true,
      worth: () => ({ initiator: () => 1, responder: () => 2 }),
      terms: { "~standard": { version: 1, vendor: "any", validate, jsonSchema } } as never,
    });
    const beside = await served(own.fetch);
    const { page, strays } = await open(`${beside.base}/inspector/?id=nobody`);
    for (const text of HOSTILE_STRINGS) {
      let calls = 0;
      const agent = (): any => {
        calls += 1;
        if (calls === 1) throw new Error(text);
        return { consult: text };
      };
      const { id } = await polled.createNegotiation(
        { id: text, kind: "personal" },
        { id: "smith", kind: "personal", agent },
      );
      const turn = await polled.pickup(text, { agentId: text });
      if (!turn?.ok) throw new Error("Expected the parked turn.");
      await page.evaluate((address) => {
        history.pushState(null, "", address);
        dispatchEvent(new PopStateEvent("popstate"));
      }, `?id=${id}`);
      await expectText(page, ".standing", "claimed by");
      const claim = { agentId: text, claimId: turn.claimId };
      await polled.respond(id, claim, { action: "propose", message: text } as never);
      await expectText(page, ".transcript", "failed");
      await expectText(page, ".transcript", "asks its principal");
      await polled.answerConsult(id, "smith", text);
      await expectText(page, ".transcript", " — ");
      await expect.poll(() => page.locator(".pictures img").count()).toBe(2);
      await page.getByLabel("choice").selectOption(JSON.stringify(text));
      await page.getByRole("button", { name: "Hand in" }).click();
      await expectText(page, ".move [role=status]", /: /);
      await page.locator("h2").click();
      await page.keyboard.press("Home");
      await expectText(page, ".time output", "version 0");
      const isClean = () => document.scripts.length === 1 && !("pwned" in window);
      expect(await page.evaluate(isClean), text).toBe(true);
    }
    expect(strays.filter((stray) => !stray.includes("status of 404"))).toEqual([]);
    await page.context().close();
    await own.close();
    await beside.close();
    await polled.close();
  });

  it("keeps nothing of rows that have changed since: its heap levels off [UI-21]", async () => {
    const busy = new NegotiationService<any>("busy", { rules: rules as never });
    const ids = Array.from({ length: 500 }, (_, index) => `deal-${index}`);
    for (const id of ids) await busy.createNegotiation("ada", "smith", { price: 1 }, { id });
    const own = createInspector({ service: busy, authorize: () => "host" });
    const beside = await served(own.fetch);
    const { page, strays } = await open(`${beside.base}/inspector/`);
    await expectText(page, ".count", "500 negotiations");
    await page.getByLabel("Text").fill("deal-499");
    const heapAfter = async (rounds: number): Promise<number> => {
      for (let round = 0; round < rounds; round += 1) {
        const turnCount = (busy.getNegotiation("deal-499")?.turns.length ?? 0) + 1;
        const party = turnCount % 2 === 0 ? "smith" : "ada";
        for (const id of ids) busy.submitSync(id, party, { action: "counter", terms: { price: turnCount } });
        const shown = page.locator(".line [role=cell]").nth(3);
        await expect.poll(() => shown.textContent(), { timeout: 120_000 }).toBe(`${turnCount}`);
      }
      const session = await page.context().newCDPSession(page);
      await session.send("HeapProfiler.collectGarbage");
      const { usedSize } = await session.send("Runtime.getHeapUsage");
      await session.detach();
      return usedSize;
    };
    const settled = await heapAfter(10);
    // Were they kept, the 20,000 rows that come now would take some 5 MB.
    expect((await heapAfter(40)) - settled).toBeLessThan(1_500_000);
    expect(strays).toEqual([]);
    await page.context().close();
    await own.close();
    await beside.close();
    await busy.close();
  });
});
