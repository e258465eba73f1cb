import { describe, expect, it } from "vitest";
import { confidentialityLadder, type OpenDocument, oapParty } from "../../../src/oap/index.js";
import { DID, good, opening, proposed, sha256, signerOf, viewOf, world } from "../host-setup.js";
import { resigned, signers } from "../oap-world.js";
import { answerTo } from "./the-host-lies.js";

const join = confidentialityLadder(["public", "internal", "secret"]);

/** At this host everybody is public; Ada's party knows the ladder. */
async function atTool(more: object = {}) {
  const here = await world({ join, profileOf: () => ({ level: "public" }) });
  const pinned = [{ host: DID, manifest_hash: here.hash }];
  const settings = { sha256, clock: here.clock, pinned, join, ...more };
  const party = async (seed: number) => oapParty({ signer: await signerOf(seed), ...settings });
  return { here, party, ada: await party(1) };
}

/** Ada opens at `secret`; host and Bob drop it, and answer with what Bob has opened, she as initiator. */
async function swapped() {
  const { here, party, ada } = await atTool();
  const open = await ada.open({ ...opening(here), confidentiality: "secret" });
  const bobs = await here.smith.open({ ...opening(here), initiator: ada.did });
  return { here, party, ada, open, bobs, view: good(await here.host.open(bobs)).history };
}

const offer = { terms: { price: "40.00" } };

describe("The host answers Ada's Open with another one", () => {
  it("that Bob has signed, and is public: she offers nothing under it, and does not walk away either [OAP-51]", async () => {
    const { here, ada, open, view } = await swapped();
    const own = good(await here.host.open(open)).history;
    expect(own.confidentiality).toBe("secret");
    const { open: _, ...unopened } = view;
    for (const lie of [view, unopened, { ...view, open }]) {
      expect(await answerTo((party) => party.propose(lie, offer), ada)).toBe("host_untrusted");
      expect(await answerTo((party) => party.withdraw(lie), ada)).toBe("host_untrusted");
    }
    expect(await answerTo((party) => party.propose(own, offer), ada)).toBe("signed");
  });

  it.each(["by hand", "by the host"])(
    "of her own id, which Bob hands to another process of hers first: what she has claimed counts, handed in %s [OAP-51]",
    async (how) => {
      const { here, party, ada } = await atTool();
      const open = await ada.open({ ...opening(here), confidentiality: "secret" });
      const { confidentiality: _, ...unclaimed } = open;
      const bobs = await resigned(unclaimed as OpenDocument, {}, "open", await signers.smith());
      const view = good(await here.host.open(bobs)).history;
      const other = await party(1);
      await other.know(bobs);
      if (how === "by hand") await other.know(open);
      const lie = { ...view, open };
      expect(await answerTo((party) => party.propose(lie, offer), other)).toBe("host_untrusted");
      const own = { ...lie, confidentiality: "secret" };
      expect(await answerTo((party) => party.propose(own, offer), other)).toBe("signed");
      await expect(other.know(bobs)).rejects.toMatchObject({ code: "host_untrusted" });
      await other.know(open);
    },
  );

  it("which she knows only once she has offered: it has to be what she has offered under [OAP-51]", async () => {
    const { here, party } = await atTool();
    const bobs = await here.smith.open({
      ...opening(here),
      initiator: here.smith.did,
      responder: here.ada.did,
    });
    const claimed = await resigned(bobs, { confidentiality: "secret" }, "open", await signers.smith());
    const view = good(await here.host.open(claimed)).history;
    const first = await here.smith.propose(view, offer);
    const shown = good(await here.host.propose(first)).history;
    const ada = await party(1);
    await ada.propose(shown, offer);
    await ada.know(claimed);
    await expect(
      ada.know(await resigned(claimed, { category: "sla" }, "open", await signers.smith())),
    ).rejects.toMatchObject({ code: "host_untrusted" });
    const lie = { ...shown, confidentiality: "public" };
    expect(await answerTo((one) => one.propose(lie, offer), ada)).toBe("host_untrusted");
    expect(await answerTo((one) => one.propose(shown, offer), ada)).toBe("signed");
  });

  it("of her own id, by Bob with another category: she still takes part under her own, and may leave [OAP-51]", async () => {
    const { here, party, ada } = await atTool();
    const open = await ada.open(opening(here));
    const bobs = await resigned(open, { category: "sla" }, "open", await signers.smith());
    const own = good(await here.host.open(open)).history;
    const other = await party(1);
    await other.know(bobs);
    await other.know(open);
    expect(await answerTo((party) => party.propose(own, offer), other)).toBe("signed");
    expect(await answerTo((party) => party.withdraw(own), other)).toBe("signed");
  });

  it("which somebody has signed in her name [OAP-51]", async () => {
    const { here, party, open, view } = await swapped();
    const fresh = await party(1);
    const forged = await resigned(open, {}, "open", await signers.smith());
    const own = good(await here.host.open(open)).history;
    const { signature } = view.open!;
    for (const one of [
      forged,
      { ...open, confidentiality: "public" },
      { ...open, signature },
      "open",
      null,
    ]) {
      const lie = { ...own, open: one as OpenDocument };
      expect(await answerTo((ada) => ada.propose(lie, offer), fresh)).toBe("host_untrusted");
    }
  });

  it("unless she knows it: then she takes part, at the level that it claims at least [OAP-51]", async () => {
    const { here, ada, bobs, view } = await swapped();
    await expect(ada.know({ ...bobs, category: "sla" })).rejects.toMatchObject({ code: "host_untrusted" });
    expect(await answerTo((party) => party.propose(view, offer), ada)).toBe("host_untrusted");
    await ada.know(bobs);
    expect(await answerTo((party) => party.propose(view, offer), ada)).toBe("signed");
    const claimed = await here.smith.open({
      ...opening(here),
      initiator: ada.did,
      confidentiality: "internal",
    });
    await ada.know(claimed);
    const level = good(await here.host.open(claimed)).history;
    const lie = { ...level, confidentiality: "public" };
    expect(await answerTo((party) => party.propose(lie, offer), ada)).toBe("host_untrusted");
    expect(await answerTo((party) => party.propose(level, offer), ada)).toBe("signed");
  });

  it("after a restart, where she knows her own again, and what it claims, by her signature [OAP-51]", async () => {
    const { here, party, ada, open } = await swapped();
    const own = good(await here.host.open(open)).history;
    const lie = { ...own, confidentiality: "internal" };
    expect(await answerTo(async () => (await party(1)).propose(lie, offer), ada)).toBe("host_untrusted");
    expect(await answerTo(async () => (await party(1)).propose(own, offer), ada)).toBe("signed");
    // What is shown later resets nothing that it knows.
    expect(await answerTo((one) => one.propose({ ...lie, open }, offer), ada)).toBe("host_untrusted");
    good(await here.host.propose(await ada.propose(own, offer)));
    expect(await viewOf(here, own.negotiation_id)).toMatchObject({ open });
  });
});

