/**
 * @module
 * Policies: an ordered stack that can only take moves away from the party that it concerns (EN-45).
 */

import { unmet } from "../../../core/checks/index.js";
import type { MoveFields } from "../../../core/moves/index.js";
import type { Action, NegotiationView } from "../../../core/record/index.js";
import { isPromise } from "../../queue/index.js";

/** The layers of the stack, outermost first. */
export type PolicyLayer = "universal" | "organization" | "persona" | "personal";

/** The move that a policy judges; `legalMoves` asks with the bare `{ action }`. */
export interface JudgedMove<Terms = unknown> extends Omit<MoveFields, "sealed"> {
  readonly action: Action;
  readonly terms?: Terms | null | undefined;
}

/**
 * One rule that may take `propose`, `counter` and `accept` away; never `reject`, `withdraw`, `question`.
 *
 * @example
 * const budget: Policy<{ price: number }> = {
 *   layer: "organization",
 *   rule: "budget",
 *   partyId: "ada",
 *   permits: (move, view) => move.action !== "accept" || (view.standing?.terms.price ?? 0) <= 55,
 * };
 */
export interface Policy<Terms = unknown> {
  readonly layer: PolicyLayer;
  /** The name that a refusal gives. */
  readonly rule: string;
  /** Whose moves it masks. @default both parties' */
  readonly partyId?: string | undefined;
  /** Anything but `true`, or a throw, masks the move. */
  readonly permits: (move: JudgedMove<Terms>, view: NegotiationView<Terms>) => boolean;
}

/** The first policy that masks the move, or `undefined`. */
export function maskingPolicy<Terms>(
  policies: readonly Policy<Terms>[],
  partyId: string,
  move: JudgedMove<Terms>,
  view: () => NegotiationView<Terms>,
): Policy<Terms> | undefined {
  if (move.action !== "propose" && move.action !== "counter" && move.action !== "accept") return undefined;
  return policies.find((policy) => {
    if (policy.partyId !== undefined && policy.partyId !== partyId) return false;
    try {
      const answer: unknown = policy.permits(move, view());
      // A promise is not `true`; one that fails later must not go unhandled.
      if (isPromise(answer)) answer.then(undefined, () => undefined);
      return answer !== true;
    } catch {
      // A policy that cannot decide does not permit (EN-45); it is named in the refusal.
      return true;
    }
  });
}

/**
 * The policies, frozen.
 *
 * @throws {TypeError} when one is malformed, or the layers are not in order
 */
export function checkedPolicies<Terms>(policies: readonly Policy<Terms>[]): readonly Policy<Terms>[] {
  if (!isList(policies)) throw new TypeError(unmet("policies", "a list", policies));
  let deepest = 0;
  for (const policy of policies) {
    const depth = isPolicy(policy) ? LAYERS.indexOf(policy.layer) : -1;
    if (depth < 0) {
      const wanted = `{ layer: one of ${LAYERS.join(", ")}, rule, permits }`;
      throw new TypeError(unmet("a policy", wanted, policy));
    }
    if (depth < deepest) {
      throw new TypeError(
        `Expected policies in the order ${LAYERS.join(", ")}, got ${policy.layer} after ${LAYERS[deepest]}.`,
      );
    }
    deepest = depth;
  }
  return Object.freeze([...policies]);
}

/** Also of a revoked Proxy, which throws when it is asked. */
function isList(given: unknown): boolean {
  try {
    return Array.isArray(given);
  } catch {
    return false;
  }
}

function isPolicy(given: Policy<never>): boolean {
  try {
    return typeof given.rule === "string" && typeof given.permits === "function";
  } catch {
    return false;
  }
}

const LAYERS: readonly PolicyLayer[] = ["universal", "organization", "persona", "personal"];
