import { describe, expect, it } from "vitest";
import { hostProofs } from "../../src/oap/host/host-proofs.js";
import type { DidDocumentResolver, KeyResolver, SignaturePurpose } from "../../src/oap/index.js";
import { createKeyResolver } from "../../src/oap/index.js";
import { signDocument } from "../../src/oap/signing/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { good, sha256, signerOf } from "./host-setup.js";

/** Proofs whose look-ups hang until they are ended, one by one or by the clock. */
async function hanging() {
  const clock = new ManualClock();
  const { sign, kid: ownKid } = await signerOf(1);
  /** The DIDs that were asked about, and the ends of those look-ups. */
  const asked: string[] = [];
  const ends: (() => void)[] = [];
  const resolver: KeyResolver = {
    resolveKey: (kid) =>
      new Promise((resolve) => {
        asked.push(kid.split("#")[0] ?? "");
        ends.push(() => resolve({ ok: false, code: "key_unresolvable", message: "" } as never));
      }),
    forgetKey: () => undefined,
  };
  const { prove } = hostProofs({ resolver, verifier: () => true, clock });
  const codes: string[] = [];
  const look = async (
    did: string,
    purpose: SignaturePurpose = "proposal",
    key = "key-1",
    opener = did,
  ): Promise<void> => {
    const kid = did.startsWith("did:key:") ? ownKid : `${did}#${key}`;
    const { document } = good(await signDocument({}, purpose, { kid, sign }));
    const proof = prove(purpose, kid.split("#")[0] ?? "", document, opener);
    proof.then((answer) => codes.push(answer.ok ? "ok" : answer.code));
    await settled();
  };
  const end = async (index: number): Promise<void> => {
    ends[index]?.();
    await settled();
  };
  return { clock, asked, codes, look, end };
}

