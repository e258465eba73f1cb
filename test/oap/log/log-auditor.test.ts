import { describe, expect, it } from "vitest";
import { canonicalize } from "../../../src/oap/canonical/index.js";
import { entryHash, type LogVerdict } from "../../../src/oap/log/index.js";
import { logAuditor } from "../../../src/oap/log/log-auditor.js";
import { createMerkleTree } from "../../../src/oap/merkle/index.js";
import type { LogEntry } from "../../../src/ports/index.js";
import { chained, plainLog, sha256 } from "../log-fixtures.js";

/** Along these entries; `undefined` is one that cannot be read. */
function walked(entries: readonly (LogEntry | undefined)[], options: WalkOptions = {}): LogVerdict {
  const walk = logAuditor(sha256, new Map(options.roots));
  for (const [index, entry] of entries.entries()) {
    const link = entry && { entry, bytes: canonicalize(entry) };
    const damage = walk.take(link, options.unsigned?.includes(index) ? "signature_invalid" : undefined);
    if (damage !== undefined) return damage;
  }
  return walk.end(options.head);
}

interface WalkOptions {
  readonly roots?: readonly (readonly [number, readonly string[]])[];
  readonly unsigned?: readonly number[];
  readonly head?: string;
}

/** The checkpoints of a log at these sizes. */
function rootsOf(entries: readonly LogEntry[], ...sizes: readonly number[]): [number, readonly string[]][] {
  const tree = createMerkleTree(sha256);
  for (const entry of entries) tree.append(canonicalize(entry));
  return sizes.map((size) => [size, [Buffer.from(tree.root(size)).toString("base64")]]);
}

const edited = (entries: readonly LogEntry[], index: number, change: Partial<LogEntry>): LogEntry[] =>
  entries.map((entry, at) => (at === index ? { ...entry, ...change } : entry));

const log = plainLog(8);
const other = { body: { other: true } };

