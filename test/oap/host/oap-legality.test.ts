import { describe, expect, it } from "vitest";
import { oapParty, writeInstant } from "../../../src/oap/index.js";
import { signDocument } from "../../../src/oap/signing/index.js";
import {
  DID,
  good,
  MANIFEST,
  opened,
  opening,
  proposed,
  START,
  sha256,
  signerOf,
  viewOf,
  world,
} from "../host-setup.js";
import { resigned } from "../oap-world.js";

const HOUR = 3_600_000;

describe("T13: clock tricks", () => {
  it.each([
    [-300_001, "clock_skew"],
    [-300_000, "ok"],
    [300_000, "ok"],
    [300_001, "clock_skew"],
  ])("T13: OAP-12: an instant that is %s ms from now: %s", async (ms, code) => {
    const here = await world();
    const { history } = await proposed(here);
    for (const kind of ["reject", "withdraw"] as const) {
      const letter = await here.smith[kind](history);
      const member = kind === "reject" ? "rejected_at" : "withdrawn_at";
      const { signature: _, ...body } = { ...letter, [member]: writeInstant(START + ms) };
      const signed = good(await signDocument(body, kind, await signerOf(2))).document;
      const fresh = kind === "reject" ? here : await world();
      if (fresh !== here) await proposed(fresh);
      const answer = await fresh.host[kind](signed);
      expect(answer.ok ? "ok" : answer.code).toBe(code);
    }
  });

  it("T13: OAP-18: a deadline that is due is told of before whose turn it is", async () => {
    const here = await world();
    const { history } = await proposed(here);
    const counter = await here.smith.propose(history, { terms: {}, validUntilAt: START + 2 * HOUR });
    const names = { from: here.ada.did, to: here.smith.did };
    const letter = await resigned(counter, names, "proposal", await signerOf(1));
    here.clock.set(START + HOUR - 1);
    expect(await here.host.propose(letter)).toMatchObject({ code: "not_your_turn" });
    here.clock.set(START + HOUR);
    expect(await here.host.propose(letter)).toMatchObject({ code: "negotiation_over", state: "EXPIRED" });
  });

  it("T13: OAP-11: a clock that runs backwards revives nothing", async () => {
    const here = await world();
    const { history } = await proposed(here);
    const request = await here.smith.accept(history);
    here.clock.set(START + HOUR);
    await here.service.wake(history.negotiation_id);
    here.clock.set(START);
    expect(await here.host.accept(request)).toMatchObject({ code: "negotiation_over", state: "EXPIRED" });
  });

  it("T13: OAP-11: maxValidityMs is the opening window as well", async () => {
    const here = await world({ maxValidityMs: HOUR });
    const first = await opened(here);
    expect(first.expires_at).toBe(writeInstant(START + HOUR));
    const letter = await here.ada.propose(first, { terms: {}, validUntilAt: START + HOUR + 1 });
    expect(await here.host.propose(letter)).toMatchObject({ code: "validity_too_long" });
    await here.clock.advance(HOUR);
    expect(await viewOf(here, first.negotiation_id)).toMatchObject({
      state: "EXPIRED",
      outcome: { reason: "turn_timeout" },
    });
  });
});

it("a manifest whose offers no host would take by default is refused, at the beginning and later [OAP-11]", async () => {
  await expect(world({ maxValidityMs: HOUR - 1 })).rejects.toThrow(/maxValidityMs/);
  const { host } = await world({ maxValidityMs: HOUR });
  const block = { ...MANIFEST, default_validity_minutes: 61 };
  expect(host.useManifest(block)).toMatchObject({
    code: "document_invalid",
    path: ["default_validity_minutes"],
  });
  expect(host.useManifest({ ...block, default_validity_minutes: 60 }).ok).toBe(true);
});

it.each([
  ["30 days", { default_validity_minutes: 43_200 }, {}],
  ["an hour, at a host that takes no more", {}, { maxValidityMs: HOUR }],
])(
  "a default offer of %s is taken of a party whose clock is 5 minutes ahead [OAP-12]",
  async (_, manifest, limit) => {
    const here = await world({ manifest: { ...MANIFEST, ...manifest }, ...limit });
    const clock = { now: () => here.clock.now() + 300_000 };
    const pinned = [{ host: DID, manifest_hash: here.hash }];
    const ada = oapParty({ signer: await signerOf(1), sha256, clock, pinned, ...limit });
    const view = good(await here.host.open(await ada.open(opening(here)))).history;
    good(await here.host.propose(await ada.propose(view, { terms: {} })));
  },
);

it("two clocks that are each as askew as they may be: the acceptance is co-signed [OAP-12] [OAP-51]", async () => {
  const here = await world();
  const pinned = [{ host: DID, manifest_hash: here.hash }];
  const askew = async (seed: number, ms: number) =>
    oapParty({ signer: await signerOf(seed), sha256, clock: { now: () => here.clock.now() + ms }, pinned });
  const [ada, smith] = [await askew(1, -300_000), await askew(2, 300_000)];
  const first = good(await here.host.open(await ada.open(opening(here)))).history;
  const view = good(await here.host.propose(await ada.propose(first, { terms: {} }))).history;
  good(await here.host.accept(await smith.accept(view)));
  const caller = ada.did;
  const { history } = good(await here.host.history(view.negotiation_id, { caller }));
  const call = { caller, negotiationId: view.negotiation_id };
  expect(good(await here.host.cosign(await ada.cosign(history), call)).complete).toBe(true);
});

describe("what a document names", () => {
  it("OAP-15: a withdrawal may name whatever stood; it takes effect off turn as well", async () => {
    const here = await world({ isForgetful: true });
    const first = await opened(here);
    const early = await here.ada.withdraw(first);
    good(await here.host.propose(await here.ada.propose(first, { terms: {} })));
    expect(good(await here.host.withdraw(early)).history.state).toBe("WITHDRAWN");
  });
});
