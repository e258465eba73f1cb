/**
 * @module
 * The wire turn of the `index` presets, both ways. Reading one checks what the protocol demands of a
 * personal agent; whether the move is legal is the engine's question.
 */

import * as z from "zod/mini";
import { copyJson, isJsonObject, type Json, type JsonObject } from "../../core/json/index.js";
import type { Move } from "../../core/moves/index.js";
import type { Action, TurnView } from "../../core/record/index.js";
import type { Issue } from "../../errors.js";
import { MOST_JSON_BYTES, readWith } from "../wire/index.js";
import { reasoningOf, type SuggestedRoles, suggestedRolesOf } from "./assessment.js";

/** The five actions of the protocol. */
export type IndexAction = "propose" | "counter" | "accept" | "reject" | "question";

/**
 * A turn on the wire.
 *
 * Both parts of the assessment are there when a turn is read; a view may have removed either.
 *
 * @see Index Network's negotiation domain, section "Turn structure"
 */
export interface IndexTurn {
  readonly action: IndexAction;
  readonly assessment: { readonly reasoning?: string; readonly suggestedRoles?: SuggestedRoles };
  readonly message?: string;
}

/** The move of a wire turn, or everything that was wrong with it. */
export type IndexTurnReading =
  | { readonly ok: true; readonly move: Move }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * A recorded turn, or a party's view of one, as it goes over the wire: without any score.
 *
 * The wire has no withdrawal: it is shown as a rejection.
 *
 * @see docs/requirements/index-network.md, IX-4 and IX-7
 */
export function toIndexTurn(turn: TurnView): IndexTurn {
  const reasoning = reasoningOf(turn);
  const suggestedRoles = suggestedRolesOf(turn);
  return {
    action: indexActionOf(turn.action),
    assessment: {
      ...(reasoning !== undefined && { reasoning }),
      ...(suggestedRoles !== undefined && { suggestedRoles }),
    },
    ...(turn.message !== null && { message: turn.message }),
  };
}

/** The action as the protocol's five words say it. */
export function indexActionOf(action: Action): IndexAction {
  return action === "withdraw" ? "reject" : action;
}

/**
 * Reads a wire turn; never throws, whatever it is given.
 *
 * `message: null` equals absent. A `fitScore` goes into `assessment`, where it stays private to its
 * side; other members that the protocol does not know are kept in `extra`.
 *
 * @see docs/requirements/index-network.md, IX-7
 */
export function fromIndexTurn(wire: unknown): IndexTurnReading {
  const copy = copyJson(wire, MOST_JSON_BYTES);
  if (!copy.ok) return { ok: false, issues: [copy.issue] };
  const reading = readWith(WIRE_TURN, copy.value);
  if (!reading.ok) return reading;
  const { action, message } = reading.value;
  const { action: _, assessment, message: __, fitScore, ...extra } = copy.value as JsonObject;
  return {
    ok: true,
    move: {
      action,
      assessment: withScore(assessment, fitScore),
      ...(typeof message === "string" && { message }),
      ...(Object.keys(extra).length > 0 && { extra }),
    },
  };
}

const ROLE = z.enum(["agent", "patient", "peer"]);

const WIRE_TURN = z.object({
  action: z.enum(["propose", "counter", "accept", "reject", "question"]),
  assessment: z.object({
    reasoning: z.string().check(z.minLength(1)),
    suggestedRoles: z.strictObject({ ownUser: ROLE, otherUser: ROLE }),
  }),
  message: z.optional(z.nullable(z.string())),
});

function withScore(assessment: Json | undefined, fitScore: Json | undefined): Json | undefined {
  return fitScore === undefined || !isJsonObject(assessment) ? assessment : { fitScore, ...assessment };
}
