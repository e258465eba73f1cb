import { describe, expect, it } from "vitest";
import { oapParty, type PartySight } from "../../../src/oap/index.js";
import { sha256, signerOf, world } from "../host-setup.js";
import { offeredByAda } from "./stage.js";
import { answerTo } from "./the-host-lies.js";

describe("The host waits until Bob has forgotten what it told him", () => {
  it("and shows him Ada's offer at another level and with other duties, a thousand deals later [OAP-51]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    const pinned = [{ host: view.host, manifest_hash: here.hash }];
    // That Ada has signed a thousand offers is not the point: every signature is taken.
    const bob = oapParty({
      ...{ signer: await signerOf(2), sha256, pinned, clock: here.clock },
      ...{ randomBytes: here.randomBytes, verifier: () => true },
    });
    await bob.accept(view);
    for (let count = 0; count < 1_001; count += 1) {
      await bob.accept(under(view, `neg_${String(count).padStart(26, "0")}`));
    }
    const duty = { party: bob.did, profession: "legal", obligations: ["pays"] } as const;
    for (const lie of [
      { ...view, confidentiality: "secret" },
      { ...view, regulated_obligations: [duty] },
    ]) {
      expect(await answerTo((party) => party.accept(lie), bob)).toBe("host_untrusted");
    }
    await bob.accept(view);
  });
});

/** The same offer in another negotiation. */
function under(view: PartySight, negotiation_id: string): PartySight {
  const history = view.history.map((entry) => ({
    ...entry,
    document: { ...entry.document, negotiation_id },
  }));
  return { ...view, open: undefined, negotiation_id, history };
}
