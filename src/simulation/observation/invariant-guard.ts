/**
 * @module
 * Invariants look at whatever a broken core or store has left. What they cannot even read is a finding as
 * well, not a throw into the world.
 */

import { shown } from "../../errors.js";
import type { Finding, Invariant, InvariantCheck } from "./observation.js";

/** The same invariant; what throws while it looks is found by it. */
export function guarded({ id, watch }: Invariant): Invariant {
  return {
    id,
    watch: (truth, world) => {
      const check = watch(truth, world);
      return {
        onWrite: asking(check.onWrite, ({ after }) => after.id),
        onAcknowledged: asking(check.onAcknowledged, ({ negotiationId }) => negotiationId),
        onRefused: asking(check.onRefused, () => null),
        onAsked: asking(check.onAsked, ({ negotiationId }) => negotiationId),
        onJudged: asking(check.onJudged, ({ negotiationId }) => negotiationId),
        onShown: asking(check.onShown, ({ negotiationId }) => negotiationId),
        onPublished: asking(check.onPublished, ({ negotiationId }) => negotiationId),
        onConsumed: asking(check.onConsumed, ({ record }) => record.negotiationId),
        atEnd: asking(check.atEnd, () => null),
      } satisfies InvariantCheck;
    },
  };
}

function asking<Given>(
  ask: ((given: Given) => Finding | undefined) | undefined,
  idOf: (given: Given) => string | null,
): ((given: Given) => Finding | undefined) | undefined {
  if (ask === undefined) return undefined;
  return (given) => {
    try {
      return ask(given);
    } catch (error) {
      const what = error instanceof Error ? `${error.name}: ${error.message}` : shown(error);
      return { negotiationId: idOf(given), detail: `expected something that can be read, got ${what}` };
    }
  };
}
