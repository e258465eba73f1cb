/**
 * @module
 * What `checkAgent` finds wrong with an agent, and how it is told. Where faults are found is in
 * `agent-turn.ts`.
 */

import type { Negotiation, Seat, Turn } from "../../core/record/index.js";
import { type RefusalCode, shown } from "../../errors.js";
import { fc } from "../arbitraries/index.js";
import type { AgentCallData } from "./agent-call.js";

/** What an agent can do wrong. */
export type AgentFaultKind =
  | "illegal_move"
  | "malformed_answer"
  | "accepted_below_bound"
  | "varied_answer"
  | "mutated_input"
  | "ignored_abort"
  | "no_answer"
  | "threw";

/** A fault as it was found in one trial. */
export interface FoundFault<Terms = unknown> {
  readonly kind: AgentFaultKind;
  /** The code with which a room would refuse the answer, or `null`. */
  readonly code: RefusalCode | null;
  /** What came, and why it is a fault. Unlike other messages of this library it shows terms. */
  readonly reason: string;
  /** What the agent answered or threw; `undefined` when nothing came. */
  readonly answer: unknown;
  /** What it was told, without the signal. */
  readonly call: AgentCallData<Terms>;
  /** The record at that time. */
  readonly negotiation: Negotiation<Terms>;
}

/** The first fault of an agent, shrunk, with what is needed to see it again. */
export interface AgentFault<Terms = unknown> extends FoundFault<Terms> {
  readonly seat: Seat;
  readonly turnNumber: number;
  /** With `path`, options that replay this very trial. */
  readonly seed: number;
  readonly path: string;
  /** The trials until the fault appeared, that one included. */
  readonly runs: number;
  /** How often it was made smaller. */
  readonly shrinks: number;
  /** All of it for people: fault, seat, turn, the moves so far, the answer and how to replay it. */
  readonly report: string;
}

/** What `checkAgent` rejects with: the report as its message, and the fault. */
export interface AgentFaultError<Terms = unknown> extends Error {
  readonly name: "AgentFaultError";
  readonly fault: AgentFault<Terms>;
}

/** Where and how a fault was found. */
export interface Finding {
  readonly seed: number;
  readonly path: string;
  readonly runs: number;
  readonly shrinks: number;
  /** Whether the agent came from a factory; `undefined` if it was never called. */
  readonly isFactory: boolean | undefined;
}

/** The fault with its report. */
export function agentFault<Terms>(found: FoundFault<Terms>, finding: Finding): AgentFault<Terms> {
  const { seed, path, runs, shrinks } = finding;
  const { seat, turnNumber } = found.call;
  return Object.freeze({
    ...found,
    seat,
    turnNumber,
    seed,
    path,
    runs,
    shrinks,
    report: report(found, finding),
  });
}

/** A value as it stands in a report: as code, cut at 400 characters, never throwing. */
export function printed(value: unknown): string {
  let text: string;
  try {
    text = value instanceof Error ? `${value.name}: ${value.message}` : fc.stringify(value);
  } catch {
    // Too deep or hostile: the type is all that can be said safely.
    text = typeof value;
  }
  return text.length > 400 ? `${text.slice(0, 399)}…` : text;
}

function report(found: FoundFault, { seed, path, runs, shrinks, isFactory }: Finding): string {
  const { kind, code, reason, answer, call, negotiation } = found;
  const moves = negotiation.turns.length === 0 ? ["none so far"] : negotiation.turns.map(lineOfTurn);
  const hints = hintsFor(kind, isFactory);
  return [
    `Expected the agent ${EXPECTATIONS[kind]}, got ${kind}: ${reason}`,
    "",
    ...row("fault", `${kind}${code === null ? "" : ` (a room refuses it with ${code})`}`),
    ...row("seat", `${call.seat}, ${call.party.kind}; the other side is ${call.other.kind}`),
    ...row("rules", `preset ${negotiation.rules.preset}`),
    ...row("turn", `${call.turnNumber}; it may ${call.legalActions.join(", ")}`),
    ...row("moves", ...moves),
    ...row("answer", answer === undefined ? "none" : printed(answer)),
    ...(hints.length === 0 ? [] : row("hint", ...hints)),
    "",
    `Found in trial ${runs}, made smaller ${shrinks} ${shrinks === 1 ? "time" : "times"}. See it again with`,
    `  checkAgent(agent, { ...options, seed: ${seed}, path: ${JSON.stringify(path)} })`,
  ].join("\n");
}

function row(name: string, ...lines: readonly string[]): string[] {
  return lines.map((line, index) => `  ${(index === 0 ? name : "").padEnd(8)}${line}`);
}

const EXPECTATIONS: Readonly<Record<AgentFaultKind, string>> = {
  illegal_move: "to move legally",
  malformed_answer: "to answer a move",
  accepted_below_bound: "to accept within its bound only",
  varied_answer: "to answer equal calls alike",
  mutated_input: "to leave its call as it was",
  ignored_abort: "to settle when its signal aborts",
  no_answer: "to answer in time",
  threw: "to answer",
};

/** An agent with a memory is no fault, but it has to be handed in so that each trial gets a new one. */
function hintsFor(kind: AgentFaultKind, isFactory: boolean | undefined): readonly string[] {
  const mayBeMemory = kind === "varied_answer" || kind === "threw" || kind === "illegal_move";
  return [
    ...(mayBeMemory && isFactory !== true
      ? ["If it keeps anything between calls, hand in a function that makes one: () => agent."]
      : []),
    ...(kind === "varied_answer" ? ["If it may answer differently, set mayVary."] : []),
  ];
}

function lineOfTurn({ number, seat, partyId, action, terms, message }: Turn): string {
  const said = [terms === null ? "" : printed(terms), message === null ? "" : shown(message)];
  return [`${number}.`, `${partyId} (${seat})`, action, ...said].filter((part) => part !== "").join(" ");
}
