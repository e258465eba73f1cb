import { describe, expect, it } from "vitest";
import { messageHash } from "../../../src/oap/documents/index.js";
import { good, sha256, world } from "../host-setup.js";
import { codeOf, resigned, signers } from "../oap-world.js";
import { offeredByAda } from "./stage.js";
import { answerTo } from "./the-host-lies.js";

/** What Ada has offered, and another offer of hers under the same id. */
async function offeredTwice() {
  const here = await world();
  const { view, offer } = await offeredByAda(here);
  const dear = await resigned(offer, { terms: { price: "999.00" } }, "proposal", await signers.ada());
  const [entry] = view.history;
  return { here, view, offer, dear, entry: entry! };
}

interface Shown {
  document: object;
}

describe("The host shows two offers of one id, both Ada's", () => {
  it("beside each other: Bob answers neither [OAP-51]", async () => {
    const { here, view, dear, entry } = await offeredTwice();
    const both = { ...view, history: [{ ...entry, document: dear }, entry] };
    for (const act of ["accept", "reject", "withdraw"] as const) {
      expect(await answerTo((bob) => bob[act](both), here.smith)).toBe("host_untrusted");
    }
  });

  it.each([
    ["in its place", (entry: Shown, dear: object) => void (entry.document = dear)],
    ["in it", (entry: Shown, dear: object) => void Object.assign(entry.document, dear)],
  ])("the other %s once Bob has been asked: he has accepted what he saw [OAP-51]", async (_, put) => {
    const { here, view, offer, dear, entry } = await offeredTwice();
    const shown = { ...entry, document: { ...entry.document } };
    const accepting = here.smith.accept({ ...view, history: [shown] });
    put(shown, dear);
    expect((await accepting).acceptance.proposal_hash).toBe(messageHash(sha256, offer));
  });

  it("or a duty of Bob's more, once he has been asked: it is none that he has signed [OAP-51]", async () => {
    const { here, view } = await offeredTwice();
    const duties: unknown[] = [...view.regulated_obligations];
    const accepting = here.smith.accept({ ...view, regulated_obligations: duties as never });
    duties.push({ party: here.smith.did, profession: "legal", obligations: ["keep records for ever"] });
    expect(codeOf(await here.host.accept(await accepting))).toBe("ok");
  });

  it("or changes what Bob expects, once he has been asked: he has expected what he said [OAP-51]", async () => {
    const { here, view } = await offeredTwice();
    const expected = { terms: { price: "1.00" } };
    const accepting = here.smith.accept(view, expected);
    expected.terms.price = "40.00";
    await expect(accepting).rejects.toMatchObject({ code: "host_untrusted", details: { at: "terms" } });
  });

  it("or that she has walked away: Bob accepts nothing of her any more [OAP-51]", async () => {
    const { here, view } = await offeredTwice();
    const left = await here.ada.withdraw(view);
    const { history } = good(await here.host.withdraw(left));
    const open = { ...history, standing_proposal_id: view.standing_proposal_id };
    expect(await answerTo((bob) => bob.accept(open), here.smith)).toBe("host_untrusted");
  });
});
