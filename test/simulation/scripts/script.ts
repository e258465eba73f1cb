/**
 * @module
 * What a script of the crash points is (SM-40), and what scripts have in common: parties, rules in which no
 * deadline is near, and clients that end a run when they are refused.
 */

import type { Move } from "../../../src/core/moves/index.js";
import type { PartyKind } from "../../../src/core/record/index.js";
import { NegotiationError } from "../../../src/errors.js";
import type { SimClient, SimWorldOptions, Stage } from "../../../src/simulation/world/index.js";
import type { Outcome } from "../../../src/simulation/world/sim-client.js";

/** A course of events, played once without faults and then with one or two at every place. */
export interface Script {
  /** `W1` to `W11`. */
  readonly id: string;
  /** In words. */
  readonly course: string;
  /**
   * What it comes to, whatever goes wrong: a line for each negotiation, in the order of their ids, with its
   * end and its turns; a `*` marks those of the fallback agent.
   */
  readonly outcome: readonly string[];
  /** What is written when nothing goes wrong, likewise: the kinds of its entries. */
  readonly entries: readonly string[];
  /** A new play: what it remembers is of one run only. */
  readonly begin: () => Play;
}

/** A script in one run. */
export interface Play {
  /** What the world is told besides the script. */
  readonly options?: Partial<SimWorldOptions>;
  /** @throws {Error} when something was answered that the script does not allow */
  readonly script: (stage: Stage) => Promise<void>;
}

/** The room of every scripted world. */
export const ROOM = "room1";

/** Chosen: longer than two crashes with all their retries take, so that only what is scripted falls due. */
export const NO_HURRY = { turnMs: 20_000, totalMs: 100_000 } as const;

/** Terms with a price. */
export function price(amount: number): { readonly price: number } {
  return { price: amount };
}

/** A party whose turns are parked, where the rules do that. */
export function person(id: string): { readonly id: string; readonly kind: PartyKind } {
  return { id, kind: "personal" };
}

/** Creates a negotiation of that id; its first proposal is `terms`, if there are any. */
export async function created(
  stage: Stage,
  client: SimClient,
  id: string,
  terms: unknown,
  creation: Parameters<SimClient["create"]>[4] = {},
): Promise<void> {
  while (stage.row(id) === null) {
    const outcome = await client.create(ROOM, "ada", "bob", terms, { id, ...creation });
    // Who hears nothing after all retries looks whether it is there, and begins anew if it is not.
    if (outcome !== undefined) done(outcome);
  }
}

/** Hands a move in, and demands that it takes effect. */
export async function moved(
  stage: Stage,
  client: SimClient,
  id: string,
  partyId: string,
  move: Move,
): Promise<void> {
  const turnCount = (): number => stage.row(id)?.turnCount ?? 0;
  const before = turnCount();
  while (turnCount() === before) {
    const outcome = await client.submit(ROOM, id, partyId, move);
    if (outcome === undefined) continue;
    const result = done(outcome);
    if (!result.ok) throw new Error(`Expected the ${move.action} to take effect, got ${result.code}.`);
  }
}

/** Waits until something is so, looking every 10 ms. */
export async function until(stage: Stage, isSo: () => boolean): Promise<void> {
  while (!isSo()) await stage.wait(10);
}

/** The answer of a service. @throws what the service threw, or an Error when nobody knows */
export function done<T>(outcome: Outcome<T>): T {
  if (outcome === undefined) throw new Error("Expected an answer, got none after all retries.");
  if (NegotiationError.isInstance(outcome)) throw outcome;
  return outcome;
}
