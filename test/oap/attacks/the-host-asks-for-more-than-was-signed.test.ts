import { describe, expect, it } from "vitest";
import { confidentialityLadder, oapParty } from "../../../src/oap/index.js";
import { accepted, DID, good, opening, proposed, sha256, signerOf, viewOf, world } from "../host-setup.js";
import { answerTo } from "./the-host-lies.js";

const LEVELS = ["public", "internal", "secret"];
const join = confidentialityLadder(LEVELS);

/** Ada claims that what she opens is internal, at a host whose parties have that level. */
async function claimed(level: string, knowsLadder: boolean) {
  const here = await world({ join, profileOf: () => ({ level }) });
  const pinned = [{ host: DID, manifest_hash: here.hash }];
  const settings = knowsLadder ? { join } : {};
  const ada = oapParty({ signer: await signerOf(1), sha256, clock: here.clock, pinned, ...settings });
  const open = await ada.open({ ...opening(here), confidentiality: "internal" });
  return { here, ada, view: good(await here.host.open(open)).history };
}

const offer = { terms: { price: "40.00" } };

describe("The host makes less of what Ada asked for", () => {
  it.each([
    [true, "secret", "public", "host_untrusted"],
    [true, "secret", "cosmic", "host_untrusted"],
    [true, "secret", "secret", "signed"],
    [true, "public", "internal", "signed"],
    [false, "secret", "public", "host_untrusted"],
    [false, "secret", "secret", "host_untrusted"],
    [false, "public", "internal", "signed"],
  ])(
    "of the level that her Open claimed (knows the ladder: %s, host: %s, shown: %s): %s [OAP-51]",
    async (knows, level, shown, expected) => {
      const { ada, view } = await claimed(level, knows);
      const sight = { ...view, confidentiality: shown };
      expect(await answerTo((party) => party.propose(sight, offer), ada)).toBe(expected);
    },
  );

  it.each([
    ["a text", () => "none"],
    ["an object", () => ({})],
    ["of a stranger", () => [{ party: "did:web:eve.example", profession: "legal", obligations: [] }]],
    ["with a profession that nobody knows", (did) => [{ party: did, profession: "thief", obligations: [] }]],
    ["out of order", (did) => [{ party: did, profession: "legal", obligations: ["b", "a"] }]],
    ["twice", (did) => [0, 1].map(() => ({ party: did, profession: "legal", obligations: [] }))],
    ["with more than is known", (did) => [{ party: did, profession: "legal", obligations: [], also: 1 }]],
    ["of numbers", (did) => [{ party: did, profession: "legal", obligations: [1] }]],
    ["that are null", () => [null]],
    [
      "more than any agreement can name",
      (did) => [
        { party: did, profession: "legal", obligations: Array.from(Array(511), (_, at) => `d${1_000 + at}`) },
      ],
    ],
  ] as readonly (readonly [string, (did: string) => unknown])[])(
    "or shows obligations at her first signature that are none: %s [OAP-51]",
    async (_, made) => {
      const { ada, view } = await claimed("public", true);
      const sight = { ...view, regulated_obligations: made(ada.did) as never };
      expect(await answerTo((party) => party.propose(sight, offer), ada)).toBe("host_untrusted");
      const owed = [{ party: ada.did, profession: "legal" as const, obligations: ["a", "b"] }];
      const sound = { ...view, regulated_obligations: owed };
      expect(await answerTo((party) => party.propose(sound, offer), ada)).toBe("signed");
    },
  );
});

describe("The host asks for more once Ada has agreed or left", () => {
  it("another offer, after she has accepted one: she makes none [OAP-51]", async () => {
    const here = await world();
    const { history } = await proposed(here);
    await here.smith.accept(history);
    expect(await answerTo((bob) => bob.propose(history, offer), here.smith)).toBe("host_untrusted");
    expect(await answerTo((bob) => bob.accept(history), here.smith)).toBe("signed");
  });

  it("another offer, after she has co-signed [OAP-51]", async () => {
    const here = await world();
    const { id } = await accepted(here);
    const view = await viewOf(here, id);
    await here.ada.cosign(view);
    expect(await answerTo((ada) => ada.propose(view, offer), here.ada)).toBe("host_untrusted");
  });

  it("her signature under an agreement, after she has walked away [OAP-51]", async () => {
    const here = await world();
    const { id } = await accepted(here);
    const view = await viewOf(here, id);
    await here.ada.withdraw(view);
    expect(await answerTo((ada) => ada.cosign(view), here.ada)).toBe("host_untrusted");
  });

  it("her acceptance, after she has walked away, or while she does [OAP-51]", async () => {
    const here = await world();
    const { history } = await proposed(here);
    const accepting = answerTo((bob) => bob.accept(history), here.smith);
    await here.smith.withdraw(history);
    expect(await accepting).toBe("host_untrusted");
    expect(await answerTo((bob) => bob.accept(history), here.smith)).toBe("host_untrusted");
    // Where she is as good as gone, she may say so as often as she likes.
    expect(await answerTo((bob) => bob.withdraw(history), here.smith)).toBe("signed");
  });
});
