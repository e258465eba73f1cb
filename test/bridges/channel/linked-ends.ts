/**
 * @module
 * A channel in memory for tests, which carries, loses, repeats and reorders what a test says, with a service at one end.
 */

import {
  type ChannelAgent,
  channelAgent,
  type ServedAgent,
  serveAgent,
} from "../../../src/bridges/channel/index.js";
import type { Agent, ServiceOptions } from "../../../src/index.js";
import { type OpenRoom, openRoom } from "../../kit/open-room.js";

/** The terms of these tests. */
export interface Price {
  readonly price: number;
  readonly [key: string]: unknown;
}

/** Both ends of a channel. What one end sends waits in `asked` or `answered` until the test carries it over. */
export interface LinkedEnds extends OpenRoom<Price> {
  readonly far: ChannelAgent<Price>;
  /** Texts of the service's end. */
  readonly asked: string[];
  /** Texts of the far end. */
  readonly answered: string[];
  /** What either end told as an error. */
  readonly errors: unknown[];
  /** Hands a text (or anything) to the service's end. */
  toService(data: unknown): void;
  /** Hands a text (or anything) to the far end. */
  toFar(data: unknown): void;
  /** Serves an agent at the far end. */
  serve(agent: Agent<Price>): ServedAgent;
  /** Carries everything over, both ways, until nothing is left. */
  carry(): Promise<void>;
  /** A negotiation that the far party, `ada`, opens against `smith`, who accepts. */
  begin(): Promise<unknown>;
}

/** Opens a room on a manual clock, and a channel to the party `ada`. */
export function linkedEnds(options: ServiceOptions<Price> = {}): LinkedEnds {
  const opened = openRoom<Price>({ rules: { oneActive: "none" }, ...options });
  const asked: string[] = [];
  const answered: string[] = [];
  const errors: unknown[] = [];
  let toService: (data: unknown) => void = () => {};
  let toFar: (data: unknown) => void = () => {};
  const { clock } = opened;
  const onError = (error: unknown): void => void errors.push(error);
  const far = channelAgent<Price>({
    send: (text) => void asked.push(text),
    onMessage: (listener) => {
      toService = listener;
      return () => {
        toService = () => {};
      };
    },
    clock,
    onError,
  });
  return {
    ...opened,
    far,
    asked,
    answered,
    errors,
    toService: (data) => toService(data),
    toFar: (data) => toFar(data),
    serve: (agent) =>
      serveAgent<Price>(agent, {
        send: (text) => void answered.push(text),
        onMessage: (listener) => {
          toFar = listener;
          return () => {
            toFar = () => {};
          };
        },
        clock,
        onError,
      }),
    async carry() {
      for (let idle = 0; idle < 3; idle++) {
        for (const text of asked.splice(0)) toFar(text);
        for (const text of answered.splice(0)) toService(text);
        await clock.advance(0);
        if (asked.length + answered.length > 0) idle = 0;
      }
    },
    begin: () =>
      opened.room.negotiate({
        initiator: { id: "ada", kind: "system", agent: far.agent },
        responder: { id: "smith", kind: "system", agent: () => ({ action: "accept" }) },
      }),
  };
}
