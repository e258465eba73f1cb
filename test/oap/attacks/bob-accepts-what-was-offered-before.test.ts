import { describe, expect, it } from "vitest";
import type { HistoryView, ProposalDocument } from "../../../src/oap/index.js";
import { good, opened, stored, viewOf, type World, world } from "../host-setup.js";
import { acceptRecklessly, codeOf, letterFor, offered, resigned, signers } from "../oap-world.js";

/** Ada has offered 41 first, and 43 since Bob's counter. */
async function haggled(): Promise<{ readonly here: World; readonly view: HistoryView }> {
  const here = await world();
  return { here, view: await offered(here, await opened(here), 3) };
}

describe("Bob accepts what Ada has offered before, and not what she offers now", () => {
  it("which is over since her last offer: nothing changes [OAP-58]", async () => {
    const { here, view } = await haggled();
    const first = view.history[0]!.document as ProposalDocument;
    const before = await stored(here, view.negotiation_id);
    const request = await acceptRecklessly(view, await signers.smith(), { proposal: first });
    expect(codeOf(await here.host.accept(request))).toBe("stale_proposal");
    expect(await stored(here, view.negotiation_id)).toBe(before);
  });

  it("under the id of the last offer, or of its round [OAP-58]", async () => {
    const { here, view } = await haggled();
    const [first, , last] = view.history.map(({ document }) => document as ProposalDocument);
    const before = await stored(here, view.negotiation_id);
    for (const changes of [
      { proposal_id: last!.proposal_id },
      { round: last!.round },
      { proposal_id: last!.proposal_id, round: last!.round },
    ]) {
      const request = await acceptRecklessly(view, await signers.smith(), { proposal: first!, changes });
      expect(codeOf(await here.host.accept(request))).toBe("stale_proposal");
    }
    expect(await stored(here, view.negotiation_id)).toBe(before);
  });

  it("by handing her first offer in again, so that it stands [OAP-58]", async () => {
    const { here, view } = await haggled();
    const before = await stored(here, view.negotiation_id);
    for (const { document } of view.history) {
      expect(codeOf(await here.host.propose(document))).toBe("ok");
      expect(await stored(here, view.negotiation_id)).toBe(before);
    }
  });

  it("after she has walked away [OAP-58]", async () => {
    const { here, view } = await haggled();
    good(await here.host.withdraw(await here.ada.withdraw(view)));
    const before = await stored(here, view.negotiation_id);
    for (const { document } of view.history) {
      const proposal = document as ProposalDocument;
      if (proposal.from === here.smith.did) continue;
      const request = await acceptRecklessly(view, await signers.smith(), { proposal });
      expect(codeOf(await here.host.accept(request))).toBe("negotiation_over");
    }
    expect(await stored(here, view.negotiation_id)).toBe(before);
  });

  it("or offers in a round that was, or is not yet [OAP-58]", async () => {
    const here = await world();
    const view = await offered(here, await opened(here), 1);
    const counter = (await letterFor(here, view, "counter", here.smith)) as ProposalDocument;
    const before = await stored(here, view.negotiation_id);
    for (const round of [1, 3, 77]) {
      const again = await resigned(counter, { round }, "proposal", await signers.smith());
      expect(codeOf(await here.host.propose(again))).toBe("round_mismatch");
    }
    const first = await resigned(
      counter,
      { round: 2, previous_proposal_id: null },
      "proposal",
      await signers.smith(),
    );
    expect(codeOf(await here.host.propose(first))).toBe("stale_proposal");
    expect(await stored(here, view.negotiation_id)).toBe(before);
    expect((await viewOf(here, view.negotiation_id)).round).toBe(1);
  });
});
