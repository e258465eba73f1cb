/**
 * @module
 * From when until when an agreement holds, and whether terms can become one at all. The acceptor alone never chooses:
 * it follows from the terms, from the host's rule, or from the instant of the acceptance.
 */

import { isPlainObject, type Json, type JsonObject } from "../../core/json/index.js";
import { areSoundLeaves, canonicalText, refusalOfOther, type SigningRefusal } from "../canonical/index.js";
import { readInstant } from "../encoding/index.js";
import type { Sha256 } from "../merkle/index.js";

/** Instants as texts, the first one included and the second excluded; `null` is without end. */
export interface EffectivePeriod {
  readonly effective_from: string;
  readonly effective_until: string | null;
}

/** The host's own rule, known to the parties: pure, since both sides derive the same agreement with it. */
export type EffectivePeriodRule = (terms: JsonObject, acceptedAt: string) => EffectivePeriod;

/** What deriving needs from outside. */
export interface DeriveAgreementOptions {
  readonly sha256: Sha256;
  /**
   * The host's rule for terms that do not say when they hold; the parties need the same.
   *
   * @default from the acceptance on, without end
   */
  readonly effectivePeriod?: EffectivePeriodRule | undefined;
}

/**
 * Why no agreement can be made of these terms, `undefined` when one can: to be asked when they are proposed. What else is
 * in an agreement, such as obligations, a host has looked at when the negotiation opened.
 *
 * Refuses with `document_invalid` what is no object, and with `terms_invalid` when their own period does not end after
 * it begins; when an object has just the keys 0, 1, 2 ..., so that its leaves are those of an array; and when there are
 * more than 1,536 leaves, more than 512 of them elements of arrays, or pointers to them that are longer than 262,144
 * UTF-16 units together, or 8,192 by itself.
 *
 * @see docs/requirements/oap.md, OAP-21; docs/requirements/signing.md, SG-26
 * @example
 * termsRefusal({ effective_from: "2026-06-01T00:00:00Z", effective_until: "2026-05-01T00:00:00Z" })?.code; // "terms_invalid"
 */
export function termsRefusal(terms: JsonObject): SigningRefusal | undefined {
  if (!isPlainObject(terms)) return refusalOfOther("document_invalid", "an object", ["terms"]);
  const isOver = instantOf(terms["effective_until"]) <= instantOf(terms["effective_from"]);
  if (!isOver && areSoundLeaves(terms, "/terms")) return undefined;
  const expected = isOver
    ? "a period that ends after it begins"
    : "terms of at most 1,536 leaves (512 in lists), with shorter names and no keys that count like a list";
  return refusalOfOther("terms_invalid", expected, ["terms"]);
}

/**
 * The period of an agreement: each end as the terms say it, where they say it by an instant, else as the rule says it,
 * else from the acceptance on and without end.
 *
 * Refuses as `termsRefusal` does, and with `period_invalid` when the period does not end after it begins, or when the
 * rule throws or gives no instants.
 *
 * @param acceptedAt - an instant as text
 * @see docs/requirements/oap.md, OAP-21
 * @example
 * effectivePeriodOf({ effective_until: "2027-01-01T00:00:00Z" }, "2026-05-10T12:00:00Z");
 */
export function effectivePeriodOf(
  terms: JsonObject,
  acceptedAt: string,
  rule?: EffectivePeriodRule,
): { readonly ok: true; readonly period: EffectivePeriod } | SigningRefusal {
  const refusal = termsRefusal(terms);
  if (refusal !== undefined) return refusal;
  try {
    const period = rule ? rule(terms, acceptedAt) : { effective_from: acceptedAt, effective_until: null };
    const effective_from = own(terms["effective_from"]) ?? period.effective_from;
    const effective_until = own(terms["effective_until"]) ?? period.effective_until;
    const until = effective_until === null ? Number.POSITIVE_INFINITY : instantOf(effective_until);
    if (instantOf(effective_from) < until) {
      return Object.freeze({ ok: true, period: Object.freeze({ effective_from, effective_until }) });
    }
  } catch {
    // A pure function that fails over these terms has no period for them.
  }
  return refusalOfOther("period_invalid", "a period that ends after it begins", ["effective_until"]);
}

/** Not a number for all other values: it compares as neither before nor after. */
function instantOf(value: unknown): number {
  return readInstant(value) ?? Number.NaN;
}

function own(value: Json | undefined): string | undefined {
  return readInstant(value) === undefined ? undefined : (value as string);
}

/**
 * `terms_altered` when what a schema made of terms is not canonically equal to them; `undefined` when it is.
 *
 * Defaults, coercions, trimmed text and members left out are such alterations: nobody signed what comes out.
 *
 * @see docs/requirements/oap.md, OAP-13
 * @example
 * alteredTerms({ price: 40 }, { price: 40, currency: "EUR" }); // { ok: false, code: "terms_altered", ... }
 */
export function alteredTerms(signed: JsonObject, output: unknown): SigningRefusal | undefined {
  try {
    if (signed === output || canonicalText(signed) === canonicalText(output)) return undefined;
  } catch {
    // A Date, an undefined member and whatever else is no strict JSON was never signed.
  }
  return refusalOfOther("terms_altered", "a schema that keeps the terms", ["terms"]);
}
