import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/index.js";
import { verifyLog } from "../../../src/oap/index.js";
import type { World } from "../host-setup.js";
import { accepted, good, opened, opening, sha256, until, world } from "../host-setup.js";
import { acceptRecklessly, codeOf, signers } from "../oap-world.js";
import { kindsIn, type Offered, offeredByAda } from "./stage.js";

/** Bob takes the deal, lets the room forget it, and sends what Ada has signed once more. */
async function replayed(here: World, { open, offer, view }: Offered): Promise<readonly string[]> {
  const again = await here.host.open(open);
  const proposed = await here.host.propose(offer);
  const sight = proposed.ok ? proposed.history : view;
  const taken = await here.host.accept(await acceptRecklessly(sight, await signers.smith()));
  return [again, proposed, taken].map(codeOf);
}

/** Somebody opens, and walks away at once. */
async function comeAndGone(here: World): Promise<void> {
  const view = await opened(here);
  good(await here.host.withdraw(await here.ada.withdraw(view)));
}

describe("Bob replays Ada's offer after the room forgot it", () => {
  it("which keeps nothing that is settled: there is one agreement, and no second [OAP-50]", async () => {
    const here = await world({ service: { keepSettled: 0 } });
    const deal = await offeredByAda(here);
    good(await here.host.accept(await here.smith.accept(deal.view)));
    expect(here.service.getNegotiation(deal.view.negotiation_id)).toBeUndefined();
    expect(await replayed(here, deal)).toEqual([
      ...["negotiation_over", "unknown_negotiation", "unknown_negotiation"],
    ]);
    expect(await kindsIn(here.port)).toEqual(["agreement"]);
  });

  it("while Bob's acceptance comes in twice at once: one is the first, the other hears that it is over [OAP-50]", async () => {
    const here = await world({ service: { keepSettled: 0 } });
    const deal = await offeredByAda(here);
    const request = await here.smith.accept(deal.view);
    const answers = await Promise.all([here.host.accept(request), here.host.accept(request)]);
    expect(answers.map((answer) => (answer.ok ? "ok" : answer.code)).sort()).toEqual([
      ...["negotiation_over", "ok"],
    ]);
    expect(await kindsIn(here.port)).toEqual(["agreement"]);
  });

  it("and an offer that Ada took back stays taken back [OAP-50]", async () => {
    const here = await world({ service: { keepSettled: 0 } });
    const deal = await offeredByAda(here);
    good(await here.host.withdraw(await here.ada.withdraw(deal.view)));
    expect(await replayed(here, deal)).toEqual([
      ...["negotiation_over", "unknown_negotiation", "unknown_negotiation"],
    ]);
    expect(await kindsIn(here.port)).toEqual([]);
  });

  it("because ten others came and agreed: there is one agreement, and no second [OAP-50]", async () => {
    const here = await world({ service: { keepSettled: 5 } });
    const deal = await offeredByAda(here);
    good(await here.host.accept(await here.smith.accept(deal.view)));
    for (let count = 0; count < 10; count += 1) await accepted(here);
    expect(here.service.getNegotiation(deal.view.negotiation_id)).toBeUndefined();
    expect((await replayed(here, deal))[0]).toBe("negotiation_over");
    expect(await kindsIn(here.port)).toEqual(Array.from({ length: 11 }, () => "agreement"));
    expect(
      await verifyLog(
        (await here.port.read(0, 99)).map(({ entry }) => entry),
        { sha256 },
      ),
    ).toMatchObject({ ok: true });
  });

  it("after 1,005 strangers have opened and gone, where it keeps 1,000: there is still one [OAP-50]", async () => {
    // The strangers' signatures are not the point: every one is taken.
    const here = await world({ verifier: () => true, service: { keepSettled: 1_000 } });
    const deal = await offeredByAda(here);
    good(await here.host.accept(await here.smith.accept(deal.view)));
    const open = await here.ada.open(opening(here));
    const leave = await here.ada.withdraw(await opened(here));
    for (let count = 0; count < 1_005; count += 1) {
      const number = String(count).padStart(26, "0");
      good(await here.host.open({ ...open, open_id: `opn_${number}` }));
      const names = { negotiation_id: `neg_${number}`, withdrawal_id: `wdr_${number}` };
      good(await here.host.withdraw({ ...leave, ...names }));
    }
    // The deal is kept beside the thousand, so that what Ada has signed comes again and changes nothing.
    expect(await replayed(here, deal)).toEqual(["ok", "ok", "negotiation_over"]);
    expect(await kindsIn(here.port)).toEqual(["agreement"]);
  });

  it("later than the host remembers it: her Open is too old by then [OAP-50]", async () => {
    const here = await world({ service: { keepSettled: 0 }, log: undefined });
    const deal = await offeredByAda(here);
    good(await here.host.withdraw(await here.ada.withdraw(deal.view)));
    for (const seconds of [1, 299, 1, 298, 1, 1]) {
      await here.clock.advance(seconds * 1_000);
      // The memory is swept where something is taken.
      await comeAndGone(here);
      expect(codeOf(await here.host.open(deal.open))).toMatch(/^(negotiation_over|clock_skew)$/);
    }
    expect(codeOf(await here.host.open(deal.open))).toBe("clock_skew");
  });

  it.each(["restarted over the same store", "the second over one store"])(
    "and the host that took her withdrawal was %s: it knows her Open as well [OAP-50]",
    async (how) => {
      const store = new MemoryStore({ keepSettled: 0 });
      const first = await world({ service: { store } });
      const deal = await offeredByAda(first);
      const second = await world({ service: { store }, store, log: first.log });
      if (how.startsWith("restarted")) {
        await first.service.close();
        await second.service.resume();
        await second.host.resume();
      }
      good(await second.host.withdraw(await second.ada.withdraw(deal.view)));
      expect(await replayed(second, deal)).toEqual([
        ...["negotiation_over", "unknown_negotiation", "unknown_negotiation"],
      ]);
      expect(await kindsIn(first.port)).toEqual([]);
    },
  );

  it("while one of two equal Opens still waits to be admitted [OAP-50]", async () => {
    const gates: (() => void)[] = [];
    const here = await world({
      service: { keepSettled: 0 },
      admitOpen: () => new Promise((resolve) => gates.push(() => resolve(true))),
    });
    const open = await here.ada.open(opening(here));
    const answers = [here.host.open(open), here.host.open(open)];
    await until(() => gates.length === 2);
    gates[0]!();
    const view = good(await Promise.race(answers)).history;
    good(await here.host.withdraw(await here.ada.withdraw(view)));
    gates[1]!();
    expect((await Promise.all(answers)).map(codeOf).sort()).toEqual(["negotiation_over", "ok"]);
    expect(here.service.getNegotiation(view.negotiation_id)).toBeUndefined();
  });
});
