/**
 * @module
 * A process of its own that reads the outbox: for each record an effect, and after some of them the cursor.
 * It crashes in between and may be slow, so that records come twice and late, but all of them come.
 */

import type { NegotiationStore, OutboxRecord } from "../../ports/index.js";
import type { World } from "../world/index.js";

/** The consumer of a world's outbox. */
export class OutboxConsumer {
  readonly #world: World;
  /** What the consumer has stored of where it stands; survives its crashes. */
  #cursor: string | null = null;

  constructor(world: World) {
    this.#world = world;
  }

  /** Reads until the world is over. */
  async run(): Promise<void> {
    const { faults } = this.#world;
    const draws = this.#world.random("consumer");
    for (;;) {
      const isSlow = faults.occurs("consumerSlow", draws, "consumer");
      await this.#world.pause(isSlow ? draws.integer(300, 900) : draws.integer(30, 120));
      const records = await this.#read(draws.integer(1, 20));
      for (const record of records) {
        this.#effect(record);
        if (faults.occurs("consumerCrash", draws, "consumer")) {
          await this.#world.pause(draws.integer(20, 220));
          break;
        }
        this.#cursor = record.position;
      }
      if (draws.happens(0.1) && this.#cursor !== null) await this.#store.trimOutbox(this.#cursor);
    }
  }

  /** Reads what is left, without a fault. */
  async finish(): Promise<void> {
    for (;;) {
      const records = await this.#read(100);
      if (records.length === 0) return;
      for (const record of records) {
        this.#effect(record);
        this.#cursor = record.position;
      }
    }
  }

  get #store(): NegotiationStore {
    return this.#world.truth.inner;
  }

  #effect(record: OutboxRecord): void {
    const { watch, loop } = this.#world;
    watch.tell("onConsumed", { at: loop.now, record });
    // Whoever reads the outbox of others sees what a spectator may.
    const { negotiationId, body: value } = record;
    watch.tell("onShown", { at: loop.now, negotiationId, viewer: null, what: "the outbox", value });
  }

  async #read(limit: number): Promise<readonly OutboxRecord[]> {
    return await this.#store.readOutbox({ after: this.#cursor, limit });
  }
}
