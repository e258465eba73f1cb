/**
 * @module
 * What the operations of a service are given: read, checked, and refused as the programmer's mistake before
 * anything begins.
 */

import { demandText, readOptions, unmet } from "../../core/checks/index.js";
import { demandJson, type Json } from "../../core/json/index.js";
import type { CreationOptions, NegotiatingParty } from "../commands/index.js";

/** How a move is handed in. */
export interface SubmitOptions {
  /** Refused as `stale_version` when the record has another version. @default any */
  readonly expectedVersion?: number | undefined;
  /** Handed in twice, it takes effect once; 1 to 128 characters. @default a new one */
  readonly commandId?: string | undefined;
}

/** What `negotiate` is given: two parties, and how to create their negotiation. */
export interface NegotiateOptions<Terms = unknown> extends CreationOptions {
  readonly initiator: NegotiatingParty<Terms> | string;
  readonly responder: NegotiatingParty<Terms> | string;
  /** The opening terms. @default none: the opener's agent is asked */
  readonly proposal?: Terms | undefined;
  /** Cancels the negotiation when aborted. @default none */
  readonly signal?: AbortSignal | undefined;
}

/** @throws {TypeError} on an unknown option, naming the nearest known one */
export function readCreation(creation: CreationOptions): CreationOptions {
  return readOptions("creation", creation, CREATION_KEYS);
}

/** @throws {TypeError} on an unknown option, and for a signal that is none, before anything is created */
export function readNegotiate<Terms>(options: NegotiateOptions<Terms>): NegotiateOptions<Terms> {
  const given = readOptions("options", options, NEGOTIATE_KEYS);
  demandSignal(given.signal);
  return given;
}

/** @throws {TypeError} when it is given and none */
export function demandSignal(signal: AbortSignal | undefined): void {
  try {
    if (signal === undefined || typeof signal.addEventListener === "function") return;
  } catch {
    // As below.
  }
  throw new TypeError(unmet("signal", "an AbortSignal", signal));
}

/** @throws {TypeError} on an unknown option */
export function readSubmit(options: SubmitOptions): SubmitOptions {
  return readOptions("options", options, ["commandId", "expectedVersion"]);
}

/** @throws {TypeError} when one is not 1 to 256 characters */
export function demandIds(ids: Readonly<Record<string, string>>): void {
  for (const [name, id] of Object.entries(ids)) demandText(name, id, 256);
}

const MAX_DETAILS_BYTES = 65_536;

/** @throws {TypeError} on an unknown option, and when they are no plain JSON */
export function readDetails(options: { readonly details?: unknown }): Json {
  const { details } = readOptions("options", options, ["details"]);
  return demandJson("details", details ?? null, MAX_DETAILS_BYTES);
}

const CREATION_KEYS = ["id", "commandId", "context", "rules", "heldBy", "move"] as const;

const NEGOTIATE_KEYS = [...CREATION_KEYS, "initiator", "responder", "proposal", "signal"] as const;
