import { describe, expect, it } from "vitest";
import { STATUSES } from "../../../src/core/record/index.js";
import { NegotiationError } from "../../../src/errors.js";
import {
  createOapHost,
  createTransparencyLog,
  type OapHost,
  oapRoom,
  verifyAgreement,
  verifyLog,
  verifyReceipt,
  webCryptoVerifier,
} from "../../../src/oap/index.js";
import { wireStateOf } from "../../../src/oap/record/oap-record.js";
import { toOapState } from "../../../src/presets/oap/index.js";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import {
  accepted,
  DID,
  good,
  MANIFEST,
  opened,
  opening,
  proposed,
  START,
  sha256,
  signerOf,
  stored,
  until,
  viewOf,
  world,
} from "../host-setup.js";
import { HOSTILE_VALUES } from "../hostile-values.js";
import { resigned, signers } from "../oap-world.js";

describe("a host", () => {
  it("OAP-2: takes a negotiation from Open to an agreement that both signed and the log has", async () => {
    const here = await world();
    const { host, ada, smith, log } = here;
    const first = await opened(here);
    expect(first).toMatchObject({ state: "OPEN", round: 0, max_rounds: 3, floor: ada.did, version: 0 });
    const one = good(await host.propose(await ada.propose(first, { terms: { price: "40.00" } }))).history;
    expect(one).toMatchObject({ state: "PROPOSED", round: 1, floor: smith.did });
    const two = good(await host.propose(await smith.propose(one, { terms: { price: "55.00" } }))).history;
    expect(two).toMatchObject({ state: "COUNTERED", round: 2, floor: ada.did });
    const answer = good(await host.accept(await ada.accept(two)));
    expect(answer).toMatchObject({ complete: false, logged: true });
    expect(answer.agreement.terms).toEqual({ price: "55.00" });
    const last = await viewOf(here, first.negotiation_id, smith);
    expect(last.history.map(({ type }) => type)).toEqual(["proposal", "counter_proposal", "acceptance"]);
    const call = { caller: smith.did, negotiationId: first.negotiation_id };
    const whole = good(await host.cosign(await smith.cosign(last), call));
    expect(whole.complete).toBe(true);
    expect(Object.keys(whole.agreement.signatures).sort()).toEqual([ada.did, smith.did].sort());
    expect((await log.find(answer.agreement.agreement_id))?.cosignatures).toHaveLength(1);
    const logKeys = [log.verifierKey];
    const { agreement } = answer;
    expect(await verifyReceipt(answer.receipt, { sha256, logKeys, agreement })).toMatchObject({ ok: true });
    const entries = (await here.port.read(0, 10)).map(({ entry }) => entry);
    const checkpoints = [whole.checkpoint ?? ""];
    expect(await verifyLog(entries, { sha256, checkpoints, logKeys })).toMatchObject({ ok: true, size: 2 });
    await here.service.close();
  });

  it("OAP-1: shows the wire states of the preset", () => {
    for (const status of STATUSES) {
      for (const reason of ["withdraw", "cancelled", "agent_error"] as const) {
        const record = { status, outcome: { reason } as never };
        expect(wireStateOf(record)).toBe(toOapState(record).state);
      }
    }
  });

  it("throws for a DID, a manifest or a hash that is none", () => {
    const { admit } = oapRoom();
    const service = {} as never;
    const make = (over: object) => () =>
      createOapHost({ service, admit, did: DID, manifest: MANIFEST, sha256, ...over } as never);
    expect(make({ did: "tool.example" })).toThrow(TypeError);
    expect(make({ manifest: { supported: false } })).toThrow(TypeError);
    expect(make({ sha256: undefined })).toThrow(TypeError);
  });
});

describe("T5: at the same time", () => {
  it("T5: SG-37: while one verification waits, the other party may withdraw; the acceptance is then over", async () => {
    const engine = webCryptoVerifier();
    const waiting: (() => void)[] = [];
    let isSlow = false;
    const here = await world({
      verifier: async (...input) => {
        if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
        return engine(...input);
      },
    });
    const { history } = await proposed(here);
    const request = await here.smith.accept(history);
    const letter = await here.ada.withdraw(history);
    isSlow = true;
    const late = here.host.accept(request);
    await until(() => waiting.length > 0);
    isSlow = false;
    good(await here.host.withdraw(letter));
    waiting[0]?.();
    expect(await late).toMatchObject({ code: "negotiation_over", state: "WITHDRAWN", version: 2 });
    expect(await here.port.size()).toBe(0);
  });

  it("T5: SG-37: a record that never stands still ends in contention, after six looks", async () => {
    const here = await world();
    const { history } = await proposed(here);
    const { service } = here;
    let looks = 0;
    const restless = Object.create(service, {
      submit: {
        value: async () => {
          looks += 1;
          return { ok: false, code: "stale_version", details: {} };
        },
      },
      loadNegotiation: { value: (id: string) => service.loadNegotiation(id) },
      getNegotiation: { value: (id: string) => service.getNegotiation(id) },
      on: { value: () => undefined },
    });
    const { admit } = oapRoom();
    const { clock } = here;
    const host = createOapHost({ service: restless, admit, did: DID, manifest: MANIFEST, sha256, clock });
    const letter = await here.smith.propose(history, { terms: {} });
    expect(await host.propose(letter)).toMatchObject({ ok: false, code: "contention" });
    expect(looks).toBe(6);
  });
});

