// SY-26: names and payloads of events, on one room and on all rooms.
import type {
  Code,
  Heard,
  Json,
  ListenerError,
  MessageDropped,
  Negotiation,
  RoomEvent,
  ServiceEvents,
  TurnAwaited,
  TurnDropped,
  TurnFailed,
  TurnRecorded,
} from "../../src/index.js";
import { NegotiationRooms, NegotiationService } from "../../src/index.js";
import type { Equal, Expect } from "./equal.js";

interface Terms {
  readonly price: number;
}

const room = new NegotiationService<Terms>("market-7");
const rooms = new NegotiationRooms<Terms>();

export function payloads(): void {
  room.on("negotiation:agreed", (negotiation) => {
    type Told = Expect<Equal<typeof negotiation, Heard<Negotiation<Terms>>>>;
    void (0 as unknown as Told);
  });
  room.once("turn:recorded", ({ negotiation, turn }) => {
    type Told = [
      Expect<Equal<typeof negotiation, Negotiation<Terms>>>,
      Expect<Equal<typeof turn, TurnRecorded<Terms>["turn"]>>,
      Expect<Equal<typeof turn.terms, Terms | null>>,
    ];
    void (0 as unknown as Told);
  });
  room.addListener("turn:awaited", (awaited) => {
    type Told = [
      Expect<Equal<typeof awaited, Heard<TurnAwaited<Terms>>>>,
      Expect<Equal<typeof awaited.deadlineAt, number>>,
    ];
    void (0 as unknown as Told);
  });
  room.on("turn:failed", ({ failure, willRetry }) => {
    type Told = [
      Expect<Equal<typeof failure, TurnFailed<Terms>["failure"]>>,
      Expect<Equal<typeof willRetry, boolean>>,
    ];
    void (0 as unknown as Told);
  });
  room.on("turn:dropped", ({ why }) => {
    type Told = Expect<Equal<typeof why, TurnDropped["why"]>>;
    void (0 as unknown as Told);
  });
  room.on("message:dropped", (dropped) => {
    type Told = [
      Expect<Equal<typeof dropped, MessageDropped<Terms>>>,
      Expect<Equal<typeof dropped.code, Code>>,
      Expect<Equal<typeof dropped.message, Json>>,
    ];
    void (0 as unknown as Told);
  });
  room.on("listener:error", (failed) => {
    type Told = Expect<Equal<typeof failed, ListenerError>>;
    void (0 as unknown as Told);
  });
  // A listener may be asynchronous, and may want nothing.
  room.on("negotiation:settled", async () => undefined);
}

export function names(): void {
  const listener = (negotiation: Negotiation<Terms>): void => void negotiation;
  room.on("negotiation:started", listener).once("negotiation:settled", listener);
  room.off("negotiation:started", listener).removeListener("negotiation:settled", listener);
  room.off("negotiation:started");
  room.removeAllListeners("turn:recorded").removeAllListeners();
  const heard = room.listeners("negotiation:agreed");
  type Listening = Expect<Equal<(typeof heard)[number], (payload: Heard<Negotiation<Terms>>) => void>>;
  type Names = [
    Expect<Equal<Extract<keyof ServiceEvents, `negotiation:${string}`>, `negotiation:${NegotiationEvent}`>>,
    Expect<
      Equal<
        Exclude<keyof ServiceEvents, `${"negotiation" | "turn"}:${string}`>,
        "message:dropped" | "listener:error"
      >
    >,
  ];
  void (0 as unknown as [Listening, Names]);
}

type NegotiationEvent =
  | "started"
  | "updated"
  | "agreed"
  | "rejected"
  | "withdrawn"
  | "expired"
  | "stalled"
  | "settled";

export function ofAllRooms(): void {
  rooms.on("negotiation:agreed", (event) => {
    type Told = Expect<Equal<typeof event, RoomEvent<Heard<Negotiation<Terms>>>>>;
    void (0 as unknown as Told);
    void event.payload.standing?.terms.price;
  });
  rooms.once("turn:awaited", ({ roomId, payload }) => {
    type Told = [
      Expect<Equal<typeof roomId, string>>,
      Expect<Equal<typeof payload, Heard<TurnAwaited<Terms>>>>,
    ];
    void (0 as unknown as Told);
  });
  rooms.on("listener:error", (event) => {
    type Told = Expect<Equal<typeof event, RoomEvent<ListenerError>>>;
    void (0 as unknown as Told);
  });
  const found = rooms.peek("market-7");
  type Found = [
    Expect<Equal<typeof found, NegotiationService<Terms> | undefined>>,
    Expect<Equal<ReturnType<typeof rooms.room>, NegotiationService<Terms>>>,
  ];
  void (0 as unknown as Found);
}

export function misuse(): void {
  // @ts-expect-error it is called negotiation:agreed
  room.on("negotiation:accepted", () => undefined);
  // @ts-expect-error a typing mistake
  room.once("turn:record", () => undefined);
  // @ts-expect-error a typing mistake
  room.off("negotiaton:started");
  // @ts-expect-error no event is named error
  room.on("error", () => undefined);
  // @ts-expect-error the payload is a negotiation
  room.on("negotiation:agreed", (price: number) => void price);
  // @ts-expect-error the terms have no amount
  room.on("turn:recorded", ({ turn }) => void turn.terms?.amount);
  // @ts-expect-error there is one payload
  room.on("negotiation:agreed", (negotiation, other) => void [negotiation, other]);
  // @ts-expect-error a payload cannot be changed
  room.on("turn:recorded", (told) => void (told.turn = told.turn));
  // @ts-expect-error of all rooms it comes with the room's id
  rooms.on("negotiation:agreed", (negotiation) => void negotiation.outcome);
  // @ts-expect-error it is called negotiation:agreed
  rooms.on("negotiation:accepted", () => undefined);
}
