// SY-21, SY-26: under `exactOptionalPropertyTypes` every optional field may be `undefined`.

import type { RulesInput } from "../../src/core.js";
import type {
  CreationOptions,
  HumanAgentOptions,
  ListOptions,
  MemoryStoreOptions,
  NegotiateOptions,
  NegotiationRoomsOptions,
  ServiceOptions,
  SubmitOptions,
  TurnsOptions,
} from "../../src/index.js";
import { MemoryStore, NegotiationRooms, NegotiationService } from "../../src/index.js";
import type { TranscriptOptions } from "../../src/presets/index.js";
import type { WakeUpTimerOptions } from "../../src/store.js";
import { WakeUpTimer } from "../../src/store.js";
import type { Equal, Expect } from "./equal.js";

/** The optional keys that do not take `undefined`; there must be none. */
type Stubborn<T> = {
  [Key in keyof T]-?: object extends Pick<T, Key> ? (undefined extends ExactOf<T>[Key] ? never : Key) : never;
}[keyof T];

/** Optional fields as required ones, without the `undefined` that being optional adds. */
type ExactOf<T> = { [Key in keyof T]-?: T[Key] };

export type NoneIsStubborn = [
  Expect<Equal<Stubborn<ServiceOptions>, never>>,
  Expect<Equal<Stubborn<NegotiationRoomsOptions>, never>>,
  Expect<Equal<Stubborn<RulesInput>, never>>,
  Expect<Equal<Stubborn<SubmitOptions>, never>>,
  Expect<Equal<Stubborn<CreationOptions>, never>>,
  Expect<Equal<Stubborn<NegotiateOptions>, never>>,
  Expect<Equal<Stubborn<ListOptions>, never>>,
  Expect<Equal<Stubborn<TurnsOptions>, never>>,
  Expect<Equal<Stubborn<TranscriptOptions>, never>>,
  Expect<Equal<Stubborn<HumanAgentOptions>, never>>,
  Expect<Equal<Stubborn<MemoryStoreOptions>, never>>,
  Expect<Equal<Stubborn<WakeUpTimerOptions>, never>>,
  // The measure itself: this field is stubborn.
  Expect<Equal<Stubborn<{ readonly stubborn?: number; readonly meek?: number | undefined }>, "stubborn">>,
];

export const service = new NegotiationService<{ price: number }>("market-7", {
  terms: undefined,
  rules: undefined,
  store: undefined,
  timer: undefined,
  clock: undefined,
  ids: undefined,
  agentFor: undefined,
  fallback: undefined,
  policies: undefined,
  admit: undefined,
  keepSettled: undefined,
  observer: undefined,
  outbox: undefined,
  sweepIntervalMs: undefined,
  leaseMs: undefined,
});
export const rooms = new NegotiationRooms({
  idleMs: undefined,
  rules: { turnMs: undefined, preset: undefined },
});
export const store = new MemoryStore({ keepSettled: undefined });
export const timer = new WakeUpTimer({ clock: undefined, store: undefined, onError: undefined });

export async function operations(): Promise<void> {
  await service.submit(
    "neg_1",
    "ada",
    { action: "accept", message: undefined },
    { expectedVersion: undefined },
  );
  await service.createNegotiation("ada", "smith", undefined, {
    context: undefined,
    move: undefined,
    rules: undefined,
  });
  await service.negotiate({ initiator: "ada", responder: "smith", proposal: undefined, signal: undefined });
  await service.turns("neg_1", { after: undefined, limit: undefined, viewer: undefined });
}

export function misuse(): void {
  // @ts-expect-error a typing mistake
  new NegotiationService("market-7", { ruels: {} });
  // @ts-expect-error milliseconds are a number
  new NegotiationService("market-7", { rules: { turnMs: "30 s" } });
  // @ts-expect-error no such preset
  new NegotiationService("market-7", { rules: { preset: "rooom" } });
  // @ts-expect-error no such action
  new NegotiationService("market-7", { rules: { actions: ["agree"] } });
  // @ts-expect-error rooms have no id of their own
  new NegotiationRooms("market-7");
  // @ts-expect-error a room has an id
  new NegotiationService();
  // @ts-expect-error a single room is never let go
  new NegotiationService("market-7", { idleMs: 1 });
}
