// SY-26: `Terms` is inferred from the schema, and flows into every record, move and callback.
import * as z from "zod";
import * as mini from "zod/mini";
import type {
  AdmissionRequest,
  Agent,
  Json,
  JudgedMove,
  Move,
  Negotiation,
  Outcome,
  Proposal,
  TermsSchema,
  Turn,
  TurnView,
} from "../../src/index.js";
import { NegotiationRooms, NegotiationService } from "../../src/index.js";
import type { Equal, Expect } from "./equal.js";

const Schema = z.object({
  price: z.number().positive(),
  deliverBy: z.iso.date(),
  note: z.string().optional(),
});
type Terms = z.infer<typeof Schema>;

type TermsOf<Service> = Service extends NegotiationService<infer T> ? T : never;

const room = new NegotiationService("market-7", { terms: Schema });
const rooms = new NegotiationRooms({ terms: Schema });
const minimal = new NegotiationService("market-7", { terms: mini.object({ price: mini.number() }) });
const untyped = new NegotiationService("market-7");
const given = new NegotiationService<{ readonly price: number }>("market-7");
const schema: TermsSchema<Terms> = Schema;

export type Inferred = [
  Expect<Equal<TermsOf<typeof room>, Terms>>,
  Expect<Equal<TermsOf<ReturnType<typeof rooms.room>>, Terms>>,
  Expect<Equal<TermsOf<typeof minimal>, { price: number }>>,
  Expect<Equal<TermsOf<typeof untyped>, unknown>>,
  Expect<Equal<TermsOf<typeof given>, { readonly price: number }>>,
  Expect<Equal<typeof schema, TermsSchema<Terms>>>,
];

export async function records(): Promise<void> {
  const created = await room.createNegotiation("ada", "smith", { price: 40, deliverBy: "2026-12-01" });
  const known = room.getNegotiation(created.id);
  const loaded = await room.loadNegotiation(created.id);
  const seen = await room.viewFor(created.id, "ada");
  const result = await room.submit(created.id, "smith", { action: "accept" });
  const page = await room.list({ partyId: "ada", limit: 10 });
  const outcome = await room.negotiate({ initiator: "ada", responder: "smith" });
  type Records = [
    Expect<Equal<typeof created, Negotiation<Terms>>>,
    Expect<Equal<typeof known, Negotiation<Terms> | undefined>>,
    Expect<Equal<typeof loaded, Negotiation<Terms> | undefined>>,
    Expect<Equal<(typeof created)["standing"], Proposal<Terms> | null>>,
    Expect<Equal<(typeof created)["turns"], readonly Turn<Terms>[]>>,
    Expect<Equal<Turn<Terms>["terms"], Terms | null>>,
    // Of what is sealed a view has not even the name.
    Expect<Equal<Turn<Terms>["sealed"], Json | undefined>>,
    Expect<Equal<Extract<keyof TurnView<Terms>, "sealed" | "terms">, "terms">>,
    Expect<Equal<Extract<keyof JudgedMove<Terms>, "sealed" | "terms">, "terms">>,
    Expect<Equal<AdmissionRequest<Terms>["move"]["sealed"], unknown>>,
    Expect<Equal<typeof outcome, Outcome<Terms>>>,
    Expect<Equal<NonNullable<typeof seen>["standing"], Proposal<Terms> | null>>,
    Expect<Equal<(typeof page.items)[number]["standing"], Proposal<Terms> | null>>,
  ];
  if (result.ok) {
    type Done = [
      Expect<Equal<typeof result.negotiation, Negotiation<Terms>>>,
      Expect<Equal<typeof result.turn, Turn<Terms> | null>>,
    ];
    void (0 as unknown as Done);
  } else {
    // @ts-expect-error a refusal has no record
    void result.negotiation;
    void result.legal?.actions;
  }
  void (0 as unknown as Records);
}

export async function misuse(): Promise<void> {
  // @ts-expect-error the price is a number
  await room.createNegotiation("ada", "smith", { price: "40", deliverBy: "2026-12-01" });
  // @ts-expect-error the date is missing
  await room.createNegotiation("ada", "smith", { price: 40 });
  // @ts-expect-error nobody knows a colour
  await room.createNegotiation("ada", "smith", { price: 40, deliverBy: "2026-12-01", colour: "red" });
  // @ts-expect-error the price is a number
  await room.submit("neg_1", "ada", { action: "counter", terms: { price: "40", deliverBy: "2026-12-01" } });
  // @ts-expect-error terms of another room
  const agent: Agent<Terms> = () => ({ action: "propose", terms: { amount: 40 } });
  // @ts-expect-error an agent for other terms takes no seat here
  await room.negotiate({ initiator: { id: "ada", kind: "system", agent: otherAgent }, responder: "smith" });
  // @ts-expect-error the schema gives other terms than those named
  new NegotiationService<{ amount: number }>("market-7", { terms: Schema });
  // @ts-expect-error a schema is no example of the terms
  new NegotiationService("market-7", { terms: { price: 40 } });
  // @ts-expect-error records cannot be changed
  room.getNegotiation("neg_1")!.status = "accepted";
  // @ts-expect-error nor can their terms be looked at without a look whether there are any
  void room.getNegotiation("neg_1")!.standing.terms;
  void agent;
}

declare const otherAgent: Agent<{ amount: number }>;

/** What says nothing of terms takes the records and moves of all. */
export function general(negotiation: Negotiation<Terms>, move: Move<Terms>): [Negotiation, Move] {
  return [negotiation, move];
}
