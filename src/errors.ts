/**
 * @module
 * The one error class and every stable code, with its cause and cure. A refused move is not an
 * error: it is a `Refusal`, returned to its caller (`core/moves/refusals.ts` decides which one).
 */

/** Why a code appears and what helps; docs/guide/errors.md is generated from this. */
export interface CodeDescription {
  /** `refusal`: returned as data. `error`: a `NegotiationError`, as a rejected promise. */
  readonly manner: "refusal" | "error";
  readonly cause: string;
  readonly cure: string;
}

/**
 * Every stable code with its cause and cure. Codes never change within a major version; messages may.
 *
 * @see the refusals of `decide` and the errors of `NegotiationService`
 */
export const CODES = {
  move_invalid: {
    manner: "refusal",
    cause:
      "The move is not an object with a known action, or one of its fields has the wrong shape or length.",
    cure: "Read `details.issues`: each names the path, what was expected and what came.",
  },
  unknown_negotiation: {
    manner: "refusal",
    cause: "This room has no negotiation with that id.",
    cure: "Use the `id` of the record that `createNegotiation` gave, in the room that made it.",
  },
  not_a_party: {
    manner: "refusal",
    cause: "The mover is neither the initiator nor the responder.",
    cure: "Submit with the id of one of the two parties.",
  },
  negotiation_over: {
    manner: "refusal",
    cause: "The negotiation has its final status; a deadline that was due may just have ended it.",
    cure: "Read the outcome; start a new negotiation if there is more to say.",
  },
  stale_version: {
    manner: "refusal",
    cause: "`expectedVersion` is not the current version: somebody moved in between.",
    cure: "Read the record again and decide anew.",
  },
  command_conflict: {
    manner: "refusal",
    cause: "This party has used the `commandId` before with other content.",
    cure: "Use a new `commandId` for a new intention; repeat an old one only unchanged.",
  },
  consult_pending: {
    manner: "refusal",
    cause: "A party is asking its own principal; nobody moves until the answer or its deadline.",
    cure: "Wait for `turn:answered`.",
  },
  consult_unavailable: {
    manner: "refusal",
    cause: "The rules allow no consult here: none at all, not in this state, or the ration is used up.",
    cure: "Answer with a move instead.",
  },
  not_your_turn: {
    manner: "refusal",
    cause: "The other party has the floor.",
    cure: "Wait for `turn:awaited` with your party id, or ask `legalMoves`.",
  },
  claim_not_held: {
    manner: "refusal",
    cause: "The turn is parked or claimed, and not by this agent and claim.",
    cure: "Pick the turn up first, and answer with the claim you were given.",
  },
  not_parked: {
    manner: "refusal",
    cause: "The turn is not waiting to be picked up (any more).",
    cure: "Read the record: the fallback agent or the other side is at work.",
  },
  forbidden_party: {
    manner: "refusal",
    cause: "The message names another sender than the one that the host knows it by.",
    cure: "Send it with `fromAgent` as the party's own id.",
  },
  forbidden_agent: {
    manner: "refusal",
    cause: "The directory does not map this agent to that party.",
    cure: "Poll with an agent that its owner registered for the party.",
  },
  action_not_allowed: {
    manner: "refusal",
    cause: "The rules, the party's seat or its kind do not allow the action.",
    cure: "Choose one of `details.allowed`.",
  },
  must_propose: {
    manner: "refusal",
    cause: "Nothing has been proposed yet, so there is nothing to answer.",
    cure: "Open with `propose`.",
  },
  must_counter: {
    manner: "refusal",
    cause: "A proposal stands already and the rules allow `propose` only as the opening.",
    cure: "Use `counter`.",
  },
  own_proposal: {
    manner: "refusal",
    cause: "A party cannot accept its own proposal.",
    cure: "Counter, or wait for the other side to decide.",
  },
  stale_proposal: {
    manner: "refusal",
    cause: "`replyTo` names a proposal that does not stand (any more), or an `accept` came for another one.",
    cure: "Read the standing proposal and answer that one.",
  },
  proposal_id_taken: {
    manner: "refusal",
    cause: "The `proposalId` was used before in this negotiation.",
    cure: "Choose a new one, or leave it out.",
  },
  cap_reached: {
    manner: "refusal",
    cause: "The cap of turns or proposals is used up.",
    cure: "Accept, reject or withdraw.",
  },
  final_turn: {
    manner: "refusal",
    cause: "This is the last turn, and the rules want a decision on it.",
    cure: "Choose one of `details.allowed`.",
  },
  terms_required: {
    manner: "refusal",
    cause: "A proposal without terms.",
    cure: "Hand in `terms`.",
  },
  terms_not_allowed: {
    manner: "refusal",
    cause: "Terms came with an action that takes none, or the rules allow no terms.",
    cure: "Leave `terms` out; to change terms, use `counter`.",
  },
  message_required: {
    manner: "refusal",
    cause: "The rules demand a non-empty message with this action.",
    cure: "Hand in a `message`.",
  },
  terms_invalid: {
    manner: "refusal",
    cause: "The terms are not JSON, too big, too deep, or the schema of the room refuses them.",
    cure: "Read `details.issues`: each names a path.",
  },
  validity_passed: {
    manner: "refusal",
    cause: "The new proposal would be out of date already: `validUntilAt` is not in the future.",
    cure: "Give a later instant, or none.",
  },
  repeated_message: {
    manner: "refusal",
    cause: "The message says word for word what was said before, and the rules guard against that.",
    cure: "Say something new, or decide.",
  },
  policy_masked: {
    manner: "refusal",
    cause: "A policy of this party takes the move away.",
    cure: "See `details.layer` and `details.rule`; reject and withdraw are never masked.",
  },
  not_admitted: {
    manner: "refusal",
    cause: "The room's admission hook did not admit the move.",
    cure: "See `details`, which are what the hook gave.",
  },
  queue_full: {
    manner: "refusal",
    cause: "More than 100 commands of one party wait on one negotiation.",
    cure: "Wait for earlier answers before sending more.",
  },
  busy: {
    manner: "error",
    cause: "The room or the pair has an active negotiation already.",
    cure: "Wait for `negotiation:settled`, or cancel `details.activeNegotiationId`.",
  },
  id_taken: {
    manner: "error",
    cause: "A negotiation with that id exists.",
    cure: "Leave the id out, or choose another.",
  },
  party_invalid: {
    manner: "error",
    cause: "A party's id is empty, too long or equal to the other's, or its kind is unknown.",
    cure: "Give two different ids of 1 to 256 characters, kind `system` or `personal`.",
  },
  rules_invalid: {
    manner: "error",
    cause: "The rules contradict themselves or a value is out of range.",
    cure: "Read `details.issues`: all of them are listed, each with its path.",
  },
  contention: {
    manner: "error",
    cause: "Other processes changed the negotiation five times while the command was decided.",
    cure: "Retry with the same `commandId`.",
  },
  store_failed: {
    manner: "error",
    cause: "The store threw, also when asked again: whether the command took effect is unknown.",
    cure: "Retry with the same `commandId`; it takes effect once.",
  },
  record_damaged: {
    manner: "error",
    cause: "A stored row cannot be read, or its version or turn count is not that of what it holds.",
    cure: "Mend or delete `details.id` in the store; the sweep looks again within an hour.",
  },
  service_closed: {
    manner: "error",
    cause: "The service was closed or destroyed.",
    cure: "Make a new service for the room.",
  },
  host_untrusted: {
    manner: "error",
    cause: "A party was shown something that it will not sign under: `details.at` says what does not hold.",
    cure: "Do not sign. Pin the host's manifest if that is what is missing; else the host is at fault, or somebody between.",
  },
  store_closed: {
    manner: "error",
    cause: "The store was closed.",
    cure: "Open it again, and make a new service over it.",
  },
  schema_unsupported: {
    manner: "error",
    cause: "A record or database was written by a newer version of the library, or its tables are missing.",
    cure: "Upgrade this process, or make the tables; `details` gives the format found and the newest supported.",
  },
  dependency_missing: {
    manner: "error",
    cause: "An optional package that this subpath needs is not installed.",
    cure: "Install `details.package` in the range `details.range`.",
  },
  issue_invalid: {
    manner: "error",
    cause:
      "An issue of a bargaining scenario has a duplicate, an empty list, a wrong range or too many outcomes.",
    cure: "Read `details.issues`: the first 100 faults, each with its path; `details.issueCount` counts all.",
  },
  outcome_invalid: {
    manner: "error",
    cause: "An index or terms name no outcome of the space.",
    cure: "Use an index from 0 to `cardinality - 1`; `indexOf` tells with -1 which terms are none.",
  },
  preferences_invalid: {
    manner: "error",
    cause: "Preferences do not fit the issues, or a number of theirs is not finite or out of range.",
    cure: "Read `details.issues`: the first 100 faults, each with its path; `details.issueCount` counts all.",
  },
  preferences_constant: {
    manner: "error",
    cause: "The preferences give every outcome the same utility, so there is nothing to scale.",
    cure: "Leave them as they are, or give the outcomes different utilities.",
  },
  scenario_invalid: {
    manner: "error",
    cause: "A scenario or a file of a known format is broken or contradicts itself.",
    cure: "Read `details.issues`: the first 100 faults, each with its path; `details.issueCount` counts all.",
  },
  scenario_unsupported: {
    manner: "error",
    cause: "The scenario is well formed, but says something that the other format cannot express.",
    cure: "Read `details.issues` for what it is; leave that out, or choose another format.",
  },
  strategy_invalid: {
    manner: "error",
    cause: "A strategy's parameters contradict each other or lack something, such as every limit of time.",
    cure: "Read `details.issues`: all faults are listed, each with its path.",
  },
  tournament_mismatch: {
    manner: "error",
    cause: "Completed rows were handed in that belong to another seed, scenario or parameters.",
    cure: "Resume with the settings of the first run, or start anew without `completed`.",
  },
  invalid_framework: {
    manner: "error",
    cause:
      "Arguments and attacks make no framework: an id is repeated or unknown, there are too many, or a turn carries no readable argument.",
    cure: "Read `details`: they hold the `id` in question, the `turnNumber` or the `limit`.",
  },
} as const;

