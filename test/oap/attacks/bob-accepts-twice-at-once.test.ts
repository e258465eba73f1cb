import { describe, expect, it } from "vitest";
import {
  oapParty,
  type ProposalDocument,
  type Signer,
  signDocument,
  webCryptoVerifier,
} from "../../../src/oap/index.js";
import type { MaybePromise } from "../../../src/ports/index.js";
import { DID, good, opening, sha256, signerOf, until, viewOf, world } from "../host-setup.js";
import { acceptRecklessly, codeOf, signers } from "../oap-world.js";
import { kindsIn, offeredByAda } from "./stage.js";
import { webNames } from "./web-names.js";

/** A vault that signs, and gives something else in place of some signatures, by their number. */
function vaultOf(
  { kid, sign }: Signer,
  instead: (count: number, bytes: Uint8Array) => MaybePromise<Uint8Array> | undefined,
) {
  const vault = {
    kid,
    count: 0,
    sign: async (bytes: Uint8Array): Promise<Uint8Array> => {
      vault.count += 1;
      return instead(vault.count, bytes) ?? sign(bytes);
    },
  };
  return vault;
}

const never = (): Promise<never> => new Promise(() => undefined);

describe("Bob accepts two offers at once under one agreement id", () => {
  it("and none of the two deals is accepted without standing in the log [OAP-50]", async () => {
    const here = await world();
    const [one, two] = [await offeredByAda(here, "40.00"), await offeredByAda(here, "50.00")];
    const agreement_id = `agr_${one.view.negotiation_id.slice(4)}`;
    const bob = await signers.smith();
    const requests = [
      await acceptRecklessly(one.view, bob, { agreement_id }),
      await acceptRecklessly(two.view, bob, { agreement_id }),
    ];
    const answers = await Promise.all(requests.map((request) => here.host.accept(request)));
    expect(answers.map(codeOf)).toEqual(["ok", "agreement_mismatch"]);
    expect(answers[0]).toMatchObject({ logged: true });
    expect((await viewOf(here, two.view.negotiation_id)).state).toBe("PROPOSED");
    expect(await kindsIn(here.port)).toEqual(["agreement"]);
  });

  it("which neither of the two deals can have [OAP-50]", async () => {
    const here = await world();
    const deals = [await offeredByAda(here, "40.00"), await offeredByAda(here, "50.00")];
    const agreement_id = `agr_${"0".repeat(26)}`;
    for (const { view } of deals) {
      const request = await acceptRecklessly(view, await signers.smith(), { agreement_id });
      expect(codeOf(await here.host.accept(request))).toBe("agreement_mismatch");
    }
    expect(await kindsIn(here.port)).toEqual([]);
  });
});

describe("Bob accepts one offer many times at once", () => {
  it("with other salts each time: one acceptance counts, and one agreement is logged [OAP-50]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    const bob = await signers.smith();
    const base = await acceptRecklessly(view, bob);
    const requests = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const salt_secret = `${String.fromCharCode(65 + index)}Q`.padEnd(43, "A");
        const request = await acceptRecklessly(view, bob, { salt_secret });
        const { signature: _signature, ...members } = request.acceptance;
        const acceptance_id = `acc_${String(index).padStart(26, "0")}`;
        const { document } = good(await signDocument({ ...members, acceptance_id }, "accept", bob));
        return { ...request, acceptance: document };
      }),
    );
    const answers = await Promise.all([...requests, base].map((request) => here.host.accept(request)));
    const codes = answers.map(codeOf).filter((code) => code !== "queue_full");
    expect(codes.filter((code) => code === "ok")).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(["ok", "negotiation_over"]));
    expect(await kindsIn(here.port)).toEqual(["agreement"]);
  });
});

