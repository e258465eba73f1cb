// SY-26: a client is typed by the user's terms.
import {
  type ClientFrame,
  type ClientSnapshot,
  createNegotiationClient,
  type MoveRefused,
  type MoveResult,
  type NegotiationClient,
  type SeenNegotiation,
} from "../../src/bridges/client/index.js";
import type { LegalMoves, Proposal } from "../../src/index.js";
import type { Equal, Expect } from "./equal.js";

interface Terms {
  readonly price: number;
}

declare const client: NegotiationClient<Terms>;
declare const seen: SeenNegotiation<Terms>;

export const made: NegotiationClient<Terms> = createNegotiationClient<Terms>({
  baseUrl: "https://example.org",
});

export async function right(): Promise<void> {
  const opened = await client.open({ roomId: "market-7", responder: "smith", proposal: { price: 40 } });
  const moved = await client.counter(opened, { terms: { price: 45 }, message: "From here." });
  await client.counter(seen.id, { changes: { price: 45 } }, { expectedVersion: null });
  await client.propose(seen, { terms: { price: 45 }, validUntilAt: 1 });
  await client.accept(seen);
  await client.reject(seen.id, { reason: "Too dear." }, { commandId: "c1" });
  await client.submit(seen, { action: "question", message: "Why?" });
  const read = await client.get(seen);
  const { subscribe, getSnapshot } = client.negotiationStore(seen.id);
  // As React takes them.
  const store: [subscribe: (changed: () => void) => () => void, getSnapshot: () => unknown] = [
    subscribe,
    getSnapshot,
  ];
  type Told = [
    Expect<Equal<typeof moved, MoveResult<Terms>>>,
    Expect<Equal<typeof read, SeenNegotiation<Terms> | undefined>>,
    Expect<Equal<typeof opened.standing, Proposal<Terms> | null>>,
    Expect<Equal<typeof opened.legal, LegalMoves>>,
    Expect<Equal<ReturnType<typeof getSnapshot>, ClientSnapshot<Terms>>>,
    Expect<Equal<Extract<typeof moved, { ok: false }>, MoveRefused>>,
  ];
  void ([store] as unknown as Told);
  for await (const frame of client.watch(seen)) {
    type Heard = [
      Expect<Equal<typeof frame, ClientFrame<Terms>>>,
      Expect<Equal<(typeof frame.turns)[number]["terms"], Terms | null>>,
    ];
    void (0 as unknown as Heard);
  }
}

export async function misuse(): Promise<void> {
  // @ts-expect-error terms of others
  await client.open({ roomId: "market-7", responder: "smith", proposal: { prize: 40 } });
  // @ts-expect-error the other party has a name
  await client.open({ roomId: "market-7" });
  // @ts-expect-error a counter brings terms, or what changes of them
  await client.counter(seen, {});
  // @ts-expect-error terms of others
  await client.counter(seen, { terms: { prize: 40 } });
  // @ts-expect-error an answer brings none
  await client.accept(seen, { terms: { price: 40 } });
  // @ts-expect-error the action is said by the name
  await client.reject(seen, { action: "accept" });
  // @ts-expect-error a version is a number
  await client.accept(seen, {}, { expectedVersion: "7" });
  // @ts-expect-error there may be no such negotiation
  (await client.get(seen.id)).version;
  // @ts-expect-error a refusal has no negotiation
  (await client.accept(seen)).negotiation;
  // @ts-expect-error a view cannot be changed
  seen.standing = null;
  // @ts-expect-error there may be none yet
  client.negotiationStore(seen.id).getSnapshot().negotiation.version;
  // @ts-expect-error it has to be somewhere
  createNegotiationClient<Terms>({});
}
