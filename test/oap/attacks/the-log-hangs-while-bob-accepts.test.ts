import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/index.js";
import { memoryLog, verifyAgreement } from "../../../src/oap/index.js";
import {
  accepted as agreed,
  good,
  opened,
  START,
  sha256,
  until,
  viewOf,
  type World,
  world,
} from "../host-setup.js";
import { acceptRecklessly, codeOf, signers } from "../oap-world.js";
import { kindsIn, logOver, offeredByAda, passing, toldPort } from "./stage.js";

type Mood = Parameters<ReturnType<typeof toldPort>["tell"]>[0];

/** Ada has offered, and from now on the log is in that mood. */
async function offeredWhile(mood: Mood) {
  const told = toldPort();
  const warnings: string[] = [];
  const store = new MemoryStore();
  const observer = { warn: (what: string) => void warnings.push(what) };
  const here = await world({ log: await logOver(told), service: { store }, store, observer });
  const deal = await offeredByAda(here);
  const request = await here.smith.accept(deal.view);
  told.tell(mood);
  const before = told.tries;
  return { here, told, before, warnings, request, store, id: deal.view.negotiation_id };
}

/** Bob's answer after the two seconds that a host waits for its log. */
function accepted(here: World, request: unknown) {
  return passing(here.clock, 2_000, () => here.host.accept(request));
}