describe("two hosts of one store and one log", () => {
  /** As two processes: what one does, the other is not told of. */
  async function twoHosts() {
    const store = new MemoryStore();
    const one = await world({ service: { store } });
    const log = createTransparencyLog({
      ...{ port: one.port, sha256, origin: "tool.example/log", clock: one.clock },
      signer: await signerOf(9),
    });
    const two = await world({ service: { store }, log, clock: one.clock, seed: 7 });
    return { one, two };
  }

  it("SG-37: a document is judged by the record as it is, not as this process remembers it", async () => {
    const { one, two } = await twoHosts();
    const { ada, smith } = one;
    const { history } = await proposed(one);
    const id = history.negotiation_id;
    const counter = await smith.propose(history, { terms: { price: "50.00" } });
    good(await two.host.propose(counter));
    expect(await viewOf(one, id)).toMatchObject({ version: 2, floor: ada.did });
    const next = await ada.propose(await viewOf(two, id), { terms: { price: "45.00" } });
    good(await one.host.propose(next));
    const request = await smith.accept(await viewOf(one, id));
    good(await two.host.accept(request));
    expect(await one.host.withdraw(await ada.withdraw(history))).toMatchObject({
      code: "negotiation_over",
      state: "ACCEPTED",
      version: 4,
    });
    expect(good(await one.host.accept(request))).toMatchObject({ logged: true });
    expect(one.port.size()).toBe(1);
  });

  it("OAP-6: OAP-24: at the same time both answer alike, and each thing is in the log once", async () => {
    const { one, two } = await twoHosts();
    const { ada, smith } = one;
    const { history } = await proposed(one);
    const id = history.negotiation_id;
    const request = await smith.accept(history);
    const both = <T>(work: (host: OapHost) => Promise<T>): Promise<T[]> =>
      Promise.all([one, two, one, two].map(({ host }) => work(host)));
    const answers = (await both((host) => host.accept(request))).map(good);
    expect(new Set(answers.map(({ agreement }) => agreement.agreement_hash)).size).toBe(1);
    const cosignature = await ada.cosign(await viewOf(one, id));
    const call = { caller: ada.did, negotiationId: id };
    const { agreement_id } = cosignature;
    const redaction = { agreement_id, pointers: ["/terms/price"] };
    const [signed, hidden] = await Promise.all([
      both((host) => host.cosign(cosignature, call)),
      both((host) => host.redact(redaction, call)),
    ]);
    for (const answer of signed) expect(answer).toMatchObject({ ok: true, complete: true });
    for (const answer of hidden) expect(answer).toMatchObject({ ok: true });
    const entries = (await one.port.read(0, 10)).map(({ entry }) => entry);
    expect(entries.map(({ kind }) => kind).sort()).toEqual(["agreement", "cosignature", "redaction"]);
    expect(await verifyLog(entries, { sha256 })).toMatchObject({ ok: true, size: 3 });
  });
});

