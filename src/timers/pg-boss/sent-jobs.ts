/**
 * @module
 * Which jobs this process has sent and not yet seen: what the hook of a commit has sent, `arm` need not send
 * again. A memory that may forget: a job too many is a no-op (ST-71).
 */

/** The jobs of the newest version of each negotiation. */
export class SentJobs {
  readonly #sent = new Map<string, SentVersion>();
  readonly #limit: number;

  /** @param limit - how many negotiations it remembers; the one that was sent for longest ago is forgotten */
  constructor(limit: number = MOST_REMEMBERED) {
    this.#limit = limit;
  }

  /** How many negotiations it remembers. */
  get size(): number {
    return this.#sent.size;
  }

  has(id: string, version: number, at: number): boolean {
    const known = this.#sent.get(id);
    return known?.version === version && known.instants.includes(at);
  }

  add(id: string, version: number, at: number): void {
    const known = this.#sent.get(id);
    const instants =
      known?.version === version ? [...known.instants, at].sort((one, other) => one - other) : [at];
    // The last in the order of the map is the last that was sent for.
    this.#sent.delete(id);
    this.#sent.set(id, { version, instants });
    if (this.#sent.size <= this.#limit) return;
    for (const [oldest] of this.#sent) {
      this.#sent.delete(oldest);
      return;
    }
  }

  /** One of them has come: as far as anybody can tell, the first. When it was early, it has to be sent again. */
  take(id: string, version: number): void {
    const known = this.#sent.get(id);
    if (known?.version !== version) return;
    this.#keep(id, version, known.instants.slice(1));
  }

  /** It was not sent after all. */
  remove(id: string, version: number, at: number): void {
    const known = this.#sent.get(id);
    if (known?.version !== version) return;
    this.#keep(
      id,
      version,
      known.instants.filter((one) => one !== at),
    );
  }

  forget(id: string): void {
    this.#sent.delete(id);
  }

  #keep(id: string, version: number, instants: readonly number[]): void {
    if (instants.length === 0) this.#sent.delete(id);
    else this.#sent.set(id, { version, instants });
  }
}

/** Chosen: a few MB; a room that is let go does not say so. */
const MOST_REMEMBERED = 10_000;

interface SentVersion {
  readonly version: number;
  /** Epoch ms, ascending. */
  readonly instants: readonly number[];
}
