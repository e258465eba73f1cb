/**
 * @module
 * The guard: outside the model and after it. No answer passes below the reservation, and no text with a secret,
 * whatever the model was talked into (AI-7).
 */

import { demandFunctions, readOptions, unmet } from "../../../core/checks/index.js";
import { isJsonObject } from "../../../core/json/index.js";
import { type Move, type ReadMove, readMove, withMergedTerms } from "../../../core/moves/index.js";
import type { Action, Negotiation } from "../../../core/record/index.js";
import type { Agent, AgentCall, ConsultRequest } from "../../../ports/index.js";
import { bareText, SecretFilter } from "./secrets-in-texts.js";
import { isLater } from "./turn-limit.js";

/** What a party does not go below, and does not tell. */
export interface Guard<Terms = unknown> {
  /** What terms are worth to the party. NaN, or a throw, blocks them. */
  readonly utility: (terms: Terms) => number;
  /** The least utility that passes; `-Infinity` for any. Never told to a model. */
  readonly reservation: number;
  /**
   * What no text to the other side may contain, in whatever spelling, and no number in terms may be; choose what does
   * not occur by chance. The whole reasoning of a move is a secret too, and where the rules share that, it may contain none.
   *
   * @default none
   */
  readonly secrets?: readonly string[] | undefined;
  /**
   * What is proposed in place of a blocked move while no own proposal passes; has to pass itself.
   *
   * @default nothing: such a party rejects, or withdraws
   */
  readonly instead?: (() => Terms) | undefined;
}

/** What a guard stopped. */
export interface GuardReport {
  readonly negotiationId: string;
  readonly partyId: string;
  /** The number of the turn. */
  readonly turn: number;
  /** `accept` or `terms`: below the reservation; `secret`: a text or terms with one. */
  readonly rule: "accept" | "terms" | "secret";
  /** What the model wanted to do. */
  readonly action: Action;
  /** What it does now: another action, or the same without what was stopped; `null` for none, since the call throws. */
  readonly became: Action | null;
}

/** Who hears of blocks. */
export interface GuardOptions {
  /** Called for each block; what it throws goes nowhere. @default none */
  readonly onGuard?: ((report: GuardReport) => void) | undefined;
}

/**
 * The agent behind a guard: what it answers passes, or becomes the last own proposal that does, else `guard.instead`,
 * else a rejection, else a withdrawal; where none of these is legal the call throws.
 *
 * For programs: a person's seat (`humanAgent`) answers past it. The guard judges a copy of the answer, and the copy
 * is what the room gets. Of `assessment` the reasoning is judged where the rules share it; `sealed` stays as it is.
 *
 * @throws {TypeError} when the guard is none
 * @see docs/requirements/bridges.md, AI-7
 * @example
 * const careless: Agent<{ price: number }> = () => ({ action: "accept" });
 * const careful = withGuard(careless, { utility: ({ price }) => price, reservation: 40, secrets: ["40"] });
 */
export function withGuard<Terms>(
  agent: Agent<Terms>,
  guard: Guard<Terms>,
  options: GuardOptions = {},
): Agent<Terms> {
  const { onGuard } = readOptions("the options of withGuard", options, ["onGuard"]);
  demandFunctions({ onGuard });
  const watch = new Watch(checkedGuard(guard), onGuard);
  return (call) => {
    const answer = agent(call);
    return isLater(answer)
      ? Promise.resolve(answer).then((one) => watch.passed(call, one))
      : watch.passed(call, answer);
  };
}

/**
 * A copy of the guard, checked.
 *
 * @throws {TypeError} for what is none
 */
export function checkedGuard<Terms>(given: Guard<Terms>): Guard<Terms> {
  const guard = readOptions("the guard", given, ["utility", "reservation", "secrets", "instead"]);
  const { utility, instead, reservation, secrets = [] } = guard;
  if (typeof utility !== "function")
    throw new TypeError(unmet("guard.utility", "a function", typeof utility));
  demandFunctions({ "guard.instead": instead });
  // Not shown: both are the party's own business.
  if (typeof reservation !== "number" || Number.isNaN(reservation))
    throw new TypeError("Expected guard.reservation to be a number, got none.");
  const isSecret = (one: unknown): boolean => typeof one === "string" && bareText(one) !== "";
  if (!Array.isArray(secrets) || !secrets.every(isSecret))
    throw new TypeError("Expected guard.secrets to be texts with letters or digits in them, got others.");
  return guard;
}

