/**
 * @module
 * Who is told that a negotiation has changed: streams over HTTP, and connections elsewhere. It is only told which one;
 * what has changed it reads as itself.
 */

import type { McpServer } from "@modelcontextprotocol/server";
import { type Caller, isId, seenBy } from "../door/index.js";
import type { ResolvedMcpOptions } from "./mcp-options.js";

/** The address of a negotiation as a resource. */
export function uriOf(negotiationId: string): string {
  return `${SCHEME}${encodeURIComponent(negotiationId)}`;
}

/** The negotiation of such an address; `undefined` for any other. */
export function idOf(uri: unknown): string | undefined {
  if (typeof uri !== "string" || !uri.startsWith(SCHEME)) return undefined;
  try {
    const id = decodeURIComponent(uri.slice(SCHEME.length));
    return isId(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

const SCHEME = "negotiation://";

/** A connection that is told of news. */
export interface Connection {
  /** Watches those of these that go on. */
  told(negotiationIds: readonly string[]): void;
  /** Watches by address, for clients before 2026-07-28; `false` where it is none of the caller's. */
  subscribe(uri: string): Promise<boolean>;
  unsubscribe(uri: string): void;
}

/** The watches of a bridge: at most one for each negotiation, however many are told. */
export class Watches<Terms> {
  readonly #options: ResolvedMcpOptions<Terms>;
  readonly #watched = new Map<string, Watch>();

  constructor(options: ResolvedMcpOptions<Terms>) {
    this.#options = options;
  }

  /**
   * Tells of each commit of a negotiation from now on.
   *
   * @returns ends it; `undefined` where it is none of the party's, or is over
   */
  async watch(negotiationId: string, partyId: string, tell: () => void): Promise<(() => void) | undefined> {
    const seen = await seenBy(await this.#options.rooms.roomOf(negotiationId), negotiationId, partyId);
    if (seen === undefined) return undefined;
    if (seen.view.outcome !== null) return () => undefined;
    let watch = this.#watched.get(negotiationId);
    if (watch === undefined) {
      watch = { stopping: new AbortController(), tells: new Set() };
      this.#watched.set(negotiationId, watch);
      const { signal } = watch.stopping;
      const options = { viewer: partyId, after: seen.view.version, signal };
      void this.#follow(negotiationId, watch, seen.service.watch(negotiationId, options));
    }
    const { tells, stopping } = watch;
    tells.add(tell);
    return () => {
      tells.delete(tell);
      if (tells.size > 0) return;
      stopping.abort();
      if (this.#watched.get(negotiationId)?.stopping === stopping) this.#watched.delete(negotiationId);
    };
  }

  /** What tells a connection of the negotiations that it has asked for. */
  connection(server: McpServer, { partyId }: Caller, era: "legacy" | "modern"): Connection {
    const stops = new Map<string, () => void>();
    let isOver = false;
    const add = async (id: string): Promise<boolean> => {
      if (stops.has(id)) return true;
      const stop = await this.watch(id, partyId, () => {
        // Nobody waits for what a connection that is gone says to that.
        server.server.sendResourceUpdated({ uri: uriOf(id) }).catch(() => undefined);
      });
      if (stop === undefined) return false;
      if (isOver || stops.has(id)) stop();
      else stops.set(id, stop);
      const [oldest] = stops.keys();
      if (stops.size > MOST_OF_A_CONNECTION && oldest !== undefined) remove(oldest);
      return true;
    };
    const remove = (id: string): void => {
      stops.get(id)?.();
      stops.delete(id);
    };
    const previous = server.server.onclose;
    server.server.onclose = () => {
      isOver = true;
      for (const id of [...stops.keys()]) remove(id);
      previous?.();
    };
    return {
      told: (ids) => {
        // Since 2026-07-28 the transport knows what a client listens for, and asks nobody: it hears of all that it read.
        if (era === "modern")
          for (const id of ids) add(id).catch((error: unknown) => this.#options.onError(error, id));
      },
      subscribe: async (uri) => {
        const id = idOf(uri);
        return id !== undefined && (await add(id));
      },
      unsubscribe: (uri) => remove(idOf(uri) ?? ""),
    };
  }

  /** Ends all of them. */
  close(): void {
    for (const { stopping } of this.#watched.values()) stopping.abort();
    this.#watched.clear();
  }

  async #follow(negotiationId: string, watch: Watch, versions: AsyncIterable<unknown>): Promise<void> {
    try {
      for await (const _ of versions) for (const tell of [...watch.tells]) tell();
    } catch (error) {
      if (!watch.stopping.signal.aborted) this.#options.onError(error, negotiationId);
    }
    if (this.#watched.get(negotiationId) === watch) this.#watched.delete(negotiationId);
  }
}

interface Watch {
  readonly stopping: AbortController;
  readonly tells: Set<() => void>;
}

/** Chosen: more than a model keeps in mind; the oldest goes first. */
const MOST_OF_A_CONNECTION = 200;