describe("The log hangs while Bob accepts", () => {
  it("and Ada withdraws: she is too late, and the deal is logged when the log is back [OAP-53]", async () => {
    const { here, told, before, request, id } = await offeredWhile("hangs");
    const withdrawal = await here.ada.withdraw(await viewOf(here, id));
    const answer = here.host.accept(request);
    await until(() => told.tries > before);
    expect(codeOf(await here.host.withdraw(withdrawal))).toBe("negotiation_over");
    await here.clock.advance(2_000);
    expect(good(await answer)).toMatchObject({ logged: false, checkpoint: null, receipt: null });
    told.tell("works");
    await until(() => here.service.getNegotiation(id)?.outcome?.status === "accepted");
    const known = good(await here.host.accept(request));
    expect(known).toMatchObject({ logged: true });
    expect(await kindsIn(told)).toEqual(["agreement"]);
  });

  it("and her offer expires: the acceptance came before that [OAP-53]", async () => {
    const { here, told, before, request, id } = await offeredWhile("hangs");
    const answer = here.host.accept(request);
    await until(() => told.tries > before);
    await here.clock.advance(7_200_000);
    expect(good(await answer).logged).toBe(false);
    expect(here.service.getNegotiation(id)?.outcome).toMatchObject({ status: "accepted" });
    told.tell("works");
    expect(good(await here.host.accept(request)).logged).toBe(true);
  });

  it("and fails: it is tried again at growing pauses, the observer hears, and at last it is there [OAP-53]", async () => {
    const { here, told, warnings, request } = await offeredWhile("fails");
    good(await accepted(here, request));
    const tried = [told.tries];
    for (const seconds of [1, 4, 8, 16, 32]) {
      await here.clock.advance(seconds * 1_000);
      tried.push(told.tries);
    }
    expect(tried.slice(1).map((count, index) => count - tried[index]!)).toEqual([1, 1, 1, 1, 1]);
    expect(warnings.filter((what) => what === "log failed").length).toBeGreaterThanOrEqual(6);
    told.tell("works");
    await here.clock.advance(64_000);
    expect(await kindsIn(told)).toEqual(["agreement"]);
  });

  it("and the store does not list what is there: whoever resumes is told within 30 seconds [OAP-53]", async () => {
    const store = new MemoryStore();
    const list = (): Promise<never> => new Promise(() => undefined);
    const here = await world({ service: { store }, store: { list } });
    let told: unknown;
    here.host.resume().catch((error) => {
      told = error;
    });
    await here.clock.advance(29_999);
    expect(told).toBeUndefined();
    await here.clock.advance(1);
    await until(() => told !== undefined);
    expect(told).toMatchObject({ code: "store_failed" });
  });

  it.each<[failures: number, how: string, expected: unknown]>([
    [2, "with an error", 1],
    [3, "with an error", "store_failed"],
    [2, "with nothing", 1],
    [3, "with nothing", "store_failed"],
    [2, "with items of nothing", 1],
    [3, "with items of nothing", "store_failed"],
  ])(
    "and the store fails %i times at listing, %s: whoever resumes gets %s [OAP-53]",
    async (failures, how, expected) => {
      const { here, request, store } = await offeredWhile("fails");
      good(await accepted(here, request));
      await here.service.close();
      let left = failures;
      const list: typeof store.list = (query) => {
        // Of the accepted ones, after the live ones were listed.
        if (query.status === "accepted" && left-- > 0) {
          if (how === "with nothing") return null as never;
          if (how === "with items of nothing") return { items: [null], next: null } as never;
          throw new Error("database is locked");
        }
        return store.list(query);
      };
      const again = await world({ service: { store }, store: { list } });
      const resumed = again.host.resume().catch(({ code }) => code);
      await again.clock.advance(50);
      await again.clock.advance(200);
      expect(await resumed).toBe(expected);
    },
  );

  it("and the observer hears that it is slow [OAP-53]", async () => {
    const { here, warnings, request } = await offeredWhile("hangs");
    good(await accepted(here, request));
    expect(warnings).toContain("log slow");
  });

  it("and somebody co-signs or redacts: both are asked to come again [OAP-53]", async () => {
    const { here, told, request, id } = await offeredWhile("hangs");
    const { agreement } = good(await accepted(here, request));
    const { agreement_id } = agreement;
    const call = { caller: here.ada.did, negotiationId: id };
    const view = await passing(here.clock, 2_000, () => viewOf(here, id));
    const cosignature = await here.ada.cosign(view);
    const redaction = { agreement_id, pointers: ["/terms/price"] };
    const early = [
      await passing(here.clock, 2_000, () => here.host.cosign(cosignature, call)),
      await passing(here.clock, 2_000, () => here.host.redact(redaction, call)),
    ];
    expect(early.map(codeOf)).toEqual(["not_logged_yet", "not_logged_yet"]);
    told.tell("works");
    expect(good(await here.host.cosign(cosignature, call)).complete).toBe(true);
    expect(codeOf(await here.host.redact(redaction, call))).toBe("ok");
    expect(await kindsIn(told)).toEqual(["agreement", "cosignature", "redaction"]);
  });

  it.each<Mood>(["hangs", "fails"])(
    "but answers, and %s at what somebody adds: they come again, and it is there once [OAP-53]",
    async (mood) => {
      const port = memoryLog();
      const told = toldPort(port);
      const here = await world({ log: await logOver({ ...port, append: told.append }) });
      const { answer, id } = await agreed(here);
      const call = { caller: here.ada.did, negotiationId: id };
      const cosignature = await here.ada.cosign(await viewOf(here, id));
      const redaction = { agreement_id: answer.agreement.agreement_id, pointers: ["/terms/price"] };
      for (const add of [
        () => here.host.cosign(cosignature, call),
        () => here.host.redact(redaction, call),
      ] as const) {
        const before = told.tries;
        told.tell(mood);
        const early = add();
        await until(() => told.tries > before);
        await here.clock.advance(2_000);
        const message = expect.stringContaining("has taken it");
        expect(await early).toMatchObject({ code: "not_logged_yet", message });
        told.tell("works");
        expect(codeOf(await add())).toBe("ok");
      }
      expect(await kindsIn(port)).toEqual(["agreement", "cosignature", "redaction"]);
    },
  );

  it("and others go on negotiating all the same [OAP-53]", async () => {
    const { here, request } = await offeredWhile("hangs");
    good(await accepted(here, request));
    // What is older than the host itself, the log alone could vouch for.
    here.clock.set(START + 300_001);
    const other = await passing(here.clock, 2_000, () => opened(here));
    const offer = await here.ada.propose(other, { terms: { price: "1.00" } });
    const view = good(await here.host.propose(offer)).history;
    expect(good(await accepted(here, await here.smith.accept(view)))).toMatchObject({ logged: false });
  });

  it("and the Tool restarts: resume logs it once, and verifies it has been told nothing new [OAP-53]", async () => {
    const { here, request, store } = await offeredWhile("fails");
    const answer = good(await accepted(here, request));
    await here.service.close();
    const port = toldPort();
    const again = await world({ log: await logOver(port), service: { store }, store });
    expect(await again.host.resume()).toBe(1);
    expect(await again.host.resume()).toBe(1);
    expect(await kindsIn(port)).toEqual(["agreement"]);
    expect(await verifyAgreement(answer, { sha256, keys: answer.keys })).toMatchObject({ ok: true });
  });

  it("and the Tool restarts while it still hangs: resume waits for it once, and all is logged later [OAP-53]", async () => {
    const { here, told, request, store } = await offeredWhile("works");
    const offers = [await offeredByAda(here, "41.00"), await offeredByAda(here, "42.00")];
    told.tell("fails");
    good(await accepted(here, request));
    for (const { view } of offers) good(await accepted(here, await here.smith.accept(view)));
    await here.service.close();
    const port = toldPort();
    port.tell("hangs");
    const again = await world({ log: await logOver(port), service: { store }, store });
    expect(await passing(again.clock, 2_000, () => again.host.resume())).toBe(0);
    port.tell("works");
    await until(() => port.size() === 3);
  });

  it("and retention takes the record: the host that took the deal logs it all the same [OAP-53]", async () => {
    const { here, told, request, store, id } = await offeredWhile("fails");
    expect(good(await accepted(here, request)).logged).toBe(false);
    await store.delete(id);
    const before = told.tries;
    told.tell("works");
    await here.clock.advance(60_000);
    await until(() => told.tries > before);
    await until(() => told.size() === 1);
    expect(await kindsIn(told)).toEqual(["agreement"]);
  });

  it("and the room keeps nothing that is settled: the deal is answered for until it is logged [OAP-53]", async () => {
    const told = toldPort();
    const here = await world({ log: await logOver(told), service: { keepSettled: 0 } });
    const { view, open } = await offeredByAda(here);
    const request = await here.smith.accept(view);
    told.tell("hangs");
    const first = good(await accepted(here, request));
    expect(first).toMatchObject({ logged: false, complete: false });
    const id = view.negotiation_id;
    expect(here.service.getNegotiation(id)).toBeUndefined();
    const shown = await passing(here.clock, 2_000, () => viewOf(here, id));
    expect(shown).toMatchObject({ state: "ACCEPTED", agreement: first.agreement, complete: false });
    expect(good(await accepted(here, request)).agreement).toEqual(first.agreement);
    expect(await passing(here.clock, 2_000, () => here.host.open(open))).toMatchObject({
      history: { state: "ACCEPTED" },
    });
    expect(codeOf(await here.host.accept({ ...request, salt_secret: "Ag".padEnd(43, "A") }))).not.toBe("ok");
    const cosignature = await here.ada.cosign(shown);
    told.tell("works");
    await until(() => told.size() === 1);
    await here.clock.advance(1);
    const call = { caller: here.ada.did, negotiationId: id };
    // Then it is the log's to answer for, and the room wanted to keep nothing.
    expect(codeOf(await here.host.cosign(cosignature, call))).toBe("unknown_negotiation");
    expect(codeOf(await here.host.history(id, call))).toBe("unknown_negotiation");
    expect(await kindsIn(told)).toEqual(["agreement"]);
  });
});

