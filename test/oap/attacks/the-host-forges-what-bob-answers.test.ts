import { describe, expect, it } from "vitest";
import { good, world } from "../host-setup.js";
import { offeredByAda } from "./stage.js";
import { answerTo, withDocument, withSigned } from "./the-host-lies.js";

const OFFER = { terms: { price: "38.00" } };

describe("The host forges Ada's offer, to draw a better one from Bob", () => {
  it("so that he counters what she has never said: he signs nothing [OAP-51]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    for (const lie of [
      withDocument(view, 1, { terms: { price: "90.00" } }),
      withDocument(view, 1, { round: 3 }),
      await withSigned(view, 1, { terms: { price: "90.00" } }, "eve"),
      await withSigned(view, 1, { from: here.smith.did, to: here.ada.did }, "smith"),
      { ...view, initiator: here.eve.did },
      // As if she had said nothing: he does not speak first.
      { ...view, standing_proposal_id: null, history: [] },
      { ...view, history: [] },
      // As if it were about something else.
      { ...view, category: "sla" },
    ]) {
      expect(await answerTo((bob) => bob.propose(lie, OFFER), here.smith)).toBe("host_untrusted");
    }
    expect(good(await here.host.propose(await here.smith.propose(view, OFFER))).history.round).toBe(2);
  });

  it("or shows him no history at all: it is the host that is at fault [OAP-51]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    const [turn] = view.history;
    for (const history of [undefined, null, {}, "none", [null], [1], [{}], [{ ...turn, document: null }]]) {
      const lie = { ...view, history } as never;
      for (const sign of [
        (bob: typeof here.smith) => bob.propose(lie, OFFER),
        (bob: typeof here.smith) => bob.accept(lie),
        (bob: typeof here.smith) => bob.reject(lie),
        (bob: typeof here.smith) => bob.withdraw(lie),
        (bob: typeof here.smith) => bob.cosign(lie),
      ]) {
        expect(await answerTo(sign, here.smith)).toBe("host_untrusted");
      }
    }
  });
});
