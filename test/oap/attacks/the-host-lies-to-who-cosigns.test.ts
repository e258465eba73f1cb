import { describe, expect, it } from "vitest";
import {
  type AcceptanceDocument,
  type HistoryView,
  oapParty,
  type ProposalDocument,
  writeInstant,
} from "../../../src/oap/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { DID, good, opening, START, sha256, viewOf, type World, world } from "../host-setup.js";
import { acceptRecklessly, resigned, signers } from "../oap-world.js";
import { offeredByAda } from "./stage.js";
import type { Lie } from "./the-host-lies.js";
import { answerTo, GROUND_LIES, OTHER_NEGOTIATION, withDocument, withSigned } from "./the-host-lies.js";

const OTHER_ID = "prp_00000000000000000000000009";
const OTHER_HASH = `sha256-${"A".repeat(43)}=`;

/** Ada's offer is accepted, and she is asked to co-sign. */
async function accepted(): Promise<{ readonly here: World; readonly view: HistoryView }> {
  const here = await world();
  const { view } = await offeredByAda(here);
  good(await here.host.accept(await here.smith.accept(view)));
  return { here, view: await viewOf(here, view.negotiation_id) };
}

/** All of it made anew by host and Bob together, who share his key: another proposal, and what follows from it. */
async function conspired(
  view: HistoryView,
  chosen: Parameters<typeof acceptRecklessly>[2] = {},
): Promise<HistoryView> {
  const [offer, taken] = view.history;
  const request = await acceptRecklessly({ ...view, history: [offer!] }, await signers.smith(), chosen);
  const { acceptance, salt_secret } = request;
  const { proposal = offer!.document as ProposalDocument } = chosen;
  const agreement = { ...view.agreement!, agreement_hash: acceptance.agreement_hash };
  return {
    ...view,
    salt_secret,
    agreement,
    standing_proposal_id: proposal.proposal_id,
    history: [
      { ...offer!, document: proposal },
      { ...taken!, document: acceptance },
    ],
  };
}

const LIES: readonly Lie[] = [
  ...GROUND_LIES,
  ["her terms were others", (view) => withDocument(view, 1, { terms: { price: "1.00" } })],
  [
    "her terms were others, and Bob took those",
    async (view) => {
      const proposal = { ...(view.history[0]!.document as ProposalDocument), terms: { price: "1.00" } };
      return conspired(view, { proposal });
    },
  ],
  [
    "a stranger's offer was hers",
    async (view) => {
      const changes = { terms: { price: "1.00" } };
      const proposal = await resigned(
        view.history[0]!.document as ProposalDocument,
        changes,
        "proposal",
        await signers.eve(),
      );
      return conspired(view, { proposal });
    },
  ],
  [
    "Bob's offer was hers",
    async (view) => {
      const changes = { from: view.responder, to: view.initiator, terms: { price: "1.00" } };
      const proposal = await resigned(
        view.history[0]!.document as ProposalDocument,
        changes,
        "proposal",
        await signers.smith(),
      );
      return conspired(view, { proposal });
    },
  ],
  [
    "her offer of another negotiation was made here",
    async (view) => {
      const changes = { negotiation_id: OTHER_NEGOTIATION };
      const proposal = await resigned(
        view.history[0]!.document as ProposalDocument,
        changes,
        "proposal",
        await signers.ada(),
      );
      return conspired(view, { proposal });
    },
  ],
  ["Bob has accepted, and he has not", (view) => withDocument(view, 2, { signature: "e30..AAAA" })],
  ["Bob has accepted, and it was a stranger", (view) => withSigned(view, 2, {}, "eve")],
  ["a stranger has accepted", async (view) => withSigned(view, 2, { from: "did:web:eve.example" }, "eve")],
  [
    "Bob's acceptance of another offer was of hers",
    (view) => withSigned(view, 2, { proposal_id: OTHER_ID }, "smith"),
  ],
  [
    "Bob's acceptance of other bytes was of hers",
    (view) => withSigned(view, 2, { proposal_hash: OTHER_HASH }, "smith"),
  ],
  ["Bob's acceptance of another round was of hers", (view) => withSigned(view, 2, { round: 3 }, "smith")],
  [
    "Bob's acceptance elsewhere was here",
    (view) => withSigned(view, 2, { negotiation_id: OTHER_NEGOTIATION }, "smith"),
  ],
  [
    "Bob's acceptance at another Tool was here",
    (view) => withSigned(view, 2, { host: "did:web:other.example" }, "smith"),
  ],
  ["the agreement has another hash", (view) => withSigned(view, 2, { agreement_hash: OTHER_HASH }, "smith")],
  ["other salts open it", (view) => ({ ...view, salt_secret: "Ag".padEnd(43, "A") })],
  ["no salts open it", (view) => ({ ...view, salt_secret: undefined })],
  [
    "it is another agreement",
    (view) => ({ ...view, agreement: { ...view.agreement!, agreement_hash: OTHER_HASH } }),
  ],
  ["there is an agreement", (view) => ({ ...view, agreement: undefined })],
  ["there is an acceptance", (view) => ({ ...view, history: view.history.slice(0, 1) })],
  [
    "Bob accepted long after her offer had expired",
    (view) => conspired(view, { accepted_at: writeInstant(START + 3_600_000 + 300_001) }),
  ],
  ["Bob accepts tomorrow", (view) => conspired(view, { accepted_at: writeInstant(START + 300_001) })],
  [
    "Bob accepted years before she offered",
    (view) => conspired(view, { accepted_at: writeInstant(START - 100_000_000_000) }),
  ],
  ["nothing was confidential", (view) => conspired({ ...view, confidentiality: "public" })],
  [
    "Bob's duties were others",
    (view) =>
      conspired({
        ...view,
        regulated_obligations: [{ party: view.responder, profession: "medical", obligations: [] }],
      }),
  ],
];

