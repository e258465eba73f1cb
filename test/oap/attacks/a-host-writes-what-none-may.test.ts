import { beforeAll, describe, expect, it } from "vitest";
import type { LogDamageCode, LogEntry, LogKind } from "../../../src/oap/index.js";
import {
  agreementCommitment,
  canonicalize,
  canonicalText,
  hashText,
  signDetached,
  verifyLog,
} from "../../../src/oap/index.js";
import type { EntryDraft, SignedAgreement } from "../log-fixtures.js";
import { chained, idsOf, parties, penaltyOf, sha256, signedAgreement, testKey } from "../log-fixtures.js";

/**
 * Mallory runs a Tool, and its log is hers: every entry is chained as it should be, every signature in it is genuine.
 * What she writes has to be what a host may write all the same, or what a log proves is nothing.
 */
describe("a host chains into its log what none may write", () => {
  const [ada, smith] = parties;
  let one: SignedAgreement;
  let two: SignedAgreement;
  let sound: readonly EntryDraft[];
  beforeAll(async () => {
    [one, two] = [await signedAgreement(1), await signedAgreement(2)];
    const redaction = { agreement_id: one.body.agreement_id, party: smith.did, pointers: ["/terms/price"] };
    sound = [
      { body: one.body },
      { kind: "cosignature", body: one.cosignature },
      { kind: "redaction", body: redaction },
    ];
  });

  /** What verifiers say, with signatures and without, of entries and of lines, when this comes behind a sound log. */
  async function verdictsOn(...drafts: readonly EntryDraft[]): Promise<unknown[]> {
    const entries = chained([...sound, ...drafts]);
    const lines = entries.map((entry) => canonicalText(entry));
    const verdicts: unknown[] = [];
    for (const log of [entries, lines]) {
      for (const signatures of [true, false]) {
        const verdict = await verifyLog(log, { sha256, signatures });
        verdicts.push(verdict.ok ? "ok" : [verdict.code, verdict.firstBadIndex]);
      }
    }
    return verdicts;
  }
  const all = (code: LogDamageCode, index = 3): unknown[] => new Array(4).fill([code, index]);

  it("who keeps to the rules is believed, so that what follows shows something [SG-42]", async () => {
    const more = {
      agreement_id: one.body.agreement_id,
      party: ada.did,
      pointers: ["/terms/price", "/terms/units"],
    };
    const penalty = { kind: "withdrawal_penalty", body: await penaltyOf(3) } as const;
    const all = await verdictsOn({ body: two.body }, { kind: "redaction", body: more }, penalty);
    expect(all).toEqual(["ok", "ok", "ok", "ok"]);
  });

  it("she writes one agreement twice, so that a deal is owed twice [SG-42]", async () => {
    expect(await verdictsOn({ body: one.body })).toEqual(all("agreement_twice"));
    // Another agreement of the negotiation, whose parties did sign it; and another under the same id.
    const { agreement_id, negotiation_id } = one.body;
    for (const ids of [{ negotiation_id }, { agreement_id }]) {
      const again = await signedAgreement(7, ids);
      expect(await verdictsOn({ body: again.body })).toEqual(all("agreement_twice"));
    }
  });

  it("she hides what was never there, or what nobody may hide [SG-42]", async () => {
    const cases: readonly (readonly string[])[] = [
      [],
      ["/parties/0"],
      ["/metadata/binding"],
      ["/terms"],
      ["/terms/"],
      ["/terms/none"],
      ["/terms/price/deeper"],
      [""],
      ["/terms/price", "/effective_from"],
      ["/terms/price", "/terms/price"],
      // In an order of their own they would be there a second time.
      ["/terms/units", "/terms/price"],
    ];
    for (const pointers of cases) {
      const body = { agreement_id: one.body.agreement_id, party: ada.did, pointers };
      expect(await verdictsOn({ kind: "redaction", body })).toEqual(all("redaction_invalid"));
    }
  });

  it("she hides the same a second time, whoever asks [SG-42]", async () => {
    const { agreement_id } = one.body;
    const hides = (party: string, ...pointers: string[]): EntryDraft => ({
      kind: "redaction",
      body: { agreement_id, party, pointers },
    });
    for (const { did } of parties) {
      expect(await verdictsOn(hides(did, "/terms/price"))).toEqual(all("redaction_invalid"));
    }
    // Two who ask at once may both name a term.
    const both = hides(ada.did, "/terms/price", "/terms/units");
    expect(await verdictsOn(both, hides(smith.did, "/terms/units"))).toEqual(["ok", "ok", "ok", "ok"]);
  });

  it("and whoever looks away by a word that is no false sees it all the same [SG-33]", async () => {
    const { [smith.did]: signature = "" } = one.body.signatures;
    const signatures = { [smith.did]: `${signature.slice(0, -4)}AAAA` };
    const entries = chained([{ body: { ...one.body, signatures } }]);
    for (const odd of [undefined, null, 0, ""]) {
      const verdict = await verifyLog(entries, { sha256, signatures: odd as never });
      expect(verdict).toMatchObject({ code: "signature_invalid", firstBadIndex: 0 });
    }
  });

  it("she adds to agreements that are not there, or not there yet [SG-42]", async () => {
    const { agreement_id } = two.body;
    const redaction = { agreement_id, party: ada.did, pointers: ["/terms/price"] };
    for (const draft of [
      { kind: "redaction", body: redaction },
      { kind: "cosignature", body: two.cosignature },
    ] as const) {
      expect(await verdictsOn(draft)).toEqual(all("agreement_unknown"));
      expect(await verdictsOn(draft, { body: two.body })).toEqual(all("agreement_unknown"));
    }
  });

  it("she lets a stranger sign or redact, or a party sign twice [SG-42]", async () => {
    const { agreement_id } = one.body;
    const eve = testKey(9);
    const strangers: readonly (readonly [LogKind, object])[] = [
      ["redaction", { agreement_id, party: eve.did, pointers: ["/terms/price"] }],
      ["cosignature", { ...one.cosignature, party: eve.did }],
      ["cosignature", { ...one.cosignature, party: eve.did, key: eve.snapshot }],
      ["cosignature", one.cosignature],
    ];
    for (const [kind, body] of strangers)
      expect(await verdictsOn({ kind, body })).toEqual(all("signature_invalid"));
    const { body } = two;
    for (const signatures of [
      {},
      { [eve.did]: body.signatures[smith.did]! },
      { ...body.signatures, [eve.did]: "x" },
    ]) {
      expect(await verdictsOn({ body: { ...body, signatures } })).toEqual(all("signature_invalid"));
    }
  });

  it("she puts one term inside another, so that two readers see two agreements [SG-42]", async () => {
    for (const pointer of ["/terms", "/terms/price/amount", "/parties"]) {
      const digests = { ...two.body.digests, [pointer]: "A".repeat(43) };
      expect(await verdictsOn({ body: { ...two.body, digests } })).toEqual(all("entry_invalid"));
    }
    // What only begins alike lies in nothing.
    const digests = { ...two.body.digests, "/terms/price!": "A".repeat(43), "/terms/pric": "A".repeat(43) };
    const [, unsigned] = await verdictsOn({ body: { ...two.body, digests } });
    expect(unsigned).toBe("ok");
  });

  it("she smuggles members along, or leaves some out [SG-42]", async () => {
    const { agreement_id } = two.body;
    const redaction = { agreement_id, party: ada.did, pointers: ["/terms/price"] };
    const penalty = await penaltyOf(3);
    const bodies: readonly (readonly [LogKind, object])[] = [
      ["agreement", two.body],
      ["cosignature", two.cosignature],
      ["redaction", redaction],
      ["withdrawal_penalty", penalty],
    ];
    for (const [kind, body] of bodies) {
      const odd = [
        { ...body, note: "as agreed by telephone" },
        { ...body, salt_secret: "A".repeat(43) },
        ...Object.keys(body).map((name) =>
          Object.fromEntries(Object.entries(body).filter(([own]) => own !== name)),
        ),
        ...Object.keys(body).map((name) => ({ ...body, [name]: 7 })),
        ...Object.keys(body).map((name) => ({ ...body, [name]: null })),
      ];
      const before: EntryDraft[] = kind === "agreement" ? [] : [{ body: two.body }];
      for (const one of odd) {
        expect(await verdictsOn(...before, { kind, body: one })).toEqual(
          all("entry_invalid", 3 + before.length),
        );
      }
    }
    const { snapshot, did, kid } = smith;
    const keys: readonly object[] = [
      { [kid]: { ...snapshot, note: "trust me" } },
      { [kid]: snapshot, [testKey(9).kid]: testKey(9).snapshot },
      { other: snapshot },
      { [ada.did]: snapshot },
    ];
    for (const own of keys) {
      expect(await verdictsOn({ body: { ...two.body, keys: own } })).toEqual(all("entry_invalid"));
    }
    // The first edition wrote them so.
    expect(await verdictsOn({ body: { ...two.body, keys: { [did]: snapshot } } })).toEqual([
      "ok",
      "ok",
      "ok",
      "ok",
    ]);
  });

  it("she names no two parties, or no ids [SG-42]", async () => {
    const { body } = two;
    const [first] = body.parties;
    const changes: readonly object[] = [
      { parties: [first, first] },
      { parties: [first] },
      { parties: [...body.parties, testKey(9).did] },
      { parties: ["ada", "smith"] },
      { agreement_id: "agr_1" },
      { negotiation_id: body.agreement_id },
      { agreement_hash: "sha256-" },
    ];
    for (const change of changes) {
      expect(await verdictsOn({ body: { ...body, ...change } })).toEqual(all("entry_invalid"));
    }
  });

  it("she writes before time began [SG-42]", async () => {
    const entries: LogEntry[] = chained([{ at: -1, body: one.body }]);
    expect(await verifyLog(entries, { sha256 })).toMatchObject({ code: "entry_invalid", firstBadIndex: 0 });
  });

  it("she charges for a withdrawal that was not made so, or charges twice [OAP-56]", async () => {
    const body = await penaltyOf(3);
    const { withdrawal, penalty } = body;
    const at = (change: object): EntryDraft => ({ kind: "withdrawal_penalty", body: { ...body, ...change } });
    const invalid = [
      { penalty: { ...penalty, amount: "-1.00" } },
      { penalty: { ...penalty, amount: 5 } },
      { penalty: { amount: "5.00" } },
      { negotiation_id: idsOf(4).negotiation_id },
      { party: ada.did },
      { manifest_hash: one.body.agreement_hash.replace("4", "5") },
      { withdrawal: { ...withdrawal, note: "" } },
      { withdrawal: { ...withdrawal, to: smith.did } },
    ];
    for (const change of invalid) expect(await verdictsOn(at(change))).toEqual(all("entry_invalid"));
    expect(await verdictsOn(at({}), at({}))).toEqual(all("entry_invalid", 4));
    // What was agreed was not withdrawn from, whichever comes first.
    const agreed = await signedAgreement(3);
    expect(await verdictsOn({ body: agreed.body }, at({}))).toEqual(all("entry_invalid", 4));
    expect(await verdictsOn(at({}), { body: agreed.body })).toEqual(all("agreement_twice", 4));
    // That it is signed tells who verifies signatures.
    for (const change of [
      { withdrawal: { ...withdrawal, reason: "You pay." } },
      { key: ada.snapshot },
      { withdrawal: { ...withdrawal, signature: one.body.signatures[smith.did] } },
    ]) {
      const [signed, unsigned] = await verdictsOn(at(change));
      expect([signed, unsigned]).toEqual([["signature_invalid", 3], "ok"]);
    }
  });

  it("she and the acceptor sign an agreement that has no leaf for whether it binds, or leaves of their own [SG-42]", async () => {
    const { "/metadata/binding": binding = "", ...unbound } = two.body.digests;
    const terms = Object.keys(unbound).filter((name) => name.startsWith("/terms"));
    const termless = Object.fromEntries(
      Object.entries(two.body.digests).filter(([name]) => !terms.includes(name)),
    );
    const odd = [
      "/bond",
      "/metadata/bond",
      "terms/a",
      "/terms/~2",
      "/terms/a~",
      "/terms/__proto__/a",
      "/terms/a/constructor",
    ];
    for (const digests of [
      unbound,
      termless,
      ...odd.map((name) => ({ ...two.body.digests, [name]: binding })),
      ...["AAAA", `${binding}=`, binding.replace(/.$/, "_")].map((digest) => ({
        ...two.body.digests,
        "/terms/price": digest,
      })),
    ]) {
      const agreement_hash = hashText(sha256, canonicalize(digests));
      const commitment = { ...agreementCommitment(two.body), agreement_hash };
      const signature = await signDetached(canonicalize(commitment), "agreement", smith);
      const body = { ...two.body, agreement_hash, digests, signatures: { [smith.did]: signature } };
      expect(await verdictsOn({ body })).toEqual(all("entry_invalid"));
    }
  });

  it("she has two keys of one party in an entry, and each signature has its own [SG-28]", async () => {
    const did = "did:web:smith.example";
    const [old, young] = [testKey(21), testKey(22)].map((key, at) => {
      const kid = `${did}#${at}`;
      const snapshot = { ...key.snapshot, kid, documentHash: one.body.agreement_hash };
      return { ...key, did, kid, snapshot };
    }) as [typeof smith, typeof smith];
    const { body } = await signedAgreement(5, {}, [ada, young]);
    for (const keys of [
      { [young.kid]: young.snapshot },
      { [old.kid]: old.snapshot, [young.kid]: young.snapshot },
    ]) {
      expect(await verdictsOn({ body: { ...body, keys } })).toEqual(["ok", "ok", "ok", "ok"]);
    }
    const forged = { [young.kid]: { ...old.snapshot, kid: young.kid } };
    for (const keys of [{}, { [old.kid]: old.snapshot }, { [did]: old.snapshot }, forged]) {
      const [signed, unsigned] = await verdictsOn({ body: { ...body, keys } });
      expect([signed, unsigned]).toEqual([["signature_invalid", 3], "ok"]);
    }
    // A did:key says itself what it is: the entry may not say another thing, nor nothing.
    const lie = { [smith.kid]: { ...smith.snapshot, publicKeyMultibase: ada.snapshot.publicKeyMultibase } };
    for (const keys of [{}, lie]) {
      const [signed] = await verdictsOn({ body: { ...two.body, keys } });
      expect(signed).toEqual(["signature_invalid", 3]);
    }
  });
});
