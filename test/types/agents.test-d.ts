// SY-26: what an agent is called with, and what it may answer.
import {
  type Action,
  type Agent,
  type AgentCall,
  type CommandResult,
  type ConsultRequest,
  humanAgent,
  type Json,
  type MaybePromise,
  type Move,
  type NegotiatingParty,
  type Party,
  type Proposal,
} from "../../src/index.js";
import { scriptedAgent } from "../../src/testing/index.js";
import type { Equal, Expect } from "./equal.js";

interface Terms {
  readonly price: number;
}

export const right: readonly Agent<Terms>[] = [
  () => ({ action: "accept" }),
  async () => ({ action: "accept" }),
  () => ({ consult: "How far may I go?" }),
  async () => ({ consult: "How far may I go?" }),
  ({ standing }) =>
    standing !== null && standing.terms.price <= 55
      ? { action: "accept" }
      : { action: standing === null ? "propose" : "counter", terms: { price: 50 } },
  async ({ standing, signal, consult }) => {
    if (signal.aborted || consult !== null) return { action: "reject" };
    return standing === null ? { action: "propose", terms: { price: 40 } } : { consult: "Is that too dear?" };
  },
  humanAgent<Terms>().agent,
  scriptedAgent<Terms>([{ action: "accept" }]),
];

export type Answers = [
  Expect<Equal<ReturnType<Agent<Terms>>, MaybePromise<Move<Terms> | ConsultRequest>>>,
  Expect<Equal<Parameters<Agent<Terms>>, [call: AgentCall<Terms>]>>,
];

export const told: Agent<Terms> = (call) => {
  type Told = [
    Expect<Equal<typeof call.standing, Proposal<Terms> | null>>,
    Expect<Equal<typeof call.legalActions, readonly Action[]>>,
    Expect<Equal<typeof call.party, Party>>,
    Expect<Equal<typeof call.seat, "initiator" | "responder">>,
    Expect<Equal<typeof call.turnsLeft, number | null>>,
    Expect<Equal<typeof call.isFinalTurn, boolean>>,
    Expect<Equal<typeof call.deadlineAt, number>>,
    Expect<Equal<typeof call.context, Json>>,
    Expect<Equal<typeof call.signal, AbortSignal>>,
    Expect<Equal<(typeof call.turns)[number]["terms"], Terms | null>>,
    // Of the other side's turns it may be absent.
    Expect<Equal<(typeof call.turns)[number]["assessment"], Json | undefined>>,
    Expect<Equal<Extract<keyof (typeof call.turns)[number], "sealed" | "extra">, "extra">>,
  ];
  void (0 as unknown as Told);
  return { action: "reject" };
};

export const misuse: readonly Agent<Terms>[] = [
  // @ts-expect-error an agent says something
  () => undefined,
  // @ts-expect-error and so it does later
  async () => undefined,
  // @ts-expect-error a move is no word
  () => "accept",
  // @ts-expect-error a question is text
  () => ({ consult: 7 }),
  // @ts-expect-error there may be no proposal yet
  ({ standing }) => ({ action: "counter", terms: standing.terms }),
  // @ts-expect-error a call cannot be changed
  (call) => ({ action: "counter", terms: (call.standing!.terms.price = 1) as never }),
  // @ts-expect-error an agent knows no record
  ({ negotiation }) => ({ action: "accept" }),
];

export const parties: readonly NegotiatingParty<Terms>[] = [
  { id: "ada", kind: "personal" },
  { id: "ada", kind: "system", agent: undefined },
  { id: "ada", kind: "system", agent: async () => ({ action: "accept" }) },
  // @ts-expect-error no such kind
  { id: "ada", kind: "bot" },
  // @ts-expect-error a party has a kind
  { id: "ada" },
];

const seat = humanAgent<Terms>({ onChange: (pending) => void pending?.standing?.terms.price });

export type Seat = [
  Expect<Equal<typeof seat.pending, AgentCall<Terms> | null>>,
  Expect<Equal<ReturnType<typeof seat.answer>, Promise<CommandResult<Terms> | false>>>,
];

export function seats(): void {
  void seat.answer({ action: "counter", terms: { price: 40 } });
  // @ts-expect-error counter without terms
  void seat.answer({ action: "counter" });
  // @ts-expect-error only the seat itself opens a question
  seat.pending = null;
}