type Answer<Terms> = Move<Terms> | ConsultRequest;

/** Judges answers by one guard. */
class Watch<Terms> {
  readonly #guard: Guard<Terms>;
  readonly #filter: SecretFilter;
  readonly #onGuard: GuardOptions["onGuard"];

  constructor(guard: Guard<Terms>, onGuard: GuardOptions["onGuard"]) {
    this.#guard = guard;
    this.#filter = new SecretFilter(guard.secrets ?? []);
    this.#onGuard = onGuard;
  }

  passed(call: AgentCall<Terms>, answer: Answer<Terms>): Answer<Terms> {
    // Asked of the party's own principal, which may know everything.
    const members = isJsonObject(answer) ? { ...answer } : null;
    if (members?.action === undefined && typeof members?.consult === "string")
      return { consult: members.consult };
    const reading = readMove(members, NO_LIMITS);
    if (!reading.ok) throw new TypeError(reading.issues.map(({ message }) => message).join(" "));
    const { move } = reading;
    const rule = this.#blockedBy(call, move);
    if (rule === undefined) return this.#withoutSecrets(call, move);
    let instead: Move<Terms> | undefined;
    try {
      instead = this.#instead(call);
    } finally {
      this.#report(call, rule, move.action, instead?.action ?? null);
    }
    // Else the room would refuse it; the reasoning is that of the move that was blocked.
    return call.assessmentRequired
      ? ({ ...instead, assessment: untold(move.assessment) } as Move<Terms>)
      : instead;
  }

  #blockedBy(call: AgentCall<Terms>, move: ReadMove): GuardReport["rule"] | undefined {
    const { standing } = call;
    // What opens is taken as a proposal, whatever it is called.
    const proposes =
      move.action === "propose" ||
      move.action === "counter" ||
      (standing === null && move.action !== "reject" && move.action !== "withdraw");
    if (proposes) {
      const { terms } = withMergedTerms(move, { standing, rules: MERGING });
      if (move.termsIssue !== null || !this.#isWorthIt(terms)) return "terms";
      if (this.#filter.isIn(terms)) return "secret";
    }
    if (move.action === "accept" && standing !== null && !this.#isWorthIt(standing.terms)) return "accept";
    return undefined;
  }

  #isWorthIt(terms: unknown): boolean {
    try {
      const worth: unknown = this.#guard.utility(terms as Terms);
      // A text or a list that reads like a number comes out of terms that no schema has seen.
      return typeof worth === "number" && worth >= this.#guard.reservation;
    } catch {
      // Terms that have no worth are not worth it.
      return false;
    }
  }

  #withoutSecrets(call: AgentCall<Terms>, move: ReadMove): Move<Terms> {
    const kept: Record<string, unknown> = {};
    let isDropped = false;
    for (const key of MEMBERS) {
      const value = move[key];
      if (value == null) continue;
      const isTold =
        key === "message" || key === "reason"
          ? this.#isTold(call, value as string, move, (kept["reason"] as string | undefined) ?? "")
          : key === "assessment"
            ? this.#isToldByReasoning(call, value, `${kept["reason"] ?? ""}${kept["message"] ?? ""}`)
            : SHOWN.includes(key) && this.#filter.isIn(value);
      if (isTold) isDropped = true;
      if (!isTold) kept[key] = value;
      else if (key === "assessment") kept[key] = untold(value);
    }
    if (isDropped) {
      this.#report(call, "secret", move.action, move.action);
      Object.assign(kept, wantedMessage(call));
    }
    return kept as unknown as Move<Terms>;
  }

  /** @param beside - what the same move says already: a secret may stand in two halves, either of them first */
  #isTold(call: AgentCall<Terms>, text: string, { assessment }: ReadMove, beside: string): boolean {
    if (this.#hasSecret(call, text, beside)) return true;
    const reasoning = reasoningOf(assessment);
    const thought = typeof reasoning === "string" ? bareText(reasoning) : "";
    return thought.length >= LEAST_OF_A_THOUGHT && bareText(text).includes(thought);
  }

