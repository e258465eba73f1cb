/**
 * @module
 * What a party hands in, and how it is read: shape checked, copied and frozen once, at the door.
 * Whether a move is legal is `refusals.ts`'s question.
 */

import { type Issue, shown } from "../../errors.js";
import { copyJson, deepFreeze, isJsonObject, type Json, type JsonObject, memberOf } from "../json/index.js";
import { ACTIONS, type Action, type Negotiation } from "../record/index.js";

/** What every move may carry beside its action. */
export interface MoveFields {
  /** Why; kept with the turn and shown to both. */
  readonly reason?: string | null | undefined;
  /** To the other side. */
  readonly message?: string | null | undefined;
  /** JSON for the mover's own side (`rules.assessments` may share a part). */
  readonly assessment?: unknown;
  /** JSON carried unmodified; has no force. */
  readonly justification?: unknown;
  /** JSON carried unmodified; unknown members of a move are added here. */
  readonly extra?: unknown;
  /** JSON that is stored with the turn and told nobody: what has to survive with the commit, as a salt does. */
  readonly sealed?: unknown;
  /** The proposal that the mover saw; when given it must be the standing one. */
  readonly replyTo?: string | null | undefined;
}

/** What changes of terms, as a merge patch (RFC 7396): members to set, `null` for those to take out; lists as a whole. */
export type TermsChanges<Terms = unknown> = unknown extends Terms
  ? object
  : Terms extends object
    ? Terms extends readonly unknown[]
      ? Terms
      : { readonly [K in keyof Terms]?: TermsChanges<Terms[K]> | null | undefined }
    : Terms;

/** A proposal's content: required where `Terms` is a definite type, optional where it may be undefined. */
export type ProposalTerms<Terms> = undefined extends Terms
  ? { readonly terms?: Terms | undefined }
  : { readonly terms: Terms };

/** Offers terms: the opening, or a counter. */
export type ProposingMove<Terms = unknown> = MoveFields &
  ProposalTerms<Terms> & {
    readonly action: "propose" | "counter";
    /** Refused beside terms. */
    readonly changes?: TermsChanges<Terms> | undefined;
    /** An id of the mover's own choice, 1 to 256 characters; else the engine makes one. */
    readonly proposalId?: string | null | undefined;
    /** Epoch ms from which the proposal can no longer be accepted. */
    readonly validUntilAt?: number | null | undefined;
  };

/** Counters with what changes of the standing terms alone, where the rules say `partialTerms: "merge"`. */
export interface ChangingMove<Terms = unknown>
  extends MoveFields,
    Pick<ProposingMove, "proposalId" | "validUntilAt"> {
  readonly action: "counter";
  readonly changes: TermsChanges<Terms>;
  readonly terms?: never;
}

/** Decides or asks; brings no terms. */
export interface AnsweringMove extends MoveFields {
  readonly action: "accept" | "reject" | "question" | "withdraw";
  readonly terms?: never;
  readonly changes?: never;
  readonly proposalId?: never;
  readonly validUntilAt?: never;
}

/**
 * What a party hands in.
 *
 * @example
 * const opening: Move<{ price: number }> = { action: "propose", terms: { price: 40 } };
 * const answer: Move<{ price: number }> = { action: "reject", reason: "Too dear." };
 */
export type Move<Terms = unknown> =
  | ProposingMove<Terms>
  | (undefined extends Terms ? never : ChangingMove<Terms>)
  | AnsweringMove;

/** What an operation takes as a move: a typed one, or anything at all that came from outside as `unknown`. */
export type IncomingMove<Given, Terms = unknown> = unknown extends Given ? Given : Move<Terms>;

