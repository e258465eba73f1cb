/**
 * @module
 * Checks 16 and 17 of a move: policies, the schema of the terms, admission. The core has judged the rest;
 * what takes time here runs outside the queue (EN-6).
 */

import {
  copyJson,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonOrNull,
  memberOf,
} from "../../../core/json/index.js";
import { judgedAction, type ReadMove, type Refusal, refusal } from "../../../core/moves/index.js";
import { type Action, type Negotiation, type NegotiationView, view } from "../../../core/record/index.js";
import { type NegotiationError, shown } from "../../../errors.js";
import type { Clock, MaybePromise, SchemaIssue, SchemaResult, TermsSchema } from "../../../ports/index.js";
import { isPromise } from "../../queue/index.js";
import type { RulesResolver } from "../records/index.js";
import { Admission, type Admit, type Verdict } from "./admission.js";
import { type JudgedMove, maskingPolicy, type Policy } from "./policies.js";
import { answersLater } from "./submission.js";

/** What the checks of a service are made of. */
export interface ChecksOptions<Terms> {
  readonly policies: readonly Policy<Terms>[];
  readonly terms?: TermsSchema<Terms> | undefined;
  /** Whether what the schema gives back takes the place of the terms. */
  readonly storeParsed?: boolean | undefined;
  readonly admit?: Admit<Terms> | undefined;
  readonly clock: Clock;
  readonly rules: RulesResolver;
}

/** Judges moves that the core would record. `undefined` means that nothing is against them. */
export class MoveReview<Terms> {
  readonly #options: ChecksOptions<Terms>;
  readonly #admission: Admission<Terms> | undefined;
  /** The rejections of those who wait for a judgement. */
  readonly #waiting = new Set<(reason: NegotiationError) => void>();

  constructor(options: ChecksOptions<Terms>) {
    const { admit, clock } = options;
    this.#options = options;
    this.#admission = admit === undefined ? undefined : new Admission(admit, clock);
  }

  /** Check 16. */
  masked(negotiation: Negotiation<Terms>, partyId: string, move: ReadMove): Refusal | undefined {
    if (!this.hasPolicies) return undefined;
    const seen = (): NegotiationView<Terms> => this.#view(negotiation, partyId);
    const told = judged<Terms>(negotiation, move, null);
    const policy = maskingPolicy(this.#options.policies, partyId, told, seen);
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
    const isPermitted = (action: Action): boolean =>
      maskingPolicy(policies, partyId, { action: judgedAction(negotiation, action) }, seen) === undefined;
    return Object.freeze(actions.filter(isPermitted));
  }

  /** Whether any policy may take moves away. */
  get hasPolicies(): boolean {
    return this.#options.policies.length > 0;
  }

  /** Whether a move is judged by the record, rather than by its terms alone. */
  get seeRecords(): boolean {
    return this.hasPolicies || this.#admission !== undefined;
  }

  /** The refusal with what the policies leave of its legal actions. */
  narrowed(negotiation: Negotiation<Terms> | undefined, partyId: string, refused: Refusal): Refusal {
    const { legal } = refused;
    if (negotiation === undefined || legal === null) return refused;
    const actions = this.permitted(negotiation, partyId, legal.actions);
    return Object.freeze({ ...refused, legal: Object.freeze({ ...legal, actions }) });
  }

  /**
   * Check 17: first the schema, then, for what it lets pass, admission.
   *
   * @param atOnce - throws where it would return a promise
   * @returns a promise that rejects only as `stop` says
   * @throws {TypeError} naming what answers later
   */
  judge(
    negotiation: Negotiation<Terms>,
    partyId: string,
    move: ReadMove,
    atOnce = false,
  ): MaybePromise<Refusal | undefined> {
    const schema = move.isParsed ? undefined : this.#schemaRefusal(negotiation, partyId, move);
    if (!isPromise(schema)) {
      const refused = schema ?? this.#admissionRefusal(negotiation, partyId, move, atOnce);
      return isPromise(refused) ? this.#stoppable(refused) : refused;
    }
    if (atOnce) throw answersLater("the schema");
    return this.#stoppable(
      schema.then((refused) => refused ?? this.#admissionRefusal(negotiation, partyId, move)),
    );
  }

  /** Whether the terms of this move are still to be parsed, where what the schema gives back is stored (EN-68). */
  parses(move: ReadMove): boolean {
    const isProposal = move.action === "propose" || move.action === "counter";
    return this.#options.storeParsed === true && isProposal && !move.isParsed && move.termsIssue === null;
  }

  /**
   * The first half of check 17, for a move that `parses`.
   *
   * @param onParsed - takes what the schema gave back
   */
  parse(
    negotiation: Negotiation<Terms>,
    partyId: string,
    move: ReadMove,
    onParsed: (terms: Json) => void,
    atOnce = false,
  ): MaybePromise<Refusal | undefined> {
    const refused = this.#schemaRefusal(negotiation, partyId, move, onParsed);
    if (isPromise(refused) && atOnce) throw answersLater("the schema");
    return isPromise(refused) ? this.#stoppable(refused) : refused;
  }

  /** Whoever waits for a judgement fails with `reason`; no timer is left. */
  stop(reason: NegotiationError): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    this.#admission?.stop();
    for (const reject of waiting) reject(reason);
  }

