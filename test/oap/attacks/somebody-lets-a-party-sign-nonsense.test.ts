import { describe, expect, it } from "vitest";
import { manifestHash, oapParty, readManifest } from "../../../src/oap/index.js";
import { DID, good, MANIFEST, opened, opening, sha256, signerOf, viewOf, world } from "../host-setup.js";
import { offeredByAda } from "./stage.js";
import { answerTo } from "./the-host-lies.js";

const BACKWARDS = { effective_from: "2028-01-01T00:00:00Z", effective_until: "2027-01-01T00:00:00Z" };

const HASH = `sha256-${"A".repeat(43)}=`;

describe("Somebody lets a party sign nonsense", () => {
  it("which no host could take: it throws, and goes on as if it had not been asked [OAP-51] [OAP-14]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    const bob = here.smith;
    for (const sign of [
      () => bob.withdraw(view, "x".repeat(4_001)),
      () => bob.reject(view, 5 as never),
      () => bob.propose(view, { terms: {}, justification: { type: "bribe" } as never }),
      () => bob.propose(view, { terms: [] as never }),
      () => bob.propose(view, { terms: null as never }),
      () => bob.propose(view, { terms: {}, extensions: [] as never }),
      () => bob.propose(view, { terms: {}, validUntilAt: here.clock.now() }),
      () => bob.propose(view, { terms: {}, validUntilAt: Object.create(null) as never }),
      async () => bob.pin({ host: Object.create(null) as never, manifest_hash: here.hash }),
      () => bob.propose(view, { terms: {}, validUntilAt: here.clock.now() + 30 * 86_400_000 + 1 }),
      () => bob.propose(view, { terms: BACKWARDS }),
    ]) {
      expect(await answerTo(sign, bob)).toBe("TypeError");
    }
    expect(good(await here.host.accept(await bob.accept(view))).logged).toBe(true);
  });

  it("as a word about one negotiation under what belongs to another: it signs nothing, and has left neither [OAP-51]", async () => {
    const here = await world();
    const [one, two] = [await offeredByAda(here), await offeredByAda(here)];
    const { negotiation_id } = two.view;
    for (const lie of [
      { ...one.view, negotiation_id },
      { ...one.view, negotiation_id, open: undefined },
      { ...two.view, open: one.open },
    ]) {
      for (const act of ["withdraw", "reject", "accept"] as const)
        expect(await answerTo((bob) => bob[act](lie), here.smith)).toBe("host_untrusted");
    }
    for (const { view } of [one, two]) good(await here.host.accept(await here.smith.accept(view)));
  });

  it("as an Open: neither unknown members nor one party twice [OAP-4]", async () => {
    const here = await world();
    for (const wrong of [
      { responder: here.ada.did },
      { responder: "smith" },
      { host: "tool" },
      { manifest_hash: "none" },
      { confidentiality: 5 },
      { penalty: "none" },
      { initiator: here.eve.did },
    ]) {
      const given = { ...opening(here), ...wrong } as never;
      expect(await answerTo((ada) => ada.open(given), here.ada)).toBe("TypeError");
    }
  });

  it("as an offer beyond the last round: the one that stands can still be accepted [OAP-7] [OAP-51]", async () => {
    const here = await world({ manifest: { ...MANIFEST, max_rounds: 1 } });
    const { view } = await offeredByAda(here);
    const offer = { terms: { price: "39.00" } };
    expect(await answerTo((bob) => bob.propose(view, offer), here.smith)).toBe("TypeError");
    expect(good(await here.host.accept(await here.smith.accept(view))).logged).toBe(true);
  });

  it("by changing what is offered while it looks: it offers what it was asked to [OAP-51]", async () => {
    const here = await world();
    const terms = { price: "40.00" };
    const proposing = here.ada.propose(await opened(here), { terms });
    terms.price = "1.00";
    expect((await proposing).terms).toEqual({ price: "40.00" });
  });

  it("by changing what is shown while it looks: it judges what it was shown [OAP-51]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    const copy = () => structuredClone(view) as unknown as { history: { document: { terms: unknown } }[] };
    const [lie, truth] = [copy(), copy()];
    const [forged, signed] = [{ price: "1.00" }, { price: "40.00" }];
    lie.history[0]!.document.terms = forged;
    const accepting = answerTo((bob) => bob.accept(lie as never), here.smith);
    lie.history[0]!.document.terms = signed;
    expect(await accepting).toBe("host_untrusted");
    const believing = answerTo((bob) => bob.accept(truth as never), here.smith);
    Object.assign(truth.history[0]!.document.terms as object, forged);
    expect(await believing).toBe("signed");
  });

  it.each(["reject", "withdraw"] as const)(
    "while its vault is out of order: where it could not %s, it has not left [OAP-51]",
    async (leave) => {
      const here = await world();
      const { view } = await offeredByAda(here);
      const signer = await signerOf(2);
      const pinned = [{ host: DID, manifest_hash: here.hash }];
      let isWell = false;
      const sign = async (bytes: Uint8Array) => (isWell ? signer.sign(bytes) : new Uint8Array(63));
      const bob = oapParty({ signer: { ...signer, sign }, sha256, clock: here.clock, pinned });
      const both = [bob[leave](view), bob[leave](view)];
      await expect(Promise.allSettled(both)).resolves.toMatchObject([
        { status: "rejected" },
        { status: "rejected" },
      ]);
      isWell = true;
      const request = await bob.accept(view);
      expect(await answerTo((one) => one[leave](view), bob)).toBe("signed");
      expect(await answerTo((one) => one.accept(view), bob)).toBe("host_untrusted");
      expect(good(await here.host.accept(request)).logged).toBe(true);
    },
  );

  it("by changing the agreement that is shown for its co-signature: it judges what it was shown [OAP-51]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    good(await here.host.accept(await here.smith.accept(view)));
    const shown = structuredClone(await viewOf(here, view.negotiation_id)) as {
      agreement: { agreement_id: string };
    };
    const cosigning = here.ada.cosign(shown as never);
    const { agreement_id } = shown.agreement;
    shown.agreement.agreement_id = "agr_00000000000000000000000009";
    expect((await cosigning).agreement_id).toBe(agreement_id);
  });

  it("by a guard that changes the ground which it is asked about: it cannot [OAP-51]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    const pinned = [{ host: DID, manifest_hash: here.hash }];
    const admitGround = (ground: object): boolean => !Reflect.set(ground, "confidentiality", "public");
    const bob = oapParty({ signer: await signerOf(2), sha256, pinned, clock: here.clock, admitGround });
    expect(good(await here.host.accept(await bob.accept(view))).logged).toBe(true);
  });

  it("while its vault is out of order for one of two withdrawals: by the other one it has left [OAP-51]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    const signer = await signerOf(2);
    const pinned = [{ host: DID, manifest_hash: here.hash }];
    let count = 0;
    const sign = async (bytes: Uint8Array) => ((count += 1) === 1 ? new Uint8Array(63) : signer.sign(bytes));
    const bob = oapParty({ signer: { ...signer, sign }, sha256, clock: here.clock, pinned });
    const both = await Promise.allSettled([bob.withdraw(view), bob.withdraw(view)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await answerTo((one) => one.accept(view), bob)).toBe("host_untrusted");
  });

  it("by showing one manifest and naming another: it opens under neither [OAP-29] [OAP-51]", async () => {
    const ada = oapParty({ signer: await signerOf(1), sha256 });
    const { smith } = await world();
    const names = { responder: smith.did, category: "pricing", host: DID };
    const read = readManifest(MANIFEST);
    const hash = read.ok ? manifestHash(read.manifest, sha256) : "";
    const both = { ...names, manifest: MANIFEST, manifest_hash: HASH };
    expect(await answerTo((party) => party.open(both), ada)).toBe("TypeError");
    expect((await ada.open({ ...both, manifest_hash: hash })).manifest_hash).toBe(hash);
  });

  it("under a penalty that nobody knows: what is assumed has to be one [OAP-29]", async () => {
    const { ada, smith } = await world();
    const manifest = { ...MANIFEST, withdrawal_penalty_terms: "https://tool.example/walk-away.pdf" };
    const given = { responder: smith.did, category: "pricing", host: DID, manifest };
    for (const assumePenalty of [{}, true, null, { amount: "-5", currency: "EUR" }, { amount: "5" }]) {
      const answer = await answerTo(
        (party) => party.open({ ...given, assumePenalty: assumePenalty as never }),
        ada,
      );
      expect(answer).toBe("TypeError");
    }
    const assumePenalty = { amount: "5", currency: "EUR" };
    expect(await answerTo((party) => party.open({ ...given, assumePenalty }), ada)).toBe("signed");
  });

  it("on a ground of which its guard only promises to say no [OAP-51]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    const pinned = [{ host: DID, manifest_hash: here.hash }];
    for (const no of [async () => false, () => 1, () => "no"]) {
      const signer = await signerOf(2);
      const bob = oapParty({ signer, sha256, pinned, clock: here.clock, admitGround: no as never });
      expect(await answerTo((party) => party.accept(view), bob)).toBe("host_untrusted");
    }
  });
});
