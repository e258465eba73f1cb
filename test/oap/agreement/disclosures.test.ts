import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { leafDigest } from "../../../src/oap/agreement/disclosures.js";
import { sha256 } from "../agreements.js";

it("SG-26: a digest is over salt, pointer and value, each of which changes it", () => {
  const digest = (text: string) => createHash("sha256").update(text).digest("base64url");
  expect(leafDigest(sha256, "/terms/a", { salt: "AA", value: { b: [1], a: "" } })).toBe(
    digest('["AA","/terms/a",{"a":"","b":[1]}]'),
  );
  const digests = [
    leafDigest(sha256, "/terms/a", { salt: "AA", value: 1 }),
    leafDigest(sha256, "/terms/a", { salt: "AA", value: "1" }),
    leafDigest(sha256, "/terms/a", { salt: "AQ", value: 1 }),
    leafDigest(sha256, "/terms/b", { salt: "AA", value: 1 }),
  ];
  expect(new Set(digests).size).toBe(4);
  expect(digests.every((one) => /^[A-Za-z0-9_-]{43}$/.test(one))).toBe(true);
});

it("SG-26: a digest is there for the longest text that a document may hold", () => {
  expect(leafDigest(sha256, "/terms/a", { salt: "AA", value: "\u0001".repeat(65_536) })).toHaveLength(43);
});
