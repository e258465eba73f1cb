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
  type TurnView,
  viewOfTurn,
} from "../../core/record/index.js";
import { view } from "../../presets/registry/index.js";
import { type History, recordAt } from "./histories.js";
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
  const latest = history.states.length - 1;
  const version = Math.min(query.version ?? latest, latest);
  if (version < 0) return undefined;
  const { viewer, now, project } = query;
  const { turns, turnCounts, fault } = history;
  const record = recordAt(history, version);
  const seats: readonly Seat[] = viewer === "host" ? ["initiator", "responder"] : [viewer];
  const legal = seats.map((seat) => [seat, legalMoves(record, record[seat].id)] as const);
  const shown = viewer === "host" ? turns : turns.map((turn) => turnFor(turn, record, viewer));
  return {
    now,
    viewer,
    latest,
    version,
    view: stateFor(history, version, viewer, project),
    turnCount: turnCounts[version] ?? 0,
    legal: Object.fromEntries(legal),
    turns: shown.slice(query.afterTurn),
    steps: stepsOf(history, query),
    fault: fault === null || viewer === "host" ? fault : "What follows cannot be read.",
  };
}

function turnFor(
  turn: History["turns"][number],
  { rules, ...record }: ReturnType<typeof recordAt>,
  seat: Seat,
): TurnView {
  return viewOfTurn(turn, record[seat].id, rules.assessments);
}

type StateView = Omit<NegotiationView, "turns">;

/** The view of a version without its turns. Of the host what nobody's view has is left out too. */
function stateFor(
  { states }: History,
  version: number,
  viewer: Viewer,
  project: ContextProjection | undefined,
): StateView {
  const state = states[version] as History["states"][number];
  if (viewer === "host") return state;
  const { turns: _, ...seen } = view(recordOf(state, []), state[viewer].id, project) as NegotiationView;
  return seen;
}

function stepsOf(history: History, { viewer, afterVersion }: MomentQuery): Step[] {
  const { states, kinds, turns, turnCounts } = history;
  const steps: Step[] = [];
  // The context is none of a step's, and may be costly to project.
  const seenAt = (version: number): StateView | undefined =>
    version < 0 ? undefined : stateFor(history, version, viewer, () => null);
  let before = seenAt(afterVersion);
  for (let version = afterVersion + 1; version < states.length; version += 1) {
    const after = seenAt(version) as StateView;
    const turnCount = turnCounts[version] ?? 0;
    const turn = turnCount > (turnCounts[version - 1] ?? 0) ? turns[turnCount - 1] : undefined;
    const failure = after.failures.at(-1);
    const consult = after.consults.at(-1);
    const awaiting = after.awaiting?.kind;
    const found = {
      ...(failure !== before?.failures.at(-1) && failure && { failure }),
      ...(consult !== before?.consults.at(-1) && consult && { consult }),
      ...(awaiting !== before?.awaiting?.kind && awaiting && awaiting !== "move" && { awaiting }),
    };
    const kind = kinds[version] ?? "";
    steps.push({
      version,
      kind: viewer === "host" || version === 0 ? kind : kindOf(turn !== undefined, after, found),
      at: after.updatedAt,
      status: after.status,
      turnCount,
      event: turn?.action ?? (after.outcome !== null ? after.outcome.reason : null),
      ...found,
    });
    before = after;
  }
  return steps;
}

/** What a party can tell of a commit by what it sees: of the other side's own business only that something was stored. */
function kindOf(isTurn: boolean, { outcome }: StateView, found: Partial<Step>): string {
  if (isTurn) return "turn";
  if (outcome !== null) return "closed";
  if (found.failure) return "failed";
  if (found.consult) return "consulted";
  return found.awaiting ?? "stored";
}
