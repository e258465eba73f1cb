import { describe, expect, it } from "vitest";
import type { Move } from "../../../src/index.js";
import { oapAdmit } from "../../../src/oap/host/oap-room.js";
import type { AcceptRequest, OapParty, SignedMessage, SignedMessageKind } from "../../../src/oap/index.js";
import { oapParty } from "../../../src/oap/index.js";
import type { OapExtra, OapSealed } from "../../../src/oap/record/index.js";
import { moveOfMessage } from "../../../src/oap/record/index.js";
import { signDocument } from "../../../src/oap/signing/index.js";
import { webNames } from "../attacks/web-names.js";
import {
  DID,
  good,
  opened,
  opening,
  proposed,
  sha256,
  signerOf,
  stored,
  until,
  viewOf,
  type World,
  world,
} from "../host-setup.js";
import { resigned, signers } from "../oap-world.js";

/** A move with everything that `hand` would give it. */
async function moveOf(
  party: OapParty,
  kind: SignedMessageKind,
  document: SignedMessage,
  more = {},
): Promise<Move> {
  return moveOfMessage(kind, { document, key: await party.key(), ...more });
}

/** The move of an acceptance, with what comes with it. */
async function acceptingMove(party: OapParty, request: Partial<AcceptRequest>): Promise<Move> {
  const { acceptance, agreement_signature, salt_secret } = request;
  const key = await party.key();
  const period = { effective_from: acceptance?.accepted_at, effective_until: null };
  const extra = { document: acceptance, key, agreement_signature, agreement_key: key, period };
  return moveOfMessage("accept", extra as OapExtra, { salt_secret } as OapSealed);
}

async function refused(here: World, id: string, party: string, move: unknown, details: object = {}) {
  const before = await stored(here, id);
  const answer = await here.service.submit(id, party, move as Move);
  expect(answer).toMatchObject({ ok: false, code: "not_admitted", details });
  expect(await stored(here, id)).toBe(before);
}

