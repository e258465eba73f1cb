/**
 * @module
 * What the known presets make of a context, by their name. Apart from the presets themselves, so that who
 * only shows records need not carry all rules.
 */

import type { ContextProjection, Negotiation, NegotiationView } from "../../core/record/index.js";
import { view as viewWith } from "../../core/record/index.js";
import { projectContext } from "../index-network/index.js";

const asItIs: ContextProjection = (context) => context;

/** The projections by name of preset. */
export const knownProjections: Readonly<Record<string, ContextProjection>> = Object.freeze({
  room: asItIs,
  index: projectContext,
  "index-2026-04": projectContext,
  oap: asItIs,
  bindu: asItIs,
});

/** That of a record's preset; of an unknown one nothing is shown, since it may hide anything. */
export function projectionOf({ rules: { preset } }: Pick<Negotiation, "rules">): ContextProjection {
  return (Object.hasOwn(knownProjections, preset) ? knownProjections[preset] : undefined) ?? (() => null);
}

/**
 * The record as one of its parties may see it, as `viewFor` gives it; `undefined` for a stranger.
 *
 * Removed for the other side: assessments (but for the part that `rules.assessments` shares), command ids, failures,
 * consults and claims. `createCommandId` is in nobody's view.
 *
 * @param project - what a preset of your own makes of the context; without it the context of its records is `null`
 * @see docs/requirements/engine.md, EN-44 and EN-66
 */
export function view<Terms = unknown>(
  negotiation: Negotiation<Terms>,
  partyId: string,
  project?: ContextProjection,
): NegotiationView<Terms> | undefined {
  return viewWith(negotiation, partyId, project ?? projectionOf(negotiation));
}
