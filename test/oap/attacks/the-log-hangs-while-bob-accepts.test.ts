import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/index.js";
import { verifyAgreement } from "../../../src/oap/index.js";
import { good, opened, START, sha256, until, viewOf, type World, world } from "../host-setup.js";
import { codeOf } from "../oap-world.js";
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

  it("and the Tool restarts while it still hangs: resume does not wait for ever [OAP-53]", async () => {
    const { here, request, store } = await offeredWhile("fails");
    good(await accepted(here, request));
    await here.service.close();
    const port = toldPort();
    port.tell("hangs");
    const again = await world({ log: await logOver(port), service: { store }, store });
    expect(await passing(again.clock, 2_000, () => again.host.resume())).toBe(0);
    port.tell("works");
    await until(() => port.size() === 1);
  });
});