/** A move that was read: every field present, JSON copied and frozen. */
export interface ReadMove {
  readonly action: Action;
  /** `null` when none came, or when they could not be read. */
  readonly terms: Json;
  /** Why the terms could not be read; such a move is refused with `terms_invalid` if nothing else bars it. */
  readonly termsIssue: Issue | null;
  /** What is to change of the standing terms; absent where nothing such came. */
  readonly changes?: JsonObject;
  /** Whether the terms are what a schema gave back: changes are then laid under them already. */
  readonly isParsed?: true;
  readonly reason: string | null;
  readonly message: string | null;
  readonly assessment: Json;
  readonly justification: Json;
  readonly extra: Json;
  readonly sealed: Json;
  readonly proposalId: string | null;
  readonly replyTo: string | null;
  readonly validUntilAt: number | null;
}

/** How much a move may hold; part of the rules. */
export interface MoveLimits {
  /** UTF-16 units of message and reason. */
  readonly maxMessageLength: number;
  /** Bytes of JSON in UTF-8, for each of terms, assessment, justification, extra and sealed. */
  readonly maxTermsBytes: number;
}

/** A read move, or everything that was wrong with its shape. */
export type MoveReading =
  | { readonly ok: true; readonly move: ReadMove }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Reads what a party handed in: checks its shape, copies and freezes its JSON.
 *
 * Never throws, whatever it is given. Unknown members go to `extra` (`fitScore`, an old private
 * score, to `assessment`). Terms that are no JSON do not fail here but leave `termsIssue`, since the
 * order of checks asks for the terms last (EN-6).
 */
export function readMove(value: unknown, limits: MoveLimits): MoveReading {
  try {
    return readFields(value, limits);
  } catch {
    // A getter or a Proxy of the caller's threw: what it says is nobody's business here.
    return { ok: false, issues: [{ path: [], message: "Expected readable members, got one that throws." }] };
  }
}

/** The move with its changes laid over the standing terms (RFC 7396), where the rules merge; any other as it is. */
export function withMergedTerms(
  move: ReadMove,
  { standing, rules }: Pick<Negotiation, "standing" | "rules">,
): ReadMove {
  const { changes } = move;
  if (changes === undefined || move.isParsed || standing === null || rules.partialTerms !== "merge")
    return move;
  const draft = { ...move };
  readTerms(draft, patched(standing.terms as Json, changes), rules);
  return Object.freeze(draft);
}

/** A move that is nothing but its action. */
export function emptyMove(action: Action): Draft {
  return {
    action,
    terms: null,
    termsIssue: null,
    reason: null,
    message: null,
    assessment: null,
    justification: null,
    extra: null,
    sealed: null,
    proposalId: null,
    replyTo: null,
    validUntilAt: null,
  };
}

type Draft = { -readonly [K in keyof ReadMove]: ReadMove[K] };

