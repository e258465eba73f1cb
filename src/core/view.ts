/**
 * @module
 * What one party may see of a negotiation. This is the only thing that leaves for a client; what is
 * private to the other side is removed, not emptied.
 */

import type { Awaiting, Claim, Negotiation, Turn } from "./negotiation.js";

/** A turn as a party sees it: the other side's assessment is cut down or gone, its command id is gone. */
export type TurnView<Terms = unknown> = Omit<Turn<Terms>, "assessment" | "commandId"> &
  Partial<Pick<Turn<Terms>, "assessment" | "commandId">>;

/** What is awaited, as a party sees it: another's claim is gone. */
export type AwaitingView =
  | Extract<Awaiting, { kind: "move" | "fallback" | "consult" }>
  | (Omit<Extract<Awaiting, { kind: "parked" | "claimed" }>, "claim"> & { readonly claim?: Claim | null });

/** A negotiation as one party sees it. `failures` and `consults` hold its own only. */
export type NegotiationView<Terms = unknown> = Omit<
  Negotiation<Terms>,
  "createCommandId" | "turns" | "awaiting"
> & {
  readonly turns: readonly TurnView<Terms>[];
  readonly awaiting: AwaitingView | null;
};
