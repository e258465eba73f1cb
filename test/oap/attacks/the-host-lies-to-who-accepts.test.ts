import { describe, expect, it } from "vitest";
import { type HistoryView, writeInstant } from "../../../src/oap/index.js";
import { DID, good, opened, START, viewOf, type World, world } from "../host-setup.js";
import { offeredByAda } from "./stage.js";
import type { Lie } from "./the-host-lies.js";
import { answerTo, GROUND_LIES, OTHER_NEGOTIATION, withDocument, withSigned } from "./the-host-lies.js";

const LIES: readonly Lie[] = [
  ...GROUND_LIES,
  ["the terms are others", (view) => withDocument(view, 1, { terms: { price: "4000.00" } })],
  [
    "the terms are others, signed by a stranger",
    (view) => withSigned(view, 1, { terms: { price: "1.00" } }, "eve"),
  ],
  ["the signature is garbage", (view) => withDocument(view, 1, { signature: "e30..AAAA" })],
  ["there is no signature", (view) => withDocument(view, 1, { signature: undefined })],
  [
    "a stranger's offer is Ada's",
    async (view) => {
      const { did } = await strangers;
      return withSigned(view, 1, { from: did }, "eve");
    },
  ],
  [
    "an offer to a stranger is one to Bob",
    async (view) => {
      const { did } = await strangers;
      return withSigned(view, 1, { to: did }, "ada");
    },
  ],
  [
    "an offer that was made elsewhere is made here",
    (view) => withSigned(view, 1, { negotiation_id: OTHER_NEGOTIATION }, "ada"),
  ],
  [
    "an offer for another Tool is for this one",
    (view) => withSigned(view, 1, { host: "did:web:other.example" }, "ada"),
  ],
  [
    "an offer under another manifest is under this one",
    (view) => withSigned(view, 1, { manifest_hash: `sha256-${"A".repeat(43)}=` }, "ada"),
  ],
  [
    "an offer of round 77 is allowed",
    (view) => withSigned(view, 1, { round: 77, previous_proposal_id: PREVIOUS }, "ada"),
  ],
  [
    "an offer of round 2 is Ada's",
    (view) => withSigned(view, 1, { round: 2, previous_proposal_id: PREVIOUS }, "ada"),
  ],
  [
    "an answer to an offer that nobody made is the first",
    (view) => withSigned(view, 1, { previous_proposal_id: PREVIOUS }, "ada"),
  ],
  [
    "an offer that has expired stands",
    (view) => withSigned(view, 1, { valid_until: writeInstant(START) }, "ada"),
  ],
  ["an offer of another category is of this one", (view) => withSigned(view, 1, { category: "sla" }, "ada")],
  ["it is of another round than it says", (view) => ({ ...view, round: 3 })],
  ["it has a member that nobody knows", (view) => withSigned(view, 1, { condition: "none" }, "ada")],
  [
    "it is a text",
    (view) => ({
      ...view,
      history: view.history.map((entry) => ({ ...entry, document: "yes" as never })),
    }),
  ],
];

const PREVIOUS = "prp_00000000000000000000000009";

const strangers = world().then(({ eve }) => eve);

describe("The host lies to Bob about what he is about to accept", () => {
  it.each(LIES)("that %s: it gets no signature of his [OAP-51]", async (_, tell) => {
    const here = await world();
    const { view } = await offeredByAda(here);
    const lie = await tell(view, here.clock.now());
    const answer = await answerTo((bob) => bob.accept(lie), here.smith);
    expect(answer).toMatch(/^(host_untrusted|TypeError)$/);
    expect(await answerTo((bob) => bob.accept(view), here.smith)).toBe("signed");
  });

  it("that other terms were decided on than those that stand: none either [OAP-51]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    const terms = { price: "39.00" };
    expect(await answerTo((bob) => bob.accept(view, { terms }), here.smith)).toBe("host_untrusted");
  });

  it("that the offer stands, long after: his own clock tells him [OAP-51]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    here.clock.set(START + 3_600_000);
    expect(await answerTo((bob) => bob.accept(view), here.smith)).toBe("host_untrusted");
  });

  it("that Ada answers an offer which he has never made: none [OAP-51]", async () => {
    const { here, view } = await countered();
    const lie = await withSigned(view, 3, { previous_proposal_id: PREVIOUS }, "ada");
    expect(await answerTo((bob) => bob.accept(lie), here.smith)).toBe("host_untrusted");
    expect(await answerTo((bob) => bob.accept(view), here.smith)).toBe("signed");
  });

  it("that Ada's offer of this round is another one than he has accepted already: none [OAP-51]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    const lie = await withSigned(view, 1, { proposal_id: PREVIOUS, terms: { price: "39.00" } }, "ada");
    const second = { ...lie, standing_proposal_id: PREVIOUS };
    await here.smith.accept(view);
    expect(await answerTo((bob) => bob.accept(second), here.smith)).toBe("host_untrusted");
    // What did not arrive is accepted anew.
    expect(await answerTo((bob) => bob.accept(view), here.smith)).toBe("signed");
  });

  it("that less is confidential, and nothing regulated, than it said before he offered: none [OAP-51]", async () => {
    const { here, view } = await countered();
    const regulated_obligations = [
      { party: here.ada.did, profession: "medical" as const, obligations: ["secrecy"] },
    ];
    for (const lie of [
      { ...view, confidentiality: "public" },
      { ...view, regulated_obligations },
    ]) {
      expect(await answerTo((bob) => bob.accept(lie), here.smith)).toBe("host_untrusted");
    }
  });
});

