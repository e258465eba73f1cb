/**
 * @module
 * The longer scenes of the conformance table that are about agreements: derived, co-signed, logged and redacted.
 */

import { createHash } from "node:crypto";
import { expect } from "vitest";
import { MemoryStore } from "../../src/index.js";
import type { Disclosures, LogPort, PublicAgreement } from "../../src/oap/index.js";
import {
  agreementDigests,
  canonicalText,
  createTransparencyLog,
  memoryLog,
  redactDisclosures,
  signDetached,
  verifyAgreement,
  verifyLog,
  verifyReceipt,
} from "../../src/oap/index.js";
import { commitmentBytes } from "../../src/oap/record/index.js";
import { secondHash, verifier } from "./agreements.js";
import { accepted, DID, good, proposed, START, sha256, until, viewOf, world } from "./host-setup.js";
import { codeOf, signers } from "./oap-world.js";

/** Six leaves. */
const terms = { price: "40.00", term: 6, fee: "200.00", interval: "month", site: "north", rebate: "0.05" };
const pointers = Object.keys(terms).map((name) => `/terms/${name}`);

export async function followsFromTheRecord(): Promise<void> {
  const here = await world();
  const { ada, smith, hash } = here;
  const { answer, proposal, request, id } = await accepted(here);
  const { agreement, salt_secret } = answer;
  const { agreement_id, accepted_at } = request.acceptance;
  const { agreement_hash, signatures, ...body } = agreement;
  expect(body).toEqual({
    agreement_id,
    negotiation_id: id,
    parties: [ada.did, smith.did],
    terms: proposal.terms,
    effective_from: accepted_at,
    effective_until: null,
    metadata: {
      binding: true,
      proposal_id: proposal.proposal_id,
      proposal_hash: `sha256-${createHash("sha256").update(canonicalText(proposal)).digest("base64")}`,
      host: DID,
      manifest_hash: hash,
      confidentiality: "unspecified",
      regulated_obligations: [],
    },
  });
  expect(Object.keys(signatures)).toEqual([smith.did]);
  expect(secondHash(agreement, salt_secret)).toBe(agreement_hash);
  await here.service.close();
}

export async function showsChangedLeaves(): Promise<void> {
  const here = await world();
  const { answer, proposal, request } = await accepted(here);
  const { agreement, salt_secret } = answer;
  const letters = { proposal, acceptance: request.acceptance };
  const verdictOf = (changed: unknown) =>
    verifyAgreement({ agreement: changed, salt_secret }, { sha256, verifier, ...letters });
  expect(await verdictOf(agreement)).toMatchObject({
    ok: true,
    complete: false,
    binding: true,
    hidden: [],
  });
  const { agreement_hash: _, signatures: __, ...body } = agreement;
  const leaves = Object.keys(agreementDigests(body, salt_secret, { sha256 }).digests);
  expect(leaves.length).toBe(14);
  for (const pointer of leaves) {
    const changed = structuredClone(agreement) as never;
    const path = pointer.slice(1).split("/");
    const last = path.pop() ?? "";
    const parent = path.reduce((value: Record<string, unknown>, key) => value[key] as never, changed);
    parent[last] = typeof parent[last] === "boolean" ? !parent[last] : `${parent[last]}0`;
    expect((await verdictOf(changed)).ok, pointer).toBe(false);
  }
  // And the host takes no acceptance of another agreement than the one that follows.
  const { history: view } = await proposed(here);
  const other = {
    ...(await here.smith.accept(view)),
    salt_secret: Buffer.alloc(32, "other").toString("base64url"),
  };
  expect(codeOf(await here.host.accept(other))).toBe("agreement_mismatch");
  expect((await viewOf(here, view.negotiation_id)).state).toBe("PROPOSED");
  await here.service.close();
}

export async function isCosigned(): Promise<void> {
  const here = await world();
  const { host, ada, smith, eve, clock } = here;
  const { id, answer } = await accepted(here);
  expect(answer).toMatchObject({ complete: false, logged: true });
  await clock.advance(86_400_000);
  expect(await viewOf(here, id)).toMatchObject({ state: "ACCEPTED", complete: false });
  const request = await ada.cosign(await viewOf(here, id));
  const { agreement_id } = request;
  const strange = await signDetached(commitmentBytes(answer.agreement), "agreement", await signers.eve());
  const wrong = { agreement_id, signature: strange };
  expect(codeOf(await host.cosign(wrong, { caller: ada.did, negotiationId: id }))).toBe("signature_invalid");
  expect(codeOf(await host.cosign(wrong, { caller: eve.did, negotiationId: id }))).toBe(
    "unknown_negotiation",
  );
  for (const _ of ["once", "again"]) {
    const whole = good(await host.cosign(request, { caller: ada.did, negotiationId: id }));
    expect(whole.complete).toBe(true);
    expect(Object.keys(whole.agreement.signatures).toSorted()).toEqual([ada.did, smith.did].toSorted());
  }
  expect(await here.log.find(agreement_id)).toMatchObject({ cosignatures: [{ kind: "cosignature" }] });
  await here.service.close();
}

