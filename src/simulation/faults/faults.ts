/**
 * @module
 * Asks whether a fault occurs now, and counts those that did. Each occasion costs one draw whether or not
 * the fault is switched off, so that switching one off moves no other (SM-82).
 */

import type { RandomStream } from "../../testing/harness/index.js";
import type { EventLoop, Trace } from "../nodes/index.js";
import { type ByFault, FAULT_KINDS, type FaultKind } from "./fault-kinds.js";

/** What decides over faults. */
export interface FaultsOptions {
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
