/**
 * @module
 * Checks 16 and 17 of a move: policies, the schema of the terms, admission. The core has judged the rest;
 * what takes time here runs outside the queue (EN-6).
 */

import { copyJson } from "../core/copy-json.js";
import type { ReadMove } from "../core/moves.js";
import type { Action, Json, Negotiation } from "../core/negotiation.js";
import { type Refusal, refusal } from "../core/refusals.js";
import { type ContextProjection, type NegotiationView, view } from "../core/view.js";
import type { Clock } from "../ports/clock.js";
import type { MaybePromise } from "../ports/maybe-promise.js";
import type { SchemaIssue, SchemaResult, TermsSchema } from "../ports/standard-schema.js";
import { type JudgedMove, maskingPolicy, type Policy } from "./policies.js";
import { isPromise } from "./steps.js";

/** What an admission hook is asked. */
export interface AdmissionRequest<Terms = unknown> {
  /** The record as the mover may see it. */
  readonly view: NegotiationView<Terms>;
  readonly move: JudgedMove<Terms>;
  /** Aborts after 10,000 ms. */
  readonly signal: AbortSignal;
}

/**
 * Admits a move or not, perhaps later: `true`, or why not. A throw, or an answer after the abort, does not
 * admit.
 */
export type Admit<Terms = unknown> = (
  request: AdmissionRequest<Terms>,
) => MaybePromise<true | { readonly details: unknown }>;

/** What the checks of a service are made of. */
export interface ChecksOptions<Terms> {
  readonly policies: readonly Policy<Terms>[];
  readonly terms: TermsSchema<Terms> | undefined;
  readonly admit: Admit<Terms> | undefined;
  readonly clock: Clock;
  readonly projectContext: ContextProjection | undefined;
}

/** Admission may take this long (EN-46). */
export const ADMISSION_TIMEOUT_MS = 10_000;

/** Judges moves that the core would record. `undefined` means that nothing is against them. */
export class Checks<Terms> {
  readonly #options: ChecksOptions<Terms>;

  constructor(options: ChecksOptions<Terms>) {
    this.#options = options;
  }

  /** Check 16. */
  masked(negotiation: Negotiation<Terms>, partyId: string, move: ReadMove): Refusal | undefined {
    if (this.#options.policies.length === 0) return undefined;
    const seen = (): NegotiationView<Terms> => this.#view(negotiation, partyId);
    const policy = maskingPolicy(this.#options.policies, partyId, judged<Terms>(move), seen);
    if (policy === undefined) return undefined;
    const { layer, rule } = policy;
    const message = `Expected a move that the policies permit, got ${move.action}, which ${layer} policy ${rule} masks. Choose another.`;
    return refusal(negotiation, partyId, "policy_masked", message, { layer, rule });
  }

  /** The actions that no policy masks when asked with the bare action. */
  permitted(negotiation: Negotiation<Terms>, partyId: string, actions: readonly Action[]): readonly Action[] {
    const { policies } = this.#options;
    if (policies.length === 0) return actions;
    const seen = (): NegotiationView<Terms> => this.#view(negotiation, partyId);
    const kept = actions.filter((action) => maskingPolicy(policies, partyId, { action }, seen) === undefined);
    return Object.freeze(kept);
  }

  /** Check 17: first the schema, then, for what it lets pass, admission. */
  judge(negotiation: Negotiation<Terms>, partyId: string, move: ReadMove): MaybePromise<Refusal | undefined> {
    const schema = this.#schemaRefusal(negotiation, partyId, move);
    if (isPromise(schema)) {
      return schema.then((refused) => refused ?? this.#admissionRefusal(negotiation, partyId, move));
    }
    return schema ?? this.#admissionRefusal(negotiation, partyId, move);
  }

  #schemaRefusal(
    negotiation: Negotiation<Terms>,
    partyId: string,
    move: ReadMove,
  ): MaybePromise<Refusal | undefined> {
    const { terms: schema } = this.#options;
    if (schema === undefined || (move.action !== "propose" && move.action !== "counter")) return undefined;
    if (move.terms === null && negotiation.rules.terms !== "required") return undefined;
    const refused = (issues: readonly SchemaIssue[]): Refusal => schemaRefusal(negotiation, partyId, issues);
    try {
      const result = schema["~standard"].validate(move.terms);
      if (!isPromise(result)) return result.issues === undefined ? undefined : refused(result.issues);
      return (result as PromiseLike<SchemaResult>).then(
        (later) => (later.issues === undefined ? undefined : refused(later.issues)),
        () => refused([THREW]),
      );
    } catch {
      return refused([THREW]);
    }
  }

  #admissionRefusal(
    negotiation: Negotiation<Terms>,
    partyId: string,
    move: ReadMove,
  ): MaybePromise<Refusal | undefined> {
    const { admit, clock } = this.#options;
    if (admit === undefined) return undefined;
    const controller = new AbortController();
    const refused = (details: unknown): Refusal => notAdmitted(negotiation, partyId, details);
    const ask = (): MaybePromise<true | { readonly details: unknown }> =>
      admit({ view: this.#view(negotiation, partyId), move: judged<Terms>(move), signal: controller.signal });
    let answer: ReturnType<typeof ask>;
    try {
      answer = ask();
    } catch {
      return refused(null);
    }
    if (!isPromise(answer)) return answer === true ? undefined : refused(answer?.details);
    return new Promise((resolve) => {
      const handle = clock.setTimeout(() => {
        controller.abort();
        resolve(refused({ timeoutMs: ADMISSION_TIMEOUT_MS }));
      }, ADMISSION_TIMEOUT_MS);
      const finish = (result: Refusal | undefined): void => {
        clock.clearTimeout(handle);
        resolve(result);
      };
      (answer as PromiseLike<true | { readonly details: unknown }>).then(
        (given) => finish(given === true ? undefined : refused(given?.details)),
        () => finish(refused(null)),
      );
    });
  }

  #view(negotiation: Negotiation<Terms>, partyId: string): NegotiationView<Terms> {
    return view(negotiation, partyId, this.#options.projectContext) as NegotiationView<Terms>;
  }
}

const THREW: SchemaIssue = { message: "The schema threw." };

/** Details of a hook are copied; what is no JSON becomes `null`. */
const MAX_DETAILS_BYTES = 65_536;

function notAdmitted(negotiation: Negotiation, partyId: string, given: unknown): Refusal {
  const copy = given === undefined ? undefined : copyJson(given, MAX_DETAILS_BYTES);
  const details = copy?.ok === true ? copy.value : null;
  const isObject = typeof details === "object" && details !== null && !Array.isArray(details);
  const message =
    "Expected a move that the room admits, got one that its admission hook refused. See details.";
  return refusal(
    negotiation,
    partyId,
    "not_admitted",
    message,
    isObject ? (details as { readonly [key: string]: Json }) : { details },
  );
}

function schemaRefusal(negotiation: Negotiation, partyId: string, found: readonly SchemaIssue[]): Refusal {
  const issues = found.map(({ message, path }) => ({
    path: (path ?? []).map((member) => keyOf(typeof member === "object" ? member.key : member)),
    message,
  }));
  const message = `Expected terms that the room's schema accepts, got ${issues.length} issue(s). Read details.issues.`;
  return refusal(negotiation, partyId, "terms_invalid", message, { issues });
}

function keyOf(key: PropertyKey): string | number {
  return typeof key === "symbol" ? String(key) : key;
}

/** A read move as policies and hooks see it. */
function judged<Terms>(move: ReadMove): JudgedMove<Terms> {
  return move as unknown as JudgedMove<Terms>;
}