describe("The log hangs while Bob accepts one offer in two rooms of the Tool", () => {
  it("both say that nothing is logged, and so final; one of them names a code when the log is back [OAP-50]", async () => {
    const told = toldPort();
    const [one, two] = [await world({ log: await logOver(told) }), await world({ log: await logOver(told) })];
    const { open, offer, view } = await offeredByAda(one);
    good(await two.host.open(open));
    const second = good(await two.host.propose(offer)).history;
    const id = view.negotiation_id;
    told.tell("hangs");
    const requests = [
      await acceptRecklessly(view, await signers.smith()),
      await acceptRecklessly(second, await signers.smith(), { salt_secret: "Ag".padEnd(43, "A") }),
    ] as const;
    const answers = [good(await accepted(one, requests[0])), good(await accepted(two, requests[1]))];
    for (const answer of answers) {
      expect(answer).toMatchObject({ logged: false, complete: false, receipt: null, checkpoint: null });
    }
    told.tell("works");
    await until(() => told.size() === 1);
    const views = [await viewOf(one, id), await viewOf(two, id)];
    expect(views[0]).toMatchObject({ state: "ACCEPTED", agreement: answers[0]!.agreement });
    expect(views[0]).not.toHaveProperty("agreement_refused");
    expect(views[1]).toMatchObject({ state: "ACCEPTED", agreement_refused: "negotiation_over" });
    for (const member of ["agreement", "complete", "salt_secret"])
      expect(views[1]).not.toHaveProperty(member);
    expect(good(await one.host.accept(requests[0])).logged).toBe(true);
    expect(codeOf(await two.host.accept(requests[1]))).toBe("negotiation_over");
    const call = { caller: two.ada.did, negotiationId: id };
    const { agreement_id } = answers[1]!.agreement;
    expect(codeOf(await two.host.cosign({ agreement_id, signature: "" }, call))).toBe("negotiation_over");
    expect(codeOf(await two.host.redact({ agreement_id, pointers: ["/terms/price"] }, call))).toBe(
      "negotiation_over",
    );
    expect(await kindsIn(told)).toEqual(["agreement"]);
  });
});
