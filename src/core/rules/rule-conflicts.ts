/**
 * @module
 * Finds rules that are each well-formed and do not fit together, for every pairing of kinds.
 */

import { type Issue, shown } from "../../errors.js";
import { unmet } from "../checks/index.js";
import type { Action, ActionRules, PartyKind, Seat } from "../record/index.js";
import { allowedActions, PAIRINGS } from "../record/index.js";
import type { CompleteRules } from "./resolve-rules.js";

/** Complete rules but for the options that could not be read, which are `undefined`. */
export type DraftRules = {
  readonly [Name in Exclude<keyof CompleteRules, "preset">]: CompleteRules[Name] | undefined;
};

/**
 * All contradictions between options that could be read.
 *
 * @see docs/requirements/engine.md, EN-17, EN-25 and the last column of section 9
 */
export function ruleConflicts(draft: DraftRules): readonly Issue[] {
  return [...actionConflicts(draft), ...capConflicts(draft), ...missingDeadlines(draft)];
}

/** A turn that no negotiation has the time for. A preset's own turn may be: the total time then cuts it. */
export function turnAboveTotal({ turnMs, totalMs }: DraftRules): readonly Issue[] {
  if (totalMs === undefined || typeof turnMs !== "number") return [];
  const totals = PAIRINGS.map((pairing) => totalMs[pairing] ?? Number.POSITIVE_INFINITY);
  const longest = Math.max(...totals);
  if (turnMs <= longest) return [];
  const message = `Expected turnMs to be at most totalMs (${longest}), got ${turnMs}. Raise totalMs too.`;
  return [{ path: ["turnMs"], message }];
}

const KINDS: readonly PartyKind[] = ["system", "personal"];

/** The opener may propose, the other may accept and reject, of whichever kind they are. */
function actionConflicts({ actions, opener, onReject, withdrawOffTurn }: DraftRules): Issue[] {
  if (actions === undefined) return [];
  const issues: Issue[] = [];
  if (opener !== undefined) {
    const other: Seat = opener === "initiator" ? "responder" : "initiator";
    issues.push(
      ...forbidden(actions, opener, "propose"),
      ...forbidden(actions, other, "accept"),
      ...forbidden(actions, other, "reject"),
    );
    // Whoever counters or asks may find the table empty at its next turn.
    const speaks = (kind: PartyKind): boolean =>
      allowedActions(actions, other, kind).some((action) => action === "counter" || action === "question");
    if (onReject === "continue") issues.push(...forbidden(actions, other, "propose", KINDS.filter(speaks)));
  }
  if (withdrawOffTurn === true && !actions.all.includes("withdraw")) {
    const message = `Expected "withdraw" in actions with withdrawOffTurn, got ${shown(actions.all)}.`;
    issues.push({ path: ["withdrawOffTurn"], message });
  }
  return issues;
}

function forbidden(actions: ActionRules, seat: Seat, action: Action, among = KINDS): Issue[] {
  const kinds = among.filter((kind) => !allowedActions(actions, seat, kind).includes(action));
  if (kinds.length === 0) return [];
  const message = `Expected actions to let the ${seat} ${action}, got lists that forbid it to ${kinds.join(" and ")}.`;
  return [{ path: ["actions"], message }];
}

/** EN-17. */
function capConflicts({ cap, finalTurn }: DraftRules): Issue[] {
  if (cap?.mode === "reach" && cap.result === "refuse") {
    const message = unmet("cap.result", '"expired" or "stalled" with cap.mode "reach"', cap.result);
    return [{ path: ["cap", "result"], message }];
  }
  const decides = finalTurn?.system === "decide" || finalTurn?.personal === "decide";
  if (cap?.mode !== "exceed" || !decides) return [];
  const message = unmet("finalTurn", '"record" with cap.mode "exceed"', finalTurn);
  return [{ path: ["finalTurn"], message }];
}

/**
 * EN-25. Parked, claimed and consulting turns always have a window of their own; an opening, an answer
 * and a fallback may lack one, and the total time then has to stand in.
 */
function missingDeadlines(draft: DraftRules): Issue[] {
  const { cap, turnMs, openMs, totalMs, validityMs, onTurnTimeout, park } = draft;
  if (totalMs === undefined) return [];
  const endless = PAIRINGS.filter((pairing) => totalMs[pairing] === null);
  const issues: Issue[] = [];
  const unlimited = endless.filter((pairing) => cap?.limit[pairing] === "unlimited");
  if (unlimited.length > 0) {
    const message = `Expected totalMs to be finite where cap.limit is "unlimited" (${unlimited.join(", ")}), got null.`;
    issues.push({ path: ["totalMs"], message });
  }
  if (endless.length === 0 || turnMs !== null) return issues;
  const missing = (options: string, what: string) => {
    const message = `Expected ${options} to be set for ${what} (${endless.join(", ")}), got null.`;
    issues.push({ path: ["turnMs"], message });
  };
  if (openMs === null) missing("turnMs, openMs or totalMs", "an opening");
  if (validityMs === null) missing("turnMs, validityMs or totalMs", "an answer");
  // A fallback may be asked for the opening, when no validity runs yet.
  if (onTurnTimeout === "fallback" || (park !== undefined && park !== null)) {
    missing("turnMs or totalMs", "a fallback");
  }
  return issues;
}