export async function isLoggedOnce(): Promise<void> {
  const here = await world();
  const { log, port, host } = here;
  const { answer, proposal, request } = await accepted(here);
  expect(codeOf(await host.accept(request))).toBe("ok");
  const { receipt, agreement, salt_secret } = answer;
  const logKeys = [log.verifierKey];
  expect(await verifyReceipt(receipt, { sha256, logKeys, agreement })).toMatchObject({ ok: true });
  const entries = (await port.read(0, 10)).map(({ entry }) => entry);
  expect(entries.map(({ kind }) => kind)).toEqual(["agreement"]);
  expect(await verifyLog(entries, { sha256, checkpoints: [await log.checkpoint()], logKeys })).toMatchObject({
    ok: true,
    size: 1,
  });
  const text = JSON.stringify(await port.read(0, 10));
  for (const secret of [proposal.signature, request.acceptance.signature, salt_secret]) {
    expect(text).not.toContain(secret);
  }
  await here.service.close();
}

export async function survivesCrash(): Promise<void> {
  const store = new MemoryStore();
  const port = memoryLog();
  const signer = await signers.eve();
  const logOver = (append: LogPort["append"]) =>
    createTransparencyLog({
      port: { ...port, append },
      sha256,
      origin: "tool.example/log",
      signer,
      clock: { now: () => START },
    });
  let attempts = 0;
  const dead = await world({
    service: { store },
    log: logOver(() => {
      attempts += 1;
      throw new Error("The process is gone.");
    }),
  });
  const { answer } = await accepted(dead, async () => {
    await until(() => attempts > 0);
    await dead.clock.advance(2_000);
  });
  expect(answer).toMatchObject({ logged: false, receipt: null });
  await dead.service.close();
  const log = logOver(port.append);
  const next = await world({ service: { store }, store, log });
  expect(await port.size()).toBe(0);
  expect([await next.host.resume(), await next.host.resume(), await port.size()]).toEqual([1, 1, 1]);
  expect((await log.find(answer.agreement.agreement_id))?.entry.kind).toBe("agreement");
  await next.service.close();
}

export async function keepsHashRedacted(): Promise<void> {
  const here = await world();
  const { history: view } = await proposed(here, terms);
  const { agreement } = good(await here.host.accept(await here.smith.accept(view)));
  const logged = await here.log.find(agreement.agreement_id);
  const form = {
    agreement: logged?.entry.body as unknown as PublicAgreement,
    disclosures: logged?.disclosures ?? {},
  };
  for (let subset = 0; subset < 64; subset += 1) {
    const hidden = pointers.filter((_, index) => subset & (1 << index));
    const { disclosures } = good(
      redactDisclosures(form.agreement.digests, form.disclosures as Disclosures, hidden),
    );
    const verdict = await verifyAgreement({ ...form, disclosures }, { sha256, verifier, require: "one" });
    expect(verdict).toMatchObject({ ok: true, hidden: hidden.toSorted() });
    for (const pointer of hidden) {
      const { salt, value } = form.disclosures[pointer] as Disclosures[string] & { value: string | number };
      expect(JSON.stringify(disclosures)).not.toContain(salt);
      if (typeof value === "string") expect(JSON.stringify(disclosures)).not.toContain(`"${value}"`);
    }
  }
  await here.service.close();
}

export async function isRedactedByEither(): Promise<void> {
  const left: unknown[] = [];
  for (const order of [pointers.slice(0, 2), pointers.slice(0, 2).toReversed()]) {
    const here = await world();
    const { history: view } = await proposed(here, terms);
    const { negotiation_id: negotiationId } = view;
    const { agreement } = good(await here.host.accept(await here.smith.accept(view)));
    const { agreement_id } = agreement;
    for (const [index, pointer] of order.entries()) {
      const { did: caller } = index === 0 ? here.ada : here.smith;
      const answer = await here.host.redact({ agreement_id, pointers: [pointer] }, { caller, negotiationId });
      expect(good(answer).entry.kind).toBe("redaction");
    }
    for (const pointer of ["/metadata/binding", "/parties/0", "/effective_from", "/terms", "/terms/none"]) {
      const answer = await here.host.redact(
        { agreement_id, pointers: [pointer] },
        { caller: here.ada.did, negotiationId },
      );
      expect(codeOf(answer), pointer).toBe("not_redactable");
    }
    const logged = await here.log.find(agreement_id);
    left.push(logged?.disclosures, logged?.entry);
    const entries = (await here.port.read(0, 10)).map(({ entry }) => entry);
    expect(await verifyLog(entries, { sha256 })).toMatchObject({ ok: true, size: 3 });
    expect((await viewOf(here, negotiationId)).agreement?.terms).toEqual(terms);
    await here.service.close();
  }
  expect(Object.keys(left[0] as object)).not.toContain("/terms/price");
  expect(left.slice(2)).toEqual(left.slice(0, 2));
}

export async function hidesFromGuesses(): Promise<void> {
  const here = await world();
  const { history: view } = await proposed(here);
  const { agreement, salt_secret } = good(await here.host.accept(await here.smith.accept(view)));
  const logged = await here.log.find(agreement.agreement_id);
  const { digests } = { ...logged?.entry.body } as unknown as PublicAgreement;
  const { salt } = agreementDigests(agreement, salt_secret, { sha256 }).disclosures[
    "/terms/price"
  ] as Disclosures[string];
  const prices = Array.from({ length: 10_000 }, (_, cents) => (cents / 100).toFixed(2));
  const guessedWith = (known: string) =>
    prices.filter((price) => {
      const text = canonicalText([known, "/terms/price", price]);
      return createHash("sha256").update(text).digest("base64url") === digests["/terms/price"];
    });
  expect([guessedWith(""), guessedWith(salt)]).toEqual([[], ["40.00"]]);
  await here.service.close();
}