describe("The host tells Bob a level that is none", () => {
  it.each([
    ["public", "signed"],
    ["secret", "signed"],
    ["cosmic", "host_untrusted"],
    [{ a: 1 }, "host_untrusted"],
    [["public"], "host_untrusted"],
    [7, "host_untrusted"],
    [null, "host_untrusted"],
    [undefined, "host_untrusted"],
  ])("%j, and he knows the ladder: %s [OAP-51]", async (level, expected) => {
    const { here, party } = await atTool();
    const { history } = await proposed(here);
    const sight = { ...history, confidentiality: level as string };
    const bob = await party(2);
    expect(await answerTo((one) => one.accept(sight), bob)).toBe(expected);
    expect(await answerTo((one) => one.reject(sight), bob)).toBe("signed");
    // Without a ladder any text is a level.
    const unladdered = typeof level === "string" ? "signed" : "host_untrusted";
    expect(await answerTo((one) => one.accept(sight), here.smith)).toBe(unladdered);
  });

  it("or one, or duties, that he does not take part with, if he says so [OAP-51]", async () => {
    const asked: string[] = [];
    const { here, party } = await atTool({
      admitGround: ({ confidentiality, regulated_obligations }: never) => {
        asked.push(confidentiality);
        return confidentiality !== "public" && (regulated_obligations as unknown[]).length === 0;
      },
    });
    const { history } = await proposed(here);
    const bob = await party(2);
    const owed = [{ party: bob.did, profession: "legal" as const, obligations: ["pay"] }];
    for (const [change, expected] of [
      [{}, "host_untrusted"],
      [{ confidentiality: "internal", regulated_obligations: owed }, "host_untrusted"],
      [{ confidentiality: "internal" }, "signed"],
    ] as const) {
      expect(await answerTo((one) => one.accept({ ...history, ...change }), bob)).toBe(expected);
    }
    expect(asked).toEqual(["public", "internal", "internal"]);
    expect(await answerTo((one) => one.withdraw(history), bob)).toBe("signed");
  });
});
