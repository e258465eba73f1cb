import { describe, expect, it } from "vitest";
import { createOapHost, oapRoom } from "../../src/oap/index.js";
import {
  DID,
  good,
  MANIFEST,
  opened,
  opening,
  proposed,
  sha256,
  until,
  viewOf,
  world,
} from "./host-setup.js";

const TERMS = {
  withdrawal_penalty_terms: "https://tool.example/terms",
  withdrawal_penalty_hash: `sha256-${"A".repeat(43)}=`,
};
const penalty = { amount: "12.50", currency: "EUR", per: "negotiation" };
const manifest = { ...MANIFEST, ...TERMS, withdrawal_penalty: penalty };

describe("a manifest with penalty terms", () => {
  it.each([
    ["no amount", { ...TERMS }, false],
    [
      "no hash",
      { withdrawal_penalty_terms: TERMS.withdrawal_penalty_terms, withdrawal_penalty: penalty },
      false,
    ],
    ["both", { ...TERMS, withdrawal_penalty: penalty }, true],
    ["an amount alone", { withdrawal_penalty: penalty }, true],
  ])("OAP-56: with %s: a host can be made of it, and go over to it, or not", async (_, members, isFine) => {
    const { admit } = oapRoom();
    const service = { on: () => undefined, submit: () => undefined } as never;
    const make = () =>
      createOapHost({ service, admit, did: DID, manifest: { ...MANIFEST, ...members }, sha256 });
    if (isFine) expect(make).not.toThrow();
    else expect(make).toThrow(TypeError);
    const here = await world();
    expect(here.host.useManifest({ ...MANIFEST, ...members }).ok).toBe(isFine);
    const answer = await here.host.open(await here.ada.open(opening(here)));
    expect(answer.ok ? "ok" : answer.code).toBe(isFine ? "manifest_changed" : "ok");
  });

  it("OAP-29, OAP-56: a party opens under none whose penalty it cannot know, unless it says what it takes it for", async () => {
    const here = await world();
    const { manifest_hash: _, ...names } = opening(here);
    const unknown = { ...MANIFEST, ...TERMS };
    await expect(here.ada.open({ ...names, manifest: unknown })).rejects.toThrow(TypeError);
    await expect(here.ada.open({ ...names, category: "scope", manifest })).rejects.toThrow(TypeError);
    await expect(here.ada.open({ ...names, manifest: {} })).rejects.toThrow(TypeError);
    const assumePenalty = { amount: "1.00", currency: "EUR" };
    expect(await here.ada.open({ ...names, manifest: unknown, assumePenalty })).toBeDefined();
    const same = await here.ada.open({ ...names, manifest: MANIFEST });
    expect(same.manifest_hash).toBe(here.hash);
    good(await here.host.open(same));
  });
});

describe("a withdrawal under a penalty", () => {
  it("OAP-56: before the first proposal as well; every other end, and a manifest without, costs nothing", async () => {
    const here = await world({ manifest });
    const first = await opened(here);
    expect(first).not.toHaveProperty("withdrawal_penalty");
    good(await here.host.withdraw(await here.ada.withdraw(first)));
    await until(() => here.port.size() === 1);
    const { history } = await proposed(here);
    const rejected = good(await here.host.reject(await here.smith.reject(history))).history;
    const cancelled = await opened(here);
    await here.service.cancel(cancelled.negotiation_id);
    for (const view of [rejected, await viewOf(here, cancelled.negotiation_id)]) {
      expect(view).not.toHaveProperty("withdrawal_penalty");
    }
    expect(here.port.size()).toBe(1);
    const free = await world();
    const left = good(await free.host.withdraw(await free.ada.withdraw(await opened(free)))).history;
    expect(left).not.toHaveProperty("withdrawal_penalty");
    expect(free.port.size()).toBe(0);
  });
});
