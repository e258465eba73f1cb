/**
 * @module
 * The store as one life of a node reaches it: over a line that is slow, fails, tears and takes the node
 * down with it. What arrives is done by the truth, entirely or not at all.
 */

import type { DueClaim, MaybePromise, NegotiationStore } from "../../ports/index.js";
import { isPromise } from "../../service/queue/index.js";
import type { RandomStream } from "../../testing/harness/index.js";
import { type EventLoop, type NodeLife, never, type Trace } from "../nodes/index.js";
import type { TakenWrite, TruthStore } from "../observation/index.js";
import type { Faults } from "./faults.js";

/** What a call of a store can meet with by script. */
export type StoreFault = "failBefore" | "failAfter" | "crashBefore" | "crashAfter";

/** What the line to the truth is made of. */
interface FaultyStoreOptions {
  readonly life: NodeLife;
  readonly truth: TruthStore;
  readonly loop: EventLoop;
  readonly faults: Faults;
  readonly random: RandomStream;
  readonly trace: Trace;
  /** Counts the calls of all nodes; answers what the script has for this one. */
  readonly nextCall: () => StoreFault | undefined;
  readonly onTaken: (life: NodeLife, write: TakenWrite) => void;
}

/** The line of one life to the truth. */
export class FaultyStore implements NegotiationStore {
  readonly #options: FaultyStoreOptions;

  constructor(options: FaultyStoreOptions) {
    this.#options = options;
  }

  create(...[negotiation]: Given<"create">): Answer<"create"> {
    const { truth, life, onTaken } = this.#options;
    return this.#call("create", negotiation.id, 0, () =>
      truth.create(negotiation, (write) => onTaken(life, write)),
    );
  }

  commit(...[commit]: Given<"commit">): Answer<"commit"> {
    const { truth, life, onTaken } = this.#options;
    return this.#call("commit", commit.id, commit.expectedVersion, () =>
      truth.commit(commit, (write) => onTaken(life, write)),
    );
  }

  claimDue(...[query]: Given<"claimDue">): Answer<"claimDue"> {
    const { truth, faults, random, life } = this.#options;
    const isStale = faults.occurs("staleClaimDue", random, life.name);
    return this.#call("claimDue", null, null, () =>
      isStale ? staleClaims(truth, query) : truth.inner.claimDue(query),
    );
  }

  load(...[id]: Given<"load">): Answer<"load"> {
    return this.#call("load", id, null, () => this.#inner.load(id));
  }

  turns(...[id, range]: Given<"turns">): Answer<"turns"> {
    return this.#call("turns", id, null, () => this.#inner.turns(id, range));
  }

  entries(...[id, range]: Given<"entries">): Answer<"entries"> {
    return this.#call("entries", id, null, () => this.#inner.entries(id, range));
  }

  list(...[query]: Given<"list">): Answer<"list"> {
    return this.#call("list", null, null, () => this.#inner.list(query));
  }

  listParked(...[query]: Given<"listParked">): Answer<"listParked"> {
    return this.#call("listParked", query.partyId, null, () => this.#inner.listParked(query));
  }

  count(...[query]: Given<"count">): Answer<"count"> {
    return this.#call("count", null, null, () => this.#inner.count(query));
  }

  nextDeadline(): Answer<"nextDeadline"> {
    return this.#call("nextDeadline", null, null, () => this.#inner.nextDeadline());
  }

  readOutbox(...[query]: Given<"readOutbox">): Answer<"readOutbox"> {
    return this.#call("readOutbox", null, null, () => this.#inner.readOutbox(query));
  }

  trimOutbox(...[upTo]: Given<"trimOutbox">): Answer<"trimOutbox"> {
    return this.#call("trimOutbox", null, null, () => this.#inner.trimOutbox(upTo));
  }

  delete(...[id]: Given<"delete">): Answer<"delete"> {
    return this.#call("delete", id, null, () => this.#inner.delete(id));
  }

  prune(...[query]: Given<"prune">): Answer<"prune"> {
    return this.#call("prune", null, null, () => this.#inner.prune(query));
  }

  /** The truth outlives whoever writes to it. */
  close(): void {}

  get #inner(): NegotiationStore {
    return this.#options.truth.inner;
  }

  #call<T>(what: string, id: string | null, version: number | null, work: () => MaybePromise<T>): Promise<T> {
    const { life, loop, faults, random, nextCall } = this.#options;
    const isAlive = READS.includes(what) ? life.reads() : life.acts(`called ${what}`);
    if (!isAlive) return never();
    const scripted = nextCall();
    const thereMs = random.integer(1, 20);
    const backMs = random.integer(0, 10);
    // All drawn at once and in one order, so that what occurs moves none of the draws behind it.
    const occurring = STORE_FAULTS.filter((kind) => faults.occurs(kind, random, life.name));
    const tornMs = random.integer(300, 2_000);
    if (scripted !== undefined) {
      faults.note(scripted, life.name);
      occurring.push(scripted);
    }
    if (occurring.includes("crashBefore")) {
      life.crash();
      return never();
    }
    return new Promise<T>((resolve, reject) => {
      const after = occurring.includes("tornResponse") ? tornMs : backMs;
      const answer = (give: () => void): void => {
        loop.schedule(after, () => {
          if (!life.isDead) give();
        });
      };
      const arrive = (): void => {
        if (life.isDead) return;
        if (occurring.includes("failBefore")) {
          answer(() => reject(new Error("The store cannot be reached.")));
          return;
        }
        this.#arrive(what, id, version, work, occurring, answer, resolve, reject);
      };
      // The caller hears nothing before the answer is back.
      loop.schedule(thereMs, arrive, "silent");
    });
  }

  #arrive<T>(
    what: string,
    id: string | null,
    version: number | null,
    work: () => MaybePromise<T>,
    occurring: readonly StoreLineFault[],
    answer: (give: () => void) => void,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
  ): void {
    const { life, loop, trace } = this.#options;
    const done = (value: T): void => {
      trace.add(loop.now, life.name, `${what}${refused(value)}`, id, version);
      if (occurring.includes("crashAfter")) life.crash();
      else if (occurring.includes("failAfter")) answer(() => reject(new Error("The store did not answer.")));
      else answer(() => resolve(value));
    };
    const failed = (error: unknown): void => {
      trace.add(loop.now, life.name, `${what}:threw`, id, version);
      answer(() => reject(error));
    };
    let value: MaybePromise<T>;
    try {
      value = work();
    } catch (error) {
      failed(error);
      return;
    }
    if (!isPromise(value)) {
      done(value as T);
      return;
    }
    // A real, asynchronous store: no virtual time passes while it works.
    loop.hold(value);
    value.then((later) => done(later as T), failed);
  }
}