  #stoppable(judging: PromiseLike<Refusal | undefined>): Promise<Refusal | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      judging.then((refused) => {
        this.#waiting.delete(reject);
        resolve(refused);
      }, reject);
    });
  }

  #schemaRefusal(
    negotiation: Negotiation<Terms>,
    partyId: string,
    move: ReadMove,
    onParsed?: (terms: Json) => void,
  ): MaybePromise<Refusal | undefined> {
    const { terms: schema } = this.#options;
    if (move.action !== "propose" && move.action !== "counter") return undefined;
    // Its wire carries nothing else (BD-1b).
    const wanting = (terms: Json): Refusal | undefined =>
      negotiation.rules.preset === "bindu" && !isJsonObject(terms)
        ? schemaRefusal(negotiation, partyId, [{ message: "Expected terms to be a JSON object." }])
        : undefined;
    const isWanting = wanting(move.terms);
    if (isWanting !== undefined) return isWanting;
    // A key that the standing terms do not have is a slip, unless the schema knows it too.
    const strange = strangeKeys(move.changes, negotiation.standing?.terms as Json);
    const judged = ({ issues, value }: Partial<SchemaOutput>): Refusal | undefined => {
      const found = [...(issues ?? []), ...strange.filter(({ path }) => issues || !hasPath(value, path))];
      // Who gives issues has refused, be they none.
      if (issues && found.length === 0) found.push(UNNAMED);
      if (found.length > 0) return schemaRefusal(negotiation, partyId, found);
      if (onParsed === undefined) return undefined;
      const copy = copyJson(value, negotiation.rules.maxTermsBytes);
      if (!copy.ok) return schemaRefusal(negotiation, partyId, [copy.issue]);
      const refused = wanting(copy.value);
      if (refused === undefined) onParsed(copy.value);
      return refused;
    };
    if (schema === undefined || (move.terms === null && negotiation.rules.terms !== "required"))
      return judged(schema === undefined ? {} : { value: move.terms });
    const threw = (): Refusal => schemaRefusal(negotiation, partyId, [THREW]);
    try {
      const result = schema["~standard"].validate(move.terms);
      return isPromise(result)
        ? Promise.resolve(result as PromiseLike<SchemaResult>)
            .then(judged)
            .catch(threw)
        : judged(result);
    } catch {
      return threw();
    }
  }

  #admissionRefusal(
    negotiation: Negotiation<Terms>,
    partyId: string,
    move: ReadMove,
    atOnce = false,
  ): MaybePromise<Refusal | undefined> {
    if (this.#admission === undefined) return undefined;
    const refused = (verdict: Verdict): Refusal | undefined =>
      verdict && notAdmitted(negotiation, partyId, verdict.details);
    const seen = (): NegotiationView<Terms> => this.#view(negotiation, partyId);
    const verdict = this.#admission.ask(partyId, judged<Terms>(negotiation, move), seen, atOnce);
    return isPromise(verdict) ? verdict.then(refused) : refused(verdict);
  }

  #view(negotiation: Negotiation<Terms>, partyId: string): NegotiationView<Terms> {
    return view(
      negotiation,
      partyId,
      this.#options.rules.projectionOf(negotiation),
    ) as NegotiationView<Terms>;
  }
}

/** What a schema answers, whichever it is. */
type SchemaOutput = { readonly issues: readonly SchemaIssue[] | undefined; readonly value: unknown };

/** The members of a merge patch that what it is laid over does not have, each with those that it has. */
function strangeKeys(
  patch: JsonObject | undefined,
  target: Json,
  path: readonly string[] = [],
): { readonly path: readonly string[]; readonly message: string }[] {
  return Object.entries(patch ?? {}).flatMap(([key, change]) => {
    const at = [...path, key];
    const present = memberOf(target, key);
    if (present === undefined) {
      const known = isJsonObject(target)
        ? Object.keys(target).slice(0, MOST_KEYS).map(shown).join(", ")
        : "none";
      return [
        { path: at, message: `Expected a key that the standing terms have (${known}), got ${shown(key)}.` },
      ];
    }
    return isJsonObject(change) && isJsonObject(present) ? strangeKeys(change, present, at) : [];
  });
}

/** Chosen: more help nobody. */
const MOST_KEYS = 50;

function hasPath(value: unknown, path: readonly string[]): boolean {
  let at = value as Json | undefined;
  for (const key of path) at = memberOf(at, key);
  return at !== undefined;
}

const UNNAMED: SchemaIssue = { message: "The schema refused." };

const THREW: SchemaIssue = { message: "The schema threw." };

/** Details of a hook are copied; what is no JSON becomes `null`. */
const MAX_DETAILS_BYTES = 65_536;

function notAdmitted(negotiation: Negotiation, partyId: string, given: unknown): Refusal {
  const details = jsonOrNull(given, MAX_DETAILS_BYTES);
  const message = "Expected a move that the room admits, got another. See the details.";
  return refusal(
    negotiation,
    partyId,
    "not_admitted",
    message,
    isJsonObject(details) ? details : { details },
  );
}

function schemaRefusal(negotiation: Negotiation, partyId: string, found: readonly SchemaIssue[]): Refusal {
  const issues = found.map(({ message, path }) => ({
    path: (path ?? []).map((member) => keyOf(typeof member === "object" ? member.key : member)),
    message: String(message),
  }));
  const message = `Expected terms that the room's schema accepts, got ${issues.length} issue(s). Mend the issues.`;
  return refusal(negotiation, partyId, "terms_invalid", message, { issues });
}

function keyOf(key: PropertyKey): string | number {
  return typeof key === "number" && Number.isFinite(key) ? key : String(key);
}

/**
 * A read move as policies and hooks see it: as what it would be recorded, so that no other word gets round them.
 * What is sealed only a hook of admission sees (EN-54).
 */
function judged<Terms>(
  negotiation: Negotiation<Terms>,
  move: ReadMove,
  sealed: Json = move.sealed,
): JudgedMove<Terms> {
  const action = judgedAction(negotiation, move.action);
  const isAsRead = action === move.action && sealed === move.sealed;
  return (isAsRead ? move : Object.freeze({ ...move, action, sealed })) as unknown as JudgedMove<Terms>;
}