/** Bob has countered once, and it is his turn again. */
async function countered(): Promise<{ readonly here: World; readonly view: HistoryView }> {
  const here = await world();
  const { view } = await offeredByAda(here);
  const counter = await here.smith.propose(view, { terms: { price: "30.00" } });
  const second = good(await here.host.propose(counter)).history;
  const offer = await here.ada.propose(second, { terms: { price: "35.00" } });
  good(await here.host.propose(offer));
  return { here, view: await viewOf(here, view.negotiation_id, here.smith) };
}

describe("The host lies to Ada about whom she negotiates with", () => {
  it("once she has opened: she offers nothing to a stranger in Bob's place [OAP-51]", async () => {
    const here = await world();
    const view = await opened(here);
    const offer = { terms: { price: "40.00" } };
    for (const lie of [
      { ...view, responder: here.eve.did },
      { ...view, initiator: here.smith.did, responder: here.ada.did },
      { ...view, category: "sla" },
    ]) {
      expect(await answerTo((ada) => ada.propose(lie, offer), here.ada)).toBe("host_untrusted");
    }
    expect(await answerTo((ada) => ada.propose(view, offer), here.ada)).toBe("signed");
  });

  it("and under what: she signs for no manifest that she has not pinned, not even to walk away [OAP-51]", async () => {
    const here = await world();
    const view = await opened(here);
    const penalty = { amount: "1000000.00", currency: "EUR" };
    const other = await world({
      manifest: {
        ...view.manifest,
        withdrawal_penalty_terms: "https://tool.example/terms",
        withdrawal_penalty_hash: `sha256-${"A".repeat(43)}=`,
        withdrawal_penalty: penalty,
      },
    });
    const lie = { ...view, manifest_hash: other.hash };
    expect(lie.host).toBe(DID);
    expect(await answerTo((ada) => ada.withdraw(lie), here.ada)).toBe("host_untrusted");
    expect(await answerTo((ada) => ada.propose(lie, { terms: {} }), here.ada)).toBe("host_untrusted");
  });
});

describe("The host shows Bob one thing, and another one when he looks again", () => {
  it.each([
    ["negotiation_id", OTHER_NEGOTIATION],
    ["host", "did:web:other.example"],
    ["manifest_hash", `sha256-${"A".repeat(43)}=`],
    ["initiator", "did:web:stranger.example"],
    ["standing_proposal_id", PREVIOUS],
  ])("as %s: he signs what he has looked at, or nothing [OAP-51]", async (member, second) => {
    const here = await world();
    const { view } = await offeredByAda(here);
    for (let honest = 0; honest < 9; honest += 1) {
      let looks = 0;
      const shown = new Proxy(
        { ...view },
        {
          get(target, name) {
            if (name !== member) return Reflect.get(target, name);
            looks += 1;
            return looks > honest ? second : Reflect.get(target, name);
          },
        },
      );
      const signed = await here.smith.accept(shown).catch(() => undefined);
      if (signed === undefined) continue;
      const { acceptance } = signed;
      expect(acceptance).toMatchObject({
        negotiation_id: view.negotiation_id,
        host: view.host,
        manifest_hash: view.manifest_hash,
        from: here.smith.did,
        to: here.ada.did,
        proposal_id: view.standing_proposal_id,
      });
      expect(good(await here.host.accept(signed)).complete).toBe(false);
      return;
    }
    expect.unreachable("nothing was signed at all");
  });

  it("by changing it while he looks at the signature [OAP-51]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    const shown = { ...view };
    const signing = here.smith.accept(shown);
    Object.assign(shown, { negotiation_id: OTHER_NEGOTIATION, host: "did:web:other.example" });
    const { acceptance } = await signing;
    expect(acceptance).toMatchObject({ negotiation_id: view.negotiation_id, host: view.host });
  });
});
