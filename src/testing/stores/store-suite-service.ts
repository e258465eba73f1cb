/**
 * @module
 * The store suite with the rest of the library on top: a service negotiates under each preset, and a turn is
 * parked, claimed, released and handed to the fallback.
 */

import { replay } from "../../core/index.js";
import type { Move } from "../../core/moves/index.js";
import type { Negotiation, Party } from "../../core/record/index.js";
import type { Agent, NegotiationStore } from "../../ports/index.js";
import { knownPresets, type PresetName } from "../../presets/registry/index.js";
import { NegotiationService } from "../../service/room/index.js";
import { WakeUpTimer } from "../../service/timing/index.js";
import { ManualClock } from "../clock/index.js";
import { assertEqual, present } from "../harness/index.js";
import { eventLoop, type StoreCase, storeCase, storedRecord, T0 } from "./lab/index.js";

const ada: Party = Object.freeze({ id: "ada", kind: "personal" });
const smith: Party = Object.freeze({ id: "smith", kind: "personal" });

/** TS-36. */
export const serviceCases: readonly StoreCase[] = [
  ...(Object.keys(knownPresets) as PresetName[]).map((preset) =>
    storeCase("TS-36", `carries a negotiation of the preset ${preset} to its end`, async (store) => {
      const clock = new ManualClock(T0);
      const { buyer, seller } = agentsFor(preset);
      const options = { store, clock, rules: { preset }, outbox: true, fallback: buyer };
      const room = new NegotiationService("room-1", options);
      const outcome = await room.negotiate({
        initiator: { ...ada, agent: buyer },
        responder: { ...smith, agent: seller },
        context: { topic: "a bicycle" },
      });
      assertEqual([outcome.status, outcome.turnCount], ["accepted", 3], "status and number of turns");
      const record = present(room.getLatestNegotiation(), "the record");
      await room.close();
      await expectStored(store, record);
      const types = (await store.readOutbox({ after: null, limit: 100 })).map(({ type }) => type);
      assertEqual(types.includes("negotiation:settled"), true, "whether the outbox tells the end");
      const other = new NegotiationService("room-1", options);
      assertEqual(await other.loadNegotiation(record.id), record, "the record as another service reads it");
      const next = await other.createNegotiation(ada, smith);
      assertEqual(next.status, "open", "the status of the next negotiation");
      await other.close();
    }),
  ),

  storeCase(
    "TS-36",
    "keeps a turn that is parked, claimed, released and left to the fallback",
    async (store) => {
      const clock = new ManualClock(T0);
      const timer = new WakeUpTimer({ clock });
      const fallback: Agent = () => ({ action: "propose", message: "I offer my bicycle." }) as Move;
      const rules = { preset: "index" } as const;
      const room = new NegotiationService("room-1", { store, clock, timer, fallback, rules });
      const record = (): Negotiation => present(room.getNegotiation("neg-1"), "the record");
      const row = async () => present(await store.load("neg-1"), "the row");
      const listed = async (claimedBy: string | null): Promise<readonly string[]> =>
        (await store.listParked({ partyId: "ada", claimedBy, limit: 9 })).items.map(({ id }) => id);
      /** What follows a commit is not waited for by whoever gave the command. */
      const reaches = async (floor: string, kind: string): Promise<void> => {
        const isThere = () => record().floor === floor && record().awaiting?.kind === kind;
        for (let looks = 0; looks < MOST_LOOKS && !isThere(); looks += 1) await eventLoop();
        assertEqual([record().floor, record().awaiting?.kind], [floor, kind], "who is waited for, and how");
        await expectStored(store, record());
      };

      assertEqual(await listed(null), [], "what waits before it is parked");
      await room.createNegotiation(ada, smith, undefined, { id: "neg-1" });
      await reaches("ada", "parked");
      assertEqual(await listed(null), ["neg-1"], "what waits when it is parked");

      clock.set(T0 + 2);
      const turn = present(await room.pickup("ada", { agentId: "agent-1" }), "a turn");
      if (!turn.ok) throw new Error(`Expected a turn, got ${turn.code}.`);
      await reaches("ada", "claimed");
      assertEqual([await listed(null), await listed("agent-1")], [[], ["neg-1"]], "what waits when claimed");
      assertEqual((await row()).deadline?.kind, "claim", "the deadline of a claimed turn");
      assertEqual(await room.pickup("ada", { agentId: "agent-2" }), null, "what another agent gets");
      assertEqual(await room.pickup("ada", { agentId: "agent-1" }), turn, "what the same agent gets again");

      clock.set(T0 + 3);
      const claim = { agentId: "agent-1", claimId: turn.claimId };
      assertEqual((await room.release("neg-1", claim)).ok, true, "whether it is given back");
      await reaches("ada", "parked");
      assertEqual([await listed(null), await listed("agent-1")], [["neg-1"], []], "what waits when released");
      const released = await row();
      assertEqual(released.parked?.firstParkedAt, T0, "when it was first parked");
      const windowEndAt = present(released.deadline, "a deadline").at;
      assertEqual(await store.nextDeadline(), windowEndAt, "the next deadline");

      clock.set(windowEndAt);
      await room.wake("neg-1");
      await reaches("smith", "parked");
      assertEqual(record().turns[0]?.source, "fallback", "who took the turn after the window");
      assertEqual(await listed(null), [], "what waits for ada after it");

      const next = present(await room.pickup("smith", { agentId: "agent-3" }), "the other side's turn");
      if (!next.ok) throw new Error(`Expected a turn, got ${next.code}.`);
      const answer = { agentId: "agent-3", claimId: next.claimId };
      assertEqual(
        (await room.respond("neg-1", answer, { action: "accept" })).ok,
        true,
        "whether it is answered",
      );
      assertEqual(record().status, "accepted", "the status");
      await expectStored(store, record());
      await room.close();
    },
  ),
];

/** Chosen: a commit and an agent's answer take a few. */
const MOST_LOOKS = 1_000;

/** They propose, counter and accept. */
function agentsFor(preset: PresetName): { readonly buyer: Agent; readonly seller: Agent } {
  const { terms, assessmentRequired } = knownPresets[preset].rules;
  const suggestedRoles = { ownUser: "peer", otherUser: "peer" };
  const assessed = assessmentRequired ? { assessment: { reasoning: "It is fair.", suggestedRoles } } : {};
  const offer = (price: number) => ({
    ...assessed,
    message: `I offer ${price}.`,
    ...(terms !== "none" && { terms: { price } }),
  });
  return {
    buyer: ({ standing }) =>
      standing === null ? ({ action: "propose", ...offer(40) } as Move) : { action: "accept", ...assessed },
    seller: () => ({ action: "counter", ...offer(50) }) as Move,
  };
}

/** Passes when row, turns and entries each give the record. */
async function expectStored(store: NegotiationStore, record: Negotiation): Promise<void> {
  assertEqual(await storedRecord(store, record.id), record, "the stored record");
  assertEqual(replay(await store.entries(record.id)), record, "what the entries add up to");
}
