/**
 * @module
 * The operations of a bridge's native family as functions of the user's `Terms`: commands under a key of their own and
 * on the version that was seen, reading, watching, and stores for user interfaces.
 */

import { readOptions, unmet } from "../../core/checks/index.js";
import type { AnsweringMove, Move, ProposingMove } from "../../core/moves/index.js";
import type { Action, NegotiationView, TurnView } from "../../core/record/index.js";
import type { ListFilter, SummaryPage } from "../../service/queries/index.js";
import { freshNonce, isId } from "../door/index.js";
import { ClientError, notOfABridge, recordOf } from "./client-error.js";
import { type NegotiationClientOptions, resolveClientOptions } from "./client-options.js";
import { type ClientStore, createStore, type OfferedStore } from "./client-store.js";
import { type Answered, type Asked, Requests } from "./requests.js";
import { type ClientFrame, checkedView, frames, type SeenNegotiation, type Watching } from "./watch.js";

/**
 * Which negotiation: its id, or how it was seen. A command on what was seen is refused with `stale_version` when
 * somebody has moved since; on an id alone, since this client last saw it.
 */
export type Target<Terms = unknown> = string | NegotiationView<Terms>;

/** What opens a negotiation; the caller is its initiator. */
export interface NegotiationOpening<Terms = unknown> {
  readonly roomId: string;
  /** The other party's id. */
  readonly responder: string;
  /** The terms of an opening proposal. @default none: the initiator opens by a move */
  readonly proposal?: Terms | undefined;
}

/** How something is asked for. */
export interface AskOptions {
  /** Rejects with its reason. What a command has done by then is done. @default none */
  readonly signal?: AbortSignal | undefined;
}

/** How a command is given. */
export interface CommandOptions extends AskOptions {
  /** 1 to 128 visible ASCII characters: the same again takes effect once. @default a fresh one */
  readonly commandId?: string | undefined;
}

/** How a move is made. */
export interface MoveOptions extends CommandOptions {
  /** The version it was decided on; `null` for whichever it is. @default that of the target */
  readonly expectedVersion?: number | null | undefined;
}

/** A move that was recorded. */
export interface MoveDone<Terms = unknown> {
  readonly ok: true;
  /** As it is now: of a repetition that may be later. */
  readonly negotiation: SeenNegotiation<Terms>;
  /** Whether it had taken effect before, as when the answer to a first attempt was lost. */
  readonly duplicate: boolean;
}

/** A move that was refused; nothing has changed. */
export type MoveRefused = { readonly ok: false } & Omit<ClientError, "name" | "stack" | "cause">;

/** What a move comes to. */
export type MoveResult<Terms = unknown> = MoveDone<Terms> | MoveRefused;

/** Makes a move of one kind: on what, with which fields beside its action, and how. */
type Moving<Terms, Fields> = (
  target: Target<Terms>,
  fields: Fields,
  options?: MoveOptions,
) => Promise<MoveResult<Terms>>;

/** One that may do without fields. */
type Answering<Terms> = (
  target: Target<Terms>,
  fields?: Omit<AnsweringMove, "action">,
  options?: MoveOptions,
) => Promise<MoveResult<Terms>>;

/**
 * A bridge, as its callers use it. Everything rejects with `ClientError`, and with `TypeError` for an id that can be
 * none.
 */
export interface NegotiationClient<Terms = unknown> {
  /** Opens a negotiation. */
  open(opening: NegotiationOpening<Terms>, options?: CommandOptions): Promise<SeenNegotiation<Terms>>;
  /** A page of the caller's negotiations, newest change first; its `next` is the `after` of the page behind it. */
  list(
    filter?: Pick<ListFilter, "status" | "limit" | "after">,
    options?: AskOptions,
  ): Promise<SummaryPage<Terms>>;
  /** `undefined` for one that is unknown here; the very object that was handed in where that is the newest. */
  get(target: Target<Terms>, options?: AskOptions): Promise<SeenNegotiation<Terms> | undefined>;
  /** The turns after a number, 0 for all; `undefined` for an unknown negotiation. */
  turns(
    target: Target<Terms>,
    after?: number,
    options?: AskOptions,
  ): Promise<readonly TurnView<Terms>[] | undefined>;
  /** Makes a move. A refusal is returned, not thrown. */
  submit(target: Target<Terms>, move: Move<Terms>, options?: MoveOptions): Promise<MoveResult<Terms>>;
  readonly propose: Moving<Terms, Omit<ProposingMove<Terms>, "action">>;
  /** With terms, or with what changes of the standing ones where the rules take that. */
  readonly counter: Moving<
    Terms,
    | Omit<ProposingMove<Terms>, "action">
    | Omit<Extract<Move<Terms>, { readonly terms?: never; readonly action: "counter" }>, "action">
  >;
  readonly accept: Answering<Terms>;
  readonly reject: Answering<Terms>;
  readonly question: Answering<Terms>;
  readonly withdraw: Answering<Terms>;
  /**
   * What happens, from how it is now, or from what was seen: each version once and each turn once, over as many streams
   * as it takes. It ends with the outcome, with the signal, or when the loop is left.
   */
  watch(target: Target<Terms>, options?: AskOptions): AsyncIterableIterator<ClientFrame<Terms>>;
  /** A negotiation for a user interface: the same object each time, so that it can be asked for where it is drawn. */
  negotiationStore(id: string): ClientStore<Terms>;
}

