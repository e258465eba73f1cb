/**
 * @module
 * A binary heap of things that fall due, soonest first. An item that moves to a later instant or is no
 * longer wanted is noticed only when it comes up, so that both cost nothing at the time.
 */

/** What the heap orders: by `at`, then by `order`. While inside, neither may become smaller. */
export interface HeapItem {
  /** Any finite number; the caller decides the unit. */
  at: number;
  /** A number in all items of a heap, or a string in all of them. */
  order: number | string;
}

/**
 * A queue of items by (`at`, `order`).
 *
 * The heap keeps its own copy of both numbers, side by side, so that a comparison touches no item. An
 * item whose numbers grew is put in its new place when it reaches the top.
 */
export class DeadlineHeap<Item extends HeapItem> {
  readonly #isWanted: (item: Item) => boolean;
  readonly #items: Item[] = [];
  /** These two are never cut: what stands in them beyond the items is out of date. */
  readonly #ats: number[] = [];
  readonly #orders: Item["order"][] = [];

  /** @param isWanted - false for an item that may be thrown away; must not become true again */
  constructor(isWanted: (item: Item) => boolean) {
    this.#isWanted = isWanted;
  }

  /** How many items are inside, unwanted ones among them. */
  get size(): number {
    return this.#items.length;
  }

  /** Takes an item in. */
  push(item: Item): void {
    let slot = this.#items.length;
    while (slot > 0) {
      const parent = (slot - 1) >> 1;
      if (!this.#isLater(parent, item.at, item.order)) break;
      this.#move(parent, slot);
      slot = parent;
    }
    this.#put(slot, item, item.at, item.order);
  }

  /** The soonest wanted item, which stays inside; `undefined` when there is none. */
  peek(): Item | undefined {
    for (;;) {
      const item = this.#items[0];
      if (item === undefined) return undefined;
      if (!this.#isWanted(item)) this.#dropTop();
      else if (item.at === this.#ats[0] && item.order === this.#orders[0]) return item;
      else this.#sink(item);
    }
  }

  /**
   * Takes the soonest wanted item out; `undefined` when there is none.
   *
   * @param by - one that is later stays inside
   */
  pop(by: number = Number.POSITIVE_INFINITY): Item | undefined {
    const item = this.peek();
    if (item === undefined || item.at > by) return undefined;
    this.#dropTop();
    return item;
  }

  /** Throws the unwanted items away and orders the others by their present numbers. */
  compact(): void {
    const wanted = this.#items.filter(this.#isWanted);
    this.#items.length = 0;
    // They were in order but for those that moved: mostly each stays where it is put.
    for (const item of wanted) this.push(item);
  }

  #dropTop(): void {
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) this.#sink(last);
  }

  /** Finds the place of an item that stands, or shall stand, at the top. */
  #sink(item: Item): void {
    const end = this.#items.length;
    let slot = 0;
    for (let child = 1; child < end; child = 2 * slot + 1) {
      const right = child + 1;
      if (right < end && this.#isLater(child, this.#ats[right], this.#orders[right])) child = right;
      if (this.#isLater(child, item.at, item.order)) break;
      this.#move(child, slot);
      slot = child;
    }
    this.#put(slot, item, item.at, item.order);
  }

  #isLater(slot: number, at: number | undefined, order: Item["order"] | undefined): boolean {
    const own = this.#ats[slot] as number;
    // Strings compare as strings here too: of a heap's items all orders are of one kind.
    return own > (at as number) || (own === at && (this.#orders[slot] as number) > (order as number));
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#items[from] as Item, this.#ats[from] as number, this.#orders[from] as Item["order"]);
  }

  #put(slot: number, item: Item, at: number, order: Item["order"]): void {
    this.#items[slot] = item;
    this.#ats[slot] = at;
    this.#orders[slot] = order;
  }
}
