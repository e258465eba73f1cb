// SY-8, SY-26: a move that cannot be right does not compile, also where an agent may return a promise.
import { type Agent, type Move, NegotiationService } from "../../src/index.js";

interface Terms {
  readonly price: number;
}

const room = new NegotiationService<Terms>("market-7");
const terms: Terms = { price: 40 };

export const right: readonly Move<Terms>[] = [
  { action: "propose", terms },
  {
    action: "counter",
    terms,
    reason: "Too dear.",
    validUntilAt: 1_800_000_000_000,
    proposalId: "p-2",
    replyTo: "p-1",
  },
  { action: "accept", message: "Agreed.", assessment: { limit: 60 }, justification: [1], extra: null },
  { action: "accept", sealed: { salt_secret: "..." } },
  { action: "reject", reason: null, message: undefined },
  { action: "question", message: "How many?" },
  { action: "withdraw" },
];

/** Terms that may be left out may be left out; with a schema that says nothing of them, anything goes. */
export const optional: readonly Move<Terms | undefined>[] = [
  { action: "propose" },
  { action: "counter", terms },
];
export const untyped: readonly Move[] = [{ action: "propose" }, { action: "counter", terms: "anything" }];

export const misuse: readonly Move<Terms>[] = [
  // @ts-expect-error accept with terms
  { action: "accept", terms },
  // @ts-expect-error reject with terms
  { action: "reject", terms },
  // @ts-expect-error question with terms
  { action: "question", message: "?", terms },
  // @ts-expect-error withdraw with terms
  { action: "withdraw", terms },
  // @ts-expect-error counter without terms
  { action: "counter" },
  // @ts-expect-error propose without terms
  { action: "propose", message: "Forty." },
  // @ts-expect-error terms of the wrong shape
  { action: "propose", terms: { amount: 40 } },
  // @ts-expect-error terms are no `null`
  { action: "counter", terms: null },
  // @ts-expect-error unknown action
  { action: "agree" },
  // @ts-expect-error no action
  { terms },
  // @ts-expect-error an answer proposes nothing, so there is nothing to be valid
  { action: "accept", validUntilAt: 1 },
  // @ts-expect-error nor to be named
  { action: "reject", proposalId: "p-1" },
  // @ts-expect-error a reason is text
  { action: "reject", reason: 7 },
  // @ts-expect-error a typing mistake
  { action: "reject", reson: "Too dear." },
];

export async function submitted(): Promise<void> {
  await room.submit("neg_1", "ada", { action: "counter", terms }, { expectedVersion: 1, commandId: "c-1" });
  await room.submit("neg_1", "ada", { action: "counter", changes: { price: 50 } });
  // @ts-expect-error changes of what the terms do not have
  await room.submit("neg_1", "ada", { action: "counter", changes: { prise: 50 } });
  // @ts-expect-error an answer changes nothing
  await room.submit("neg_1", "ada", { action: "accept", changes: { price: 50 } });
  // @ts-expect-error accept with terms
  await room.submit("neg_1", "ada", { action: "accept", terms });
  // @ts-expect-error counter without terms
  await room.submit("neg_1", "ada", { action: "counter" });
  // @ts-expect-error unknown action
  await room.submit("neg_1", "ada", { action: "agree" });
  // @ts-expect-error an unknown option
  await room.submit("neg_1", "ada", { action: "accept" }, { version: 1 });
  // @ts-expect-error a version is a number
  await room.submit("neg_1", "ada", { action: "accept" }, { expectedVersion: "1" });
}

/** The trap that was measured: in the union with a promise, excess members used to slip through. */
export const agents: readonly Agent<Terms>[] = [
  // @ts-expect-error accept with terms
  () => ({ action: "accept", terms }),
  // @ts-expect-error accept with terms, later
  async () => ({ action: "accept", terms }),
  // @ts-expect-error counter without terms
  () => ({ action: "counter" }),
  // @ts-expect-error counter without terms, later
  async () => ({ action: "counter" }),
  // @ts-expect-error unknown action
  () => ({ action: "agree" }),
];