describe("SG-33: a sound log", () => {
  it("has its size, its head and its root", () => {
    const [[, [root]]] = rootsOf(log, 8) as [[number, [string]]];
    expect(walked(log)).toEqual({
      ok: true,
      size: 8,
      head: entryHash(sha256, log[7]!),
      root: `sha256-${root}`,
    });
    expect(walked([])).toEqual({
      ...{ ok: true, size: 0, head: "genesis" },
      root: "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    });
  });

  it("fits its checkpoints of every size, and its head", () => {
    const roots = rootsOf(log, 0, 1, 2, 3, 4, 5, 6, 7, 8);
    expect(walked(log, { roots, head: entryHash(sha256, log[7]!) })).toMatchObject({ ok: true });
  });

  it("may have entries of one instant, and text that takes three bytes a unit", () => {
    const entries = chained([
      { at: 5, body: { text: "漢".repeat(3_000) } },
      { at: 5 },
      { at: 5, body: { text: "é" } },
    ]);
    expect(walked(entries)).toMatchObject({ ok: true, head: entryHash(sha256, entries[2]!) });
  });
});

describe("SG-33: of several damages the smallest index is named", () => {
  it("and checkpoints below a damage are looked at, those above are not", () => {
    const damaged = edited(log, 5, other);
    expect(walked(damaged, { roots: rootsOf(log, 3, 8) })).toMatchObject({
      firstBadIndex: 5,
      code: "chain_broken",
    });
    const rewritten = plainLog(2).concat(chained([...Array.from({ length: 8 }, () => other)]).slice(2));
    const again = chained(rewritten.map(({ body }) => ({ body })));
    const roots = rootsOf(log, 2, 4);
    expect(walked(again, { roots })).toMatchObject({ firstBadIndex: 2, code: "root_mismatch" });
    const both = edited(again, 5, { body: {} });
    expect(walked(both, { roots })).toMatchObject({ firstBadIndex: 2, code: "root_mismatch" });
    // Of size 6, which would hold the edited entry: the edit itself says more.
    expect(walked(edited(log, 5, other), { roots: rootsOf(log, 6) })).toMatchObject({ firstBadIndex: 5 });
  });

  it("an unsigned entry before a torn link, and the torn link before an unsigned entry", () => {
    expect(walked(edited(log, 5, { prev: "genesis" }), { unsigned: [4] })).toMatchObject({
      ...{ firstBadIndex: 4, code: "signature_invalid" },
    });
    expect(walked(edited(log, 4, other), { unsigned: [4] })).toMatchObject({
      ...{ firstBadIndex: 4, code: "chain_broken" },
    });
    expect(walked(log, { unsigned: [6, 3] })).toMatchObject({ firstBadIndex: 3, code: "signature_invalid" });
    expect(walked(log, { unsigned: [7] })).toMatchObject({ firstBadIndex: 7 });
  });

  it("two in one entry in the order of the codes", () => {
    const late = chained(log.map(({ body }, index) => ({ body, at: index === 3 ? 1 : 1_000 })));
    expect(walked(late, { unsigned: [3] })).toMatchObject({ firstBadIndex: 3, code: "time_broken" });
    expect(walked(edited(log, 3, { seq: 9, prev: "x" }))).toMatchObject({ code: "sequence_broken" });
    expect(walked(edited(log, 3, { prev: "x", at: 1 }))).toMatchObject({
      firstBadIndex: 3,
      code: "chain_broken",
    });
    expect(walked(edited(log, 3, { at: 1 }))).toMatchObject({ firstBadIndex: 3, code: "chain_broken" });
    const invalid = [...log.slice(0, 3), undefined, ...log.slice(4)];
    expect(walked(invalid, { unsigned: [3] })).toMatchObject({ firstBadIndex: 3, code: "entry_invalid" });
    expect(walked(invalid, { unsigned: [2] })).toMatchObject({ firstBadIndex: 2, code: "signature_invalid" });
  });

  it("a torn link whose next entry cannot be read is the fault of the one before", () => {
    const torn = [...edited(log, 3, other).slice(0, 5), undefined];
    expect(walked(torn)).toMatchObject({ firstBadIndex: 3, code: "chain_broken" });
    expect(walked([...edited(log, 4, { prev: "x" }).slice(0, 5), undefined])).toMatchObject({
      firstBadIndex: 3,
    });
  });

  it("a checkpoint that does not fit, or the end that is missing, whichever comes first", () => {
    const roots = [
      ...rootsOf(log, 2, 8),
      ...rootsOf(
        plainLog(8).map((entry) => ({ ...entry, ...other })),
        4,
      ),
    ];
    expect(walked(log.slice(0, 6), { roots })).toMatchObject({ firstBadIndex: 2, code: "root_mismatch" });
    expect(walked(log.slice(0, 6), { roots: rootsOf(log, 2, 8) })).toMatchObject({
      ...{ firstBadIndex: 6, code: "truncated" },
    });
    expect(walked(log, { roots: [[8, ["other"]]], unsigned: [7] })).toMatchObject({
      ...{ firstBadIndex: 0, code: "root_mismatch" },
    });
    const [fits, ...rest] = rootsOf(log, 7);
    expect(walked(log, { roots: [fits!, ...rest, [8, ["other"]]], unsigned: [7] })).toMatchObject({
      ...{ firstBadIndex: 7, code: "signature_invalid" },
    });
    // Two checkpoints of one size: at most one of them is this log's.
    const [[size, [root]]] = rootsOf(log, 8) as [[number, [string]]];
    expect(walked(log, { roots: [[size, [root, "other"]]] })).toMatchObject({ code: "root_mismatch" });
  });
});

describe("SG-33: a known head", () => {
  const head = entryHash(sha256, log[7]!);

  it("tells of an edited last entry, and of a missing one", () => {
    expect(walked(edited(log, 7, other), { head })).toMatchObject({ firstBadIndex: 7, code: "chain_broken" });
    expect(walked(log.slice(0, 7), { head })).toMatchObject({ firstBadIndex: 6, code: "chain_broken" });
    expect(walked([], { head })).toMatchObject({ firstBadIndex: 0, code: "truncated" });
    expect(walked([], { head: "genesis" })).toMatchObject({ ok: true });
    expect(walked(edited(log, 7, other), { head, unsigned: [7] })).toMatchObject({ code: "chain_broken" });
    expect(walked(edited(log, 7, other), { head, unsigned: [2] })).toMatchObject({ firstBadIndex: 2 });
    expect(walked(edited(log, 7, other), { head, roots: rootsOf(log, 2, 8) })).toMatchObject({
      ...{ firstBadIndex: 2, code: "root_mismatch" },
    });
    expect(walked(edited(log, 7, other), { head, roots: rootsOf(log, 7, 8) })).toMatchObject({
      ...{ firstBadIndex: 7, code: "chain_broken" },
    });
  });
});