describe("Bob accepts again, since he has heard nothing", () => {
  it.each([-300_001, -300_000, -1, 0, 300_000, 300_001])(
    "%i ms later by his clock: it is the acceptance that he has signed, within the 5 minutes in which hosts take it [OAP-51]",
    async (ms) => {
      const here = await world();
      const { view } = await offeredByAda(here);
      let at = here.clock.now();
      const pinned = [{ host: DID, manifest_hash: here.hash }];
      const bob = oapParty({ signer: await signerOf(2), sha256, clock: { now: () => at }, pinned });
      const first = await bob.accept(view);
      at += ms;
      const again = await bob.accept(view);
      if (Math.abs(ms) <= 300_000) expect(again).toEqual(first);
      else expect(again.acceptance.acceptance_id).not.toBe(first.acceptance.acceptance_id);
    },
  );

  it("when the host shows the deal, and when the offer is over: it is the acceptance that the host has [OAP-17]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    let at = here.clock.now();
    const pinned = [{ host: DID, manifest_hash: here.hash }];
    const bob = oapParty({ signer: await signerOf(2), sha256, clock: { now: () => at }, pinned });
    const first = await bob.accept(view);
    const { agreement } = good(await here.host.accept(first));
    const fresh = await viewOf(here, view.negotiation_id, here.smith);
    expect(fresh.history).toHaveLength(2);
    const offer = view.history[0]!.document as ProposalDocument;
    at = Date.parse(offer.valid_until) - 1;
    const other = oapParty({ signer: await signerOf(2), sha256, clock: { now: () => at }, pinned });
    const late = await other.accept(view);
    at += 1;
    expect(await other.accept(view)).toEqual(late);
    at = here.clock.now();
    expect(await bob.accept(fresh)).toEqual(first);
    expect(good(await here.host.accept(await bob.accept(fresh))).agreement).toEqual(agreement);
    await expect(bob.accept(fresh, { terms: { price: "1.00" } })).rejects.toThrow("terms");
  });

  it.each([1, 2])(
    "while his vault never answers for signature %i: it is the same acceptance, and after five minutes he may offer [OAP-51]",
    async (hung) => {
      const here = await world();
      const { view } = await offeredByAda(here);
      let isHung = (count: number): boolean => count === hung;
      const signed = new Set<string>();
      const vault = vaultOf(await signerOf(2), (count, bytes) => {
        signed.add(Buffer.from(bytes).toString());
        return isHung(count) ? never() : undefined;
      });
      const pinned = [{ host: DID, manifest_hash: here.hash }];
      const bob = oapParty({ signer: vault, sha256, clock: here.clock, pinned });
      const lost = bob.accept(view);
      const told = expect(lost).rejects.toMatchObject({ code: "store_failed" });
      await until(() => vault.count === hung);
      good(await here.host.accept(await bob.accept(view)));
      expect(signed.size).toBe(2);
      await here.clock.advance(300_000);
      await told;
      const next = await offeredByAda(here);
      isHung = () => true;
      const again = expect(bob.accept(next.view)).rejects.toMatchObject({ code: "store_failed" });
      await until(() => vault.count > hung + 2);
      isHung = () => false;
      await expect(bob.propose(next.view, { terms: {} })).rejects.toThrow("is agreed to");
      await here.clock.advance(300_000);
      await again;
      expect(await bob.propose(next.view, { terms: {} })).toHaveProperty("signature");
    },
  );

  it.each([1, 2])(
    "in the midst of a change of keys, when signature %i of an acceptance came out wrong: it is signed anew [OAP-51]",
    async (wrong) => {
      const names = webNames();
      const here = await world({ resolver: names.resolver() });
      const bobs = "did:web:bob.example";
      const key = await names.add(bobs, 21, "key-1");
      const open = await here.ada.open({ ...opening(here), responder: bobs });
      const opened = good(await here.host.open(open)).history;
      const offer = await here.ada.propose(opened, { terms: { price: "40.00" } });
      const view = good(await here.host.propose(offer)).history;
      const vault = vaultOf(key, (count) => (count === wrong ? new Uint8Array(64).fill(7) : undefined));
      const pinned = [{ host: DID, manifest_hash: here.hash }];
      const bob = oapParty({ signer: vault, sha256, clock: here.clock, pinned });
      expect(codeOf(await here.host.accept(await bob.accept(view)))).toBe("signature_invalid");
      expect(good(await here.host.accept(await bob.accept(view))).logged).toBe(true);
    },
  );

  it("when the offer is over, and what he drafted was signed by nobody in time: he accepts it no more [OAP-51]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    const offer = view.history[0]!.document as ProposalDocument;
    let at = Date.parse(offer.valid_until) - 1;
    let isHung = true;
    const vault = vaultOf(await signerOf(2), () => (isHung ? never() : undefined));
    const pinned = [{ host: DID, manifest_hash: here.hash }];
    const { setTimeout, clearTimeout } = here.clock;
    const clock = {
      now: () => at,
      setTimeout: setTimeout.bind(here.clock),
      clearTimeout: clearTimeout.bind(here.clock),
    };
    const bob = oapParty({ signer: vault, sha256, clock, pinned });
    const lost = expect(bob.accept(view)).rejects.toMatchObject({ code: "store_failed" });
    await until(() => vault.count === 1);
    isHung = false;
    at += 1;
    await expect(bob.accept(view)).rejects.toThrow("valid_until");
    await here.clock.advance(300_000);
    await lost;
  });

  it.each([true, false])(
    "by a vault that never signs alike, at once and again, his key server being there or not: it is the acceptance that the host has [OAP-17]",
    async (isThere) => {
      const names = webNames();
      const here = await world({ resolver: names.resolver() });
      const bobs = "did:web:bob.example";
      const signer = await names.add(bobs, 21, "key-1");
      const open = await here.ada.open({ ...opening(here), responder: bobs });
      const opened = good(await here.host.open(open)).history;
      const view = good(await here.host.propose(await here.ada.propose(opened, { terms: {} }))).history;
      // What stands in place of a random nonce: of no two the same.
      const vault = vaultOf(signer, async (count, bytes) => {
        const signature = await signer.sign(bytes);
        return signature.map((byte, at) => (at === 0 ? byte ^ count : byte));
      });
      const resolver = names.resolver();
      const { snapshot } = good(await resolver.resolveKey(signer.kid));
      const pinned = [{ host: DID, manifest_hash: here.hash }];
      const sight = isThere ? { resolver } : { keys: [snapshot] };
      const settings = { sha256, clock: here.clock, pinned, verifier: () => true, ...sight };
      const bob = oapParty({ signer: vault, ...settings });
      const [one, two] = await Promise.all([bob.accept(view), bob.accept(view)]);
      expect(two).toEqual(one);
      expect(await bob.accept(view)).toEqual(one);
    },
  );

  it("after a change of keys, the former one in `keys`: it is signed by the key that hosts find now [OAP-52]", async () => {
    const names = webNames();
    const here = await world({ resolver: names.resolver() });
    const bobs = "did:web:bob.example";
    const former = await names.add(bobs, 21, "key-1");
    const open = await here.ada.open({ ...opening(here), responder: bobs });
    const opened = good(await here.host.open(open)).history;
    const view = good(await here.host.propose(await here.ada.propose(opened, { terms: {} }))).history;
    let signer = former;
    const vault = {
      get kid() {
        return signer.kid;
      },
      sign: (bytes: Uint8Array) => signer.sign(bytes),
    };
    const { snapshot } = good(await names.resolver().resolveKey(former.kid));
    const pinned = [{ host: DID, manifest_hash: here.hash }];
    const settings = { sha256, clock: here.clock, pinned, resolver: names.resolver(), keys: [snapshot] };
    const bob = oapParty({ signer: vault, ...settings });
    const kidOf = ({ acceptance }: { readonly acceptance: { readonly signature: string } }) =>
      JSON.parse(atob(acceptance.signature.split(".")[0]!)).kid;
    expect(kidOf(await bob.accept(view))).toBe(former.kid);
    signer = await names.add(bobs, 22, "key-2");
    expect(kidOf(await bob.accept(view))).toBe(signer.kid);
  });

  it("and gives the look for his own key up: that throws why [OAP-51]", async () => {
    const signer = { ...(await signerOf(2)), kid: "did:web:bob.example#key-1" };
    const bob = oapParty({ signer, sha256, resolver: { resolveKey: never, forgetKey: () => undefined } });
    const giving = new AbortController();
    const given = expect(bob.key({ signal: giving.signal })).rejects.toThrow("too late");
    giving.abort(new Error("too late"));
    await given;
  });

  it.each([2, 3])(
    "while look %i at signatures never ends: his signal ends that, and so do five minutes [OAP-51]",
    async (hung) => {
      const here = await world();
      const { view } = await offeredByAda(here);
      const bare = webCryptoVerifier();
      let count = 0;
      const verifier: typeof bare = (...given) => {
        count += 1;
        return count === hung ? never() : bare(...given);
      };
      const pinned = [{ host: DID, manifest_hash: here.hash }];
      const settings = { sha256, clock: here.clock, pinned, verifier };
      const bob = oapParty({ signer: await signerOf(2), ...settings });
      const first = await bob.accept(view);
      const giving = new AbortController();
      for (const signal of [giving.signal, undefined]) {
        count = 0;
        const again = expect(bob.accept(view, { signal })).rejects.toThrow(
          signal ? "too late" : "within 300 s",
        );
        await until(() => count === hung);
        giving.abort(new Error("too late"));
        await here.clock.advance(signal ? 0 : 300_000);
        await again;
      }
      expect(await bob.accept(view)).toEqual(first);
    },
  );

  it("is refused, while his vault is slow with an offer: he may still offer, and accept what the host shows then [OAP-51]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    let isSlow = true;
    const vault = vaultOf(await signerOf(2), () => (isSlow ? never() : undefined));
    const pinned = [{ host: DID, manifest_hash: here.hash }];
    const bob = oapParty({ signer: vault, sha256, clock: here.clock, pinned });
    const slow = expect(bob.propose(view, { terms: {} })).rejects.toThrow("within 300 s");
    await until(() => vault.count === 1);
    const forged = structuredClone(view) as unknown as { history: { document: { signature: string } }[] };
    forged.history[0]!.document.signature = "e30..AA";
    await expect(bob.accept(forged as never)).rejects.toMatchObject({ code: "host_untrusted" });
    await expect(bob.accept(view, { terms: { price: "1.00" } })).rejects.toMatchObject({
      code: "host_untrusted",
    });
    isSlow = false;
    good(await here.host.accept(await bob.accept(view)));
    await here.clock.advance(300_000);
    await slow;
  });

  it("and gives one of two calls up, while his vault is slow: that throws why, and the other is the acceptance [OAP-51]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    let goes = (): void => undefined;
    const slow = new Promise<undefined>((resolve) => (goes = () => resolve(undefined)));
    const signer = await signerOf(2);
    const vault = vaultOf(signer, async (_, bytes) => (await slow, signer.sign(bytes)));
    const pinned = [{ host: DID, manifest_hash: here.hash }];
    const bob = oapParty({ signer: vault, sha256, clock: here.clock, pinned });
    const giving = new AbortController();
    const why = new Error("too late");
    const given = expect(bob.accept(view, { signal: giving.signal })).rejects.toBe(why);
    const other = bob.accept(view);
    await until(() => vault.count === 2);
    giving.abort(why);
    await given;
    goes();
    good(await here.host.accept(await other));
    expect(vault.count).toBe(3);
  });

  it.each([
    ["propose", 1],
    ["accept", 1],
    ["accept", 2],
    ["reject", 1],
    ["withdraw", 1],
  ] as const)(
    "and gives up an act (%s), before it begins or while his vault is slow with signature %i: it counts as not done [OAP-51]",
    async (act, slow) => {
      const here = await world();
      const { view } = await offeredByAda(here);
      const vault = vaultOf(await signerOf(2), (count) => (count === slow ? never() : undefined));
      const pinned = [{ host: DID, manifest_hash: here.hash }];
      const bob = oapParty({ signer: vault, sha256, clock: here.clock, pinned });
      const why = new Error("too late");
      const called = (signal: AbortSignal): Promise<unknown> => {
        if (act === "accept") return bob.accept(view, { signal });
        if (act === "propose") return bob.propose(view, { terms: {} }, { signal });
        return bob[act](view, null, { signal });
      };
      await expect(called(AbortSignal.abort(why))).rejects.toBe(why);
      expect(vault.count).toBe(0);
      await expect(called("soon" as never)).rejects.toThrow("Expected signal");
      const giving = new AbortController();
      const given = expect(called(giving.signal)).rejects.toBe(why);
      await until(() => vault.count === slow);
      giving.abort(why);
      await given;
      good(await here.host.accept(await bob.accept(view)));
    },
  );

  it("and Ada gives her co-signature up while her vault is slow: she signs it the next time [OAP-51]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    good(await here.host.accept(await here.smith.accept(view)));
    const shown = await viewOf(here, view.negotiation_id, here.ada);
    const vault = vaultOf(await signerOf(1), (count) => (count === 1 ? never() : undefined));
    const pinned = [{ host: DID, manifest_hash: here.hash }];
    const ada = oapParty({ signer: vault, sha256, clock: here.clock, pinned });
    const giving = new AbortController();
    const given = expect(ada.cosign(shown, { signal: giving.signal })).rejects.toThrow("too late");
    await until(() => vault.count === 1);
    giving.abort(new Error("too late"));
    await given;
    const call = { caller: ada.did, negotiationId: view.negotiation_id };
    expect(await here.host.cosign(await ada.cosign(shown), call)).toMatchObject({ complete: true });
  });
});
