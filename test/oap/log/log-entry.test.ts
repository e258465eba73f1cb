import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { entryHash, isLogEntry } from "../../../src/oap/log/index.js";
import type { LogEntry } from "../../../src/ports/index.js";
import { sha256 } from "../log-fixtures.js";

const entry: LogEntry = { seq: 0, prev: "genesis", kind: "agreement", at: 7, body: { b: 1, a: "é" } };

it("SG-30: the hash of an entry is that of its canonical bytes", () => {
  const text = '{"at":7,"body":{"a":"é","b":1},"kind":"agreement","prev":"genesis","seq":0}';
  expect(entryHash(sha256, entry)).toBe(`sha256-${createHash("sha256").update(text).digest("base64")}`);
  expect(() => entryHash(sha256, { ...entry, at: 1.5 })).toThrow(TypeError);
});

it("SG-30: an entry has its five members, its kind, and no other", () => {
  for (const kind of ["agreement", "cosignature", "redaction"])
    expect(isLogEntry({ ...entry, kind })).toBe(true);
  const odd = [
    ...[{ seq: "0" }, { prev: 1 }, { prev: null }, { kind: "proposal" }, { kind: "toString" }, { at: "7" }],
    ...[{ body: null }, { body: [] }, { body: "{}" }, { more: 1 }, { seq: undefined }],
  ];
  for (const change of odd) expect(isLogEntry({ ...entry, ...change })).toBe(false);
  for (const value of [null, undefined, 7, "entry", [], {}]) expect(isLogEntry(value)).toBe(false);
  const { at: _, ...less } = entry;
  expect(isLogEntry(less)).toBe(false);
});
