import { describe, expect, it } from "vitest";
import { signDetached } from "../../src/oap/detached-jws.js";
import { didKeysAlone, hostProofs } from "../../src/oap/host-proofs.js";
import { keyResolver, webCryptoVerifier } from "../../src/oap/index.js";
import { sha256, signerOf } from "./host-setup.js";

const resolver = keyResolver({ sha256 });
const verifier = webCryptoVerifier();

describe("the proofs of a host", () => {
  it("SG-22: a signature that holds comes with the key as it was found", async () => {
    const signer = await signerOf(1);
    const [did = ""] = signer.kid.split("#");
    const payload = new Uint8Array([1, 2, 3]);
    const token = await signDetached(payload, "accept", signer);
    const { prove } = hostProofs({ resolver, verifier });
    const proof = await prove("accept", did, token, () => payload);
    expect(proof).toMatchObject({ ok: true, key: { kid: signer.kid, documentHash: null } });
    expect(await prove("reject", did, token, () => payload)).toMatchObject({ code: "signature_invalid" });
    expect(await prove("accept", did, token, () => new Uint8Array())).toMatchObject({
      code: "signature_invalid",
    });
    const refusing = { ...resolver, resolveKey: () => Promise.reject(new Error("secret")) };
    const answer = await hostProofs({ resolver: refusing, verifier }).prove(
      "accept",
      did,
      token,
      () => payload,
    );
    expect(answer).toMatchObject({ code: "key_unresolvable" });
  });

  it("SG-38: at most 16 works about one negotiation at once, however they end", async () => {
    const { bounded } = hostProofs({ resolver, verifier });
    const ends: ((value: string) => void)[] = [];
    const work = (): Promise<string> => new Promise((resolve) => ends.push(resolve));
    const running = Array.from({ length: 16 }, () => bounded("neg_1", work));
    expect(await bounded("neg_1", work)).toMatchObject({ ok: false, code: "queue_full" });
    expect(await bounded("neg_2", async () => "free")).toBe("free");
    for (const end of ends) end("done");
    expect(await Promise.all(running)).toEqual(Array(16).fill("done"));
    await expect(bounded("neg_1", () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
    const again = Array.from({ length: 16 }, () => bounded("neg_1", async () => "free"));
    expect(await Promise.all(again)).toEqual(Array(16).fill("free"));
  });
});

describe("the keys of who was handed no resolver", () => {
  it("SG-17: are those that are their own names, as of now; all others are unresolvable at once", async () => {
    const { kid } = await signerOf(1);
    const { resolveKey } = didKeysAlone(sha256, () => 7);
    expect(await resolveKey(kid)).toMatchObject({ ok: true, snapshot: { kid, resolvedAt: 7 } });
    expect(await resolveKey("did:web:example.com#key-1")).toMatchObject({ code: "key_unresolvable" });
  });
});
