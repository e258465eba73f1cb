/**
 * @module
 * What one reader may see of a history: the view of a version, the turns, and what each commit brought, made of
 * nothing but the views that its reader may have.
 */

import { legalMoves } from "../../core/moves/index.js";
import {
  type ContextProjection,
  type NegotiationView,
  recordOf,
  type Seat,
  viewOfTurn,
} from "../../core/record/index.js";
import { view } from "../../presets/registry/index.js";
import { type History, recordAt, type Version } from "./histories.js";
import type { Moment, Step, Viewer } from "./page/index.js";

/** Which moment, for whom, and what its reader has already. */
export interface MomentQuery {
  readonly viewer: Viewer;
  /** @default the newest */
  readonly version: number | undefined;
  /** The last version whose step is known; -1 for none. */
  readonly afterVersion: number;
  /** The last turn that is known; 0 for none. */
  readonly afterTurn: number;
  readonly now: number;
  /** What a preset of the host's makes of the context. @default what the known presets make of it */
  readonly project: ContextProjection | undefined;
}

/** The moment that was asked for. */
export function momentOf(history: History, query: MomentQuery): Moment | undefined {
  const { versions, turns, fault } = history;
  const latest = versions.length - 1;
  const version = Math.min(query.version ?? latest, latest);
  const at = versions[version];
  if (at === undefined) return undefined;
  const { viewer, now, project } = query;
  const record = recordAt(history, version);
  const seats: readonly Seat[] = viewer === "host" ? ["initiator", "responder"] : [viewer];
  const legal = seats.map((seat) => [seat, legalMoves(record, record[seat].id)] as const);
  const { rules } = record;
  const shown =
    viewer === "host" ? turns : turns.map((turn) => viewOfTurn(turn, record[viewer].id, rules.assessments));
  return {
    now,
    viewer,
    latest,
    version,
    view: stateFor(at, viewer, project),
    turnCount: at.turnCount,
    legal: Object.fromEntries(legal),
    turns: shown.slice(query.afterTurn),
    steps: stepsOf(history, query),
    fault: fault === null || viewer === "host" ? fault : "What follows cannot be read.",
  };
}

type StateView = Moment["view"];

/** The view of a version without its turns. Of the host what nobody's view has is left out too. */
function stateFor({ state }: Version, viewer: Viewer, project: ContextProjection | undefined): StateView {
  if (viewer === "host") return state;
  const { turns: _, ...seen } = view(recordOf(state, []), state[viewer].id, project) as NegotiationView;
  return seen;
}

function stepsOf({ versions, turns }: History, { viewer, afterVersion }: MomentQuery): Step[] {
  // The context is none of a step's, and may be costly to project.
  const seenAt = (one: Version | undefined) => one && stateFor(one, viewer, () => null);
  let before = seenAt(versions[afterVersion]);
  return versions.slice(afterVersion + 1).map((one, index): Step => {
    const version = afterVersion + 1 + index;
    const { kind, turnCount } = one;
    const after = seenAt(one) as StateView;
    const isTurn = turnCount > (versions[version - 1]?.turnCount ?? 0);
    const failure = after.failures.at(-1);
    const consult = after.consults.at(-1);
    const awaiting = after.awaiting?.kind;
    const found = {
      ...(failure !== before?.failures.at(-1) && failure && { failure }),
      ...(consult !== before?.consults.at(-1) && consult && { consult }),
      ...(awaiting !== before?.awaiting?.kind && awaiting && awaiting !== "move" && { awaiting }),
    };
    before = after;
    return {
      version,
      kind: viewer === "host" || version === 0 ? kind : kindOf(isTurn, after, found),
      at: after.updatedAt,
      status: after.status,
      turnCount,
      event: (isTurn ? turns[turnCount - 1]?.action : after.outcome?.reason) ?? null,
      ...found,
    };
  });
}

/** What a party can tell of a commit by what it sees: of the other side's own business only that something was stored. */
function kindOf(isTurn: boolean, { outcome }: StateView, found: Partial<Step>): string {
  if (isTurn) return "turn";
  if (outcome !== null) return "closed";
  if (found.failure) return "failed";
  if (found.consult) return "consulted";
  return found.awaiting ?? "stored";
}
