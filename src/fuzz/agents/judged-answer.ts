/**
 * @module
 * Judges an agent's answer as a room would: shape, legality, terms, and the bound that its author states.
 */

import { nextDeadline } from "../../core/deadlines/index.js";
import { type Decision, decide, moveCommand } from "../../core/index.js";
import type { Json } from "../../core/json/index.js";
import { type Command, type ReadMove, readMove } from "../../core/moves/index.js";
import type { Negotiation } from "../../core/record/index.js";
import type { Issue, RefusalCode } from "../../errors.js";
import type { AgentCallData } from "./agent-call.js";
import { type FoundFault, printed } from "./agent-fault.js";
import { type CheckSettings, partyUnderCheck, type TrialSettings } from "./check-settings.js";

/** A fault, or the record after the answer took effect; `null` when nothing follows. */
export type JudgedAnswer<Terms = unknown> =
  | { readonly fault: FoundFault<Terms> }
  | { readonly fault: null; readonly negotiation: Negotiation<Terms> | null };

/** An answer as it is read at the door of a room. */
export type ReadAnswer =
  | { readonly ok: true; readonly move: ReadMove; readonly consult: null; readonly content: Json }
  | { readonly ok: true; readonly move: null; readonly consult: string; readonly content: Json }
  | {
      readonly ok: false;
      readonly code: "move_invalid" | "terms_invalid";
      readonly issues: readonly Issue[];
    };

/** Reads a move or a consult. */
export function readAnswer(answer: unknown, { rules }: Pick<Negotiation, "rules">): ReadAnswer {
  const consult = consultOf(answer);
  if (consult !== undefined) return { ok: true, move: null, consult, content: { consult } };
  const reading = readMove(answer, rules);
  if (!reading.ok) return { ok: false, code: "move_invalid", issues: reading.issues };
  const { move } = reading;
  if (move.termsIssue !== null)
    return { ok: false, code: "terms_invalid", issues: [inTerms(move.termsIssue)] };
  const { termsIssue: _, ...content } = move;
  return { ok: true, move, consult: null, content };
}

/** What is wrong with the answer, or what comes after it. */
export async function judgedAnswer<Terms>(
  negotiation: Negotiation<Terms>,
  call: AgentCallData<Terms>,
  answer: unknown,
  settings: TrialSettings<Terms>,
): Promise<JudgedAnswer<Terms>> {
  const faulty = (
    kind: FoundFault["kind"],
    code: RefusalCode | null,
    reason: string,
  ): JudgedAnswer<Terms> => ({
    fault: { kind, code, reason, answer, call, negotiation },
  });
  const read = readAnswer(answer, negotiation);
  if (!read.ok) return faulty("malformed_answer", read.code, told(read.issues));
  if (read.consult !== null) return consulted(negotiation, read.consult, settings, faulty);
  const { move } = read;
  // A refusal to open is recorded as a withdrawal, whatever the rules allow (EN-14).
  const isDecliningToOpen =
    negotiation.status === "open" && (move.action === "reject" || move.action === "withdraw");
  if (isDecliningToOpen) return { fault: null, negotiation: null };
  const decision = decided(
    negotiation,
    moveCommand(partyUnderCheck, move, `cmd-${call.turnNumber}`, { source: "agent" }),
  );
  if (!decision.ok) return faulty("illegal_move", decision.refusal.code, decision.refusal.message);
  if (!call.legalActions.includes(move.action)) {
    const why = `${move.action} is not one of ${call.legalActions.join(", ")} and closes the negotiation by its cap.`;
    return faulty("illegal_move", null, why);
  }
  const issues = move.terms === null ? undefined : await schemaIssues(move.terms, settings);
  if (issues !== undefined) return faulty("malformed_answer", "terms_invalid", told(issues));
  if (move.action === "accept" && negotiation.standing !== null) {
    const { terms } = negotiation.standing;
    const breach = settings.breachOf(terms, call);
    if (breach !== undefined)
      return faulty("accepted_below_bound", null, `it accepted ${printed(terms)}: ${breach}.`);
  }
  return { fault: null, negotiation: decision.negotiation };
}

/** The issues that the schema of the room finds in terms, or `undefined`. */
export async function schemaIssues<Terms>(
  terms: unknown,
  { schema }: Pick<CheckSettings<Terms>, "schema">,
): Promise<readonly Issue[] | undefined> {
  const result = await schema?.["~standard"].validate(terms);
  return result?.issues?.map(({ message, path = [] }) => {
    const keys = path.map((key) => (typeof key === "object" ? key.key : key));
    return inTerms({ path: keys.map((key) => (typeof key === "number" ? key : String(key))), message });
  });
}

type Faulty<Terms> = (
  kind: FoundFault["kind"],
  code: RefusalCode | null,
  reason: string,
) => JudgedAnswer<Terms>;

/** Asks the principal: the same turn follows, with its answer or without one. */
function consulted<Terms>(
  negotiation: Negotiation<Terms>,
  question: string,
  settings: TrialSettings<Terms>,
  faulty: Faulty<Terms>,
): JudgedAnswer<Terms> {
  const id = `consult-${negotiation.consults.length + 1}`;
  const asked = decided(negotiation, { type: "consult", partyId: partyUnderCheck, id, question });
  if (!asked.ok) return faulty("illegal_move", asked.refusal.code, asked.refusal.message);
  const says = settings.principalSays;
  const paused = asked.negotiation;
  const resumed =
    says === null
      ? decide(paused, { type: "wake" }, nextDeadline(paused)?.at ?? paused.updatedAt)
      : decided(paused, { type: "answer", partyId: partyUnderCheck, answer: says });
  return {
    fault: null,
    negotiation: resumed.ok && resumed.negotiation.outcome === null ? resumed.negotiation : null,
  };
}

/** Agents answer at once by the clock of the trial. */
function decided<Terms>(negotiation: Negotiation<Terms>, command: Command): Decision<Terms> {
  return decide(negotiation, command, negotiation.updatedAt);
}

function consultOf(answer: unknown): string | undefined {
  try {
    if (typeof answer !== "object" || answer === null || "action" in answer) return undefined;
    return "consult" in answer && typeof answer.consult === "string" ? answer.consult : undefined;
  } catch {
    // A getter or proxy that throws is for `readMove` to refuse.
    return undefined;
  }
}

function inTerms(issue: Issue): Issue {
  return { path: ["terms", ...issue.path], message: issue.message };
}

function told(issues: readonly Issue[]): string {
  return issues
    .map(({ path, message }) => (path.length === 0 ? message : `at ${path.join(".")}: ${message}`))
    .join(" ");
}
