/**
 * What all players at a table see in the state of the room: of the negotiation, what is nobody's own.
 */
import { type SchemaType, schema, t } from "@colyseus/schema";
import type { NegotiationView } from "concordat";
import * as z from "zod";

/** What is traded: so many of a good, for so much gold. */
export const Trade = z.strictObject({
  good: z.enum(["wood", "ore", "wool"]).meta({ title: "Good" }),
  count: z.int().min(1).max(99).meta({ title: "Loads" }),
  gold: z.int().min(0).max(9_999).meta({ title: "Price", description: "gold" }),
});
/** What players propose to each other. */
export type Trade = z.infer<typeof Trade>;

const OfferState = schema(
  { by: t.string(), good: t.string(), count: t.uint8(), gold: t.uint16() },
  "OfferState",
);

/** The schema of the room's state. */
export const TradeState = schema(
  {
    negotiationId: t.string().default(""),
    version: t.int32().default(-1),
    status: t.string().default(""),
    floor: t.string().default(""),
    /** Epoch ms; 0 for none. */
    turnEndsAt: t.float64().default(0),
    reason: t.string().default(""),
    offers: t.array(OfferState),
    /** Who has a seat, and whether they are here. */
    players: t.map("boolean"),
  },
  "TradeState",
);
/** The state of the room. */
export type TradeState = SchemaType<typeof TradeState>;

/** The one way from a view, which is frozen, to the state, which Colyseus sends as it changes. */
export function copyView(view: NegotiationView<Trade>, state: TradeState): void {
  if (state.negotiationId !== view.id) state.offers.clear();
  state.negotiationId = view.id;
  state.version = view.version;
  state.status = view.status;
  state.floor = view.floor ?? "";
  state.turnEndsAt = view.deadlines.turnAt ?? 0;
  state.reason = view.outcome?.reason ?? "";
  const offers = view.turns.flatMap(({ partyId, action, terms }) =>
    terms === null || action === "accept" ? [] : [{ by: partyId, ...terms }],
  );
  for (const offer of offers.slice(state.offers.length)) state.offers.push(new OfferState().assign(offer));
}
