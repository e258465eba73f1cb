import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/index.js";
import { readManifest, signedAgent, verifyDocument, verifyLog } from "../../../src/oap/index.js";
import type { World } from "../host-setup.js";
import { DID, good, MANIFEST, opened, opening, sha256, until, viewOf, world } from "../host-setup.js";
import { codeOf } from "../oap-world.js";
import { kindsIn, logOver, offeredByAda, passing, toldPort } from "./stage.js";

const PENALTY = { amount: "250.00", currency: "EUR" };
const TERMS = {
  withdrawal_penalty_terms: "https://tool.example/walking-away.pdf",
  withdrawal_penalty_hash: `sha256-${"A".repeat(43)}=`,
};
const manifest = { ...MANIFEST, ...TERMS, withdrawal_penalty: PENALTY };

const entriesOf = async ({ port }: Pick<World, "port">) => (await port.read(0, 9)).map(({ entry }) => entry);

describe("Bob walks away from Ada's offer, under a manifest that makes him pay for it", () => {
  it("and says later that he never did: the log has his own signature, and the amount [OAP-56]", async () => {
    const here = await world({ manifest });
    const { view } = await offeredByAda(here);
    const withdrawal = await here.smith.withdraw(view, "I found a better one.");
    const { history } = good(await here.host.withdraw(withdrawal));
    expect(history).toMatchObject({ state: "WITHDRAWN", withdrawal_penalty: PENALTY });
    await until(() => here.port.size() === 1);
    const [entry] = await entriesOf(here);
    const { body } = entry!;
    expect(entry!.kind).toBe("withdrawal_penalty");
    expect(body).toMatchObject({
      negotiation_id: view.negotiation_id,
      party: here.smith.did,
      penalty: PENALTY,
      manifest_hash: here.hash,
    });
    const proof = await verifyDocument(body["withdrawal"], { purpose: "withdraw", signer: here.smith.did });
    expect(proof.ok).toBe(true);
    expect(await verifyLog(await entriesOf(here), { sha256 })).toMatchObject({ ok: true, size: 1 });
  });

  it("many times, and after a restart: he pays once [OAP-56]", async () => {
    const store = new MemoryStore();
    const port = toldPort();
    const here = await world({ manifest, store, service: { store }, log: await logOver(port) });
    const { view } = await offeredByAda(here);
    const withdrawal = await here.smith.withdraw(view);
    await Promise.all([1, 2, 3].map(() => here.host.withdraw(withdrawal)));
    await here.service.close();
    const again = await world({ manifest, store, service: { store }, log: await logOver(port) });
    good(await again.host.withdraw(withdrawal));
    await again.host.resume();
    await again.host.resume();
    expect(await kindsIn(port)).toEqual(["withdrawal_penalty"]);
  });

  it("while the log is down, and the host crashes: resume makes up for it [OAP-56]", async () => {
    const store = new MemoryStore();
    const port = toldPort();
    const here = await world({ manifest, store, service: { store }, log: await logOver(port) });
    const { view } = await offeredByAda(here);
    port.tell("fails");
    const withdrawal = await here.smith.withdraw(view);
    good(await passing(here.clock, 2_000, () => here.host.withdraw(withdrawal)));
    await here.service.close();
    port.tell("works");
    const again = await world({ manifest, store, service: { store }, log: await logOver(port) });
    expect(await again.host.resume()).toBe(1);
    expect(await kindsIn(port)).toEqual(["withdrawal_penalty"]);
  });

  it("by an agent in the Tool's own process: it costs the same [OAP-56]", async () => {
    const agents = new Map<string, unknown>();
    const here = await world({
      manifest,
      service: { agentFor: ({ id }: { id: string }) => agents.get(id) as never },
    });
    agents.set(
      here.ada.did,
      signedAgent(() => ({ action: "withdraw" }), here.ada),
    );
    good(await here.host.open(await here.ada.open(opening(here))));
    await here.clock.advance(0);
    await until(() => here.port.size() === 1);
    expect(await kindsIn(here.port)).toEqual(["withdrawal_penalty"]);
  });

  it("while who rejects, waits, or is let go by the Tool pays nothing [OAP-56]", async () => {
    const here = await world({ manifest });
    const [rejected, expired, cancelled] = [
      await offeredByAda(here),
      await offeredByAda(here),
      await offeredByAda(here),
    ];
    const answer = good(await here.host.reject(await here.smith.reject(rejected.view)));
    expect(answer.history.withdrawal_penalty).toBeUndefined();
    await here.service.cancel(cancelled.view.negotiation_id);
    await here.clock.advance(3_600_000);
    for (const { view } of [expired, cancelled]) {
      const { state, withdrawal_penalty } = await viewOf(here, view.negotiation_id);
      expect([state, withdrawal_penalty]).toEqual(["EXPIRED", undefined]);
    }
    expect(await kindsIn(here.port)).toEqual([]);
  });

  it("which was raised after the negotiation had opened: he pays what was published then [OAP-56]", async () => {
    const here = await world({ manifest });
    const { view } = await offeredByAda(here);
    const raised = { ...manifest, withdrawal_penalty: { ...PENALTY, amount: "99999.00" } };
    expect(here.host.useManifest(raised).ok).toBe(true);
    const { history } = good(await here.host.withdraw(await here.smith.withdraw(view)));
    expect(history.withdrawal_penalty).toEqual(PENALTY);
    await until(() => here.port.size() === 1);
    expect((await entriesOf(here))[0]!.body["penalty"]).toEqual(PENALTY);
  });
});

describe("A Tool makes a secret of what walking away costs", () => {
  it("and is none: no host is made with it, nor put under it [OAP-56]", async () => {
    await expect(world({ manifest: { ...MANIFEST, ...TERMS } })).rejects.toThrow(TypeError);
    const here = await world();
    for (const block of [
      { ...MANIFEST, ...TERMS },
      { ...MANIFEST, ...TERMS, withdrawal_penalty: { amount: "-1", currency: "EUR" } },
      { ...manifest, withdrawal_penalty_hash: undefined },
    ]) {
      expect(here.host.useManifest(JSON.parse(JSON.stringify(block))).ok).toBe(false);
    }
    expect((await opened(here)).manifest.withdrawal_penalty_terms).toBeUndefined();
  });

  it("and nobody opens with it who has not read what it says [OAP-56]", async () => {
    const here = await world();
    const block = good(readManifest({ ...MANIFEST, ...TERMS })).manifest;
    const opening = { responder: here.smith.did, category: "pricing", host: DID, manifest: block };
    await expect(here.ada.open(opening)).rejects.toThrow(TypeError);
    const document = await here.ada.open({ ...opening, assumePenalty: PENALTY });
    expect(codeOf(await here.host.open(document))).toBe("manifest_changed");
  });
});
