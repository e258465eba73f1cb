/**
 * @module
 * The store calls of a simulated world as a list that can be made on any store (SM-52): what one answer gave
 * as a cursor is noted as such, and calls that come twice or too late are put in between.
 */

import type { Json } from "../../src/core/json/index.js";
import type { Commit, NegotiationStore, NewNegotiation } from "../../src/ports/index.js";
import { SimWorld } from "../../src/simulation/run/index.js";
import { WORLD_PRESETS } from "../../src/simulation/world/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { RandomStream } from "../../src/testing/harness/index.js";

/** The methods whose calls are recorded; what else a store has to tell is compared in the end. */
export type RecordedMethod =
  | "create"
  | "commit"
  | "claimDue"
  | "list"
  | "listParked"
  | "count"
  | "nextDeadline"
  | "readOutbox"
  | "trimOutbox";

/** A call, with a cursor as its origin rather than as the text that one store made of it. */
export interface RecordedCall {
  readonly method: RecordedMethod;
  readonly given: unknown;
  /** The call whose answer had the cursor: as its `next`, or as the position of its record of that index. */
  readonly cursor: { readonly of: RecordedCall; readonly record: number | null } | null;
  /** Of a commit: the command of the version on which it was decided. */
  readonly basis: string | null;
  /** Whether the world's own store had refused it as `exclusive`: then its instant was judged by that. */
  readonly wasExcluded: boolean;
}

/** The calls of one world, and those that come twice or too late. */
export async function recordedCalls(seed: number): Promise<readonly RecordedCall[]> {
  const recorder = new Recorder();
  const report = await new SimWorld({
    seed,
    preset: WORLD_PRESETS[seed % WORLD_PRESETS.length],
    store: () => recorder.recording(new MemoryStore()),
  }).run();
  if (report.violations.length > 0) throw new Error(`Seed ${seed}: ${JSON.stringify(report.violations)}`);
  return withRepetitions(recorder.calls, new RandomStream(seed, "repetitions"));
}

const METHODS: readonly string[] = [
  "create",
  "commit",
  "claimDue",
  "list",
  "listParked",
  "count",
  "nextDeadline",
  "readOutbox",
  "trimOutbox",
];

class Recorder {
  readonly calls: RecordedCall[] = [];
  readonly #cursors = new Map<string, NonNullable<RecordedCall["cursor"]>>();
  /** The commands of each negotiation, by version. */
  readonly #commands = new Map<string, (string | null)[]>();

  recording(store: NegotiationStore): NegotiationStore {
    return new Proxy(store, {
      get: (target, key) => {
        const member: unknown = Reflect.get(target, key);
        if (typeof member !== "function") return member;
        if (!METHODS.includes(key as string)) return member.bind(target);
        return (given: unknown) => {
          const answer: unknown = member.call(target, given);
          this.#note(key as RecordedMethod, given, answer);
          return answer;
        };
      },
    });
  }

  #note(method: RecordedMethod, given: unknown, answer: unknown): void {
    const { ok, reason, next } = (answer ?? {}) as {
      readonly ok?: boolean;
      readonly reason?: string;
      readonly next?: string | null;
    };
    const call: RecordedCall = {
      method,
      given,
      cursor: this.#cursorIn(method, given),
      basis: method === "commit" ? this.#basisOf(given as Commit) : null,
      wasExcluded: reason === "exclusive",
    };
    this.calls.push(call);
    if (ok === true) this.#noteCommand(given as Commit | NewNegotiation);
    if (next != null) this.#cursors.set(`${method} ${next}`, { of: call, record: null });
    if (method !== "readOutbox") return;
    (answer as readonly { readonly position: string }[]).forEach(({ position }, record) => {
      this.#cursors.set(`outbox ${position}`, { of: call, record });
    });
  }

  #cursorIn(method: RecordedMethod, given: unknown): RecordedCall["cursor"] {
    const after =
      method === "trimOutbox" ? given : (given as { readonly after?: unknown } | undefined)?.after;
    if (typeof after !== "string") return null;
    const kind = method === "readOutbox" || method === "trimOutbox" ? "outbox" : method;
    const cursor = this.#cursors.get(`${kind} ${after}`);
    if (cursor === undefined) throw new Error(`Expected a cursor that a call has answered, got ${after}.`);
    return cursor;
  }

  #basisOf({ id, expectedVersion }: Commit): string | null {
    return this.#commands.get(id)?.[expectedVersion] ?? null;
  }

  #noteCommand({ id, entry }: Commit | NewNegotiation): void {
    this.#commands.set(id, [...(this.#commands.get(id) ?? []), entry.commandId]);
  }
}

/**
 * Puts in calls that no world of today's clients makes often: the very same again later, and another command
 * for a version or an id that is taken by then.
 */
function withRepetitions(calls: readonly RecordedCall[], draws: RandomStream): readonly RecordedCall[] {
  const later = new Map<number, RecordedCall[]>();
  calls.forEach((call, index) => {
    if (call.method !== "create" && call.method !== "commit") return;
    for (const repeated of [call, rivalOf(call, index)]) {
      if (!draws.happens(0.25)) continue;
      const place = index + draws.integer(1, 12);
      later.set(place, [...(later.get(place) ?? []), repeated]);
    }
  });
  return calls.flatMap((call, index) => [...(later.get(index) ?? []), call]);
}

/** The same by another command, in all places where its id stands. */
function rivalOf(call: RecordedCall, index: number): RecordedCall {
  const commandId = `rival ${index}`;
  const { entry, ...given } = call.given as Commit | NewNegotiation;
  const turn = withMember(entry.turn, "commandId", commandId);
  // As the party's own is stored: its seat before it (EN-62).
  const seat = /^(initiator|responder):/.exec(entry.commandId ?? "")?.[0] ?? "";
  const stored = { ...entry, commandId: `${seat}${commandId}`, turn };
  if (call.method === "commit") return { ...call, given: { ...given, entry: stored } };
  const state = withMember(given.state, "createCommandId", commandId);
  const details = withMember(entry.details, "createCommandId", commandId);
  const rival = {
    ...given,
    createCommandId: commandId,
    state,
    entry: { ...stored, details },
  };
  return { ...call, given: rival };
}

function withMember(json: Json, name: string, value: string): Json {
  return json === null ? null : { ...(json as { readonly [key: string]: Json }), [name]: value };
}
