import { describe, expect, it } from "vitest";
import type { OutboxRecord } from "../../../src/ports/index.js";
import type { Finding, InvariantCheck, PublishedEvent } from "../../../src/simulation/observation/index.js";
import { type Feeding, findingsIn, invariantOf, Script, truthOf } from "../observed-histories.js";

const { writes } = new Script().move({ action: "propose", terms: 1 }).move({ action: "accept" });
const records = truthOf(writes).outbox("neg_1");

const found = (given: typeof writes, feeding: Feeding = {}): string[] =>
  findingsIn(given, { invariants: [invariantOf("I6")], ...feeding });

const also = (told: (check: InvariantCheck) => (Finding | undefined)[], given: Feeding = {}): string[] =>
  found(writes, { ...given, also: told });

const consumed = (order: readonly number[]): string[] => {
  const read = order.map((index) => ({ ...records[index], position: "" }) as OutboxRecord);
  return also((check) => read.map((record) => check.onConsumed?.({ at: 0, record })), { isConsumed: false });
};

const published = (given: Partial<PublishedEvent>): PublishedEvent => ({
  at: 0,
  node: "n2#1",
  negotiationId: "neg_1",
  version: 1,
  type: "turn:recorded",
  ...given,
});

describe("I6", () => {
  it("passes an outbox that holds the events of each commit, read to its end", () => {
    expect(found(writes)).toEqual([]);
    expect(consumed(records.map((_, index) => index))).toEqual([]);
  });

  it("passes an outbox that nobody writes", () => {
    const silent = writes.map((write) => ({ ...write, outbox: [] }));
    expect(found(silent, { truth: { writesOutbox: false } })).toEqual([]);
    expect(found(writes, { truth: { writesOutbox: false } })).toHaveLength(1);
  });

  it("finds what is told before it was committed, of another commit, or twice", () => {
    const tell = (...given: readonly Partial<PublishedEvent>[]): string[] =>
      also((check) => given.map((one) => check.onPublished?.(published(one))));
    expect(tell({}, { type: "negotiation:updated" }, { version: 2 })).toEqual([]);
    expect(tell({ version: 3 })[0]).toContain("after its commit");
    expect(tell({ negotiationId: "neg_2" })[0]).toContain("after its commit");
    expect(tell({ type: "turn:parked" })[0]).toContain("of version 1, got turn:parked");
    expect(tell({}, {})[0]).toContain("once and in order");
    expect(tell({ version: 2 }, { version: 1 })[0]).toContain("once and in order");
  });

  it("finds a record that is told as of another instant than the one that was committed [SM-87]", () => {
    const { at } = (writes[1] as (typeof writes)[0]).entry;
    const tell = (updatedAt: number): string[] =>
      also((check) => [check.onPublished?.(published({ updatedAt }))]);
    expect(tell(at)).toEqual([]);
    expect(tell(at + 1)[0]).toContain(`expected version 1 of ${at}, got turn:recorded of n2#1 with one of`);
  });

  it("passes a consumer that reads the same rows again after a crash", () => {
    expect(consumed([0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 6, 7])).toEqual([]);
  });

  it("finds a row that the consumer skips, or never sees", () => {
    expect(consumed([0, 2])[0]).toContain("version 0, index 1 next, got 1, 0");
    expect(consumed([0, 1, 2])[0]).toContain("got none from version 1, index 1 on");
  });

  it("finds a row that is read and was never committed, or is another one under its identity", () => {
    const read = (given: object): string[] =>
      also((check) => [
        check.onConsumed?.({ at: 0, record: { ...(records[0] as any), position: "", ...given } }),
      ]);
    expect(read({ version: 9 })[0]).toContain("rows of commits only");
    expect(read({ negotiationId: "neg_9" })[0]).toContain("rows of commits only");
    expect(read({ type: "turn:parked" })[0]).toContain("the type at version 0");
    expect(read({ body: null })[0]).toContain("the body of negotiation:started");
  });

  it("finds a stored outbox that is not what was written", () => {
    const stored = (given: readonly object[]): string[] =>
      found(writes, { truth: { outbox: () => given as never }, isConsumed: false });
    expect(stored(records.slice(1))[0]).toContain("number of outbox rows");
    expect(stored([...records.slice(0, -1), { ...records.at(-1), index: 9 }])[0]).toContain("an outbox row");
  });
});
