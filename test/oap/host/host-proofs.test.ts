import { describe, expect, it } from "vitest";
import { hostProofs } from "../../../src/oap/host/host-proofs.js";
import { type KeyResolver, keyResolver, webCryptoVerifier } from "../../../src/oap/index.js";
import { signDetached } from "../../../src/oap/signing/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { sha256, signerOf } from "../host-setup.js";

const resolver = keyResolver({ sha256 });
const verifier = webCryptoVerifier();
const clock = new ManualClock();

describe("the proofs of a host", () => {
  it("SG-22: a signature that holds comes with the key as it was found", async () => {
    const signer = await signerOf(1);
    const [did = ""] = signer.kid.split("#");
    const payload = new Uint8Array([1, 2, 3]);
    const token = await signDetached(payload, "accept", signer);
    const { prove } = hostProofs({ resolver, verifier, clock });
    const proof = await prove("accept", did, token, () => payload);
    expect(proof).toMatchObject({ ok: true, key: { kid: signer.kid, documentHash: null } });
    expect(await prove("reject", did, token, () => payload)).toMatchObject({ code: "signature_invalid" });
    expect(await prove("accept", did, token, () => new Uint8Array())).toMatchObject({
      code: "signature_invalid",
    });
    const refusing = { ...resolver, resolveKey: () => Promise.reject(new Error("secret")) };
    const answer = await hostProofs({ resolver: refusing, verifier, clock }).prove(
      "accept",
      did,
      token,
      () => payload,
    );
    expect(answer).toMatchObject({ code: "key_unresolvable" });
  });

  it("SG-16: SG-20: a resolver that hangs is key_unresolvable after 5,000 ms, is told, and leaves no timer", async () => {
    const signer = await signerOf(1);
    const [did = ""] = signer.kid.split("#");
    const token = await signDetached(new Uint8Array(), "accept", signer);
    const signals: (AbortSignal | undefined)[] = [];
    const hanging: KeyResolver = {
      ...resolver,
      resolveKey: (_, context) => new Promise(() => signals.push(context?.signal)),
    };
    const { prove, bounded } = hostProofs({ resolver: hanging, verifier, clock });
    const work = () => bounded("neg_1", did, () => prove("accept", did, token, () => new Uint8Array()));
    const waiting = Array.from({ length: 8 }, work);
    expect(await work()).toMatchObject({ code: "queue_full" });
    await clock.advance(4_999);
    expect(signals[0]?.aborted).toBe(false);
    expect(clock.pendingCount).toBe(8);
    await clock.advance(1);
    for (const answer of await Promise.all(waiting)) {
      expect(answer).toMatchObject({ ok: false, code: "key_unresolvable" });
    }
    expect(signals.every((signal) => signal?.aborted)).toBe(true);
    expect(clock.pendingCount).toBe(0);
    // The eight places are free again.
    void work();
    await clock.advance(0);
    expect(signals).toHaveLength(9);
    await clock.advance(5_000);
  });

  it.each([
    ["nothing", undefined],
    ["a text", "ok"],
    ["no verdict", { publicKey: new Uint8Array(32) }],
  ])("SG-16: a resolver that answers %s is key_unresolvable, never an exception", async (_, given) => {
    const signer = await signerOf(1);
    const [did = ""] = signer.kid.split("#");
    const token = await signDetached(new Uint8Array(), "accept", signer);
    const odd = { ...resolver, resolveKey: () => given } as never;
    const { prove } = hostProofs({ resolver: odd, verifier, clock });
    const answer = await prove("accept", did, token, () => new Uint8Array());
    expect(answer).toMatchObject({ ok: false, code: "key_unresolvable" });
    expect(clock.pendingCount).toBe(0);
  });

  it("SG-38: of 16 works about one negotiation at once each party has 8, however they end", async () => {
    const { bounded } = hostProofs({ resolver, verifier, clock });
    const ends: ((value: string) => void)[] = [];
    const work = (): Promise<string> => new Promise((resolve) => ends.push(resolve));
    const running = Array.from({ length: 8 }, () => bounded("neg_1", "did:a:1", work));
    expect(await bounded("neg_1", "did:a:1", work)).toMatchObject({ ok: false, code: "queue_full" });
    running.push(...Array.from({ length: 8 }, () => bounded("neg_1", "did:a:2", work)));
    expect(await bounded("neg_1", "did:a:2", work)).toMatchObject({ ok: false, code: "queue_full" });
    expect(await bounded("neg_2", "did:a:1", async () => "free")).toBe("free");
    expect(ends).toHaveLength(16);
    for (const end of ends) end("done");
    expect(await Promise.all(running)).toEqual(Array(16).fill("done"));
    const lost = bounded("neg_1", "did:a:1", () => Promise.reject(new Error("lost")));
    await expect(lost).rejects.toThrow("lost");
    const again = Array.from({ length: 8 }, () => bounded("neg_1", "did:a:1", async () => "free"));
    expect(await Promise.all(again)).toEqual(Array(8).fill("free"));
  });
});

it("SG-17: without a resolver the keys are those that are their own names, and nobody waits for the others", async () => {
  const signer = await signerOf(1);
  const [did = ""] = signer.kid.split("#");
  const payload = new Uint8Array([1, 2, 3]);
  const { prove } = hostProofs({ verifier, clock });
  const own = await prove("accept", did, await signDetached(payload, "accept", signer), () => payload);
  expect(own).toMatchObject({ ok: true, key: { kid: signer.kid, resolvedAt: clock.now() } });
  const other = { ...signer, kid: "did:web:example.com#key-1" };
  const token = await signDetached(payload, "accept", other);
  const answer = prove("accept", "did:web:example.com", token, () => payload);
  expect(await answer).toMatchObject({ code: "key_unresolvable" });
});