describe("The host lies to Ada about what was accepted", () => {
  it.each(LIES)("that %s: it gets no co-signature of hers [OAP-51]", async (_, tell) => {
    const { here, view } = await accepted();
    const lie = await tell(view, here.clock.now());
    expect(await answerTo((ada) => ada.cosign(lie), here.ada)).toMatch(/^(host_untrusted|TypeError)$/);
    expect(await answerTo((ada) => ada.cosign(view), here.ada)).toBe("signed");
  });

  it("to a party of hers that was made anew: that Bob accepted years before she offered it sees in her offer's id [OAP-51]", async () => {
    const { here, view } = await accepted();
    const pinned = [{ host: DID, manifest_hash: here.hash }];
    const ada = oapParty({ signer: await signers.ada(), sha256, clock: here.clock, pinned });
    const lie = await conspired(view, { accepted_at: writeInstant(START - 100_000_000_000) });
    const details = { at: "acceptance accepted_at" };
    await expect(ada.cosign(lie)).rejects.toMatchObject({ code: "host_untrusted", details });
    expect(await answerTo((party) => party.cosign(view), ada)).toBe("signed");
  });

  it("or seems to, since her own clock ran hours ahead when she offered: once that is over she co-signs [OAP-51]", async () => {
    const here = await world();
    const clock = new ManualClock(START + 18_000_000);
    const pinned = [{ host: DID, manifest_hash: here.hash }];
    const ada = oapParty({ signer: await signers.ada(), sha256, clock, pinned });
    const open = await here.ada.open(opening(here));
    const first = good(await here.host.open(open)).history;
    const offer = await ada.propose(first, { terms: { price: "40.00" } });
    const offered = good(await here.host.propose(offer)).history;
    clock.set(START);
    good(await here.host.accept(await here.smith.accept(offered)));
    const view = await viewOf(here, first.negotiation_id, ada);
    expect(await answerTo((party) => party.cosign(view), ada)).toBe("signed");
    // Nor does the instant that it said come to count when it has come.
    clock.set(START + 36_000_000);
    expect(await answerTo((party) => party.cosign(view), ada)).toBe("signed");
  });

  it("and shows her a second agreement of the same negotiation: she has signed one [OAP-51]", async () => {
    const { here, view } = await accepted();
    await here.ada.cosign(view);
    const second = await conspired(view, { salt_secret: "Ag".padEnd(43, "A") });
    expect(await answerTo((ada) => ada.cosign(second), here.ada)).toBe("host_untrusted");
    expect(await answerTo((ada) => ada.cosign(view), here.ada)).toBe("signed");
  });

  it("and changes it while she looks [OAP-51]", async () => {
    const { here, view } = await accepted();
    const cosignature = await here.ada.cosign(view);
    const shown = { ...view };
    const signing = here.ada.cosign(shown);
    const lie = await conspired(view, { salt_secret: "Ag".padEnd(43, "A") });
    Object.assign(shown, lie);
    expect(await signing).toEqual(cosignature);
    const { document } = view.history[1]!;
    expect((document as AcceptanceDocument).agreement_id).toBe(cosignature.agreement_id);
  });
});
