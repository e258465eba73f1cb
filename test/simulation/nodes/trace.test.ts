import { describe, expect, it } from "vitest";
import { digestOf, Trace } from "../../../src/simulation/nodes/index.js";

function traceOf(...lines: readonly Parameters<Trace["add"]>[]): Trace {
  const trace = new Trace();
  for (const line of lines) trace.add(...line);
  return trace;
}

describe("Trace", () => {
  it("SM-5: has a line a step, with what there is none of as -", () => {
    const trace = traceOf([5, "n1#1", "commit", "neg_1", 3], [6, "n2#1", "claimDue", null, null]);
    expect(trace.lines).toEqual(["5 n1#1 commit neg_1 3", "6 n2#1 claimDue - -"]);
  });

  it("SM-5: has a hash that each member and the order decide", () => {
    const line = [5, "n1#1", "commit", "neg_1", 3] as const;
    const { hash } = traceOf([...line]);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect(traceOf([...line]).hash).toBe(hash);
    const others = [6, "n2#1", "load", "neg_2", 4];
    const hashes = others.map((other, index) => {
      const changed = line.map((member, at) => (at === index ? other : member)) as [...typeof line];
      return traceOf(changed).hash;
    });
    const swapped = [
      traceOf([...line], [6, "a", "b", null, null]),
      traceOf([6, "a", "b", null, null], [...line]),
    ];
    expect(new Set([hash, ...hashes, ...swapped.map((one) => one.hash)]).size).toBe(8);
  });

  it("has the same hash on every platform", () => {
    expect(traceOf([1_000_000, "n1#1", "started", null, null]).hash).toMatchInlineSnapshot(
      `"5652ae2fa131d19b"`,
    );
  });
});

describe("digestOf", () => {
  it("tells texts apart", () => {
    expect(digestOf("neg_1")).toMatch(/^[0-9a-f]{8}$/);
    expect(digestOf("neg_1")).not.toBe(digestOf("neg_2"));
  });
});
