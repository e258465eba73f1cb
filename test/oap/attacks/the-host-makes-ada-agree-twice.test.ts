import { describe, expect, it } from "vitest";
import { accepted, good, opened, opening, proposed, signerOf, viewOf, world } from "../host-setup.js";

const SMITH = (await signerOf(2)).kid.split("#")[0];

const twice = { code: "host_untrusted", details: { at: "proposal, since another one is agreed to" } };

/** Bob and the host are one: each of his offers is genuine, and Ada is shown whichever they like. */
async function twoOffers() {
  const here = await world();
  const { history } = await proposed(here);
  const bob = here.smith;
  const views = [];
  for (const price of ["45.00", "99.00"]) {
    const document = await bob.propose(history, { terms: { price } });
    const entry = { ...history.history[0]!, turn: 2, type: "counter_proposal", document } as const;
    const standing = { round: 2, standing_proposal_id: document.proposal_id, floor: here.ada.did };
    views.push({ ...history, ...standing, history: [...history.history, entry] });
  }
  return { ...here, views, first: history };
}

describe("The host makes Ada agree twice to one negotiation", () => {
  it("by one offer after the other [OAP-51]", async () => {
    const { ada, views } = await twoOffers();
    const { acceptance } = await ada.accept(views[0]!);
    await expect(ada.accept(views[1]!)).rejects.toMatchObject(twice);
    expect((await ada.accept(views[0]!)).acceptance.proposal_id).toBe(acceptance.proposal_id);
  });

  it("by two offers at once [OAP-51]", async () => {
    const { ada, views } = await twoOffers();
    const both = await Promise.allSettled(views.map((view) => ada.accept(view)));
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  });

  it.each<[what: string, lie: object]>([
    ["another level", { confidentiality: "secret" }],
    [
      "duties of a profession",
      { regulated_obligations: [{ party: SMITH, profession: "medical", obligations: ["x"] }] },
    ],
  ])("by one offer on two grounds at once, the second with %s [OAP-51]", async (_, lie) => {
    for (const isFirst of [true, false]) {
      const here = await world();
      const { history } = await proposed(here);
      const shown = [history, { ...history, ...lie }];
      if (!isFirst) shown.reverse();
      for (const sign of ["accept", "propose"] as const) {
        const party = sign === "accept" ? here.smith : (await world()).smith;
        const both = await Promise.allSettled(
          shown.map((view) =>
            sign === "accept" ? party.accept(view) : party.propose(view, { terms: { price: "1.00" } }),
          ),
        );
        expect(both.filter(({ status }) => status === "fulfilled").length).toBeLessThan(2);
        expect(both.find(({ status }) => status === "rejected")).toMatchObject({
          reason: { code: "host_untrusted" },
        });
      }
    }
  });

  it("after a thousand other agreements [OAP-51]", async () => {
    const { ada, smith, views, first, ...here } = await twoOffers();
    await ada.accept(views[0]!);
    const last = views[0]!.history.at(-1)!;
    for (let other = 0; other < 1_001; other += 1) {
      const open = await smith.open({ ...opening({ ...here, smith }), responder: ada.did });
      const id = open.open_id.replace("opn", "neg");
      const swapped = { ...first, open, negotiation_id: id, initiator: smith.did, responder: ada.did };
      const nothing = { ...swapped, history: [], standing_proposal_id: null };
      const offer = await smith.propose(nothing, { terms: { price: "1" } });
      const entry = { ...last, turn: 1, type: "proposal", document: offer } as const;
      const sight = { ...swapped, history: [entry], round: 1 };
      await ada.accept({ ...sight, standing_proposal_id: offer.proposal_id });
    }
    await expect(ada.accept(views[1]!)).rejects.toMatchObject(twice);
  });

  it("by co-signing one and accepting another [OAP-51]", async () => {
    const here = await world();
    const { id } = await accepted(here);
    const view = await viewOf(here, id);
    await here.ada.cosign(view);
    const proposal = view.history[0]!;
    const { smith } = await world();
    const document = await smith.propose({ ...view, history: [proposal] }, { terms: { price: "99.00" } });
    const entry = { ...proposal, turn: 2, type: "counter_proposal", document } as const;
    const sight = { ...view, round: 2, standing_proposal_id: document.proposal_id };
    await expect(here.ada.accept({ ...sight, history: [proposal, entry] })).rejects.toMatchObject(twice);
  });

  it("and what could not be signed binds her to nothing [OAP-51]", async () => {
    const { ada, views } = await twoOffers();
    await expect(ada.accept(views[1]!, { terms: { price: "1.00" } })).rejects.toMatchObject({
      details: { at: "terms" },
    });
    expect(await ada.accept(views[0]!)).toHaveProperty("acceptance");
  });
});

describe("A server hands in null for a caller that it does not know", () => {
  it("and gets neither salts nor terms for an Open that somebody else has seen [EN-54]", async () => {
    const here = await world();
    const open = await here.ada.open({
      responder: here.smith.did,
      category: "pricing",
      host: "did:web:tool.example",
      manifest_hash: here.hash,
    });
    const { history } = good(await here.host.open(open));
    const proposal = await here.ada.propose(history, { terms: { price: "40.00" } });
    const standing = good(await here.host.propose(proposal)).history;
    const { salt_secret } = good(await here.host.accept(await here.smith.accept(standing)));
    const answer = await here.host.open(open, { caller: null as never });
    expect(answer).toMatchObject({ ok: false, code: "key_not_authorized" });
    expect(JSON.stringify(await here.host.open(open))).not.toContain(salt_secret);
    expect(await opened(here)).toHaveProperty("negotiation_id");
  });
});