  #hasSecret(call: AgentCall<Terms>, text: string, beside: string): boolean {
    const before = (): string => saidBefore(call) + beside;
    return this.#filter.isInText(text, before) || (beside !== "" && this.#filter.isIn(text + beside));
  }

  #isToldByReasoning(call: AgentCall<Terms>, assessment: unknown, beside: string): boolean {
    if (call.assessments !== "shared") return false;
    const reasoning = reasoningOf(assessment);
    return typeof reasoning === "string"
      ? this.#hasSecret(call, reasoning, beside) || this.#hasSecret(call, reasoning, "")
      : this.#filter.isIn(reasoning);
  }

  /** What is done in place of a blocked move. */
  #instead(call: AgentCall<Terms>): Move<Terms> {
    const { legalActions } = call;
    const proposing = call.standing === null ? PROPOSING : PROPOSING.toReversed();
    const action = proposing.find((one) => legalActions.includes(one));
    if (action !== undefined) {
      const own = call.turns.findLast(
        ({ partyId, round, terms }) => partyId === call.party.id && round !== null && this.#isWorthIt(terms),
      );
      const terms = own === undefined ? this.#guard.instead?.() : own.terms;
      if (terms !== undefined && this.#isWorthIt(terms))
        return { action, terms, ...wantedMessage(call) } as Move<Terms>;
    }
    const leaving = leavingOf(call);
    if (leaving !== undefined) return { action: leaving, ...wantedMessage(call) } as Move<Terms>;
    throw new Error(
      "Expected a legal move that the guard lets pass, got none. Allow to reject or to withdraw.",
    );
  }

  #report(
    { negotiationId, turnNumber: turn, party }: AgentCall<Terms>,
    rule: GuardReport["rule"],
    action: Action,
    became: Action | null,
  ): void {
    tell(this.#onGuard, { negotiationId, partyId: party.id, turn, rule, action, became });
  }
}

/** Chosen: what is shorter may be both thought and said. */
const LEAST_OF_A_THOUGHT = 20;

/** Tells a listener of the host's; its own failure is nobody's turn. */
export function tell<Report>(listener: ((report: Report) => void) | undefined, report: Report): void {
  try {
    listener?.(Object.freeze(report));
  } catch {
    // There is nobody left to tell.
  }
}

/** How the party may leave, the milder way first; `undefined` where it may not. */
export function leavingOf({ legalActions }: Pick<AgentCall, "legalActions">): Action | undefined {
  return (["reject", "withdraw"] as const).find((one) => legalActions.includes(one));
}

/** The room has limits of its own. */
const NO_LIMITS = { maxMessageLength: Number.POSITIVE_INFINITY, maxTermsBytes: Number.POSITIVE_INFINITY };
const MERGING = { ...NO_LIMITS, partialTerms: "merge" } as unknown as Negotiation["rules"];

const MEMBERS = [
  ...(["action", "terms", "changes", "reason", "message", "assessment", "justification"] as const),
  ...(["extra", "sealed", "proposalId", "replyTo", "validUntilAt"] as const),
];

const PROPOSING: readonly Action[] = ["propose", "counter"];

/** What the other side sees beside texts and terms. */
const SHOWN: readonly string[] = ["justification", "extra", "proposalId"];

/** What the party said in earlier turns: a secret may come in parts. */
function saidBefore({ turns, party, assessments }: AgentCall): string {
  const reasoned = (assessment: unknown): unknown =>
    assessments === "shared" ? (reasoningOf(assessment) ?? "") : "";
  return turns
    .filter(({ partyId }) => partyId === party.id)
    .map(({ message, reason, assessment }) => `${message ?? ""}${reason ?? ""}${reasoned(assessment)}`)
    .join("")
    .slice(-1_000);
}

function reasoningOf(assessment: unknown): unknown {
  return (assessment as { readonly reasoning?: unknown } | null | undefined)?.reasoning;
}

/** The assessment with a reasoning of no meaning: rules may ask for some. */
function untold(assessment: unknown): object {
  return { ...(assessment as object | null), reasoning: "Not told." };
}

/** A text of no meaning where the room has just refused a move for lack of one, or for its repetition. */
export function wantedMessage({ lastError, turnNumber }: AgentCall): { readonly message?: string } {
  const isWanted = lastError?.code === "message_required" || lastError?.code === "repeated_message";
  return isWanted ? { message: `We have nothing to add on turn ${turnNumber}.` } : {};
}
