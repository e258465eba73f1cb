import { describe, expect, it } from "vitest";
import { type HistoryView, oapParty } from "../../../src/oap/index.js";
import { agreementOn } from "../../../src/oap/record/index.js";
import { DID, good, sha256, signerOf, viewOf, type World, world } from "../host-setup.js";
import { acceptRecklessly, signers } from "../oap-world.js";
import { offeredByAda } from "./stage.js";
import { answerTo } from "./the-host-lies.js";

/** Ada offers 100, Bob counters with 90, and it is her turn. */
async function countered() {
  const here = await world();
  const { view: first } = await offeredByAda(here, "100");
  const counter = await here.smith.propose(first, { terms: { price: "90" } });
  return { here, first, second: good(await here.host.propose(counter)).history };
}

/** What host and Bob show together, once Bob has accepted the offer that stands in this view. */
async function acceptedLater(here: World, view: HistoryView): Promise<HistoryView> {
  const { acceptance, agreement_signature, salt_secret } = await acceptRecklessly(
    view,
    await signers.smith(),
  );
  const proposal = view.history.at(-1)!.document as never;
  const { body, hash } = good(agreementOn(view, proposal, acceptance, salt_secret, { sha256 }));
  const turn = view.history.length + 1;
  const key = await here.smith.key();
  const entry = { turn, type: "acceptance", at: acceptance.accepted_at, document: acceptance, key } as const;
  return {
    ...{ ...view, state: "ACCEPTED", salt_secret, history: [...view.history, entry] },
    agreement: { ...body, agreement_hash: hash, signatures: { [here.smith.did]: agreement_signature } },
  };
}

const offer = { terms: { price: "300" } };

describe("The host shows Ada what she has taken back", () => {
  it("her first offer, accepted, after she has offered anew: she co-signs her last one alone [OAP-51]", async () => {
    const { here, first, second } = await countered();
    const third = good(await here.host.propose(await here.ada.propose(second, offer))).history;
    const lie = await acceptedLater(here, first);
    await expect(here.ada.cosign(lie)).rejects.toMatchObject({
      code: "host_untrusted",
      details: { at: "proposal, since another one was made" },
    });
    good(await here.host.accept(await here.smith.accept(third)));
    const view = await viewOf(here, first.negotiation_id);
    expect(await answerTo((ada) => ada.cosign(view), here.ada)).toBe("signed");
    expect(await answerTo((ada) => ada.cosign(lie), here.ada)).toBe("host_untrusted");
  });

  it("her first offer, after she has offered anew in the same round [OAP-51]", async () => {
    const { here, first } = await countered();
    const unseen = { ...first, history: [], standing_proposal_id: null };
    await here.ada.propose(unseen, offer);
    const lie = await acceptedLater(here, first);
    expect(await answerTo((ada) => ada.cosign(lie), here.ada)).toBe("host_untrusted");
  });

  it("her first offer, while she signs another one [OAP-51]", async () => {
    const { here, first, second } = await countered();
    const lie = await acceptedLater(here, first);
    const signing = here.ada.propose(second, offer).then(
      () => "signed",
      () => "refused",
    );
    const both = [await answerTo((ada) => ada.cosign(lie), here.ada), await signing];
    expect(both.filter((answer) => answer === "signed")).toHaveLength(1);
  });

  it("her first offer, after she has rejected the answer to it [OAP-51]", async () => {
    const { here, first, second } = await countered();
    await here.ada.reject(second);
    const lie = await acceptedLater(here, first);
    expect(await answerTo((ada) => ada.cosign(lie), here.ada)).toBe("host_untrusted");
  });

  it("Bob's offer, after she has rejected it, or while she does: she offers nothing either [OAP-51]", async () => {
    const { here, second } = await countered();
    const accepting = answerTo((ada) => ada.accept(second), here.ada);
    await here.ada.reject(second, "Too little.");
    expect(await accepting).toBe("host_untrusted");
    expect(await answerTo((ada) => ada.accept(second), here.ada)).toBe("host_untrusted");
    expect(await answerTo((ada) => ada.propose(second, offer), here.ada)).toBe("host_untrusted");
    for (const leave of ["reject", "withdraw"] as const) {
      expect(await answerTo((ada) => ada[leave](second), here.ada)).toBe("signed");
    }
  });

  it("Bob's offer, after she has countered it: it stands no more [OAP-51]", async () => {
    const { here, first, second } = await countered();
    await here.ada.propose(second, offer);
    expect(await answerTo((ada) => ada.accept(second), here.ada)).toBe("host_untrusted");
    expect(await answerTo((bob) => bob.accept(first), here.smith)).toBe("host_untrusted");
    // Nor does she begin again.
    const unseen = { ...first, history: [], standing_proposal_id: null };
    expect(await answerTo((ada) => ada.propose(unseen, offer), here.ada)).toBe("host_untrusted");
  });

  it("and what could not be signed takes nothing back [OAP-51]", async () => {
    const { here, second } = await countered();
    await expect(here.ada.propose(second, { terms: { price: 0.5 } })).rejects.toThrow(TypeError);
    const elsewhere = { ...second, host: "did:web:other.example" };
    await expect(here.ada.reject(elsewhere)).rejects.toMatchObject({ code: "host_untrusted" });
    expect(await answerTo((ada) => ada.accept(second), here.ada)).toBe("signed");
  });

  it("and one acceptance that fails does not undo the other, at the same time [OAP-51]", async () => {
    const { here, second } = await countered();
    const failing = answerTo((ada) => ada.accept(second, { terms: { price: "1" } }), here.ada);
    expect(await answerTo((ada) => ada.accept(second), here.ada)).toBe("signed");
    expect(await failing).toBe("host_untrusted");
    expect(await answerTo((ada) => ada.propose(second, offer), here.ada)).toBe("host_untrusted");
  });
});

describe("The host has Ada walk away from what she is not in", () => {
  it.each([
    ["another host", { host: "did:web:other.example" }],
    ["another manifest", { manifest_hash: `sha256-${"A".repeat(43)}=` }],
    ["somebody else's", { initiator: "did:web:a.example", responder: "did:web:b.example" }],
    ["one with itself", { initiator: "SELF", responder: "SELF" }],
    ["no negotiation", { negotiation_id: "junk" }],
  ])("%s: the party signs neither a rejection nor a withdrawal [OAP-51]", async (_, change) => {
    const here = await world();
    const { view } = await offeredByAda(here);
    const lie = JSON.parse(JSON.stringify({ ...view, ...change }).replaceAll("SELF", here.smith.did));
    const pinned = [{ host: DID, manifest_hash: here.hash }];
    const bob = oapParty({ signer: await signerOf(2), sha256, clock: here.clock, pinned });
    for (const leave of ["reject", "withdraw"] as const) {
      expect(await answerTo((party) => party[leave](lie), bob)).toBe("host_untrusted");
      expect(await answerTo((party) => party[leave](lie), here.smith)).toBe("host_untrusted");
    }
    expect(await answerTo((party) => party.accept(view), here.smith)).toBe("signed");
  });
});
