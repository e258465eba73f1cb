import { describe, expect, it } from "vitest";
import {
  agreementCommitment,
  agreementDigests,
  canonicalize,
  createOapHost,
  effectivePeriodOf,
  encodeBase64url,
  hashText,
  memoryLog,
  oapParty,
  outsideOptionPolicy,
  parseCheckpoint,
  type Signer,
  verifyAgreement,
  verifyLog,
  verifyReceipt,
} from "../../../src/oap/index.js";
import { signDetached } from "../../../src/oap/signing/index.js";
import { readBody } from "../../../src/web/index.js";
import { DID, good, START, sha256, signerOf, type World, world } from "../host-setup.js";
import { chained, forgedReceipt, noteSigner, testKey } from "../log-fixtures.js";
import { resigned } from "../oap-world.js";
import { logOver, offeredByAda } from "./stage.js";
import { answerTo } from "./the-host-lies.js";

const instant = "2026-11-22T09:00:00Z";
/** A host that signs what it likes. */
const HOST = noteSigner("tool.example/log", testKey(9));

describe("Somebody looks away, by a word that means nothing", () => {
  it("which asks for less than was meant: what is required is one of three words [SG-29]", async () => {
    const { answer } = await agreed();
    for (const require of ["both", "signature", "none", null, 1]) {
      await expect(verifyAgreement(answer, { sha256, require: require as never })).rejects.toThrow(TypeError);
    }
    expect((await verifyAgreement(answer, { sha256, require: undefined })).ok).toBe(true);
  });

  it("which lets everybody open: a limit that is no number is none at all, and is refused [OAP-54]", async () => {
    const { service, room } = await world();
    const make = (given: object) => () =>
      createOapHost({
        ...{ service, admit: room.admit, did: DID, sha256 },
        manifest: { supported: true, categories: ["pricing"] },
        ...given,
      });
    for (const wrong of [
      { maxLivePerOpener: Number.NaN },
      { maxLive: Number("") / 0 },
      { maxLive: "5" },
      { maxLivePerOpener: -1 },
      { logMs: Number.NaN },
      { logMs: -1 },
      { logMs: Number.POSITIVE_INFINITY },
      { maxValidityMs: Number.NaN },
      { maxValidityMs: 0 },
      { maxValidityMs: 315_360_000_001 },
      { maxValidityMs: "5" },
    ]) {
      expect(make(wrong)).toThrow(RangeError);
    }
    for (const wrong of [{ disclose: "none" }, { join: 5 }, { admitOpen: true }, { profileOf: {} }]) {
      expect(make(wrong)).toThrow(TypeError);
    }
    for (const clock of [Date, {}, null, 5, { now: () => START }]) {
      expect(make({ clock })).toThrow(
        "Expected clock to be an object with now, setTimeout, clearTimeout, got",
      );
      expect(make({ clock })).toThrow(TypeError);
    }
    expect(make({ maxLive: 0 })).not.toThrow();
  });

  it("which lets bodies in of any size: a limit that is no number takes none [OAP-37]", async () => {
    const here = await world();
    const body = JSON.stringify({ a: "x".repeat(70_000) });
    const ask = async (limits: object): Promise<[number, unknown[]]> => {
      const heard: unknown[] = [];
      const headers = { "content-type": "application/json" };
      const request = new Request("https://tool.example/oap/negotiation/open", {
        method: "POST",
        headers,
        body,
      });
      const options = { ...limits, onError: (error: unknown) => heard.push(error) };
      return [(await here.host.fetch(request, here.ada.did, options)).status, heard];
    };
    expect(await ask({})).toEqual([413, []]);
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, "100000", -1]) {
      for (const name of ["bodyBytes", "bodyMs", "depth", "items"]) {
        expect(await ask({ [name]: wrong })).toEqual([500, [expect.any(RangeError)]]);
      }
    }
    // A timer of the platform takes it for 1 ms.
    const [status, [error]] = await ask({ bodyMs: 2_147_483_648 });
    const message = "Expected bodyMs to be an integer from 0 to 2147483647, got 2147483648.";
    expect([status, error]).toEqual([500, new RangeError(message)]);
    expect(await ask({ bodyMs: 2_147_483_647 })).toEqual([413, []]);
  });

  it("which names a limit that nobody knows: no request is taken without the one that was meant [OAP-37]", async () => {
    const here = await world();
    const url = "https://tool.example/oap/negotiation/neg_00000000000000000000000001";
    for (const method of ["GET", "POST"]) {
      const heard: unknown[] = [];
      const options = { bodyByte: 10, onError: (error: Error) => void heard.push(error.message) };
      const answer = await here.host.fetch(new Request(url, { method }), here.ada.did, options as never);
      expect([answer.status, heard]).toEqual([500, [expect.stringContaining("Did you mean bodyBytes?")]]);
    }
    expect((await here.host.fetch(new Request(url), here.ada.did, null as never)).status).toBe(500);
  });

  const LIMITS = "Expected JSON of at most 32 levels, lists of at most 1000";
  it.each([
    [`[${"0,".repeat(1_000)}0]`, "malformed_body", LIMITS],
    ["{", "malformed_body", LIMITS],
    [`${"[".repeat(33)}${"]".repeat(33)}`, "body_too_deep", LIMITS],
  ])("which says what it takes of a body that it did not take: %# [OAP-37]", async (body, code, said) => {
    const here = await world();
    const headers = { "content-type": "application/json" };
    const request = new Request("https://tool.example/oap/negotiation/open", {
      method: "POST",
      headers,
      body,
    });
    const answer = await (await here.host.fetch(request, here.ada.did)).json();
    expect(answer).toMatchObject({ code, detail: expect.stringContaining(said) });
  });

  it("which is worth a number only when it is read as one: it is worth nothing [OAP-44]", async () => {
    const view = { initiator: { id: "a" }, responder: { id: "b" }, standing: { terms: { price: "90.00" } } };
    for (const [worth, isPermitted] of [
      [90, true],
      ["90.00", false],
      [{ valueOf: () => 90 }, false],
      [[90], false],
      [Promise.resolve(90), false],
    ] as const) {
      const { permits } = outsideOptionPolicy({
        partyId: "a",
        utility: () => worth as never,
        outsideOption: 50,
      });
      expect(permits({ action: "accept" } as never, view as never)).toBe(isPermitted);
    }
  });

  it("which says when a deal ends, and then says nothing: it does not hold for ever [OAP-21]", async () => {
    for (const odd of [() => undefined, async () => ({}), () => ({}), () => ({ effective_from: instant })]) {
      const answer = effectivePeriodOf({ price: "40.00" }, instant, odd as never);
      expect(answer).toMatchObject({ code: "period_invalid" });
    }
    expect(effectivePeriodOf({ price: "40.00" }, instant)).toMatchObject({
      period: { effective_until: null },
    });
  });

  it("which is no yes: whoever says that it trusts no host does not [OAP-51] [OAP-52]", async () => {
    const here = await world();
    const { open: _, ...view } = (await offeredByAda(here)).view;
    const did = "did:web:ada.example";
    const key = { ...(await here.eve.key()), kid: `${did}#1`, documentHash: here.hash };
    const eve: Signer = { kid: key.kid, sign: (await signerOf(3)).sign };
    const [turn] = view.history;
    const document = await resigned(turn!.document, { from: did }, "proposal", eve);
    const lie = { ...view, initiator: did, history: [{ ...turn!, document, key }] } as typeof view;
    const bobWho = async (trustsHostKeys: unknown) =>
      oapParty({
        ...{ signer: await signerOf(2), sha256, clock: here.clock, randomBytes: here.randomBytes },
        ...{ pinned: [{ host: DID, manifest_hash: here.hash }], trustsHostKeys: trustsHostKeys as never },
      });
    for (const odd of ["false", 1, "no", {}]) {
      expect(await answerTo((bob) => bob.accept(lie), await bobWho(odd))).toBe("host_untrusted");
    }
    await (await bobWho(true)).accept(lie);
  });

  it("which calls two logs one: checkpoints of two names are of two logs, though they say the same [SG-33]", async () => {
    const { here } = await agreed();
    const entries = (await here.port.read(0, 9)).map(({ entry }) => entry);
    const note = await here.log.checkpoint();
    const mine = parseCheckpoint(note);
    if (mine === undefined) throw new Error(note);
    const other = { ...mine, origin: "other.example/log" };
    const verdict = { ok: false, firstBadIndex: 0, code: "checkpoint_invalid" };
    expect(await verifyLog(entries, { sha256, checkpoints: [mine, other] })).toEqual(verdict);
    expect(await verifyLog(entries, { sha256, checkpoints: [mine, mine] })).toMatchObject({ ok: true });
  });
});