describe("T8: whatever comes in", () => {
  const values: (readonly [string, () => unknown])[] = [
    ...HOSTILE_VALUES,
    ...[null, 0, "", "x".repeat(200_000), "\0", [], {}].map(
      (value) => [`${typeof value}`, () => value] as const,
    ),
    ["something thenable", () => ({ then: (done: (value: number) => void) => done(1) })],
  ];

  it("T8: in whichever member, through whichever door: a refusal, and not a byte has changed", async () => {
    const here = await world({ isForgetful: true });
    const { host, ada, smith } = here;
    const { id, answer } = await accepted(here);
    const { history } = await proposed(here);
    const { agreement_id } = answer.agreement;
    const call = { caller: ada.did, negotiationId: id };
    const doors = [
      ["open", await ada.open(opening(here)), {}],
      ["propose", await smith.propose(history, { terms: { price: "1.00" } }), {}],
      ["accept", await smith.accept(history), {}],
      ["reject", await smith.reject(history), {}],
      ["withdraw", await smith.withdraw(history), {}],
      ["cosign", await ada.cosign(await viewOf(here, id)), call],
      ["redact", { agreement_id, pointers: ["/terms/price"] }, call],
    ] as const;
    const before = await stored(here, id, history.negotiation_id);
    for (const [door, document, by] of doors) {
      const take = host[door] as (value: unknown, call: object) => Promise<{ readonly ok: boolean }>;
      for (const [name, make] of values) {
        const changed = Object.keys(document).map((member) => ({ ...document, [member]: make() }));
        for (const value of [make(), ...changed]) {
          expect(await take(value, by), `${door} with ${name}`).toMatchObject({ ok: false });
        }
      }
    }
    for (const [name, make] of values) {
      const odd = make() as string;
      const answers = [await host.history(odd, call), await host.history(id, { caller: odd })];
      for (const given of answers) expect(given, name).toMatchObject({ code: "unknown_negotiation" });
    }
    expect(await stored(here, id, history.negotiation_id)).toBe(before);
  });

  it("T8: no id that is none is asked of the store, which might fail over it", async () => {
    const here = await world();
    const asked: string[] = [];
    const { loadNegotiation } = here.service;
    here.service.loadNegotiation = (id) => {
      asked.push(id);
      return loadNegotiation.call(here.service, id);
    };
    for (const id of ["neg_\0", "neg_\ud800", "1", `neg_${"0".repeat(27)}`]) {
      const call = { caller: here.ada.did, negotiationId: id };
      expect(await here.host.history(id, call)).toMatchObject({ code: "unknown_negotiation" });
      expect(await here.host.redact({}, call)).toMatchObject({ code: "unknown_negotiation" });
    }
    expect(asked).toEqual([]);
  });
});

describe("a crash between commit and append", () => {
  it("OAP-24: resume appends what it left out, once", async () => {
    const store = new MemoryStore();
    const here = await world({ service: { store }, log: undefined });
    const { answer, id } = await accepted(here);
    const second = await accepted(here);
    expect(second.id).not.toBe(id);
    expect(answer).toMatchObject({ logged: false, checkpoint: null, receipt: null, complete: false });
    expect(await here.port.size()).toBe(0);
    await here.service.close();
    const paged = { list: (query: Parameters<typeof store.list>[0]) => store.list({ ...query, limit: 1 }) };
    const again = await world({ service: { store }, store: paged });
    expect(await again.host.resume()).toBe(2);
    expect(await again.host.resume()).toBe(2);
    expect(await again.port.size()).toBe(2);
    const view = await viewOf(again, id);
    expect(view.agreement).toEqual(answer.agreement);
    expect(await again.log.find(answer.agreement.agreement_id)).toBeDefined();
  });

  it("OAP-24: nor does a record that nobody can read keep the others out of the log", async () => {
    const store = new MemoryStore();
    const here = await world({ service: { store }, log: undefined });
    const [first, second, third] = [await accepted(here), await accepted(here), await accepted(here)];
    // Of nobody's Open, though it names the host.
    const context = { host: DID, document: {} };
    await here.service.createNegotiation(here.ada.did, here.smith.did, undefined, { context });
    await here.service.close();
    const again = await world({ service: { store }, store });
    const { loadNegotiation } = again.service;
    again.service.loadNegotiation = async (id) => {
      const code = { [first.id]: "record_damaged", [second.id]: "schema_unsupported" }[id];
      if (code !== undefined) throw new NegotiationError(code as never, "damaged");
      return loadNegotiation.call(again.service, id);
    };
    expect(await again.host.resume()).toBe(1);
    expect(await again.log.find(third.answer.agreement.agreement_id)).toBeDefined();
    again.service.loadNegotiation = () => Promise.reject(new NegotiationError("store_failed", "down"));
    await expect(again.host.resume()).rejects.toMatchObject({ code: "store_failed" });
  });

  it.each([null, "x", Number.NaN, -1])(
    "OAP-24: resume looks at nothing since %j, and says so",
    async (since) => {
      const store = new MemoryStore();
      const { host } = await world({ service: { store }, store });
      await expect(host.resume({ updatedSince: since as never })).rejects.toThrow("updatedSince");
    },
  );

  it("OAP-26: what retention has let go can still be redacted by its parties, and by nobody else", async () => {
    const store = new MemoryStore();
    const here = await world({ service: { store, keepSettled: 0 }, store });
    const { answer, id } = await accepted(here);
    await store.delete(id);
    const { agreement_id } = answer.agreement;
    const request = { agreement_id, pointers: ["/terms/price"] };
    const callOf = (caller?: string) => ({ caller, negotiationId: id }) as never;
    for (const caller of [here.eve.did, undefined]) {
      expect(await here.host.redact(request, callOf(caller))).toMatchObject({ code: "unknown_negotiation" });
    }
    const other = { ...request, agreement_id: "agr_01HX2QF8GZRP9V3K5YXJW0AQ7M" };
    expect(await here.host.redact(other, callOf(here.ada.did))).toMatchObject({ ok: false });
    const redacted = good(await here.host.redact(request, callOf(here.ada.did)));
    expect(Object.keys(redacted.disclosures)).not.toContain("/terms/price");
    expect(JSON.stringify(await here.port.read(0, 9))).not.toContain(answer.agreement.terms["price"]);
  });

  it("what retention has let go takes no co-signature, and the deal holds by what both have signed before [OAP-26] [OAP-51]", async () => {
    const store = new MemoryStore();
    const here = await world({ service: { store, keepSettled: 0 }, store });
    const { answer, id } = await accepted(here);
    const history = await viewOf(here, id);
    const request = await here.ada.cosign(history);
    await store.delete(id);
    for (const caller of [here.ada.did, here.smith.did, here.eve.did]) {
      const refused = await here.host.cosign(request, { caller, negotiationId: id });
      expect(refused).toMatchObject({ ok: false, code: "unknown_negotiation" });
    }
    // Nor where another agreement of theirs is addressed.
    const { answer: other, id: otherId } = await accepted(here);
    const astray = await here.host.cosign(request, { caller: here.ada.did, negotiationId: otherId });
    expect(astray).toMatchObject({ ok: false, code: "agreement_mismatch" });
    expect(other.logged).toBe(true);
    expect((await here.port.read(0, 9)).map(({ entry }) => entry.kind)).toEqual(["agreement", "agreement"]);
    expect(await verifyAgreement(answer, { sha256 })).toMatchObject({ ok: true, complete: false });
  });

  it("OAP-24: a host without the store cannot resume, and says so", async () => {
    const here = await world();
    await expect(here.host.resume()).rejects.toThrow(TypeError);
  });

  /** A world whose log fails until it is mended, with the instants of its attempts. */
  async function failing() {
    const failed: string[][] = [];
    const attempts: number[] = [];
    const here = await world();
    const state = { isBroken: true };
    const log = {
      ...here.log,
      append: (...given: Parameters<typeof here.log.append>) => {
        attempts.push(here.clock.now() - START);
        return state.isBroken ? Promise.reject(new Error("disk full")) : here.log.append(...given);
      },
    };
    const warn = (what: string, { error }: { error?: string }) =>
      failed.push([what, ...(error === undefined ? [] : [error])]);
    const other = await world({ log, clock: here.clock, observer: { warn } });
    const done = await accepted({ ...other, clock: here.clock }, async () => {
      await until(() => attempts.length > 0);
      await here.clock.advance(2_000);
    });
    return { ...done, here, other, state, failed, attempts };
  }

  it("OAP-53: a host whose service is closed asks no more", async () => {
    const { here, other, attempts } = await failing();
    const before = attempts.length;
    await other.service.close();
    await here.clock.advance(600_000);
    expect(attempts).toHaveLength(before);
    expect(here.clock.pendingCount).toBe(0);
  });
});

