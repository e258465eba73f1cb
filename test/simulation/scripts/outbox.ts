/**
 * @module
 * The script in which a process reads the outbox, is restarted in the middle, and trims: W10.
 */

import type { MaybePromise, NegotiationStore, OutboxRecord } from "../../../src/ports/index.js";
import type { Invariant } from "../../../src/simulation/observation/index.js";
import type { Stage } from "../../../src/simulation/world/index.js";
import { storeWith } from "../../kit/wrapped-store.js";
import { created, moved, NO_HURRY, price, type Script } from "./script.js";

export const W10: Script = {
  id: "W10",
  course: "outbox consumer with restart in the middle; trim",
  outcome: ["accepted/accept: propose counter accept", "rejected/reject: propose reject"],
  entries: ["created turn turn", "created turn"],
  begin: () => {
    const consumer = new Consumer();
    return {
      options: {
        rules: NO_HURRY,
        mutate: {
          store: (line, node) => consumer.onLine(line, node),
          truth: (store) => consumer.keepingWhatOneHasNotRead(store),
        },
        invariants: [consumer.other],
      },
      script: async (stage) => {
        const host = stage.client("host");
        await created(stage, host, "neg1", price(40));
        await moved(stage, host, "neg1", "bob", { action: "counter", terms: price(50) });
        await consumer.read(stage);
        await stage.nodes[0]?.close();
        await moved(stage, host, "neg1", "ada", { action: "accept", replyTo: "neg1_p2" });
        await created(stage, host, "neg2", price(40));
        await consumer.read(stage);
        await consumer.trim(stage);
        await moved(stage, host, "neg2", "bob", { action: "reject" });
        await consumer.read(stage);
        await consumer.trim(stage);
        consumer.expectAll();
      },
    };
  },
};

/**
 * Reads the outbox in the process of the first node, by the same line as its services. What it has done and
 * where it stands outlive that process. The world has a consumer of its own beside it.
 */
class Consumer {
  readonly #lines = new Map<string, NegotiationStore>();
  /** What it did, by the identity of the record that told it to. */
  readonly #seen: string[] = [];
  readonly #read = new Set<string>();
  readonly #readByOther = new Set<string>();
  #cursor: string | null = null;

  /** Tells where the world's own consumer stands, and what there was to be read. */
  readonly other: Invariant = {
    id: "the script's consumer",
    watch: () => ({
      onWrite: ({ after, outbox }) => {
        outbox.forEach((_, index) => void this.#written.push(identityOf(after.id, after.version, index)));
        return undefined;
      },
      onConsumed: ({ record }) => void this.#readByOther.add(record.position),
    }),
  };
  readonly #written: string[] = [];

  onLine(line: NegotiationStore, node: string): NegotiationStore {
    this.#lines.set(node, line);
    return line;
  }

  /** What one consumer is done with the other may still need: who has both trims behind the slower one. */
  keepingWhatOneHasNotRead(store: NegotiationStore): NegotiationStore {
    return storeWith(store, {
      trimOutbox: (upTo) =>
        this.#read.has(upTo) && this.#readByOther.has(upTo) ? store.trimOutbox(upTo) : undefined,
    });
  }

  /** Reads to the end, two records at a time, each with its effect first and then the cursor. */
  async read(stage: Stage): Promise<void> {
    for (;;) {
      const after = this.#cursor;
      const records = await this.#ask(stage, (store) => store.readOutbox({ after, limit: 2 }));
      if (records.length === 0) return;
      for (const record of records) this.#take(record);
    }
  }

  /** Trims what it has read. */
  async trim(stage: Stage): Promise<void> {
    const upTo = this.#cursor;
    if (upTo !== null) await this.#ask(stage, (store) => store.trimOutbox(upTo));
  }

  /** @throws {Error} unless every record came once, in the order of writing within its negotiation */
  expectAll(): void {
    const sorted = (identities: readonly string[]): string => [...identities].sort().join(", ");
    for (const id of ["neg1", "neg2"]) {
      const [written, seen] = [this.#written, this.#seen].map((all) =>
        all.filter((one) => one.startsWith(`${id} `)),
      ) as [string[], string[]];
      if (written.join() !== seen.join()) {
        throw new Error(`Expected to read ${sorted(written)}, got ${seen.join(", ")}.`);
      }
    }
  }

  #take(record: OutboxRecord): void {
    const { negotiationId, version, index, position } = record;
    this.#seen.push(identityOf(negotiationId, version, index));
    this.#read.add(position);
    this.#cursor = position;
  }

  /** Asks until there is an answer: the store may fail, and the process may be gone. */
  async #ask<T>(stage: Stage, work: (store: NegotiationStore) => MaybePromise<T>): Promise<T> {
    for (;;) {
      const store = this.#lines.get(stage.nodes[0]?.life?.name ?? "");
      if (store !== undefined) {
        const asked = Promise.resolve(work(store)).then(
          (value) => ({ value }),
          () => undefined,
        );
        const answer = await Promise.race([asked, stage.wait(120).then(() => undefined)]);
        if (answer !== undefined) return answer.value;
      }
      await stage.wait(20);
    }
  }
}

function identityOf(id: string, version: number, index: number): string {
  return `${id} ${version}.${index}`;
}
