/**
 * @module
 * Watching: the frames of a stream, and of the stream after it where one breaks, as one sequence of versions without
 * gap, repetition or step back, until the negotiation is over or nobody wants more.
 */

import type { LegalMoves } from "../../core/moves/index.js";
import type { NegotiationView, TurnView } from "../../core/record/index.js";
import { jsonIn } from "../../web/index.js";
import { ClientError, notOfABridge, recordOf, unreachable } from "./client-error.js";
import { EventParser } from "./event-parser.js";
import type { Requests } from "./requests.js";

/** A negotiation as the caller may see it, with what it may do now. */
export type SeenNegotiation<Terms = unknown> = NegotiationView<Terms> & { readonly legal: LegalMoves };

/** A negotiation as it is at a version. */
export interface ClientFrame<Terms = unknown> {
  readonly version: number;
  /** The first event of its commit; "snapshot" for the record as it was found, when a stream began. */
  readonly event: string;
  /** As the caller may see it. */
  readonly view: NegotiationView<Terms>;
  /** The turns since the frame before: each turn comes once, whatever happens to the line. */
  readonly turns: readonly TurnView<Terms>[];
}

/** What is watched, and who hears of it. */
export interface Watching<Terms> {
  readonly id: string;
  readonly path: string;
  /** Only what comes after it. */
  readonly known: NegotiationView<Terms> | undefined;
  readonly signal: AbortSignal;
  /** Hears that a stream is open. */
  readonly onOpen?: () => void;
  /** Hears why there is none for now. */
  readonly onLost?: (error: ClientError) => void;
  /** What has to be done before a frame counts as told: where it fails as streams do, the frame comes again. */
  readonly onView?: (view: NegotiationView<Terms>) => Promise<void>;
}

/**
 * The frames up to the last, through as many streams as it takes. It ends with the outcome, or when aborted.
 *
 * @throws {ClientError} for what another stream would not mend
 */
export async function* frames<Terms>(
  requests: Requests,
  { id, path, known, signal, onOpen, onLost, onView }: Watching<Terms>,
): AsyncGenerator<ClientFrame<Terms>, void> {
  const { clock, maxAnswer } = requests.options;
  let version = known?.version ?? -1;
  let turnCount = known?.turns.length ?? 0;
  let isOver = known !== undefined && known.outcome !== null;
  for (let failures = 0; !isOver && !signal.aborted; failures += 1) {
    const seen: Record<string, string> = version < 0 ? {} : { "Last-Event-ID": `${version}-${turnCount}` };
    const headers = { Accept: "text/event-stream", ...seen };
    const parser = new EventParser(maxAnswer);
    let openedAt = Number.POSITIVE_INFINITY;
    let lost: ClientError;
    try {
      const opened = (): void => {
        openedAt = clock.now();
        onOpen?.();
      };
      for await (const piece of requests.pieces({ method: "GET", path, headers, signal }, opened)) {
        for (const event of parser.push(piece)) {
          const view = checkedView<Terms>(recordOf(jsonIn(event.data))["view"], id, 200);
          // Old news: where a stream begins, or what stands in front has kept something.
          if (view.version <= version || isOver) continue;
          await onView?.(view);
          const turns = view.turns.slice(turnCount);
          version = view.version;
          turnCount = Math.max(turnCount, view.turns.length);
          isOver = view.outcome !== null;
          failures = 0;
          yield { version, event: event.event, view, turns };
        }
        if (isOver) return;
      }
      lost = unreachable("a part of one");
    } catch (error) {
      if (signal.aborted) return;
      if (!ClientError.isInstance(error) || !error.retryable) throw error;
      lost = error;
    }
    // A stream that has lived is no failure: proxies end them.
    if (clock.now() - openedAt >= LIVED_MS) failures = 0;
    onLost?.(lost);
    await requests.pause(failures, lost.retryAfterMs, signal).catch(() => undefined);
  }
}

/**
 * What a server gave as a negotiation, as far as this client relies on it.
 *
 * @param id - which one was asked for; `undefined` for a new one
 * @throws {ClientError} `answer_invalid`
 */
export function checkedView<Terms>(
  value: unknown,
  id: string | undefined,
  status: number,
): NegotiationView<Terms> {
  const { id: given, version, turns, outcome } = recordOf(value);
  const isRight =
    typeof given === "string" &&
    (id === undefined || given === id) &&
    Number.isSafeInteger(version) &&
    (version as number) >= 0 &&
    Array.isArray(turns) &&
    typeof outcome === "object";
  if (!isRight) throw notOfABridge("the negotiation that was asked for", "something else", status);
  return value as NegotiationView<Terms>;
}

/** Chosen: longer than the longest row of quick failures, shorter than any proxy's patience. */
const LIVED_MS = 10_000;
