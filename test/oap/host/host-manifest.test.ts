import { describe, expect, it } from "vitest";
import { hostManifest } from "../../../src/oap/host/host-manifest.js";
import { manifestHash } from "../../../src/oap/index.js";
import { accepted, DID, good, opened, opening, sha256, viewOf, world } from "../host-setup.js";

const FIRST = {
  supported: true,
  categories: ["pricing", "sla"],
  max_rounds: 2,
  default_validity_minutes: 60,
  binding_acceptance: true,
  withdrawal_penalty: { amount: "5.00", currency: "EUR" },
};

const CHANGES: readonly object[] = [
  { categories: ["scope"] },
  { max_rounds: 1 },
  { max_rounds: 9 },
  { default_validity_minutes: 1 },
  { binding_acceptance: false },
  { withdrawal_penalty: { amount: "500.00", currency: "EUR" } },
  {
    withdrawal_penalty_terms: "https://example.com/terms",
    withdrawal_penalty_hash: `sha256-${"A".repeat(43)}=`,
  },
  { more: "unknown" },
];

describe("the manifest in force", () => {
  it.each(CHANGES)(
    "OAP-28: %j mid-way has no effect on what is open, and is what opens next",
    async (change) => {
      const runs = [];
      for (const over of [{}, change]) {
        const here = await world({ manifest: FIRST, isForgetful: true });
        const { host, ada, smith } = here;
        const first = await opened(here);
        expect(host.useManifest({ ...FIRST, ...over })).toMatchObject({ ok: true });
        const one = good(await host.propose(await ada.propose(first, { terms: { price: "1" } }))).history;
        const two = good(await host.propose(await smith.propose(one, { terms: { price: "2" } }))).history;
        const capped = await host.propose(await ada.propose(two, { terms: { price: "3" } }));
        expect(capped).toMatchObject({ ok: false, code: "cap_reached" });
        const answer = good(await host.accept(await ada.accept(two)));
        runs.push([await viewOf(here, first.negotiation_id), answer]);
        const next = await host.open(await ada.open(opening(here)));
        expect(next.ok ? "ok" : next.code).toBe(over === change ? "manifest_changed" : "ok");
      }
      expect(runs[1]).toEqual(runs[0]);
    },
  );

  it("OAP-28: the hash is that of the block with its defaults; a wrong block changes nothing", () => {
    const manifest = hostManifest({ supported: true, categories: ["pricing"] }, sha256);
    expect(manifest.hash).toBe(manifestHash(manifest.block, sha256));
    const { hash } = manifest;
    expect(manifest.use({ supported: true, categories: ["nothing"] })).toMatchObject({ ok: false });
    expect(manifest.use({ supported: false })).toMatchObject({ code: "negotiation_not_supported" });
    expect(manifest.hash).toBe(hash);
    expect(manifest.use({ supported: true, categories: ["sla"] }).ok).toBe(true);
    expect(manifest.hash).not.toBe(hash);
    expect(() => hostManifest({}, sha256)).toThrow(TypeError);
  });

  it("OAP-20: the agreement names host and manifest", async () => {
    const here = await world();
    const { answer } = await accepted(here);
    expect(answer.agreement.metadata).toMatchObject({ host: DID, manifest_hash: here.hash, binding: true });
  });
});
