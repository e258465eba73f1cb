import { describe, expect, it } from "vitest";
import { good, opened, proposed, sha256, stored, viewOf, world } from "../host-setup.js";
import { resigned, signers } from "../oap-world.js";

const tiny = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index.toString(36).padStart(3, "k"), 1]));

/** A host that counts what others make it do; what a call of each costs is no matter here. */
async function counting() {
  const counts = { hashes: 0, derivations: 0 };
  const here = await world({
    sha256: (bytes) => {
      counts.hashes += 1;
      return sha256(bytes);
    },
    effectivePeriod: (_, effective_from) => {
      counts.derivations += 1;
      return { effective_from, effective_until: null };
    },
  });
  const during = async (work: () => Promise<unknown>): Promise<typeof counts> => {
    const before = { ...counts };
    await work();
    return { hashes: counts.hashes - before.hashes, derivations: counts.derivations - before.derivations };
  };
  return { here, during };
}

describe("Mallory offers 1,500 tiny terms, so that each look at the agreement costs the host a second", () => {
  it("it is derived once, and no call of the host's hash function is a leaf's [SG-44]", async () => {
    const { here, during } = await counting();
    const { history } = await proposed(here, tiny(1_500));
    const request = await here.smith.accept(history);
    const accepting = await during(async () => good(await here.host.accept(request)));
    expect(accepting.derivations).toBe(1);
    expect(accepting.hashes).toBeLessThan(50);
  });

  it("and who asks for the history again and again has nothing derived [SG-44]", async () => {
    const { here, during } = await counting();
    const { history } = await proposed(here, tiny(1_500));
    good(await here.host.accept(await here.smith.accept(history)));
    const asking = await during(async () => {
      for (let time = 0; time < 5; time += 1) await viewOf(here, history.negotiation_id);
    });
    expect(asking.derivations).toBe(0);
    expect(asking.hashes).toBeLessThan(50);
  });

  it.each([
    ["13,000 numbers in a list of 26 kB", { a: new Array<number>(13_000).fill(0) }],
    ["13,000 empty objects", { a: Array.from({ length: 13_000 }, () => ({})) }],
    ["8,194 members", { a: Array.from({ length: 4_097 }, () => ({ a: 1, b: 1 })) }],
    ["a name too long for any request to redact it", { ["/".repeat(32_765)]: 1 }],
  ])(
    "and %s are refused when they are proposed, before anything is hashed leaf by leaf [SG-44]",
    async (_, terms) => {
      const { here, during } = await counting();
      const history = await opened(here);
      const before = await stored(here, history.negotiation_id);
      // Her own party signs no such terms.
      const offer = await here.ada.propose(history, { terms: { price: "1.00" } });
      const proposal = await resigned(offer, { terms }, "proposal", await signers.ada());
      const refusing = await during(async () => {
        expect(await here.host.propose(proposal)).toMatchObject({ code: "terms_invalid", path: ["terms"] });
      });
      expect(refusing.derivations).toBe(0);
      expect(refusing.hashes).toBeLessThan(50);
      expect(await stored(here, history.negotiation_id)).toBe(before);
    },
  );

  it("and a turn that was shown once is made ready for nobody again [SG-44]", async () => {
    const { here } = await counting();
    const { history } = await proposed(here, tiny(1_500));
    const shown = await viewOf(here, history.negotiation_id);
    expect(shown.history[0]).toBe(history.history[0]);
    const counter = await here.smith.propose(history, { terms: { price: "40.00" } });
    const later = good(await here.host.propose(counter)).history;
    expect([later.history[0] === history.history[0], later.history.length]).toEqual([true, 2]);
  });
});
