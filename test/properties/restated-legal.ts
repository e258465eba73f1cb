/**
 * @module
 * What a party may do, said a second time from the engine spec's sections 3 and 4 as data of its own: no
 * guard, update or `decide` of the core is asked here, so that a fault in one of them shows (SM-22).
 */

import type { Action, Negotiation } from "../../src/core/record/index.js";

/** Who made what stands, seen from the mover. */
type Standing = "none" | "other" | "own";

/** The cells of the matrix for who has the floor: whether the action is worth offering there. P: as `counter`. */
const MATRIX: Readonly<Record<Action, Readonly<Record<Standing, boolean | "P">>>> = {
  propose: { none: true, other: "P", own: "P" },
  counter: { none: false, other: true, own: true },
  accept: { none: false, other: true, own: false },
  reject: { none: false, other: true, own: true },
  question: { none: false, other: true, own: true },
  withdraw: { none: true, other: true, own: true },
};

/** The actions in the order in which they are listed. */
const ORDER = Object.keys(MATRIX) as readonly Action[];

/** What a cap counts, by what it says it counts. */
const COUNTED: Readonly<Record<"turns" | "proposals", readonly Action[]>> = {
  turns: ["propose", "counter", "question"],
  proposals: ["propose", "counter"],
};

/** What decides, and so is legal at and past every limit. */
const DECIDING: readonly Action[] = ["accept", "reject", "withdraw"];

/** What `partyId` may do now; it has to be one of the two. */
export function restatedLegal(record: Negotiation, partyId: string): readonly Action[] {
  const seat = record.initiator.id === partyId ? "initiator" : "responder";
  const { kind } = record[seat];
  const { rules, standing, floor, awaiting, turns } = record;
  if (awaiting === null) return [];
  const stands: Standing = standing === null ? "none" : standing.partyId === partyId ? "own" : "other";
  const { cap, actions } = rules;
  const counted = cap.counts === "turns" ? turns.length : turns.filter(({ round }) => round !== null).length;
  const isSpent = cap.limit !== "unlimited" && cap.mode === "exceed" && counted >= cap.limit;
  const isLast = cap.limit !== "unlimited" && cap.mode === "reach" && counted >= cap.limit - 1;
  return ORDER.filter((action) => {
    const isFree = action === "withdraw" && rules.withdrawOffTurn;
    if (!isFree && (floor !== partyId || awaiting.kind === "consult")) return false;
    const cell = MATRIX[action][stands];
    if (cell === false || (cell === "P" && rules.repropose === "refuse")) return false;
    const judged = cell === "P" ? "counter" : action;
    const lists = [actions.all, actions[seat], actions[kind]];
    if (lists.some((list) => list !== null && !list.includes(judged))) return false;
    if (isSpent && COUNTED[cap.counts].includes(action)) return false;
    return !(isLast && rules.finalTurn[kind] === "decide" && !DECIDING.includes(action));
  });
}
