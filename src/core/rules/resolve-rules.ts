/**
 * @module
 * Lays rules over rules, and settles checked ones for the two parties of one negotiation. Whether rules
 * are valid is `rules-validation.ts`'s question.
 */

import { deepFreeze, isPlainObject } from "../json/index.js";
import type { ByPairing, Cap, CapLimit, NegotiationRules, Party } from "../record/index.js";
import { pairingOf } from "../record/index.js";
import type { RulesInput } from "./rules-input.js";

/** Checked rules with every option present, still open as to which of three pairings the parties make. */
export interface CompleteRules extends Omit<NegotiationRules, "cap" | "totalMs"> {
  readonly cap: Omit<Cap, "limit"> & { readonly limit: ByPairing<CapLimit> };
  readonly totalMs: ByPairing<number | null>;
}

/**
 * The rules `base` with those of `over` in their place, checked by nobody.
 *
 * An option that is `undefined` says nothing. `cap` merges member by member, every other option is
 * replaced as a whole. What is no plain object takes the place of all, for `checkRules` to name.
 */
export function mergeRules(base: RulesInput, over: RulesInput | undefined): RulesInput {
  if (over === undefined) return base;
  if (!isPlainObject(base) || !isPlainObject(over)) return over;
  return mergedMembers(base, over, (key, under, above) =>
    key === "cap" && isPlainObject(under) && isPlainObject(above) ? mergedMembers(under, above) : above,
  );
}

/**
 * The rules of a negotiation between these two, deep-frozen, their keys in the order of `complete`.
 *
 * The same rules for the same pairing give the same JSON, so that equal ones can share one object.
 */
export function resolveRules(
  complete: CompleteRules,
  initiator: Pick<Party, "kind">,
  responder: Pick<Party, "kind">,
): NegotiationRules {
  const pairing = pairingOf(initiator, responder);
  return deepFreeze<NegotiationRules>({
    ...complete,
    cap: { ...complete.cap, limit: complete.cap.limit[pairing] },
    totalMs: complete.totalMs[pairing],
  });
}

type Members = Readonly<Record<string, unknown>>;

function mergedMembers(
  base: Members,
  over: Members,
  pick: (key: string, under: unknown, above: unknown) => unknown = (_key, _under, above) => above,
): Members {
  const given = Object.entries(over).filter(([, value]) => value !== undefined);
  const picked = given.map(([key, value]) => [key, pick(key, base[key], value)] as const);
  // `fromEntries` and spread define members: an own `__proto__` stays a member that `checkRules` can name.
  return { ...base, ...Object.fromEntries(picked) };
}