/** Any stable code. */
export type Code = keyof typeof CODES;

/** The codes of refusals: answers that are returned, never thrown. */
export type RefusalCode = { [C in Code]: (typeof CODES)[C]["manner"] extends "refusal" ? C : never }[Code];

/** One thing wrong with an input: where, what was expected, what came. */
export interface Issue {
  /** Keys and indices from the outside in; empty for the value itself. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const BRAND: unique symbol = Symbol.for("concordat.NegotiationError") as never;

/**
 * What fails and is not a refused move: a busy room, wrong rules, a closed service, a failed store.
 *
 * Compare `code`, never the message; use `NegotiationError.isInstance(error)`, never `instanceof`,
 * since the ESM and CommonJS builds carry different copies of the class.
 *
 * @example
 * try {
 *   await room.createNegotiation("ada", "smith", { price: 40 });
 * } catch (error) {
 *   if (!NegotiationError.isInstance(error) || error.code !== "busy") throw error;
 *   console.log(error.details.activeNegotiationId);
 * }
 */
export class NegotiationError extends Error {
  override readonly name = "NegotiationError";
  readonly code: Code;
  /** JSON-safe; never terms, private assessments, reservation values or keys. */
  readonly details: Readonly<Record<string, unknown>>;

  /** @param message - what was expected, what came, what to do */
  constructor(code: Code, message: string, options?: NegotiationErrorOptions) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = Object.freeze({ ...options?.details });
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Whether `value` is a `NegotiationError` of any copy of this library. */
  static isInstance(value: unknown): value is NegotiationError {
    return typeof value === "object" && value !== null && BRAND in value;
  }
}

/** What a `NegotiationError` carries beside code and message. */
export interface NegotiationErrorOptions {
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/**
 * A value as it stands in messages: JSON, cut at 80 characters, never throwing.
 *
 * Not for terms or anything private (such values do not go into messages at all).
 */
export function shown(value: unknown): string {
  let text: string;
  try {
    text =
      typeof value === "number" || value === undefined
        ? String(value)
        : (JSON.stringify(value) ?? typeof value);
  } catch {
    // A cycle, a BigInt or a throwing getter: the type is all that can be said safely.
    text = typeof value;
  }
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** The error of a room whose optional peer is not there. */
export function missingPeer(name: string, range: string, room: string, cause: unknown): NegotiationError {
  return new NegotiationError(
    "dependency_missing",
    `Expected the package ${name} for ${room}, got a failure to load it. Install it: npm install ${name}@${range}.`,
    { details: { package: name, range }, cause },
  );
}
