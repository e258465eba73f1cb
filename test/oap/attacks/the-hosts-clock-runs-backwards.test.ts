import { describe, expect, it } from "vitest";
import { openingMemory } from "../../../src/oap/host/opening-memory.js";
import { oapParty } from "../../../src/oap/index.js";
import type { Clock } from "../../../src/ports/index.js";
import { good, opening, START, sha256, signerOf, type World, world } from "../host-setup.js";
import { acceptRecklessly, codeOf, signers } from "../oap-world.js";
import { kindsIn, type Offered, offeredByAda } from "./stage.js";

/** A clock that somebody else sets, and whose alarms are lost. */
class SetClock implements Clock {
  at = START;
  now = (): number => this.at;
  setTimeout = (): unknown => 0;
  clearTimeout = (): void => undefined;
}

/** Somebody else opens, so that the host looks through what it remembers. */
async function someoneComes(here: World, clock: Clock): Promise<void> {
  const pinned = [{ host: opening(here).host, manifest_hash: here.hash }];
  const someone = oapParty({ signer: await signerOf(30), sha256, clock, pinned });
  good(await here.host.open(await someone.open(opening(here))));
}

const ENDS: Readonly<Record<string, (here: World, offered: Offered, clock: SetClock) => Promise<unknown>>> = {
  "Ada took back": async ({ host, ada }, { view }) => good(await host.withdraw(await ada.withdraw(view))),
  "Bob rejected": async ({ host, smith }, { view }) => good(await host.reject(await smith.reject(view))),
  "ran out": async ({ service }, { view: { negotiation_id: id } }, clock) => {
    clock.at += 3_600_000;
    await service.wake(id);
  },
};

describe("The host's clock runs backwards, and Bob replays what was over", () => {
  it.each(Object.keys(ENDS))("an offer that %s: it is over for good [OAP-11] [OAP-50]", async (how) => {
    const clock = new SetClock();
    const here = await world({ clock, service: { clock, keepSettled: 0 } });
    const deal = await offeredByAda(here);
    await ENDS[how]?.(here, deal, clock);
    expect(here.service.getNegotiation(deal.view.negotiation_id)).toBeUndefined();
    // Longer than the host remembers an Open.
    clock.at += 600_001;
    await someoneComes(here, clock);
    clock.at = START;
    expect(codeOf(await here.host.open(deal.open))).toBe("negotiation_over");
    expect(codeOf(await here.host.propose(deal.offer))).toBe("unknown_negotiation");
    const taken = await here.host.accept(await acceptRecklessly(deal.view, await signers.smith()));
    expect(codeOf(taken)).toBe("unknown_negotiation");
    expect(await kindsIn(here.port)).toEqual([]);
  });

  it("and who opens anew is taken, by whatever the clock says then [OAP-11]", async () => {
    const clock = new SetClock();
    const here = await world({ clock, service: { clock, keepSettled: 0 } });
    await offeredByAda(here);
    clock.at += 600_001;
    await someoneComes(here, clock);
    await someoneComes(here, clock);
    clock.at = START;
    await someoneComes(here, clock);
  });

  it("what it has forgotten by then, of more than ten thousand, may not be told from what is new [OAP-11] [OAP-50]", async () => {
    let at = START;
    const { service } = await world();
    const memory = openingMemory({ service, now: () => at, maxLivePerOpener: 1, maxLive: 1 });
    for (let count = 0; count < 10_000; count += 1) memory.note(`opn_${count}`);
    at += 86_400_000;
    memory.note("opn_next");
    expect([memory.hasSeen("opn_0"), memory.hasSeen("opn_1"), memory.forgotten]).toEqual([
      true,
      true,
      -Infinity,
    ]);
    memory.note("opn_last");
    expect([memory.hasSeen("opn_0"), memory.hasSeen("opn_1"), memory.forgotten]).toEqual([
      false,
      true,
      START,
    ]);
  });

  it("and where an alarm was lost, nobody is shown as live what ran out [OAP-11]", async () => {
    const clock = new SetClock();
    const here = await world({ clock, service: { clock } });
    const { view } = await offeredByAda(here);
    const call = { caller: here.smith.did };
    clock.at += 3_600_000 - 1;
    expect(good(await here.host.history(view.negotiation_id, call)).history.state).toBe("PROPOSED");
    clock.at += 1;
    const { history } = good(await here.host.history(view.negotiation_id, call));
    expect(history).toMatchObject({ state: "EXPIRED", outcome: { reason: "proposal_expired" } });
  });
});