describe("T16: secrets and foreign text", () => {
  it("T16: salts, reasons and terms are in no refusal, no warning and no log", async () => {
    const heard: unknown[] = [];
    const here = await world({ isForgetful: true, observer: { warn: (...warning) => heard.push(warning) } });
    const { host, ada, smith } = here;
    const { history } = await proposed(here, { secret: "MARKER-terms" });
    const offer = await smith.propose(history, { terms: { text: "MARKER-terms" } });
    const refusals: unknown[] = [
      await host.propose(
        await resigned(offer, { valid_until: "2026-01-01T00:00:00Z" }, "proposal", await signers.smith()),
      ),
      await host.reject({ ...(await smith.reject(history, "MARKER-reason")), more: "MARKER-more" }),
      await host.propose({ ...history.history[0]!.document, terms: { "MARKER-key": 1 } }),
    ];
    const request = await smith.accept(history);
    const acceptance = { ...request.acceptance, agreement_id: "agr_00000000000000000000000000" };
    refusals.push(await host.accept({ ...request, acceptance }));
    good(await host.accept(request));
    refusals.push(await host.withdraw(await ada.withdraw(history, "MARKER-reason")));
    expect(refusals.every((answer) => (answer as { ok: boolean }).ok)).toBe(false);
    const shown = JSON.stringify([refusals, heard]);
    expect(shown).not.toContain("MARKER");
    expect(shown).not.toContain(request.salt_secret);
    const log = JSON.stringify(await here.port.read(0, 10));
    expect(log).not.toContain(request.salt_secret);
    expect(await stored(here, history.negotiation_id)).toContain(request.salt_secret);
  });
});