function readFields(value: unknown, limits: MoveLimits): MoveReading {
  if (!isJsonObject(value)) {
    return { ok: false, issues: [{ path: [], message: `Expected a move, got ${kindOrValue(value)}.` }] };
  }
  const issues: Issue[] = [];
  const draft = emptyMove("withdraw");
  let unknown: Record<string, unknown> | undefined;
  let score: unknown;
  for (const key of Object.keys(value)) {
    const field = (value as Record<string, unknown>)[key];
    if ((field === undefined || field === null) && key !== "action") continue;
    switch (key) {
      case "action":
        if (ACTIONS.includes(field as Action)) draft.action = field as Action;
        else issues.push(expected(["action"], `one of ${ACTIONS.join(", ")}`, field));
        break;
      case "terms":
        readTerms(draft, field, limits);
        break;
      case "changes":
        if (isJsonObject(field)) draft.changes = readJson(key, field, limits, issues) as JsonObject;
        else issues.push(expected([key], "a JSON object", field));
        break;
      case "reason":
      case "message":
        if (typeof field !== "string") issues.push(expected([key], "a string", field));
        else if (field.length > limits.maxMessageLength)
          issues.push(tooLong(key, field, limits.maxMessageLength));
        else draft[key] = field;
        break;
      case "assessment":
      case "justification":
      case "extra":
      case "sealed":
        draft[key] = readJson(key, field, limits, issues);
        break;
      case "proposalId":
      case "replyTo":
        if (typeof field !== "string" || field === "" || field.length > 256) {
          issues.push(expected([key], "a string of 1 to 256 characters", field));
        } else draft[key] = field;
        break;
      case "validUntilAt":
        if (!Number.isSafeInteger(field)) issues.push(expected([key], "epoch ms, an integer", field));
        else draft.validUntilAt = field as number;
        break;
      case "__proto__":
        issues.push({ path: ["__proto__"], message: "Expected no own `__proto__` member." });
        break;
      case "fitScore":
        score = field;
        break;
      default:
        unknown ??= {};
        unknown[key] = field;
    }
  }
  if (!Object.hasOwn(value, "action"))
    issues.push(expected(["action"], `one of ${ACTIONS.join(", ")}`, undefined));
  if (draft.action !== "propose" && draft.action !== "counter") rejectProposalFields(draft, issues);
  if (draft.changes && (draft.terms !== null || draft.termsIssue !== null))
    issues.push({ path: ["changes"], message: "Expected terms or changes, got both." });
  if (unknown !== undefined) draft.extra = merged("extra", draft.extra, unknown, limits, issues);
  if (score !== undefined) {
    draft.assessment = merged("assessment", draft.assessment, { fitScore: score }, limits, issues);
  }
  return issues.length === 0 ? { ok: true, move: Object.freeze(draft) } : { ok: false, issues };
}

function readTerms(draft: Draft, field: unknown, limits: MoveLimits): void {
  const copy = copyJson(field, limits.maxTermsBytes);
  if (copy.ok) draft.terms = copy.value;
  else draft.termsIssue = deepFreeze(copy.issue);
}

function patched(target: Json, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  const merged: Record<string, Json> = isJsonObject(target) ? { ...target } : {};
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete merged[key];
    else merged[key] = patched(memberOf(target, key) ?? null, change);
  }
  return merged;
}

function readJson(key: string, field: unknown, limits: MoveLimits, issues: Issue[]): Json {
  const copy = copyJson(field, limits.maxTermsBytes, key === "extra" ? "documents" : "data");
  if (copy.ok) return copy.value;
  issues.push({ path: [key, ...copy.issue.path], message: copy.issue.message });
  return null;
}

/** Adds unknown members to a JSON object of the move; a member that is there already stays. */
function merged(
  key: "extra" | "assessment",
  present: Json,
  added: Record<string, unknown>,
  limits: MoveLimits,
  issues: Issue[],
): Json {
  if (present !== null && !isJsonObject(present)) {
    issues.push(expected([key], "a JSON object, since unknown members are kept there", present));
    return present;
  }
  return readJson(key, { ...added, ...present }, limits, issues);
}

function rejectProposalFields(draft: Draft, issues: Issue[]): void {
  for (const key of ["proposalId", "validUntilAt", "changes"] as const) {
    if (draft[key] != null) issues.push(expected([key], `nothing on ${draft.action}`, draft[key]));
  }
}

function expected(path: readonly (string | number)[], what: string, came: unknown): Issue {
  const isPrivate = path[0] === "assessment" || path[0] === "extra";
  const got = isPrivate && came !== undefined ? `a ${typeof came}` : kindOrValue(came);
  return { path, message: `Expected ${path.join(".")} to be ${what}, got ${got}.` };
}

/** What is nested may hold terms or worse, which no message shows (SY-17). */
export function kindOrValue(value: unknown): string {
  if (isJsonObject(value)) return "an object";
  return Array.isArray(value) ? "an array" : shown(value);
}

function tooLong(key: string, field: string, most: number): Issue {
  return { path: [key], message: `Expected ${key} of at most ${most} characters, got ${field.length}.` };
}
