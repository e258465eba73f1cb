/**
 * @module
 * Faults found while a scenario of another format is read: what contradicts that format, and what it allows but
 * preferences here cannot say. All are told at once.
 */

import type { NegotiationError } from "../../errors.js";
import { type Fault, FaultList, refusedWith } from "../model/index.js";

/** Collects faults of both sorts; one is described only if it is among those that are kept. */
export class ImportFaults {
  readonly #invalid = new FaultList();
  readonly #unsupported = new FaultList();

  /** Notes what contradicts the format. */
  invalid(describe: () => Fault): void {
    this.#invalid.add(describe);
  }

  /** Notes what the format allows, but preferences cannot say. */
  unsupported(describe: () => Fault): void {
    this.#unsupported.add(describe);
  }

  /**
   * The error that lists what was found: `scenario_invalid` if anything contradicts the format, else
   * `scenario_unsupported`; `undefined` when nothing was.
   *
   * @param subject - what was read: "the GENIUS scenario"
   */
  refusal(subject: string): NegotiationError | undefined {
    if (this.#invalid.length > 0) return refusedWith("scenario_invalid", subject, this.#invalid);
    if (this.#unsupported.length === 0) return undefined;
    return refusedWith("scenario_unsupported", subject, this.#unsupported);
  }
}
