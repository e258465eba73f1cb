/**
 * @module
 * The faults that a world knows, as data (SM-10), and whether one occurs now. Each occasion costs one draw whether or not
 * the fault is switched off, so that switching one off moves no other (SM-82).
 */

import type { RandomStream } from "../../testing/harness/index.js";
import type { EventLoop, Trace } from "../nodes/index.js";

/** What decides over faults. */
interface FaultsOptions {
  readonly rates: ByFault;
  readonly loop: EventLoop;
  readonly trace: Trace;
  /** Virtual epoch ms at which they stop; `Infinity` for never. */
  readonly until: number;
  /** Which of the faults that would occur do, by their ordinal from 0. */
  readonly filter: (index: number, kind: FaultKind) => boolean;
}

/** The faults of one world. */
export class Faults {
  readonly #options: FaultsOptions;
  readonly #counts = new Map<FaultKind, number>();
  #index = 0;
  #isStopped = false;

  constructor(options: FaultsOptions) {
    this.#options = options;
  }

  /** How many would have occurred so far, those that the filter held back among them. */
  get indexCount(): number {
    return this.#index;
  }

  /** Whether faults may still occur. */
  get isOn(): boolean {
    return !this.#isStopped && this.#options.loop.now < this.#options.until;
  }

  /** Lets none occur any more. */
  stop(): void {
    this.#isStopped = true;
  }

  /** How often each occurred. */
  get counts(): ByFault {
    return Object.fromEntries(FAULT_KINDS.map((kind) => [kind, this.#counts.get(kind) ?? 0])) as ByFault;
  }

  /**
   * Whether it occurs on this occasion. Always one draw.
   *
   * @param node - who it happens to, for the trace
   */
  occurs(kind: FaultKind, random: RandomStream, node: string): boolean {
    const { rates, filter } = this.#options;
    if (!random.happens(rates[kind]) || this.#isStopped) return false;
    // Agents may stay silent when all else has recovered (SM-12).
    if (!this.isOn && kind !== "agentSilent") return false;
    if (!filter(this.#index++, kind)) return false;
    this.note(kind, node);
    return true;
  }

  /** Counts one that was not drawn but scripted. */
  note(kind: FaultKind, node: string): void {
    const { loop, trace } = this.#options;
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    trace.add(loop.now, node, `!${kind}`, null, null);
  }
}

/** Every fault, with its actor and its greatest rate. */
export const faultKinds = {
  failBefore: { actor: "store", most: 0.04 },
  failAfter: { actor: "store", most: 0.04 },
  crashBefore: { actor: "store", most: 0.015 },
  crashAfter: { actor: "store", most: 0.015 },
  tornResponse: { actor: "store", most: 0.03 },
  staleClaimDue: { actor: "store", most: 0.05 },
  clockSkew: { actor: "node", most: 0.3 },
  clockJump: { actor: "node", most: 0.3 },
  timerDrop: { actor: "timer", most: 0.2 },
  timerDuplicate: { actor: "timer", most: 0.2 },
  timerReorder: { actor: "timer", most: 0.2 },
  timerEarly: { actor: "timer", most: 0.2 },
  timerLate: { actor: "timer", most: 0.2 },
  timerOldVersion: { actor: "timer", most: 0.2 },
  agentSilent: { actor: "agent", most: 0.1 },
  agentLate: { actor: "agent", most: 0.1 },
  agentThrows: { actor: "agent", most: 0.1 },
  agentTwice: { actor: "agent", most: 0.1 },
  agentOldVersion: { actor: "agent", most: 0.1 },
  agentInvalid: { actor: "agent", most: 0.1 },
  agentIllegal: { actor: "agent", most: 0.1 },
  agentIgnoresAbort: { actor: "agent", most: 0.1 },
  pullAbandons: { actor: "pull", most: 0.2 },
  pullLate: { actor: "pull", most: 0.2 },
  pullForeignClaim: { actor: "pull", most: 0.2 },
  pullTwoAgents: { actor: "pull", most: 0.2 },
  pullHeartbeatStops: { actor: "pull", most: 0.2 },
  clientRetries: { actor: "client", most: 0.1 },
  clientOutOfTurn: { actor: "client", most: 0.1 },
  clientStranger: { actor: "client", most: 0.1 },
  clientOldReplyTo: { actor: "client", most: 0.1 },
  operatorCancel: { actor: "operator", most: 0.1 },
  operatorClose: { actor: "operator", most: 0.1 },
  operatorRestart: { actor: "operator", most: 0.1 },
  operatorTakeover: { actor: "operator", most: 0.1 },
  consumerCrash: { actor: "consumer", most: 0.1 },
  consumerSlow: { actor: "consumer", most: 0.1 },
  listenerThrows: { actor: "listener", most: 0.1 },
  listenerCommands: { actor: "listener", most: 0.1 },
  listenerDetaches: { actor: "listener", most: 0.1 },
} as const;

/** The name of a fault. */
export type FaultKind = keyof typeof faultKinds;

/** All names, in the order of the table. */
export const FAULT_KINDS: readonly FaultKind[] = Object.keys(faultKinds) as FaultKind[];

/** A number for each fault: its rate, or how often it occurred. */
export type ByFault = Readonly<Record<FaultKind, number>>;