/**
 * A client of `createHttpBridge`, for Node and browsers.
 *
 * Every command goes under a key of its own, which it keeps over its attempts: whatever is lost on the way, it takes
 * effect once. Makes no connection before it is asked for something.
 *
 * @throws {TypeError} on an unknown option or one of the wrong kind
 * @throws {RangeError} for a number out of range
 * @see docs/doors/client.md
 * @example
 * const client = createNegotiationClient<{ price: number }>({
 *   baseUrl: "https://example.org/negotiate",
 *   headers: () => ({ authorization: "Bearer a1" }),
 * });
 * const store = client.negotiationStore("neg_1");
 * console.log(store.getSnapshot().connection); // idle
 */
export function createNegotiationClient<Terms = unknown>(
  options: NegotiationClientOptions,
): NegotiationClient<Terms> {
  const resolved = resolveClientOptions(options);
  const requests = new Requests(resolved);
  /** The newest versions that were handed out. */
  const versions = new Map<string, number>();
  const stores = new Map<string, OfferedStore<Terms>>();

  const seen = (answer: Answered, id: string | undefined): SeenNegotiation<Terms> => {
    const view = checkedView<Terms>(answer.body, id, answer.status) as SeenNegotiation<Terms>;
    if (!Array.isArray(recordOf(view.legal)["actions"]))
      throw notOfABridge("what is legal", "a negotiation without it", answer.status);
    remember(versions, view.id, Math.max(view.version, versions.get(view.id) ?? 0), () => true);
    stores.get(view.id)?.offer(view);
    return view;
  };

  const command = async (
    asked: Pick<Asked, "path" | "body" | "headers">,
    { commandId = freshNonce(), signal }: CommandOptions,
  ): Promise<Answered> => {
    if (!/^[\x21-\x7e]{1,128}$/.test(commandId))
      throw new TypeError(unmet("commandId", "1 to 128 visible ASCII characters", commandId));
    const headers = { ...asked.headers, "Idempotency-Key": commandId };
    try {
      return await requests.ask({ ...asked, method: "POST", headers, signal });
    } catch (error) {
      if (ClientError.isInstance(error)) (error as { commandId: string | null }).commandId = commandId;
      throw error;
    }
  };

  const get: NegotiationClient<Terms>["get"] = (target, { signal } = {}) =>
    unlessUnknown(async () => {
      const known = typeof target === "string" ? undefined : (target as SeenNegotiation<Terms>);
      // One from a frame does not say what is legal.
      const isWhole = known?.legal !== undefined;
      const headers: Record<string, string> = isWhole ? { "If-None-Match": `"${known.version}"` } : {};
      const answer = await requests.ask({ method: "GET", path: pathOf(target), headers, signal });
      return isWhole && answer.status === 304 ? known : seen(answer, idOf(target));
    });

  const submit: NegotiationClient<Terms>["submit"] = async (target, move, options = {}) => {
    const id = idOf(target);
    const newest = typeof target === "string" ? (versions.get(id) ?? null) : target.version;
    const { expectedVersion = newest, ...rest } = readOptions("options", options, MOVE_KEYS);
    const headers: Record<string, string> =
      expectedVersion === null ? {} : { "If-Match": `"${expectedVersion}"` };
    try {
      const answer = await command({ path: `${pathOf(target)}/moves`, body: move, headers }, rest);
      const duplicate = answer.headers.has("idempotency-replayed");
      return { ok: true, negotiation: seen(answer, id), duplicate };
    } catch (error) {
      // Of what names the negotiation, all but a failure of the server is a refusal of the engine's.
      if (!ClientError.isInstance(error) || error.negotiationId === null || error.status >= 500) throw error;
      return { ...error, ok: false, message: error.message };
    }
  };

  const making =
    (action: Action) =>
    (target: Target<Terms>, fields: object = {}, options: MoveOptions = {}): Promise<MoveResult<Terms>> =>
      submit(target, { ...fields, action } as Move<Terms>, options);

  const watching = (
    target: Target<Terms>,
    signal: AbortSignal,
    hooks: Pick<Watching<Terms>, "onOpen" | "onLost" | "onView"> = {},
  ): AsyncGenerator<ClientFrame<Terms>, void> => {
    const known = typeof target === "string" ? undefined : target;
    const path = `${pathOf(target)}/events`;
    return frames<Terms>(requests, { id: idOf(target), path, known, signal, ...hooks });
  };

  const newStore = (id: string): OfferedStore<Terms> => {
    const store = createStore<Terms>(resolved.onError, async (tell, signal) => {
      const told = watching(store.getSnapshot().negotiation ?? id, signal, {
        onOpen: () => tell({ connection: "live", error: null }),
        onLost: (error) => tell({ connection: "connecting", error }),
        async onView({ version }) {
          if (version <= (store.getSnapshot().negotiation?.version ?? -1)) return;
          // A frame does not say what is legal.
          const whole = await get(id, { signal });
          if (whole === undefined) throw notOfABridge("a negotiation", "a stream of none", 404);
          store.offer(whole);
        },
      });
      try {
        while (!(await told.next()).done);
        tell({ connection: "over", error: null });
      } catch (cause) {
        const wrong = "Expected headers, got an exception. See cause.";
        const isKnown = ClientError.isInstance(cause);
        const error = isKnown ? cause : new ClientError(wrong, { code: "unreachable", cause });
        tell({ connection: "failed", error });
      }
    });
    remember(stores, id, store, ({ getSnapshot }) => getSnapshot().connection === "idle");
    return store;
  };

  return {
    async open(opening, options = {}) {
      const given = readOptions("options", options, COMMAND_KEYS);
      return seen(await command({ path: "/negotiations", body: opening }, given), undefined);
    },
    async list(filter = {}, { signal } = {}) {
      const { status, limit, after } = readOptions("filter", filter, ["status", "limit", "after"]);
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries({ status, limit, cursor: after }))
        if (value !== undefined) query.set(name, String(value));
      const answer = await requests.ask({ method: "GET", path: `/negotiations?${query}`, signal });
      const { items, next } = recordOf(answer.body);
      if (!Array.isArray(items) || (next !== null && typeof next !== "string"))
        throw notOfABridge("a page", "something else", answer.status);
      return answer.body as SummaryPage<Terms>;
    },
    get,
    turns: (target, after = 0, { signal } = {}) =>
      unlessUnknown(async () => {
        const path = `${pathOf(target)}/turns?after=${encodeURIComponent(after)}`;
        const answer = await requests.ask({ method: "GET", path, signal });
        const { turns } = recordOf(answer.body);
        if (!Array.isArray(turns)) throw notOfABridge("turns", "something else", answer.status);
        return turns;
      }),
    submit,
    propose: making("propose"),
    counter: making("counter"),
    accept: making("accept"),
    reject: making("reject"),
    question: making("question"),
    withdraw: making("withdraw"),
    watch(target, { signal } = {}) {
      const stop = new AbortController();
      const all = watching(target, signal ? AbortSignal.any([signal, stop.signal]) : stop.signal);
      return {
        [Symbol.asyncIterator]() {
          return this;
        },
        next: () => all.next(),
        // A frame that is waited for would hold it up.
        return() {
          stop.abort();
          return all.return();
        },
      };
    },
    negotiationStore: (id) => stores.get(idOf(id)) ?? newStore(id),
  };
}

