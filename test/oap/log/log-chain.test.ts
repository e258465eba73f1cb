import { expect, it } from "vitest";
import { logChain, placeOf } from "../../../src/oap/log/log-chain.js";
import { merkleTree } from "../../../src/oap/merkle/index.js";
import { chained, sha256 } from "../log-fixtures.js";

const agreement = { agreement_id: "a", negotiation_id: "n", agreement_hash: "h" };

it("SG-30: an entry that follows has the next seq, the hash of the last one, and is not earlier", () => {
  const chain = logChain(sha256);
  const first = chain.next("agreement", agreement, 50);
  expect(first.entry).toEqual({ seq: 0, prev: "genesis", kind: "agreement", at: 50, body: agreement });
  chain.add(first);
  const body = { agreement_id: "a", party: "did:x:y" };
  const second = chain.next("cosignature", body, 40);
  // The clock ran backwards.
  expect(second.entry).toEqual({ seq: 1, prev: chain.head(), kind: "cosignature", at: 50, body });
  chain.add(second);
  expect(chain.places("a")).toEqual([
    { seq: 0, kind: "agreement", name: '"h"' },
    { seq: 1, kind: "cosignature", name: '"did:x:y"' },
  ]);
  expect(chain.places("b")).toEqual([]);
  const tree = merkleTree(sha256);
  for (const { bytes } of [first, second]) tree.append(bytes);
  expect(chain.tree.root()).toEqual(tree.root());
});

it("SG-30: a body without what its kind needs, and an instant that is none, make no entry", () => {
  const chain = logChain(sha256);
  const odd: readonly (readonly [string, object, number])[] = [
    ["agreement", {}, 1],
    ["agreement", { agreement_id: 7, agreement_hash: "h" }, 1],
    ["agreement", { agreement_id: "a", negotiation_id: "n" }, 1],
    ["agreement", { agreement_id: "a", agreement_hash: "h" }, 1],
    ["withdrawal_penalty", { agreement_id: "a", party: "did:x:y" }, 1],
    ["cosignature", { agreement_id: "a" }, 1],
    ["redaction", { agreement_id: "a" }, 1],
    ["redaction", { agreement_id: "a", pointers: "/terms" }, 1],
    ["redaction", { agreement_id: "a", pointers: [7] }, 1],
    ["other", agreement, 1],
    ["agreement", agreement, 1.5],
    ["agreement", agreement, Number.NaN],
  ];
  for (const [kind, body, now] of odd) {
    expect(() => chain.next(kind as never, body as never, now)).toThrow(TypeError);
  }
  expect(chain.tree.size()).toBe(0);
});

it("SG-35: takes stored entries that follow, and no others", () => {
  const entries = chained([
    { body: agreement },
    { body: { ...agreement, agreement_id: "b", negotiation_id: "m" }, at: 2_000 },
  ]);
  const chain = logChain(sha256);
  const [first, second] = entries as [(typeof entries)[0], (typeof entries)[0]];
  expect(chain.take(second)).toBe(false);
  expect(chain.take({ ...first, prev: "x" })).toBe(false);
  expect(chain.take({ ...first, more: 1 } as never)).toBe(false);
  expect(chain.take(chained([{ body: { agreement_id: "a" } }])[0]!)).toBe(false);
  expect(chain.take(first)).toBe(true);
  expect(chain.take(first)).toBe(false);
  expect(chain.take({ ...second, at: 999 })).toBe(false);
  expect(chain.take({ ...second, seq: 2 })).toBe(false);
  expect(chain.take(second)).toBe(true);
  expect(chain.tree.size()).toBe(2);
});

it("OAP-24: entries of one agreement are told apart by what makes them one", () => {
  const at = { seq: 0, prev: "genesis", at: 0 };
  expect(placeOf({ ...at, kind: "redaction", body: { pointers: ["/a", "/b"] } }).name).toBe('["/a","/b"]');
  expect(placeOf({ ...at, kind: "agreement", body: agreement }).name).toBe('"h"');
});
