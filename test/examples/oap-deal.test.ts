import canonicalizePackage from "canonicalize";
import { compactVerify, importJWK } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import type { Agreement } from "../../src/oap/agreement/index.js";
import { resolveDidKey } from "../../src/oap/keys/index.js";
import { must } from "../service/watched-room.js";
import { type ExampleEnding, runExample } from "./run-example.js";

/** What is tampered with, and the refusal of each. */
const REFUSALS = [
  ["proposal: another price", "signature_invalid"],
  ["proposal: offered as an acceptance", "signature_invalid"],
  ["proposal: offered as ada's", "signature_invalid"],
  ["agreement: another price", "agreement_mismatch"],
  ["agreement: not binding any more", "agreement_mismatch"],
  ["agreement: another hash", "agreement_mismatch"],
  ["agreement: another signature", "signature_invalid"],
  ["agreement: smith's signature as ada's", "signature_invalid"],
  ["agreement: with the proposal of round 3", "agreement_mismatch"],
  ["public form: another price", "agreement_mismatch"],
  ["public form: a guess at the hidden price", "agreement_mismatch"],
  ["public form: a party hidden as well", "not_redactable"],
  ["receipt: another inclusion proof", "signature_invalid"],
  ["receipt: another checkpoint", "signature_invalid"],
  ["log: an entry changed", "chain_broken at entry 1"],
  ["log: an entry left out", "sequence_broken at entry 1"],
  ["log: its end cut off", "truncated at entry 2"],
  ["log: written anew as a whole", "root_mismatch at entry 0"],
] as const;

/** What is tried without one of the parties. */
const FORGERIES = [
  ["an agreement that nobody signed", "assent_missing"],
  ["an agreement without ada's signature", "assent_missing"],
  ["the same, with a proposal of the forger's", "agreement_mismatch"],
] as const;

describe("examples/oap-deal.ts", () => {
  let ending: ExampleEnding;
  let parts: Map<string, string>;
  let agreement: Agreement;
  beforeAll(async () => {
    ending = await runExample("oap-deal.ts");
    parts = new Map(
      ending.stdout
        .split("\n== ")
        .slice(1)
        .map((part) => {
          const end = part.indexOf("\n");
          return [part.slice(0, end), part.slice(end + 1)];
        }),
    );
    const text = part("The agreement");
    agreement = JSON.parse(text.slice(0, text.indexOf("\n}\n") + 2)) as Agreement;
  });
  const part = (heading: string): string => must(parts.get(heading));

  it("issue 5: ends by itself, short enough to be read at once", () => {
    expect({ code: ending.code, stderr: ending.stderr }).toEqual({ code: 0, stderr: "" });
    expect(ending.stdout.split("\n").length).toBeLessThan(145);
    // Alone: in signatures and hashes any three letters may stand together.
    expect(ending.stdout).not.toMatch(/undefined|\[object|(?<![\w+/-])NaN(?![\w+/-])|\n\n\n/);
  });

  it("issue 5: two parties with did:key come to terms in four signed rounds", () => {
    const dids = [...part("Two parties, each named by its key").matchAll(/did:key:z6Mk\w+/g)].map(String);
    expect(agreement.parties).toEqual(dids);
    const rounds = part("Four signed rounds").trim().split("\n");
    expect(rounds.map((line) => line.replace(/ +signed \.\.\.[\w-]{16}$/, ""))).toEqual([
      "ada    round 1: 40.00 EUR",
      "smith  round 2: 56.00 EUR",
      "ada    round 3: 46.00 EUR",
      "smith  round 4: 49.00 EUR",
      "ada    accepts",
    ]);
    expect(new Set(rounds.map((line) => line.slice(-16))).size).toBe(5);
    expect(agreement.terms).toEqual({ price: "49.00", units: 4_000, deliver_by: "2027-01-31" });
  });

  it("issue 5: both signatures are of the parties over the printed hash, as jose finds as well", async () => {
    const text = part("The agreement");
    const [, agreement_hash] = must(/^hash {2}(sha256-\S{43}=)$/m.exec(text));
    const { agreement_id, negotiation_id, parties: both } = agreement;
    const commitment = { agreement_id, negotiation_id, parties: both, agreement_hash };
    const payload = Buffer.from(must(canonicalizePackage(commitment))).toString("base64url");
    const signatures = [...text.matchAll(/^signed by (\S+)\n {2}(\S+)\.\.(\S+)$/gm)];
    expect(signatures.map(([, did]) => did).sort()).toEqual([...both].sort());
    for (const [, did, header, signature] of signatures) {
      const key = resolveDidKey(`${did}#${must(did).slice("did:key:".length)}`);
      if (!key.ok) throw new Error(key.message);
      const x = Buffer.from(key.publicKey).toString("base64url");
      const jwk = await importJWK({ kty: "OKP", crv: "Ed25519", x }, "Ed25519");
      const { protectedHeader } = await compactVerify(`${header}.${payload}.${signature}`, jwk);
      expect(protectedHeader.typ).toBe("oap-agreement+jws");
    }
    expect(text).toMatch(/\nverified offline: ok, complete\n$/);
  });

  it("issue 5: shows the log entry with its inclusion proof and the signed checkpoint, which hold", () => {
    const text = part("Its entry in the log");
    const entry = JSON.parse(text.slice(0, text.indexOf("\n}\n") + 2));
    expect(entry).toMatchObject({ seq: 0, prev: "genesis", kind: "agreement" });
    expect(entry.body.agreement_id).toBe(agreement.agreement_id);
    expect(JSON.stringify(entry)).not.toContain("49.00");
    expect(text).toMatch(/^hash {2}sha256-\S{43}=$/m);
    expect(text).toMatch(/^inclusion proof: [A-Za-z0-9+/]{43}=$/m);
    expect(text).toMatch(/^ {2}tool\.example\/log\n {2}2\n {2}\S{43}=\n\n {2}— tool\.example\/log \S+$/m);
    expect(text).toMatch(/\nverified offline: ok\n$/);
  });

  it("issue 5: redacts the price, and the same hash verifies", () => {
    const text = part("The price is redacted for the public log");
    expect(text.split("\n").slice(0, 3)).toEqual([
      '/terms/deliver_by  "2027-01-31"',
      "/terms/price       (hidden)",
      "/terms/units       4000",
    ]);
    expect(text).not.toContain("49.00");
    const hash = /^hash .+$/m;
    expect(must(hash.exec(text))[0]).toBe(must(hash.exec(part("The agreement")))[0]);
    expect(text).toContain("\nverified offline: ok, complete, hidden: /terms/price\n");
    expect(text).toMatch(/\nthe log of 3 entries: ok, 3 entries\n$/);
  });

  it("another room of the Tool refuses the Open once there is an agreement [OAP-50]", () => {
    expect(part("Replayed in another room of the Tool").trim().split("\n")).toEqual([
      `${"ada's Open".padEnd(42)} refused, negotiation_over`,
      `${"ada's first proposal".padEnd(42)} refused, unknown_negotiation`,
    ]);
  });

  it("nobody makes an agreement of ada's without ada [SG-29]", () => {
    const lines = part("Forged without ada").trim().split("\n");
    expect(lines).toEqual(FORGERIES.map(([what, code]) => `${what.padEnd(42)} refused, ${code}`));
  });

  it.each(REFUSALS)("issue 5: tampering is refused: %s", (what, code) => {
    const lines = part("Tampering with each part").trim().split("\n");
    expect(lines).toHaveLength(REFUSALS.length);
    expect(lines.filter((line) => line.startsWith(what))).toEqual([`${what.padEnd(42)} refused, ${code}`]);
  });
});
