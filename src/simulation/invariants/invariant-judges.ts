/**
 * @module
 * I14: whatever stands in a record was permitted on the version on which it was committed, by every judge that the
 * world has (EN-45, EN-46): the writer has asked them about that version, and they do say so of what stood.
 */

import type { Json } from "../../core/json/index.js";
import type { Action, Turn } from "../../core/record/index.js";
import type { Fault, Invariant, MoveVerdict, ObservedWrite } from "../observation/index.js";
import { foundIn, memberOf, stateIn } from "../observation/index.js";
import { isProposal } from "./transitions/index.js";

/** I14, at every write. */
export const judgesInvariant: Invariant = {
  id: "I14",
  watch: (_, { judges = [] }) => {
    const permitted = new Set<string>();
    return {
      onJudged: (judged) => {
        if (judged.isPermitted) permitted.add(keyOf(judged));
        return undefined;
      },
      onWrite: (write) => {
        const move = judges.length === 0 ? undefined : moveIn(write);
        if (move === undefined) return undefined;
        for (const by of judges) {
          const found = foundIn(write, faultOf(write, move, by, permitted));
          if (found !== undefined) return found;
        }
        return undefined;
      },
    };
  },
};

type Move = Pick<Turn, "partyId" | "action">;

function keyOf(judged: Omit<MoveVerdict, "at" | "isPermitted">): string {
  const { by, node, negotiationId, version, partyId, action } = judged;
  return `${by} ${node} ${negotiationId} ${version} ${partyId} ${action}`;
}

function faultOf(
  { before, after, node }: ObservedWrite,
  { partyId, action }: Move,
  by: MoveVerdict["by"],
  permitted: ReadonlySet<string>,
): Fault {
  // Policies take nothing else away.
  if (by === "policy" && !isProposal(action) && action !== "accept") return undefined;
  const version = before?.version ?? 0;
  const standing = before === null ? null : stateIn(before).standing;
  if (!permits(by, action, standing)) {
    return `expected the ${by} to have refused ${action} where ${standing?.id} stands, got it committed`;
  }
  if (permitted.has(keyOf({ by, node, negotiationId: after.id, version, partyId, action }))) return undefined;
  return `expected the ${by} of ${node} to permit ${action} of ${partyId} on version ${version}, got no such word`;
}

/** The move that an entry records, or that closed by an exceeded cap and had to be permitted all the same (EN-16). */
function moveIn({ before, entry }: ObservedWrite): Move | undefined {
  if (entry.turn !== null) return entry.turn as unknown as Turn;
  if (entry.kind !== "closed" || before === null) return undefined;
  const [event] = memberOf(entry.details, "events") as unknown as readonly [
    { readonly partyId: string; readonly type: Action },
  ];
  const { standing, rules } = stateIn(before);
  const isCounter = event.type === "propose" && standing !== null && rules.repropose === "counter";
  return { partyId: event.partyId, action: isCounter ? "counter" : event.type };
}

/** What a judge of that kind says to an action where that stands: some are against each, and never against all. */
export function permits(
  by: "admission" | "policy",
  action: Action,
  standing: { readonly round: number; readonly terms: unknown } | null,
): boolean {
  if (standing === null || (action !== "propose" && action !== "counter" && action !== "accept")) return true;
  const price = Number((standing.terms as { readonly price?: Json } | null)?.price ?? 0);
  const sum = price + standing.round + (action === "accept" ? 0 : 3);
  return sum % 7 !== (by === "policy" ? 2 : 4);
}
