/**
 * @module
 * Streams of server-sent events: a snapshot, then one frame a commit, resumed by the id of the last frame. What other
 * processes commit is heard where the service hears it.
 */

import type { Clock } from "../../ports/index.js";
import type { WatchedVersion } from "../../service/queries/index.js";
import type { NegotiationService } from "../../service/room/index.js";
import { doorRefusal, type ShownRefusal } from "../door/index.js";
import type { ResolvedHttpOptions } from "./http-options.js";
import type { Call } from "./operations.js";

/** The open streams of a bridge. */
export class EventStreams<Terms> {
  readonly #limits: ResolvedHttpOptions<Terms>["limits"];
  readonly #onError: (error: unknown) => void;
  readonly #countOf = new Map<string, number>();
  readonly #open = new Set<() => void>();
  #isClosed = false;

  constructor(limits: ResolvedHttpOptions<Terms>["limits"], onError: (error: unknown) => void) {
    this.#limits = limits;
    this.#onError = onError;
  }

  /** A stream from the record as it is, or 204 for who has seen the end. */
  async open(service: NegotiationService<Terms>, call: Call): Promise<Response | ShownRefusal> {
    const { partyId } = call.caller;
    const { id = "" } = call.params;
    const count = this.#countOf.get(partyId) ?? 0;
    if (count >= this.#limits.streams) return doorRefusal("too_many_streams");
    this.#countOf.set(partyId, count + 1);
    // One more than may wait: a burst that it cannot hold cuts the reader off, and none of it goes missing unsaid.
    const watched = service.watch(id, { viewer: partyId, backlog: this.#limits.frames + 1 });
    const leave = (): void => {
      const left = (this.#countOf.get(partyId) ?? 1) - 1;
      if (left === 0) this.#countOf.delete(partyId);
      else this.#countOf.set(partyId, left);
      // It may be waiting for a commit: nobody waits for its end.
      watched.return?.().catch(() => undefined);
    };
    try {
      const first = await watched.next();
      const seen = /^(\d{1,15})-(\d{1,15})$/.exec(call.request.headers.get("last-event-id") ?? "");
      if (!first.done && !this.#isClosed && call.request.method !== "HEAD") {
        const { version, view } = first.value;
        const isSeen = view.outcome !== null && Number(seen?.[1] ?? -1) >= version;
        if (!isSeen) {
          const missed = seen === null ? {} : { missed: view.turns.slice(Number(seen[2])) };
          const snapshot = () => frame("snapshot", first.value, missed);
          return this.#streamed(snapshot, watched, service.ports.clock, call.request.signal, leave);
        }
      }
      leave();
      return new Response(null, { status: call.request.method === "HEAD" ? 200 : 204, headers: HEADERS });
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Ends all of them. */
  close(): void {
    this.#isClosed = true;
    for (const end of [...this.#open]) end();
  }

  #streamed(
    snapshot: () => Uint8Array,
    watched: AsyncIterableIterator<WatchedVersion<Terms>>,
    clock: Clock,
    signal: AbortSignal,
    leave: () => void,
  ): Response {
    const { frames, keepAliveMs } = this.#limits;
    /** Written when they are read: each shows the whole negotiation, and views share their turns. */
    let waiting: (() => Uint8Array)[] = [];
    let isAsked = false;
    let line: ReadableStreamDefaultController<Uint8Array>;
    let timer: unknown;
    const isOpen = (): boolean => this.#open.has(end);
    const left = (): void => {
      this.#open.delete(end);
      signal.removeEventListener("abort", aborted);
      clock.clearTimeout(timer);
      leave();
    };
    const end = (): void => {
      if (!isOpen()) return;
      left();
      if (waiting.length === 0) line.close();
    };
    const aborted = (): void => {
      waiting = [];
      end();
    };
    const send = (bytes: () => Uint8Array): void => {
      if (!isOpen()) return;
      if (isAsked) {
        isAsked = false;
        line.enqueue(bytes());
      } else if (waiting.length < frames) waiting.push(bytes);
      else {
        // What waits for a reader that does not read is let go with it; it resumes by its last id.
        waiting = [];
        left();
        line.error(new Error("The reader is too far behind."));
      }
    };
    const keepAlive = (): void => {
      timer = clock.setTimeout(() => {
        send(() => KEEP_ALIVE);
        if (isOpen()) keepAlive();
      }, keepAliveMs);
      (timer as { unref?: () => void } | undefined)?.unref?.();
    };
    const pump = async (): Promise<void> => {
      for await (const news of watched) send(() => frame(news.event ?? "snapshot", news));
    };
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          line = controller;
        },
        pull: () => {
          const next = waiting.shift();
          isAsked = next === undefined;
          if (next !== undefined) line.enqueue(next());
          if (!isOpen() && waiting.length === 0) line.close();
        },
        cancel: () => {
          waiting = [];
          if (isOpen()) left();
        },
      },
      { highWaterMark: 0 },
    );
    this.#open.add(end);
    send(snapshot);
    keepAlive();
    // Not every server cancels the body of who has gone.
    signal.addEventListener("abort", aborted, { once: true });
    if (signal.aborted) aborted();
    pump().catch(this.#onError).then(end);
    return new Response(body, { headers: { "Content-Type": "text/event-stream", ...HEADERS } });
  }
}

const HEADERS = { "Cache-Control": "no-store" };

const ENCODER = new TextEncoder();

const KEEP_ALIVE = ENCODER.encode(": still here\n\n");

function frame<Terms>(
  event: string,
  { version, view }: WatchedVersion<Terms>,
  more: { readonly missed?: readonly unknown[] } = {},
): Uint8Array {
  // JSON has no line breaks of its own.
  const data = JSON.stringify({ version, view, ...more });
  return ENCODER.encode(`event: ${event}\nid: ${version}-${view.turns.length}\ndata: ${data}\n\n`);
}
