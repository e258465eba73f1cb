import { describe, expect, it } from "vitest";
import type { OapAnswer, OapHost, SignaturePurpose, Signer } from "../../../src/oap/index.js";
import {
  createOapHost,
  SIGNATURE_PURPOSES,
  signDetached,
  signDocument,
  verifyDocument,
  webCryptoVerifier,
} from "../../../src/oap/index.js";
import { commitmentBytes } from "../../../src/oap/record/index.js";
import {
  accepted,
  DID,
  good,
  MANIFEST,
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

type Door = "open" | "propose" | "accept" | "reject" | "withdraw";

/** A message with the door it was meant for. */
type Message = readonly [Door, unknown];

const hand = (host: OapHost, [door, value]: Message, call = {}): OapAnswer<{ ok: true }> =>
  (host[door] as (value: unknown, call: object) => OapAnswer<{ ok: true }>)(value, call);

async function signedBy(signer: Signer, document: object, purpose: SignaturePurpose) {
  const { signature: _, ...body } = document as { signature?: string };
  return good(await signDocument(body, purpose, signer)).document as unknown as Record<string, unknown>;
}

describe("T1: replay", () => {
  it("T1: a proposal of another negotiation, signed anew for this one, still has to name what stands", async () => {
    const here = await world();
    const { document, history } = await proposed(here);
    const next = await here.smith.propose(history, { terms: { price: "50.00" } });
    good(await here.host.propose(next));
    const anew = { ...document, proposal_id: "prp_00000000000000000000000000" };
    const answer = await here.host.propose(await signedBy(await signerOf(1), anew, "proposal"));
    expect(answer).toMatchObject({ code: "stale_proposal", state: "COUNTERED", version: 2 });
  });
});

describe("T2: two bodies under one id", () => {
  it("T15: an acceptance again opens no salts for who does not know them; nor does any other document", async () => {
    const here = await world();
    const { id, request, proposal } = await accepted(here);
    const before = await stored(here, id);
    // An auditor has seen the proposal and the acceptance (SG-29), not what opens the agreement.
    const { acceptance, agreement_signature, salt_secret } = request;
    for (const other of [
      { acceptance },
      { acceptance, agreement_signature },
      { acceptance, agreement_signature, salt_secret: "A".repeat(43) },
    ]) {
      const answer = await here.host.accept(other);
      expect(answer.ok).toBe(false);
      expect(JSON.stringify(answer)).not.toContain(salt_secret);
    }
    const again = good(await here.host.propose(proposal));
    expect(JSON.stringify(again)).not.toContain(salt_secret);
    const known = good(await here.host.propose(proposal, { caller: here.ada.did }));
    expect(known.history.salt_secret).toBe(salt_secret);
    expect(good(await here.host.accept(request)).salt_secret).toBe(salt_secret);
    expect(await stored(here, id)).toBe(before);
  });

  it("T2: OAP-17: other bytes with a valid signature are refused with both hashes, and the observer hears", async () => {
    const heard: unknown[] = [];
    const here = await world({ observer: { warn: (...warning) => heard.push(warning) } });
    const { document } = await proposed(here);
    const other = await signedBy(await signerOf(1), { ...document, terms: { price: "39.00" } }, "proposal");
    const before = await stored(here, document.negotiation_id);
    const answer = await here.host.propose(other);
    expect(answer).toMatchObject({ ok: false, code: "command_conflict", version: 1 });
    const { recorded, received } = (answer as { details: Record<string, string> }).details;
    expect(recorded).toMatch(/^sha256-/);
    expect(received).not.toBe(recorded);
    expect(heard).toEqual([
      ["command_conflict", { negotiationId: document.negotiation_id, recorded, received }],
    ]);
    expect(await stored(here, document.negotiation_id)).toBe(before);
    const forged = { ...document, terms: { price: "1.00" } };
    expect(await here.host.propose(forged)).toMatchObject({ code: "signature_invalid" });
    expect(heard).toHaveLength(1);
  });

  it("T2: of two bodies at the same time one is recorded, the other is a conflict", async () => {
    const here = await world();
    const first = await opened(here);
    const document = await here.ada.propose(first, { terms: { price: "40.00" } });
    const other = await signedBy(
      await signerOf(1),
      { ...document, justification: { type: "threat" } },
      "proposal",
    );
    const answers = await Promise.all([here.host.propose(document), here.host.propose(other)]);
    expect(answers.map((answer) => (answer.ok ? "ok" : answer.code)).sort()).toEqual([
      "command_conflict",
      "ok",
    ]);
    expect((await viewOf(here, first.negotiation_id)).history).toHaveLength(1);
  });
});

describe("T3: signatures for another purpose or by another DID", () => {
  async function doors(
    here: World,
  ): Promise<Record<SignaturePurpose, (purpose: SignaturePurpose) => unknown>> {
    const { host, ada, smith } = here;
    const { history } = await proposed(here);
    const [one, two] = [await signerOf(1), await signerOf(2)];
    const take =
      (door: Door, signer: Signer, document: object, wrap = (signed: object): unknown => signed) =>
      async (purpose: SignaturePurpose) =>
        hand(host, [door, wrap(await signedBy(signer, document, purpose))]);
    const request = await smith.accept(history);
    const done = await accepted(here);
    const ended = await viewOf(here, done.id);
    return {
      open: take("open", one, await ada.open(opening(here))),
      proposal: take("propose", two, await smith.propose(history, { terms: { price: "44.00" } })),
      accept: take("accept", two, request.acceptance, (acceptance) => ({ ...request, acceptance })),
      reject: take("reject", two, await smith.reject(history)),
      withdraw: take("withdraw", one, await ada.withdraw(history)),
      agreement: async (purpose) => {
        const payload = commitmentBytes(ended.agreement!);
        const signature = await signDetached(payload, purpose, one);
        const { agreement_id } = ended.agreement!;
        return host.cosign({ agreement_id, signature }, { caller: ada.did, negotiationId: done.id });
      },
      manifest: async (purpose) =>
        verifyDocument(await signedBy(one, MANIFEST, purpose), { purpose: "manifest", signer: ada.did }),
    };
  }

  it.each(SIGNATURE_PURPOSES)("T3: SG-11: of seven purposes %s alone opens its door", async (door) => {
    for (const purpose of SIGNATURE_PURPOSES) {
      const answer = await (await doors(await world({ isForgetful: true })))[door](purpose);
      if (purpose === door) expect(answer).toMatchObject({ ok: true });
      else expect(answer).toMatchObject({ ok: false, code: "signature_invalid" });
    }
  });

  it("T3: SG-13: a document is signed by its from, and handed in by it", async () => {
    const here = await world();
    const first = await opened(here);
    const document = await here.ada.propose(first, { terms: { price: "40.00" } });
    const foreign = await signedBy(await signerOf(2), document, "proposal");
    expect(await here.host.propose(foreign)).toMatchObject({ code: "signature_invalid" });
    expect(await here.host.propose(document, { caller: here.smith.did })).toMatchObject({
      code: "key_not_authorized",
    });
    expect(await here.host.propose(document, { caller: here.ada.did })).toMatchObject({ ok: true });
  });

  it("T3: the agreement is signed by the acceptor as well", async () => {
    const here = await world();
    const { history } = await proposed(here);
    const request = await here.smith.accept(history);
    const commitment = {
      ...request.acceptance,
      parties: [here.ada.did, here.smith.did] as const,
    };
    const by = async (seed: number) =>
      signDetached(commitmentBytes(commitment), "agreement", await signerOf(seed));
    for (const agreement_signature of [
      await by(1),
      await by(3),
      "",
      undefined,
      request.acceptance.signature,
    ]) {
      expect(await here.host.accept({ ...request, agreement_signature })).toMatchObject({ ok: false });
    }
    expect(await here.host.accept({ ...request, agreement_signature: await by(2) })).toMatchObject({
      ok: true,
    });
  });
});

describe("T7: strangers and swapped parties", () => {
  it("T7: OAP-4: of nine pairs with valid signatures one passes", async () => {
    const here = await world();
    const first = await opened(here);
    const document = await here.ada.propose(first, { terms: { price: "40.00" } });
    const parties = [here.ada, here.smith, here.eve];
    const passed: string[] = [];
    for (const [index, from] of parties.entries()) {
      for (const [other, to] of parties.entries()) {
        const proposal_id = `prp_${index}${other}${"0".repeat(24)}`;
        const pair = { ...document, proposal_id, from: from.did, to: to.did };
        const answer = await here.host.propose(await signedBy(await signerOf(index + 1), pair, "proposal"));
        if (answer.ok) passed.push(`${from.did} ${to.did}`);
        else if (from !== to && from === here.eve) expect(answer.code).toBe("unknown_negotiation");
        else if (from === here.smith && to === here.ada) expect(answer.code).toBe("stale_proposal");
        else expect(answer.code).toBe("document_invalid");
      }
    }
    expect(passed).toEqual([`${here.ada.did} ${here.smith.did}`]);
  });

  it("T7: OAP-37: what exists and what does not look alike to a stranger", async () => {
    const here = await world();
    const { id } = await accepted(here);
    const caller = here.eve.did;
    const one = await here.host.history(id, { caller });
    expect(one).toEqual(await here.host.history("neg_00000000000000000000000000", { caller }));
    expect(one).toMatchObject({ ok: false, code: "unknown_negotiation" });
    const agreement_id = "agr_00000000000000000000000000";
    const signed = { agreement_id, signature: "" };
    expect(await here.host.cosign(signed, { caller, negotiationId: id })).toEqual(one);
    const request = { agreement_id, pointers: ["/terms/price"] };
    expect(await here.host.redact(request, { caller, negotiationId: id })).toEqual(one);
    expect(await here.host.redact(request, { negotiationId: id })).toEqual(one);
  });
});

describe("the order of things", () => {
  it("OAP-18: tells nothing of the state before the signature is verified", async () => {
    const here = await world();
    const { id, proposal, request } = await accepted(here);
    const first = await viewOf(here, id);
    const forged = { ...(await here.smith.withdraw(first)), reason: "forged" };
    for (const [door, value] of [
      ["withdraw", forged],
      ["propose", { ...proposal, round: 7 }],
      ["accept", { ...request, acceptance: { ...request.acceptance, round: 7 } }],
    ] as const) {
      const answer = await hand(here.host, [door, value]);
      expect(answer).toMatchObject({ code: "signature_invalid" });
      expect(answer).not.toHaveProperty("state");
      expect(answer).not.toHaveProperty("version");
    }
  });

  it("SG-38: of 9 documents of a party in verification one is queue_full; the other party leaves meanwhile", async () => {
    for (const isLeaving of [false, true]) {
      const release: (() => void)[] = [];
      const engine = webCryptoVerifier();
      let isSlow = false;
      const here = await world({
        verifier: async (...input) => {
          if (isSlow) await new Promise<void>((resolve) => release.push(resolve));
          return engine(...input);
        },
      });
      const { history } = await proposed(here);
      const propose = () => here.smith.propose(history, { terms: {} });
      const documents: unknown[] = [];
      for (let count = 0; count < 9; count += 1) documents.push(await propose());
      const leaving = await here.ada.withdraw(history);
      isSlow = true;
      const answers = documents.map((document) => here.host.propose(document));
      await until(() => release.length >= 8);
      isSlow = false;
      if (isLeaving) expect(good(await here.host.withdraw(leaving)).history.state).toBe("WITHDRAWN");
      for (const go of release) go();
      const codes = (await Promise.all(answers)).map((answer) => (answer.ok ? "ok" : answer.code));
      expect(codes.filter((code) => code === "queue_full")).toHaveLength(1);
      expect(codes.filter((code) => code === (isLeaving ? "negotiation_over" : "ok"))).toHaveLength(
        isLeaving ? 8 : 1,
      );
      expect((await viewOf(here, history.negotiation_id)).version).toBe(2);
    }
  });

  it("SG-37: what is handed to the engine names the version that was checked, and is admitted as it was checked", async () => {
    const here = await world();
    const { history } = await proposed(here);
    const { service, room, clock } = here;
    const seen: unknown[] = [];
    const meddling = Object.create(service, {
      submit: {
        value: (id: string, party: string, move: object, options: never) => {
          seen.push(options);
          return service.submit(id, party, { ...move, terms: { price: "1.00" } } as never, options);
        },
      },
      loadNegotiation: { value: (id: string) => service.loadNegotiation(id) },
      getNegotiation: { value: (id: string) => service.getNegotiation(id) },
      on: { value: () => undefined },
    });
    const { admit } = room;
    const host = createOapHost({ service: meddling, admit, did: DID, manifest: MANIFEST, sha256, clock });
    const letter = await here.smith.propose(history, { terms: { price: "50.00" } });
    expect(await host.propose(letter)).toMatchObject({ ok: false, code: "not_admitted" });
    expect(seen).toEqual([{ commandId: letter.proposal_id, expectedVersion: 1 }]);
  });
});