/** All that waits for nothing from outside has gone on. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const webDid = (index: number): string => `did:web:party${index}.example`;

describe("look-ups of keys", () => {
  it("OAP-54: are 16 at once, of which 8 for openings; the newest that waits goes on as one ends", async () => {
    const { asked, look, end, codes } = await hanging();
    for (let index = 0; index < 12; index += 1) await look(webDid(index), "open");
    expect(asked).toEqual(Array.from({ length: 8 }, (_, index) => webDid(index)));
    // Strangers who open take nothing from parties that negotiate.
    for (let index = 20; index < 32; index += 1) await look(webDid(index));
    expect(asked).toHaveLength(16);
    expect(asked.slice(8)).toEqual(Array.from({ length: 8 }, (_, index) => webDid(20 + index)));
    await end(3);
    expect(asked.slice(16)).toEqual([webDid(11)]);
    await end(8);
    expect(asked.slice(17)).toEqual([webDid(31)]);
    expect(codes).toEqual(["key_unresolvable", "key_unresolvable"]);
  });

  it("OAP-54: are 2 at once of one DID, in both lines together; who comes after it does not wait for it", async () => {
    const { asked, look, end } = await hanging();
    await look(webDid(1), "open");
    await look(webDid(1), "reject");
    for (const purpose of ["open", "accept", "proposal"] as const) await look(webDid(1), purpose, purpose);
    // Who asks for the same key shares what is under way.
    await look(webDid(1), "withdraw");
    expect(asked).toEqual([webDid(1), webDid(1)]);
    await look(webDid(2), "open");
    await look(webDid(3));
    expect(asked.slice(2)).toEqual([webDid(2), webDid(3)]);
    // The freed place is that of whichever line has somebody waiting.
    await end(1);
    expect(asked.slice(4)).toEqual([webDid(1)]);
    await end(0);
    expect(asked.slice(5)).toEqual([webDid(1)]);
    await end(4);
    expect(asked.slice(6)).toEqual([webDid(1)]);
  });

  it("OAP-54: of one key wait for no other opener's, whoever asked for it first", async () => {
    const { asked, look } = await hanging();
    const [eve, ada] = ["did:web:eve.example", "did:web:ada.example"];
    for (let index = 0; index < 4; index += 1) await look(webDid(index), "reject", "key-1", eve);
    await look(webDid(9), "reject", "key-1", eve);
    expect(asked).toHaveLength(4);
    await look(webDid(9), "reject", "key-1", ada);
    expect(asked.slice(4)).toEqual([webDid(9)]);
  });

  it("OAP-54: are given up after 5,000 ms, or after 1,000 for one that waits, which then has as long", async () => {
    const { clock, asked, look, codes } = await hanging();
    for (let index = 0; index < 9; index += 1) await look(webDid(index));
    await clock.advance(999);
    expect([asked.length, codes.length]).toEqual([8, 0]);
    await clock.advance(1);
    expect([asked.length, codes.length]).toEqual([9, 1]);
    await clock.advance(3_999);
    expect(codes).toHaveLength(1);
    await clock.advance(1);
    expect(codes).toHaveLength(8);
    await clock.advance(999);
    expect(codes).toHaveLength(8);
    await clock.advance(1);
    expect(codes).toEqual(Array(9).fill("key_unresolvable"));
    expect(clock.pendingCount).toBe(0);
  });

  it("OAP-54: that wait are 256 in a line; with one more the oldest is queue_full, and asks nobody", async () => {
    const { asked, look, codes } = await hanging();
    for (let index = 0; index < 8 + 256; index += 1) await look(webDid(index), "open");
    expect(codes).toEqual([]);
    await look(webDid(999), "open");
    expect(codes).toEqual(["queue_full"]);
    expect(asked).toHaveLength(8);
    await look(webDid(999));
    expect(asked).toHaveLength(9);
  });

  it("OAP-54: wait for 3,000 ms where places are held in vain, and are queue_full then, to come again as the newest", async () => {
    const { clock, look, codes } = await hanging();
    // Keys that were not there in time have what the last time took and a second more, of which nobody takes one from another.
    for (let index = 0; index < 8; index += 1) await look(webDid(index));
    await clock.advance(5_000);
    await look(webDid(8));
    await clock.advance(5_000);
    expect(codes).toEqual(Array(9).fill("key_unresolvable"));
    for (let index = 0; index < 9; index += 1) await look(webDid(index));
    await clock.advance(2_999);
    expect(codes).toHaveLength(9);
    await clock.advance(1);
    expect(codes.slice(9)).toEqual(["queue_full"]);
  });

  it("SG-17: of a did:key ask nobody else, so that they wait for none", async () => {
    const { asked, look } = await hanging();
    for (let index = 0; index < 8; index += 1) await look(webDid(index));
    for (let again = 0; again < 5; again += 1) await look("did:key:own");
    expect(asked).toHaveLength(13);
  });

  it("OAP-54: of what the resolver keeps ask nobody else either, for as long as it keeps it", async () => {
    const clock = new ManualClock();
    const { sign, kid: own } = await signerOf(1);
    const asked: string[] = [];
    let isHanging = false;
    const publicKeyMultibase = own.split("#")[1] ?? "";
    const web: DidDocumentResolver = async (id) => {
      asked.push(id);
      if (isHanging) return new Promise(() => {});
      const method = { id: "#key-1", type: "Multikey", controller: id, publicKeyMultibase };
      const document = { id, verificationMethod: [method], assertionMethod: ["#key-1"] };
      return new TextEncoder().encode(JSON.stringify(document));
    };
    const resolver = createKeyResolver({ sha256, clock, methods: { web } });
    const { prove } = hostProofs({ resolver, verifier: () => true, clock });
    const proved = async (index: number): Promise<string | undefined> => {
      const { document } = good(await signDocument({}, "accept", { kid: `${webDid(index)}#key-1`, sign }));
      let code: string | undefined;
      prove("accept", webDid(index), document).then((answer) => {
        code = answer.ok ? "ok" : answer.code;
      });
      await settled();
      return code;
    };
    expect(await proved(1)).toBe("ok");
    isHanging = true;
    for (let index = 2; index < 12; index += 1) expect(await proved(index)).toBeUndefined();
    for (let again = 0; again < 5; again += 1) expect(await proved(1)).toBe("ok");
    expect(asked).toHaveLength(9);
    clock.set(clock.now() + 300_001);
    expect(await proved(1)).toBeUndefined();
    expect(asked.filter((did) => did === webDid(1))).toHaveLength(2);
  });
});