describe("Somebody hands in what could never be", () => {
  it("keys that are no list: the option is named [SG-29] [SG-34]", async () => {
    const { answer } = await agreed();
    for (const keys of [null, {}, "text"]) {
      const asked = verifyAgreement(answer, { sha256, keys: keys as never });
      await expect(asked).rejects.toThrow("Expected keys to be");
      const receipt = verifyReceipt(answer.receipt, { sha256, logKeys: keys as never });
      await expect(receipt).rejects.toThrow("Expected keys of the form");
    }
  });

  it("a receipt for an entry that no verifier of the log would pass, which the log has signed [SG-34] [SG-43]", async () => {
    const { here, answer } = await agreed();
    const { body } = answer.receipt!.entry;
    const agreement_id = String(body["agreement_id"]);
    const hides = (...pointers: string[]) => ({ agreement_id, party: here.ada.did, pointers });
    const signature = Object.values(body["signatures"] as object)[0] as string;
    for (const [kind, wrong] of [
      ["agreement", { ...body, signatures: {} }],
      ["agreement", { ...body, signatures: { [here.eve.did]: signature } }],
      ["agreement", { ...body, signatures: { [here.ada.did]: signature } }],
      ["agreement", { ...body, agreement_hash: `sha256-${"A".repeat(43)}=` }],
      ["redaction", hides()],
      ["redaction", hides("/parties/0")],
      ["redaction", hides("/terms/units", "/terms/price")],
    ] as const) {
      // A log of ours would refuse it.
      const entries = chained(kind === "redaction" ? [{ body }, { kind, body: wrong }] : [{ body: wrong }]);
      const { receipt, logKeys } = await forgedReceipt(entries, entries.length - 1, HOST);
      expect(await verifyReceipt(receipt, { sha256, logKeys })).toMatchObject({ code: "document_invalid" });
    }
    const { receipt, logKeys } = await forgedReceipt(chained([{ body }]), 0, HOST);
    expect(await verifyReceipt(receipt, { sha256, logKeys })).toMatchObject({ ok: true });
  });

  it("a receipt for an entry of words: a log that signs it shows nothing [SG-43]", async () => {
    const { answer } = await agreed();
    const said = "x\nsound; all have agreed";
    const words = chained([
      { body: { agreement_id: said, negotiation_id: said, agreement_hash: said } },
      { kind: "withdrawal_penalty", body: { negotiation_id: "neg_b", party: said } },
    ]);
    for (const seq of [0, 1]) {
      const { receipt, logKeys } = await forgedReceipt(words, seq, HOST);
      expect(await verifyReceipt(receipt, { sha256, logKeys })).toMatchObject({ code: "document_invalid" });
    }
    const logKeys = [(await logOver(memoryLog())).verifierKey];
    const { receipt } = answer;
    expect(await verifyReceipt(receipt, { sha256, logKeys })).toMatchObject({ ok: true });
    const proof = Array.from({ length: 65 }, () => "A".repeat(43).concat("="));
    expect(await verifyReceipt({ ...receipt, proof }, { sha256, logKeys })).toMatchObject({
      code: "document_invalid",
    });
  });

  it("an agreement with a term that would change every object, though both have signed it [SG-2] [T9]", async () => {
    const { answer } = await agreed();
    const { digests, disclosures } = agreementDigests(answer.agreement, answer.salt_secret, { sha256 });
    const salt = encodeBase64url(new Uint8Array(16));
    for (const pointer of ["/terms/__proto__/polluted", "/terms/a/constructor", "/terms/~2"]) {
      for (const isHidden of [true, false]) {
        const digest = encodeBase64url(sha256(canonicalize([salt, pointer, 1])));
        const all = { ...digests, [pointer]: digest };
        const agreement_hash = hashText(sha256, canonicalize(all));
        const commitment = { ...agreementCommitment(answer.agreement), agreement_hash };
        const sign = async (seed: number) =>
          signDetached(canonicalize(commitment), "agreement", await signerOf(seed));
        const [ada = "", smith = ""] = answer.agreement.parties;
        const signatures = { [ada]: await sign(1), [smith]: await sign(2) };
        const shown = isHidden ? disclosures : { ...disclosures, [pointer]: { salt, value: 1 } };
        const form = { agreement: { ...commitment, digests: all, signatures, keys: {} }, disclosures: shown };
        const verdict = await verifyAgreement(form, { sha256, require: "signatures" });
        expect(verdict).toMatchObject({ code: isHidden ? "not_redactable" : "document_invalid" });
      }
    }
  });

  it("an acceptance with other salts: nobody is told of two documents where there is one [OAP-17]", async () => {
    const heard: unknown[] = [];
    const { here, request } = await agreed({ observer: { warn: (what) => heard.push(what) } });
    const salt_secret = encodeBase64url(here.randomBytes(32));
    const answer = await here.host.accept({ ...request, salt_secret });
    expect(answer).toMatchObject({ code: "command_conflict", state: "ACCEPTED" });
    expect(answer).not.toHaveProperty("details");
    expect(heard).toEqual([]);
  });

  it("a body of nothing that never ends: it is given up as one that is too long [BR-6]", async () => {
    const body = new ReadableStream({ pull: (at) => at.enqueue(new Uint8Array()) });
    const request = new Request("https://tool.example/", { method: "POST", body, duplex: "half" } as never);
    const clock = { setTimeout: () => 0, clearTimeout: () => undefined };
    expect(await readBody(request, { maxBytes: 1_000, bodyMs: 1, clock })).toBe("body_too_large");
  });
});

async function agreed(given: Parameters<typeof world>[0] = {}) {
  const here: World = await world(given);
  const { view } = await offeredByAda(here);
  const request = await here.smith.accept(view);
  return { here, request, answer: good(await here.host.accept(request)) };
}
