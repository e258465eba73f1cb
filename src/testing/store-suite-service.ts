/**
 * @module
 * The store suite with the rest of the library on top: a service negotiates under each preset, and a turn is
 * parked, claimed, released and handed to the fallback.
 */

import type { Command } from "../core/commands.js";
import { decide, moveCommand } from "../core/decide.js";
import { type Move, readMove } from "../core/moves.js";
import type { Negotiation, Party } from "../core/negotiation.js";
import { replay } from "../core/replay.js";
import type { Agent } from "../ports/agent.js";
import type { NegotiationStore } from "../ports/store.js";
import { knownPresets, type PresetName } from "../presets/known-presets.js";
import { NegotiationService } from "../service/negotiation-service.js";
import { commitOf, newRow } from "../service/rows.js";
import { assertEqual, present } from "./assertions.js";
import { storedRecord } from "./counted-negotiation.js";
import { ManualClock } from "./manual-clock.js";
import { settledRules } from "./settled-rules.js";
import { T0 } from "./store-calls.js";
import { type StoreCase, storeCase } from "./store-case.js";

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
      let record = await created(store);
      const step = async (command: Command, now: number): Promise<void> => {
        record = await decided(store, record, command, now);
      };
      const listed = async (claimedBy: string | null): Promise<readonly string[]> =>
        (await store.listParked({ partyId: "ada", claimedBy, limit: 9 })).items.map(({ id }) => id);
      assertEqual(await listed(null), [], "what waits before it is parked");
      await step({ type: "park" }, T0 + 1);
      assertEqual(await listed(null), ["neg-1"], "what waits when it is parked");
      await step({ type: "claim", agentId: "agent-1", claimId: "claim-1" }, T0 + 2);
      assertEqual(
        [await listed(null), await listed("agent-1")],
        [[], ["neg-1"]],
        "what waits when it is claimed",
      );
      const claimed = present(await store.load("neg-1"), "the row");
      assertEqual(claimed.deadline?.kind, "claim", "the deadline of a claimed turn");
      await step({ type: "release", agentId: "agent-1", claimId: "claim-1" }, T0 + 3);
      assertEqual(
        [await listed(null), await listed("agent-1")],
        [["neg-1"], []],
        "what waits when it is released",
      );
      const released = present(await store.load("neg-1"), "the row");
      assertEqual(released.parked?.firstParkedAt, T0 + 1, "when it was first parked");
      const windowEndAt = present(released.deadline, "a deadline").at;
      assertEqual(await store.nextDeadline(), windowEndAt, "the next deadline");
      await step({ type: "wake" }, windowEndAt);
      assertEqual(
        [record.awaiting?.kind, await listed(null)],
        ["fallback", []],
        "what is awaited after the window",
      );
      const reading = readMove({ action: "propose", message: "I offer my bicycle." }, record.rules);
      if (!reading.ok) throw new Error("Expected a move.");
      await step(moveCommand("ada", reading.move, "cmd-1", { source: "fallback" }), windowEndAt + 1);
      assertEqual([record.turns.length, record.floor], [1, "smith"], "the turns, and who has the floor");
    },
  ),
];

/** They propose, counter and accept. */
function agentsFor(preset: PresetName): { readonly buyer: Agent; readonly seller: Agent } {
  const takesTerms = knownPresets[preset].rules.terms !== "none";
  const offer = (price: number) => ({
    message: `I offer ${price}.`,
    ...(takesTerms && { terms: { price } }),
  });
  return {
    buyer: ({ standing }) =>
      standing === null ? ({ action: "propose", ...offer(40) } as Move) : { action: "accept" },
    seller: () => ({ action: "counter", ...offer(50) }) as Move,
  };
}

async function created(store: NegotiationStore): Promise<Negotiation> {
  const decision = decide(
    null,
    {
      type: "create",
      id: "neg-1",
      commandId: "create-1",
      roomId: "room-1",
      initiator: ada,
      responder: smith,
      rules: settledRules({ preset: "index" }, ada, smith),
      context: null,
      heldBy: null,
      opening: null,
    },
    T0,
  );
  if (!decision.ok || decision.entry === null) throw new Error("Expected a creation.");
  assertEqual(
    await store.create(newRow(decision.negotiation, decision.entry, [])),
    { ok: true },
    "the creation",
  );
  return decision.negotiation;
}

async function decided(
  store: NegotiationStore,
  record: Negotiation,
  command: Command,
  now: number,
): Promise<Negotiation> {
  const decision = decide(record, command, now);
  if (!decision.ok || decision.entry === null) throw new Error(`Expected ${command.type} to be taken.`);
  const { negotiation, entry } = decision;
  const answer = await store.commit(commitOf(negotiation, entry, []));
  assertEqual(answer, { ok: true, version: negotiation.version }, `the commit of ${command.type}`);
  await expectStored(store, negotiation);
  return negotiation;
}

/** Passes when row, turns and entries each give the record. */
async function expectStored(store: NegotiationStore, record: Negotiation): Promise<void> {
  assertEqual(await storedRecord(store, record.id), record, "the stored record");
  assertEqual(replay(await store.entries(record.id)), record, "what the entries add up to");
}
