import { describe, expect, it } from "vitest";
import type { MadeCall } from "../../../src/testing/stores/lab/index.js";
import { isExplained, newCommit, newNegotiation, StoreModel } from "../../../src/testing/stores/lab/index.js";

type Modelled = Parameters<MadeCall["step"]["on"]>[0];

function made(
  call: (store: Modelled) => unknown,
  answer: unknown,
  [begunAt, answeredAt]: readonly [number, number],
): MadeCall {
  return { step: { method: "load", given: undefined, on: call }, answer, begunAt, answeredAt };
}

const model = new StoreModel();
model.create(newNegotiation());

const commit = (name: string) => (store: Modelled) => {
  const one = newCommit({ expectedVersion: 0 });
  return store.commit({ ...one, entry: { ...one.entry, commandId: name } });
};
const version = (store: Modelled): number | undefined =>
  (store.load("neg-1") as { version: number } | null)?.version;
const OK = { ok: true, version: 1 };
const CONFLICT = { ok: false, reason: "conflict" };

describe("isExplained", () => {
  it("finds an order, whichever client came first", () => {
    expect(isExplained([[], []], model)).toBe(true);
    const won = made(commit("a"), OK, [1, 3]);
    const lost = made(commit("b"), CONFLICT, [2, 4]);
    expect(isExplained([[won], [lost]], model)).toBe(true);
    expect(isExplained([[lost], [won]], model)).toBe(true);
    expect(model.load("neg-1")?.version).toBe(0);
  });

  it("finds none when both won", () => {
    expect(isExplained([[made(commit("a"), OK, [1, 3])], [made(commit("b"), OK, [2, 4])]], model)).toBe(
      false,
    );
  });

  it("keeps to the order of each client", () => {
    const write = made(commit("a"), OK, [1, 2]);
    expect(isExplained([[write, made(version, 1, [3, 4])]], model)).toBe(true);
    expect(isExplained([[write, made(version, 0, [3, 4])]], model)).toBe(false);
  });

  it("keeps to real time: what is read after an answer sees it", () => {
    const write = made(commit("a"), OK, [1, 2]);
    expect(isExplained([[write], [made(version, 0, [3, 4])]], model)).toBe(false);
    // Begun before the answer: either will do.
    expect(isExplained([[made(commit("a"), OK, [1, 4])], [made(version, 0, [3, 5])]], model)).toBe(true);
    expect(isExplained([[made(commit("a"), OK, [1, 4])], [made(version, 1, [3, 5])]], model)).toBe(true);
  });

  it("ST-36: a claim may pass over a row that an overlapping call leases or writes, and no other", () => {
    const due = new StoreModel();
    due.create(newNegotiation({ deadline: { at: 5, kind: "turn" } }));
    const claim = (now: number, answer: unknown, when: readonly [number, number]): MadeCall => {
      const given = { now, limit: 9, leaseMs: 1, maxSchema: 1 };
      return {
        step: { method: "claimDue", given, on: (store) => store.claimDue(given), toString: () => "claimDue" },
        answer,
        begunAt: when[0],
        answeredAt: when[1],
      };
    };
    const leased = due.clone().claimDue({ now: 5, limit: 9, leaseMs: 1, maxSchema: 1 });
    expect(leased).toHaveLength(1);
    // One by one the lease of the first would have ended when the second looks.
    expect(isExplained([[claim(5, leased, [1, 3])], [claim(6, [], [2, 4])]], due)).toBe(true);
    expect(isExplained([[claim(5, leased, [1, 2])], [claim(6, [], [3, 4])]], due)).toBe(false);
    expect(isExplained([[claim(6, [], [1, 2])]], due)).toBe(false);
  });
});
