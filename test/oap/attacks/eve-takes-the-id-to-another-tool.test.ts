import { describe, expect, it } from "vitest";
import type { HistoryView } from "../../../src/oap/index.js";
import { oapParty } from "../../../src/oap/index.js";
import { good, opening, sha256, signerOf, type World, world } from "../host-setup.js";
import { codeOf, resigned, signers } from "../oap-world.js";
import { offeredByAda } from "./stage.js";

const OTHER = "did:web:other.example";

/** The Smith, who trusts two Tools; and Eve's offer to him at the other one, under the id of a negotiation at the first. */
async function smithAtTwoTools(): Promise<{ here: World; there: World }> {
  const here = await world();
  const there = await world({ did: OTHER, clock: here.clock });
  const pinned = ["did:web:tool.example", OTHER].map((host) => ({ host, manifest_hash: here.hash }));
  const smith = oapParty({ signer: await signerOf(2), sha256, clock: here.clock, pinned });
  return { here: { ...here, smith }, there };
}

async function eveOffers(there: World, negotiationId: string): Promise<HistoryView> {
  const own = await there.eve.open({ ...opening(there), host: OTHER });
  const open_id = negotiationId.replace("neg", "opn");
  const open = await resigned(own, { open_id }, "open", await signers.eve());
  const first = good(await there.host.open(open)).history;
  await there.eve.know(open);
  return good(await there.host.propose(await there.eve.propose(first, { terms: { price: "0.01" } }))).history;
}

describe("Eve opens the id of Ada's negotiation with the Smith at another Tool", () => {
  it.each(["reject", "withdraw"] as const)(
    "a Smith who says %s there still accepts Ada's offer here, and nothing of hers [OAP-51]",
    async (walkAway) => {
      const { here, there } = await smithAtTwoTools();
      const { view } = await offeredByAda(here);
      const eves = await eveOffers(there, view.negotiation_id);
      good(await there.host[walkAway]((await here.smith[walkAway](eves)) as never));
      await expect(here.smith.accept(eves)).rejects.toMatchObject({ code: "host_untrusted" });
      expect(codeOf(await here.host.accept(await here.smith.accept(view)))).toBe("ok");
    },
  );

  it("a Smith who agrees with her there agrees with Ada here as well, since these are two deals [OAP-51]", async () => {
    const { here, there } = await smithAtTwoTools();
    const { view } = await offeredByAda(here);
    const eves = await eveOffers(there, view.negotiation_id);
    expect(codeOf(await there.host.accept(await here.smith.accept(eves)))).toBe("ok");
    expect(codeOf(await here.host.accept(await here.smith.accept(view)))).toBe("ok");
  });

  it.each(["reject", "withdraw"] as const)(
    "a Smith who has answered Ada here may still %s there, and is heard [OAP-51]",
    async (walkAway) => {
      const { here, there } = await smithAtTwoTools();
      const { view } = await offeredByAda(here);
      good(await here.host.propose(await here.smith.propose(view, { terms: { price: "30.00" } })));
      const eves = await eveOffers(there, view.negotiation_id);
      good(await there.host[walkAway]((await here.smith[walkAway](eves)) as never));
    },
  );

  it.each(["reject", "withdraw"] as const)(
    "an Ada who has answered the Smith here may still %s where he takes the id there [OAP-51]",
    async (walkAway) => {
      const { here, there } = await smithAtTwoTools();
      const { view, open } = await offeredByAda(here);
      good(await here.host.propose(await here.smith.propose(view, { terms: { price: "30.00" } })));
      const { signature: _, ...named } = open;
      const opened = await resigned(
        { ...named, signature: "" } as never,
        { host: OTHER, initiator: here.smith.did, responder: here.ada.did },
        "open",
        await signers.smith(),
      );
      const first = good(await there.host.open(opened)).history;
      const pinned = ["did:web:tool.example", OTHER].map((host) => ({ host, manifest_hash: here.hash }));
      for (const names of pinned) here.ada.pin(names);
      const elsewhere = oapParty({ signer: await signerOf(2), sha256, clock: here.clock, pinned });
      await elsewhere.know(opened);
      const offer = await elsewhere.propose(first, { terms: { price: "0.01" } });
      const shown = good(await there.host.propose(offer)).history;
      good(await there.host[walkAway]((await here.ada[walkAway](shown)) as never));
    },
  );

  const [TOOL, HASH] = ["did:web:tool.example", `sha256-${"B".repeat(42)}A=`];
  const isNew = { history: [], standing_proposal_id: null, round: 0 };
  it.each([
    ["withdraw", "the Open", { ...isNew, host: OTHER }],
    ["withdraw", "the Open's manifest", { ...isNew, manifest_hash: HASH }],
    ["withdraw", "the offer", { open: undefined, host: OTHER }],
    ["withdraw", "the offer's manifest", { open: undefined, manifest_hash: HASH }],
    ["reject", "the offer", { open: undefined, host: OTHER }],
    ["withdraw", "the Open of Ada's", { ...isNew, initiator: "did:web:eve.example" }],
    ["withdraw", "the offer of Ada's", { open: undefined, initiator: "did:web:eve.example" }],
  ] as const)(
    "and shows Ada's as one of there: to %s the Smith signs nothing, as %s says otherwise [OAP-51]",
    async (walkAway, _, lie) => {
      const { here } = await smithAtTwoTools();
      const { view } = await offeredByAda(here);
      here.smith.pin({ host: TOOL, manifest_hash: HASH });
      const told = { ...view, ...lie } as unknown as HistoryView;
      await expect(here.smith[walkAway](told)).rejects.toMatchObject({ code: "host_untrusted" });
      // And is free to leave where it is.
      good(await here.host[walkAway]((await here.smith[walkAway](view)) as never));
    },
  );

  it("and shows Ada's there, whose offer names no Tool as others may write it: the Smith sees by the Open where it is [OAP-51]", async () => {
    const { here } = await smithAtTwoTools();
    const { view } = await offeredByAda(here);
    const [turn] = view.history;
    const bare = await resigned(
      turn!.document,
      { host: undefined, manifest_hash: undefined } as never,
      "proposal",
      await signers.ada(),
    );
    const seen = { ...view, history: [{ ...turn!, document: bare }] } as HistoryView;
    const lie = { ...seen, host: OTHER };
    const untrusted = { code: "host_untrusted" };
    await expect(here.smith.accept(lie)).rejects.toMatchObject(untrusted);
    await expect(here.smith.propose(lie, { terms: { price: "1.00" } })).rejects.toMatchObject(untrusted);
    expect((await here.smith.accept(seen)).acceptance.host).toBe(view.host);
  });
});