const COMMAND_KEYS = ["signal", "commandId"] as const;
const MOVE_KEYS = [...COMMAND_KEYS, "expectedVersion"] as const;

/** Puts it last, and of more than so many lets the first go that may. */
function remember<Value>(
  all: Map<string, Value>,
  key: string,
  value: Value,
  mayGo: (value: Value) => boolean,
): void {
  all.delete(key);
  all.set(key, value);
  if (all.size <= MOST_REMEMBERED) return;
  const oldest = [...all].find(([one, other]) => one !== key && mayGo(other));
  if (oldest !== undefined) all.delete(oldest[0]);
}

/** Chosen: more than anybody has on a screen. */
const MOST_REMEMBERED = 1_000;

function idOf(target: Target): string {
  const id = typeof target === "string" ? target : recordOf(target)["id"];
  // Dots alone are steps in a path, also when they are escaped; a half of a character cannot be.
  if (!isId(id) || /^\.\.?$|\p{Cs}/u.test(id))
    throw new TypeError(unmet("id", "1 to 256 characters, none of them a control character", id));
  return id;
}

function pathOf(target: Target): string {
  return `/negotiations/${encodeURIComponent(idOf(target))}`;
}

/** What is read, or `undefined` for what the server does not know. */
async function unlessUnknown<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (ClientError.isInstance(error) && error.code === "unknown_negotiation") return undefined;
    throw error;
  }
}