/** What the method of a store is given, and what it answers. */
type Given<Name extends Method> = Parameters<NegotiationStore[Name]>;
type Answer<Name extends Method> = ReturnType<NegotiationStore[Name]>;
type Method = Exclude<keyof NegotiationStore, "feed" | "entriesOfMany">;

const READS: readonly string[] = ["load", "turns", "entries", "list", "listParked", "count", "nextDeadline"];

type StoreLineFault = StoreFault | "tornResponse";

const STORE_FAULTS: readonly StoreLineFault[] = [
  "crashBefore",
  "crashAfter",
  "failBefore",
  "failAfter",
  "tornResponse",
];

/** `:conflict` and the like; nothing for what went well. */
function refused(answer: unknown): string {
  const { ok, reason } = (answer ?? {}) as { readonly ok?: boolean; readonly reason?: string };
  return ok === false ? `:${reason}` : "";
}

/** What a replica would answer that has not seen the last commit of each row. */
function staleClaims(truth: TruthStore, query: Given<"claimDue">[0]): readonly DueClaim[] {
  const { now, limit, leaseMs, roomIds } = query;
  const claims: DueClaim[] = [];
  for (const { id, version, roomId, deadline } of truth.earlierRows()) {
    if (deadline === null || deadline.at > now || roomIds?.includes(roomId) === false) continue;
    claims.push({ id, version, roomId, deadline, leaseEndsAt: now + leaseMs });
  }
  return claims.slice(0, limit);
}

/** The store calls of a world. */
export class StoreCalls {
  readonly #faults: ReadonlyMap<number, StoreFault>;
  #count = 0;

  /** @param faults - by the ordinal of their call, from 1 */
  constructor(faults: readonly { readonly call: number; readonly fault: StoreFault }[]) {
    this.#faults = new Map(faults.map(({ call, fault }) => [call, fault]));
  }

  /** How many there were. */
  get count(): number {
    return this.#count;
  }

  /** Counts one; answers what is to happen to it. */
  next(): StoreFault | undefined {
    return this.#faults.get(++this.#count);
  }
}
