/**
 * @module
 * The pinned answers to what is wrong with a call: refusals, and what is thrown, of a service whose clock stands still.
 */

import { NegotiationRooms, NegotiationService } from "../../../src/index.js";
import { ManualClock } from "../../../src/testing/index.js";
import { type Digests, digestOf, textOf } from "./digest.js";

/** A service, with its calls open to anything at all. */
type Door = Readonly<Record<string, (...values: unknown[]) => unknown>>;

const ADA = { id: "ada", kind: "personal" } as const;
const CLAIM = { agentId: "agent-1", claimId: "clm_1" } as const;

/** Calls of an own service each, with a negotiation `neg_1` of ada and smith, whose turn it is. */
const CALLS: readonly (readonly [name: string, ...values: unknown[]])[] = [
  ["createNegotiation", "ada", "ada", { price: 40 }],
  ["createNegotiation", "ada", "jones", { price: 40 }],
  ["createNegotiation", "", "smith", { price: 40 }],
  ["createNegotiation", "ada", "smith", { price: 1n }],
  ["createNegotiation", "ada", "smith", { price: 40 }, { contxt: 1 }],
  ["createNegotiation", "ada", "smith", { price: 40 }, { rules: { turnMs: 0, cap: { limit: 1 } } }],
  ["createNegotiation", ADA, "smith", { price: 40 }, { rules: { preset: "rom" } }],
  ["negotiate", { initiator: "ada" }],
  ["negotiate", { initiator: "ada", responder: "smith", signal: 1 }],
  ["submit", "neg_9", "smith", { action: "accept" }],
  ["submit", 9, "smith", { action: "accept" }],
  ["submit", "neg_1", "jones", { action: "accept" }],
  ["submit", "neg_1", "ada", { action: "accept" }],
  ["submit", "neg_1", "smith", { action: "acept" }],
  ["submit", "neg_1", "smith", { action: "counter" }],
  ["submit", "neg_1", "smith", { action: "accept", replyTo: "prop_9" }],
  ["submit", "neg_1", "smith", { action: "accept" }, { expectedVersion: 7 }],
  ["submit", "neg_1", "smith", { action: "accept" }, { expctedVersion: 7 }],
  ["submit", "neg_1", "smith", { action: "accept" }, { commandId: "" }],
  ["handleAgentMessage", { type: "nothing" }],
  ["handleAgentMessage", "no JSON"],
  ["cancel", "neg_9"],
  ["cancel", "neg_1", { details: () => 1 }],
  ["answerConsult", "neg_1", "smith", "Yes."],
  ["pickup", "smith", { agentId: "agent-1" }],
  ["respond", "neg_1", CLAIM, { action: "accept" }],
  ["release", "neg_1", CLAIM],
  ["heartbeat", "smith", { agentId: "agent-1" }],
  ["waiting", "smith"],
  ["outcomeOf", "neg_9"],
  ["getNegotiation", "neg_9"],
  ["loadNegotiation", "neg_9"],
  ["legalMoves", "neg_1", "jones"],
  ["viewFor", "neg_1", "jones"],
  ["viewFor", "neg_1", "smith"],
  ["turns", "neg_9"],
  ["list", { limit: 0 }],
  ["list", {}],
  ["wake", "neg_9"],
];

const OPTIONS: readonly object[] = [
  { closMs: 1 },
  { closeMs: -1 },
  { leaseMs: "long" },
  { store: {} },
  { clock: 1 },
  { terms: {} },
  { policies: [1] },
  { outbox: 1 },
  { rules: { cap: { limit: 0 }, actions: [] } },
];

/** What each kind of call comes to, open and closed. */
export async function doorDigests(): Promise<Digests> {
  const digests: Record<string, string> = {};
  const answers = async (key: string, ask: () => unknown): Promise<void> => {
    digests[key] = digestOf([await answerOf(ask)]);
  };
  for (const [index, [name, ...values]] of CALLS.entries()) {
    await answers(`${index} ${name}`, async () => {
      const room = await opened();
      const answer = await room[name]?.(...values);
      await room["close"]?.();
      return [answer, await answerOf(() => room[name]?.(...values))];
    });
  }
  for (const [index, options] of OPTIONS.entries()) {
    await answers(`options ${index}`, () => Boolean(new NegotiationService("room", options)));
    await answers(`options of rooms ${index}`, () => Boolean(new NegotiationRooms(options)));
  }
  return digests;
}

async function opened(): Promise<Door> {
  let count = 0;
  const ids = (kind: string): string => `${kind}_${++count}`;
  const room = new NegotiationService("room", { clock: new ManualClock(), ids, warnings: false });
  await room.createNegotiation("ada", "smith", { price: 40 }, { id: "neg_1" });
  return room as unknown as Door;
}

async function answerOf(ask: () => unknown): Promise<string> {
  try {
    return textOf({ answer: await ask() });
  } catch (error) {
    return textOf({ error });
  }
}