describe("OAP-19: no path into a record skips the signature", () => {
  it("OAP-19: a plain submit is not_admitted, from every state and for every action", async () => {
    const here = await world();
    const first = await opened(here);
    const id = first.negotiation_id;
    await refused(here, id, here.ada.did, { action: "propose", terms: { price: "1" } });
    await refused(here, id, here.ada.did, { action: "withdraw" });
    await refused(here, id, here.smith.did, { action: "withdraw" });
    const { history } = await proposed(here);
    for (const action of ["accept", "reject", "withdraw"] as const) {
      await refused(here, history.negotiation_id, here.smith.did, { action });
      await refused(here, history.negotiation_id, here.smith.did, {
        action,
        extra: { document: {}, key: {} },
      });
    }
    await refused(here, history.negotiation_id, here.smith.did, { action: "counter", terms: {} });
  });

  it("the key of an agent may be from another version of its document, and is the same key all the same [OAP-19]", async () => {
    const did = "did:web:ada.example";
    const names = webNames();
    const signer = await names.add(did, 21, "key-1");
    const resolver = names.resolver();
    const here = await world({ resolver });
    const pinned = [{ host: DID, manifest_hash: here.hash }];
    const ada = oapParty({ signer, sha256, clock: here.clock, resolver, pinned });
    const view = good(await here.host.open(await ada.open(opening(here)))).history;
    const id = view.negotiation_id;
    const document = await ada.propose(view, { terms: { price: "40.00" } });
    const key = { ...(await ada.key()), resolvedAt: here.clock.now() };
    await names.add(did, 22, "key-2");
    const { publicKeyMultibase } = await here.smith.key();
    for (const over of [
      { documentHash: null },
      { documentHash: "sha256-" },
      { publicKeyMultibase },
      { kid: `${did}#key-2` },
      { resolvedAt: here.clock.now() - 600_001 },
      { source: "partners.json" },
    ])
      await refused(here, id, did, moveOfMessage("proposal", { document, key: { ...key, ...over } }));
    // What keeps keys for longer, or has another clock, hears of it.
    const old = { ...key, resolvedAt: here.clock.now() - 600_001 };
    const answer = await here.service.submit(id, did, moveOfMessage("proposal", { document, key: old }));
    expect(answer).toMatchObject({ code: "not_admitted", details: { code: "clock_skew" } });
    const move = moveOfMessage("proposal", { document, key });
    expect(await here.service.submit(id, did, move)).toMatchObject({ ok: true });
    expect((await viewOf(here, id, here.smith)).history[0]?.key).toEqual(key);
  });

  it("OAP-19: nothing is admitted without a host, and nothing into a record that no host opened", async () => {
    expect(await oapAdmit()({} as never)).not.toBe(true);
    const here = await world();
    const { ada, smith, service } = here;
    await expect(service.createNegotiation(ada.did, smith.did, { price: "1" })).rejects.toMatchObject({
      code: "not_admitted",
    });
    const bare = await service.createNegotiation(ada.did, smith.did, undefined, {
      id: `neg_${"0".repeat(26)}`,
    });
    const first = await opened(here);
    const own = await ada.propose(first, { terms: {} });
    const letter = await resigned(own, { negotiation_id: bare.id }, "proposal", await signers.ada());
    await refused(here, bare.id, ada.did, await moveOf(ada, "proposal", letter));
    expect(await here.host.propose(letter)).toMatchObject({ code: "unknown_negotiation" });
  });

  it("OAP-19: a signed document in a plain submit is verified, and admitted if it fits", async () => {
    const here = await world();
    const first = await opened(here);
    const letter = await here.ada.propose(first, { terms: { price: "1" } });
    const move = await moveOf(here.ada, "proposal", letter);
    expect(await here.service.submit(first.negotiation_id, here.ada.did, move)).toMatchObject({ ok: true });
    expect(await viewOf(here, first.negotiation_id)).toMatchObject({ state: "PROPOSED" });
    expect(good(await here.host.propose(letter)).history.version).toBe(1);
  });

  it("OAP-19: whatever differs from the signed document is not admitted", async () => {
    const here = await world();
    const first = await opened(here);
    const id = first.negotiation_id;
    const letter = await here.ada.propose(first, {
      terms: { price: "1" },
      justification: { type: "threat" },
    });
    const move = (await moveOf(here.ada, "proposal", letter)) as unknown as Record<string, never>;
    const extra = move["extra"] as unknown as { key: Record<string, unknown>; document: object };
    for (const change of [
      { terms: { price: "2" } },
      { justification: null },
      { proposalId: null },
      { validUntilAt: null },
      { message: "unsigned" },
      { reason: "unsigned" },
      { extra: null },
      { extra: { document: letter } },
      { extra: { ...extra, more: 1 } },
      { extra: { ...extra, agreement_signature: "" } },
      { extra: { ...extra, key: { ...extra.key, publicKeyMultibase: "z6Mk" } } },
      { extra: { ...extra, key: { ...extra.key, resolvedAt: null } } },
      { extra: { ...extra, key: { ...extra.key, resolvedAt: here.clock.now() + 600_001 } } },
      { extra: { ...extra, key: await here.smith.key() } },
      { extra: { ...extra, document: { ...letter, signature: "" } } },
    ]) {
      await refused(here, id, here.ada.did, { ...move, ...change });
    }
    for (const over of [{ round: 2 }, { to: here.eve.did }, { category: "sla" }]) {
      const { signature: _, ...body } = { ...letter, ...over };
      const signed = good(await signDocument(body, "proposal", await signerOf(1))).document as never;
      await refused(here, id, here.ada.did, await moveOf(here.ada, "proposal", signed));
    }
  });

  it("OAP-19: one party's document is nobody else's move", async () => {
    const here = await world();
    const { history } = await proposed(here);
    const letter = await here.ada.withdraw(history);
    const move = await moveOf(here.ada, "withdraw", letter);
    await refused(here, history.negotiation_id, here.smith.did, move);
    expect(await here.service.submit(history.negotiation_id, here.ada.did, move)).toMatchObject({ ok: true });
  });

  it("OAP-19: nor before the first turn, which shows nobody's command", async () => {
    const here = await world();
    const first = await opened(here);
    const { ada, smith } = here;
    for (const [party, other] of [
      [ada, smith],
      [smith, ada],
    ] as const) {
      const move = await moveOf(party, "withdraw", await party.withdraw(first));
      await refused(here, first.negotiation_id, other.did, move);
    }
  });

  it("OAP-19: nor while the host commits it, for the other party or in another negotiation", async () => {
    const here = await world();
    const { ada, smith, service } = here;
    const other = (await opened(here)).negotiation_id;
    const { history } = await proposed(here);
    const id = history.negotiation_id;
    const letter = await ada.withdraw(history);
    const stolen: Promise<unknown>[] = [];
    const submit = service.submit.bind(service);
    service.submit = (target, party, move, options) => {
      service.submit = submit;
      // What the host has just verified is on its way: whoever is faster hands in the same.
      stolen.push(submit(id, smith.did, move), submit(other, ada.did, move));
      return submit(target, party, move, options);
    };
    expect(good(await here.host.withdraw(letter)).history.outcome).toMatchObject({ by: ada.did });
    const answers = await Promise.all(stolen);
    expect(stolen).toHaveLength(2);
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, code: "not_admitted" });
    expect((await viewOf(here, other)).state).toBe("OPEN");
  });

  it("OAP-19: an acceptance needs the agreement and its signature here as well", async () => {
    const here = await world({ isForgetful: true });
    const { history } = await proposed(here);
    const id = history.negotiation_id;
    const request = await here.smith.accept(history);
    const other = await here.smith.accept(history);
    const move = (over: object): Promise<Move> => acceptingMove(here.smith, { ...request, ...over });
    const bare = await moveOf(here.smith, "accept", request.acceptance);
    await refused(here, id, here.smith.did, bare, { code: "signature_invalid" });
    await refused(here, id, here.smith.did, await move({ agreement_signature: other.agreement_signature }), {
      code: "signature_invalid",
    });
    await refused(here, id, here.smith.did, await move({ salt_secret: other.salt_secret }), {
      code: "agreement_mismatch",
    });
    const whole = (await move({})) as { readonly extra: object };
    const weak = await move({ salt_secret: "A".repeat(43) });
    await refused(here, id, here.smith.did, weak, { code: "salt_weak" });
    for (const change of [
      { sealed: {} },
      { sealed: { salt_secret: request.salt_secret, more: 1 } },
      { sealed: request.salt_secret },
      { extra: { ...whole.extra, agreement_key: await here.ada.key() } },
      { extra: { ...whole.extra, agreement_key: undefined } },
      { extra: { ...whole.extra, period: undefined } },
      { extra: { ...whole.extra, salt_secret: request.salt_secret } },
    ]) {
      await refused(here, id, here.smith.did, { ...whole, ...change });
    }
    expect(await here.service.submit(id, here.smith.did, whole as never)).toMatchObject({ ok: true });
    // Nobody has asked the host: it heard of the acceptance from the service.
    let size = 0;
    await until(() => {
      size = here.port.size() as number;
      return size > 0;
    });
    expect(size).toBe(1);
    expect(await viewOf(here, id)).toMatchObject({ state: "ACCEPTED" });
  });

  it("EN-54: nothing is sealed beside any other document", async () => {
    const here = await world();
    const first = await opened(here);
    const letter = await here.ada.propose(first, { terms: { price: "1" } });
    const move = await moveOf(here.ada, "proposal", letter);
    const sealed = { salt_secret: "A".repeat(43) };
    await refused(here, first.negotiation_id, here.ada.did, { ...move, sealed });
  });
});
