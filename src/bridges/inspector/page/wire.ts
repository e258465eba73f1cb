/**
 * @module
 * What goes between the inspector's server and its page, as JSON.
 */

import type { Deadline } from "../../../core/deadlines/index.js";
import type { Json } from "../../../core/json/index.js";
import type { LegalMoves } from "../../../core/moves/index.js";
import type { Consult, FailedTurn, NegotiationView, Seat, TurnView } from "../../../core/record/index.js";
import type { Issue } from "../../../errors.js";

/** What the page may do, and for whom it is. */
export interface About {
  /** Whose page it is: `null` for the host's. */
  readonly partyId: string | null;
  readonly allowMoves: boolean;
  readonly hasWorth: boolean;
  /** The JSON Schema of the terms; `null` for any JSON. */
  readonly terms: Json;
  /** Epoch ms of the server. */
  readonly now: number;
}

/** A negotiation in the list: what both parties may know of it. */
export interface ListedRow {
  readonly id: string;
  readonly roomId: string;
  readonly version: number;
  /** `damaged` where the store cannot read it. */
  readonly status: string;
  /** `null` while it is live. */
  readonly reason: string | null;
  readonly initiator: string;
  readonly responder: string;
  readonly turnCount: number;
  readonly floor: string | null;
  readonly deadline: Deadline | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A page of the list, newest change first. */
export interface ListedPage {
  readonly rows: readonly ListedRow[];
  readonly next: string | null;
}

/** Who looks at a negotiation. */
export type Viewer = "host" | Seat;

/** One commit, as its reader may see it. */
export interface Step {
  readonly version: number;
  /** What the entry says it is; of a party's view only what the view shows. */
  readonly kind: string;
  readonly at: number;
  readonly status: string;
  /** How many turns there are now. */
  readonly turnCount: number;
  /** The state and the state's event by which the chart gets here; `null` where it stays. */
  readonly event: string | null;
  readonly failure?: FailedTurn;
  readonly consult?: Consult;
  readonly awaiting?: string;
}

/** A negotiation at a version, and what the page does not have of its history yet. */
export interface Moment {
  readonly now: number;
  readonly viewer: Viewer;
  /** The newest version. */
  readonly latest: number;
  readonly version: number;
  /** Without the turns: those up to `turnCount` are its own. */
  readonly view: Omit<NegotiationView, "turns">;
  readonly turnCount: number;
  readonly legal: Readonly<Partial<Record<Seat, LegalMoves>>>;
  readonly turns: readonly TurnView[];
  readonly steps: readonly Step[];
  /** Why nothing after `latest` can be read; `null` where all can. */
  readonly fault: string | null;
}

/** What became of a move that was handed in. */
export type MoveAnswer =
  | { readonly ok: true; readonly version: number }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      readonly issues: readonly Issue[];
    };
