import { describe, expect, it } from "vitest";
import { MemoryStore, NegotiationError } from "../../../src/index.js";
import { type TransparencyLog, verifyLog, verifyReceipt } from "../../../src/oap/index.js";
import { good, MANIFEST, sha256, viewOf, type World } from "../host-setup.js";
import { codeOf } from "../oap-world.js";
import { kindsIn, logOver, offeredByAda, roomsOfOneTool } from "./stage.js";

/** A manifest under which leaving costs nothing, so that no end but an agreement is in the log. */
const given = { manifest: MANIFEST, isForgetful: true };

/** What Bob has accepted stands in the log; the store that comes back was copied while the offer still stood. */
async function restored(oddOf: (log: TransparencyLog) => Partial<TransparencyLog> = () => ({})) {
  const store = new MemoryStore();
  const [one] = (await roomsOfOneTool(1, given)) as [World];
  const [old] = (await roomsOfOneTool(1, { ...given, store, service: { store } })) as [World];
  const { open, offer, view } = await offeredByAda(one);
  good(await old.host.open(open));
  good(await old.host.propose(offer));
  const answer = good(await one.host.accept(await one.smith.accept(view)));
  expect(answer.logged).toBe(true);
  await old.service.close();
  const heard: [what: string, details: unknown][] = [];
  const observer = { warn: (...said: [what: string, details: unknown]) => heard.push(said) };
  const log = await logOver(one.port);
  const more = { ...given, seed: 1, log: { ...log, ...oddOf(log) }, store, observer, service: { store } };
  const [again] = (await roomsOfOneTool(1, more)) as [World];
  return { again, port: one.port, view, answer, heard, log };
}

describe("the Tool restores a store from before Bob's acceptance, and its log has the agreement", () => {
  it("resume says which negotiation is live without right, once for each [OAP-50]", async () => {
    const { again, view, heard } = await restored();
    const other = await offeredByAda(again);
    expect(await again.host.resume()).toBe(0);
    expect(other.view.negotiation_id).not.toBe(view.negotiation_id);
    expect(heard).toEqual([["negotiation_over", { negotiationId: view.negotiation_id }]]);
  });

  it("a log that fails keeps nobody from resuming, and is told of [OAP-53]", async () => {
    const { again, heard } = await restored(() => ({ find: () => Promise.reject(new TypeError("down")) }));
    expect(await again.host.resume()).toBe(0);
    expect(heard).toEqual([["log failed", expect.objectContaining({ error: "TypeError" })]]);
  });

  it.each(["reject", "withdraw"] as const)(
    "a log that failed while it resumed is asked again: before a %s, and until it says what is over [OAP-50] [OAP-53]",
    async (act) => {
      let failures = 1;
      const { again, view, heard } = await restored((log) => ({
        find: (id) => (failures-- > 0 ? Promise.reject(new TypeError("down")) : log.find(id)),
      }));
      const { negotiation_id: negotiationId } = view;
      expect(await again.host.resume()).toBe(0);
      expect(heard).toEqual([["log failed", { negotiationId, error: "TypeError" }]]);
      expect(codeOf(await again.host[act](await again.smith[act](view)))).toBe("negotiation_over");
      await again.clock.advance(1_000);
      expect(heard.slice(1)).toEqual([["negotiation_over", { negotiationId }]]);
    },
  );

  it.each(["reject", "withdraw"] as const)(
    "a log that stays away: nobody may %s until it has answered, and then nobody may either [OAP-50] [OAP-53]",
    async (act) => {
      let isAway = true;
      const { again, view, heard } = await restored((log) => ({
        find: (id) => (isAway ? Promise.reject(new TypeError("down")) : log.find(id)),
      }));
      const resuming = again.host.resume();
      const move = await again.smith[act](view);
      expect(codeOf(await again.host[act](move))).toBe("store_failed");
      await resuming;
      expect(codeOf(await again.host[act](move))).toBe("store_failed");
      isAway = false;
      await again.clock.advance(1_000);
      expect(heard.at(-1)).toEqual(["negotiation_over", { negotiationId: view.negotiation_id }]);
      expect(codeOf(await again.host[act](move))).toBe("negotiation_over");
      expect((await viewOf(again, view.negotiation_id)).state).toBe("PROPOSED");
    },
  );

  it("a store that fails while the log is asked again ends nothing, and what is accepted by then is not told of [OAP-53]", async () => {
    let failures = 0;
    const { again, view, heard } = await restored((log) => ({
      find: (id) => (failures-- > 0 ? Promise.reject(new TypeError("down")) : log.find(id)),
    }));
    const other = await offeredByAda(again);
    failures = 1;
    await again.host.resume();
    good(await again.host.accept(await again.smith.accept(other.view)));
    const load = again.service.loadNegotiation;
    again.service.loadNegotiation = () => Promise.reject(new NegotiationError("store_failed", "Down."));
    await again.clock.advance(1_000);
    again.service.loadNegotiation = load;
    const over = heard.filter(([what]) => what === "negotiation_over");
    expect(over).toEqual([["negotiation_over", { negotiationId: view.negotiation_id }]]);
  });

  it("and its parties may still have its terms redacted [OAP-26]", async () => {
    const { again, view, answer } = await restored();
    const { agreement_id } = answer.agreement;
    const request = { agreement_id, pointers: ["/terms/price"] };
    const call = { caller: again.ada.did, negotiationId: view.negotiation_id };
    expect(codeOf(await again.host.redact(request, { ...call, caller: again.eve.did }))).toBe(
      "unknown_negotiation",
    );
    const { disclosures } = good(await again.host.redact(request, call));
    expect(Object.keys(disclosures)).not.toContain("/terms/price");
  });

  it("neither rejects nor leaves what it has agreed to [OAP-50]", async () => {
    for (const act of ["reject", "withdraw"] as const) {
      const { again, view, port, answer, log } = await restored();
      await again.host.resume();
      for (const party of [again.smith, again.ada]) {
        if (act === "reject" && party === again.ada) continue;
        const refused = await again.host[act](await party[act](view));
        expect([act, codeOf(refused)]).toEqual([act, "negotiation_over"]);
        expect(refused).toMatchObject({ details: { agreement_id: answer.agreement.agreement_id } });
      }
      expect((await viewOf(again, view.negotiation_id)).state).toBe("PROPOSED");
      expect(await kindsIn(port)).toEqual(["agreement"]);
      const entries = (await port.read(0, 9)).map(({ entry }) => entry);
      expect(await verifyLog(entries, { sha256 })).toMatchObject({ ok: true });
      const { agreement } = answer;
      const shown = await verifyReceipt(answer.receipt, { sha256, logKeys: [log.verifierKey], agreement });
      expect(shown.ok).toBe(true);
    }
  });

  it("nor does another room of the Tool, whose log has the agreement [OAP-50]", async () => {
    for (const act of ["reject", "withdraw"] as const) {
      const [one, two] = (await roomsOfOneTool(2, given)) as [World, World];
      const { open, offer, view } = await offeredByAda(one);
      good(await two.host.open(open));
      const second = good(await two.host.propose(offer)).history;
      good(await one.host.accept(await one.smith.accept(view)));
      const refused = await two.host[act](await two.smith[act](second));
      expect([act, codeOf(refused)]).toEqual([act, "negotiation_over"]);
      expect((await viewOf(two, view.negotiation_id)).state).toBe("PROPOSED");
    }
  });
});
