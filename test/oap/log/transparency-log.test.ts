import { describe, expect, it } from "vitest";
import {
  createTransparencyLog,
  detectFork,
  entryHash,
  memoryLog,
  parseCheckpoint,
  type TransparencyLog,
  type TransparencyLogOptions,
  verifyLog,
} from "../../../src/oap/log/index.js";
import type { LogEntry, LogPort, LogRecord } from "../../../src/ports/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { until } from "../host-setup.js";
import {
  chained,
  idsOf,
  parties,
  penaltyOf,
  plainBody,
  sha256,
  signedAgreement,
  testKey,
} from "../log-fixtures.js";

const signer = testKey(71);

function logOver(port: LogPort, more: Partial<TransparencyLogOptions> = {}) {
  return createTransparencyLog({ port, sha256, origin: "log", signer, clock: { now: () => 1_000 }, ...more });
}

/** The same log behind promises. */
function slow(port: LogPort): LogPort {
  return {
    append: async (...given) => port.append(...given),
    read: async (...given) => port.read(...given),
    size: async () => port.size(),
    redact: async (...given) => port.redact(...given),
  };
}

/** How far a call has come. */
function settled(call: Promise<unknown>): { is: unknown } {
  const state: { is: unknown } = { is: "pending" };
  const settle = (is: unknown): void => void Object.assign(state, { is });
  call.then(settle, settle);
  return state;
}

const entriesOf = async (port: LogPort) => (await port.read(0, 1_000)).map(({ entry }) => entry);

describe("appending", () => {
  it("SG-30: chains agreements, co-signatures and redactions, and the whole verifies", async () => {
    const port = memoryLog();
    const log = logOver(port);
    const { body, disclosures, cosignature } = await signedAgreement(1);
    const redaction = { agreement_id: body.agreement_id, party: body.parties[0], pointers: ["/terms/price"] };
    const answers = [
      await log.append("agreement", body, disclosures),
      await log.append("cosignature", cosignature),
      await log.append("redaction", redaction),
    ];
    const entries = await entriesOf(port);
    expect(answers).toEqual(entries.map((entry) => ({ ok: true, entry })));
    expect(entries.map(({ seq, kind }) => [seq, kind])).toEqual([
      ...[
        [0, "agreement"],
        [1, "cosignature"],
        [2, "redaction"],
      ],
    ]);
    expect(entries.map(({ prev }) => prev)).toEqual([
      ...["genesis", entryHash(sha256, entries[0]!), entryHash(sha256, entries[1]!)],
    ]);
    const options = { sha256, checkpoints: [await log.checkpoint()], logKeys: [log.verifierKey] };
    expect(await verifyLog(entries, options)).toMatchObject({ ok: true, size: 3 });
    expect(Object.isFrozen(answers[0]!.ok && answers[0]!.entry.body)).toBe(true);
  });

  it.each([
    ["at once", memoryLog],
    ["behind promises", () => slow(memoryLog())],
  ])(
    "SG-30: one waits for the other (%s): none shares a prev, the order is that of the calls",
    async (_, made) => {
      const port = made();
      const log = logOver(port);
      const ids = Array.from({ length: 40 }, (_, index) => idsOf(index));
      await Promise.all(ids.map((_, index) => log.append("agreement", plainBody(index))));
      const entries = await entriesOf(port);
      expect(entries.map((entry) => entry.body["agreement_id"])).toEqual(
        ids.map(({ agreement_id }) => agreement_id),
      );
      expect(new Set(entries.map(({ prev }) => prev)).size).toBe(40);
      expect(await verifyLog(entries, { sha256, signatures: false })).toMatchObject({ ok: true, size: 40 });
    },
  );

  it("SG-30: no entry is earlier than the last, whatever the clocks of the processes say", async () => {
    const port = memoryLog();
    const instants = [2_000, 1_000, 3_000, 0, 2_999];
    const logs = instants.map((now) => logOver(port, { clock: { now: () => now } }));
    for (const [number, log] of [...logs, ...logs].entries()) {
      await log.append("agreement", plainBody(number));
    }
    const entries = await entriesOf(port);
    expect(entries.map(({ at }) => at)).toEqual([2_000, 2_000, ...new Array(8).fill(3_000)]);
    expect(await verifyLog(entries, { sha256, signatures: false })).toMatchObject({ ok: true, size: 10 });
  });

  it("OAP-24: is idempotent by agreement, by signer, by pointers", async () => {
    const port = memoryLog();
    const log = logOver(port);
    const { body, disclosures, cosignature } = await signedAgreement(1);
    const redaction = { agreement_id: body.agreement_id, party: body.parties[0], pointers: ["/terms/price"] };
    const all = async () => [
      await log.append("agreement", body, disclosures),
      await log.append("cosignature", cosignature),
      await log.append("redaction", redaction),
    ];
    const first = await all();
    expect(await all()).toEqual(first);
    expect(await Promise.all([all(), all()])).toEqual([first, first]);
    // A log that starts anew knows it as well.
    expect(await logOver(port).append("agreement", body, disclosures)).toEqual(first[0]);
    expect(await port.size()).toBe(3);
    await log.append("redaction", { ...redaction, pointers: ["/terms/units"] });
    expect(await port.size()).toBe(4);
  });

  it("refuses another agreement of the same id or negotiation, also one of another process [OAP-50]", async () => {
    const port = memoryLog();
    const { body } = await signedAgreement(1);
    const { body: second } = await signedAgreement(2);
    const ids = [
      idsOf(1),
      { negotiation_id: body.negotiation_id },
      { agreement_id: second.agreement_id },
      { negotiation_id: second.negotiation_id },
    ];
    const others = await Promise.all(ids.map((own) => signedAgreement(9, own)));
    const [log, elsewhere] = [logOver(port), logOver(port)];
    const first = await log.append("agreement", body);
    await elsewhere.append("agreement", second);
    // It has not heard of the second yet, then it has.
    for (const one of [log, log, elsewhere]) {
      for (const { body: other } of others) {
        expect(await one.append("agreement", other)).toMatchObject({ ok: false, code: "command_conflict" });
      }
      expect(await one.append("agreement", body)).toEqual(first);
    }
    expect(await port.size()).toBe(2);
  });

  it("stores one agreement though what it reads is late, or a lie [OAP-50]", async () => {
    const [{ body }, { body: second }] = [await signedAgreement(1), await signedAgreement(2, idsOf(1))];
    const late: (records: readonly LogRecord[]) => readonly LogRecord[] = () => [];
    const lie: typeof late = ([record]) => [{ ...record!, entry: chained([{ body: plainBody(7) }])[0]! }];
    for (const shown of [late, lie]) {
      const port = memoryLog();
      let isWrong = true;
      const wrong: LogPort = {
        ...port,
        async read(from, limit) {
          const records = await port.read(from, limit);
          const answer = isWrong && records.length > 0 ? shown(records) : records;
          if (records.length > 0) isWrong = false;
          return answer;
        },
      };
      const [log, other] = [logOver(port), logOver(wrong)];
      await log.append("agreement", body);
      const again = await other.append("agreement", second).catch((error) => error);
      expect(again).toMatchObject({ code: shown === late ? "command_conflict" : "store_failed" });
      expect(await port.size()).toBe(1);
    }
  });

  it("has an agreement or a penalty once it has seen it, and asks nobody [OAP-50]", async () => {
    const port = memoryLog();
    const { body, cosignature } = await signedAgreement(1);
    const [log, other] = [logOver(port), logOver(port)];
    const { agreement_id, negotiation_id } = body;
    expect(log.has(agreement_id)).toBe(false);
    await log.append("agreement", body);
    expect([log.has(agreement_id), other.has(agreement_id)]).toEqual([true, false]);
    await other.append("cosignature", cosignature);
    expect(other.has(agreement_id)).toBe(true);
    const penalty = await penaltyOf(2);
    await other.append("withdrawal_penalty", penalty);
    const ids = [negotiation_id, penalty.negotiation_id, "agr_x"];
    expect(ids.map((id) => other.has(id))).toEqual([true, true, false]);
    expect((await log.find(negotiation_id))?.entry.kind).toBe("agreement");
    expect((await log.find(penalty.negotiation_id))?.entry.kind).toBe("withdrawal_penalty");
    expect(await log.find("neg_y")).toBeUndefined();
  });

  it("takes one penalty of a negotiation, and then no agreement [OAP-50] [OAP-56]", async () => {
    const port = memoryLog();
    const log = logOver(port);
    const penalty = await penaltyOf(1);
    const { negotiation_id } = penalty;
    const first = await log.append("withdrawal_penalty", penalty);
    expect(first).toMatchObject({ ok: true, entry: { seq: 0, kind: "withdrawal_penalty" } });
    expect(await log.append("withdrawal_penalty", penalty)).toEqual(first);
    expect(await logOver(port).append("withdrawal_penalty", penalty)).toEqual(first);
    const { body } = await signedAgreement(1);
    for (const other of [log, logOver(port)]) {
      const late = await other.append("withdrawal_penalty", { ...penalty, party: parties[0].did });
      expect([late, await other.append("agreement", { ...body, negotiation_id })]).toMatchObject([
        { code: "command_conflict" },
        { code: "command_conflict" },
      ]);
    }
    const next = await log.append("withdrawal_penalty", await penaltyOf(2));
    expect(next).toMatchObject({ ok: true });
    await expect(log.append("withdrawal_penalty", { party: "a" })).rejects.toThrow(TypeError);
    expect(await port.size()).toBe(2);
  });

  it("throws at what is added to a penalty as to an agreement that is not there [SG-30]", async () => {
    const log = logOver(memoryLog());
    const { cosignature } = await signedAgreement(1);
    const penalty = await penaltyOf(1);
    await log.append("withdrawal_penalty", penalty);
    const redaction = { party: penalty.party, pointers: ["/terms/price"] };
    for (const agreement_id of [penalty.negotiation_id, "agr_x"]) {
      for (const [kind, body] of [
        ["redaction", { ...redaction, agreement_id }],
        ["cosignature", { ...cosignature, agreement_id }],
      ] as const) {
        await expect(log.append(kind, body)).rejects.toThrow("Expected the agreement to be in the log first");
      }
    }
  });

  it("SG-30: refuses a body that is no strict JSON, and throws at one that a host never makes", async () => {
    const port = memoryLog();
    const log = logOver(port);
    const { body, cosignature } = await signedAgreement(1);
    const odd = { ...body, price: 1.5 };
    expect(await log.append("agreement", odd)).toMatchObject({ code: "document_invalid", path: ["price"] });
    const agreement = { agreement_id: "a", negotiation_id: "n", agreement_hash: "h" };
    for (const [kind, lacking] of [
      ["agreement", {}],
      ["agreement", { ...agreement, agreement_id: 7 }],
      ["agreement", { agreement_id: "a", negotiation_id: "n" }],
      ["agreement", { agreement_id: "a", agreement_hash: "h" }],
      ["withdrawal_penalty", { agreement_id: "a", party: "did:x:y" }],
      ["cosignature", { agreement_id: "a" }],
      ["redaction", { agreement_id: "a" }],
      ["redaction", { agreement_id: "a", pointers: "/terms" }],
      ["redaction", { agreement_id: "a", pointers: [7] }],
      ["proposal", body],
    ] as const) {
      await expect(log.append(kind as never, lacking)).rejects.toThrow(TypeError);
    }
    for (const now of [1.5, Number.NaN]) {
      const astray = logOver(port, { clock: { now: () => now } });
      await expect(astray.append("agreement", body)).rejects.toThrow(TypeError);
    }
    await expect(log.append("cosignature", cosignature)).rejects.toThrow("agreement to be in the log first");
    expect(await port.size()).toBe(0);
    // A call that failed keeps nobody waiting.
    expect(await log.append("agreement", body)).toMatchObject({ ok: true });
  });

  it("SG-35: knows an agreement that another process has logged, before it adds to it", async () => {
    const port = memoryLog();
    const [one, two] = [logOver(port), logOver(port)];
    const [first, second] = [await signedAgreement(1), await signedAgreement(2)];
    await two.append("agreement", first.body);
    await one.append("agreement", second.body);
    expect(await two.append("cosignature", second.cosignature)).toMatchObject({
      ok: true,
      entry: { seq: 2 },
    });
    expect(await one.append("agreement", first.body)).toMatchObject({ ok: true, entry: { seq: 0 } });
    expect(await port.size()).toBe(3);
  });

  it("SG-35: an append whose answer was lost is found again when it is repeated", async () => {
    const port = memoryLog();
    let isLost = true;
    const losing: LogPort = {
      ...port,
      append: (...given) => {
        const answer = port.append(...given);
        if (isLost) throw new Error("The connection broke.");
        return answer;
      },
    };
    const log = logOver(losing);
    const { body } = await signedAgreement(1);
    await expect(log.append("agreement", body)).rejects.toThrow("The connection broke.");
    isLost = false;
    expect(await log.append("agreement", body)).toMatchObject({ ok: true, entry: { seq: 0 } });
    expect(await port.size()).toBe(1);
  });

  it("T14: says so when the log is no longer what it was", async () => {
    let port = memoryLog();
    const log = logOver({
      append: (...given) => port.append(...given),
      read: (...given) => port.read(...given),
      size: () => port.size(),
      redact: (...given) => port.redact(...given),
    });
    for (const number of [1, 2, 3]) await log.append("agreement", (await signedAgreement(number)).body);
    port = memoryLog();
    const failure = { code: "store_failed", message: expect.stringContaining("got another: cut") };
    await expect(log.append("agreement", (await signedAgreement(4)).body)).rejects.toMatchObject(failure);
    await expect(log.checkpoint()).rejects.toMatchObject(failure);
    await expect(log.receipt(0)).rejects.toMatchObject(failure);
    // A port that takes nothing, and has nothing new either.
    const stubborn = logOver({ ...memoryLog(), append: () => false });
    await expect(stubborn.append("agreement", (await signedAgreement(4)).body)).rejects.toMatchObject(
      failure,
    );
  });

  it("tells nothing of an entry that was edited since, wherever it stands [SG-35]", async () => {
    let edit = (entry: LogEntry): unknown => entry;
    const port = memoryLog();
    const log = logOver({
      ...port,
      read: async (from, limit) =>
        (await port.read(from, limit)).map(({ entry, ...rest }) => {
          const edited = entry.seq === 0 ? edit(entry) : entry;
          return { entry: edited as LogEntry, ...rest };
        }),
    });
    const { body, cosignature } = await signedAgreement(1);
    await log.append("agreement", body);
    await log.append("agreement", (await signedAgreement(2)).body);
    const redaction = { agreement_id: body.agreement_id, party: body.parties[0], pointers: ["/terms/price"] };
    const asked = [
      () => log.receipt(0),
      () => log.find(body.agreement_id),
      () => log.append("agreement", body),
      () => log.append("redaction", redaction),
    ];
    const { body: other } = await signedAgreement(3);
    for (const spoil of [
      (entry: LogEntry) => ({ ...entry, at: entry.at + 1 }),
      (entry: LogEntry) => ({ ...entry, body: other }),
      (entry: LogEntry) => ({ ...entry, body: { ...entry.body, note: 0.5 } }),
    ]) {
      edit = spoil;
      for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: "store_failed" });
      expect(await log.receipt(1)).toMatchObject({ entry: { seq: 1 } });
    }
    edit = (entry) => structuredClone(entry);
    for (const ask of asked) await expect(ask()).resolves.toBeDefined();
    expect(await log.append("cosignature", cosignature)).toMatchObject({ ok: true });
  });
});

describe("redaction", () => {
  it("SG-28: deletes the disclosures, and leaves entry, chain and checkpoint as they were", async () => {
    const port = memoryLog();
    const log = logOver(port);
    const { body, disclosures } = await signedAgreement(1);
    await log.append("agreement", body, disclosures);
    const before = await log.receipt(0);
    const pointers = ["/terms/price"];
    await log.append("redaction", { agreement_id: body.agreement_id, party: body.parties[0], pointers });
    const found = await log.find(body.agreement_id);
    expect(found?.entry).toEqual(before.entry);
    expect(Object.keys(found!.disclosures)).toEqual(
      Object.keys(disclosures).filter((one) => one !== pointers[0]),
    );
    expect(found?.redactions[0]?.body["pointers"]).toEqual(pointers);
    const text = JSON.stringify(await port.read(0, 9));
    expect(text).not.toContain("40.00");
    expect(text).not.toContain(disclosures["/terms/price"]!.salt);
    expect(await verifyLog(await entriesOf(port), { sha256 })).toMatchObject({ ok: true });
  });
});

describe("a port that redacts nothing", () => {
  it("is not believed: who asked hears that the term is still there [SG-28] [OAP-26]", async () => {
    const port = memoryLog();
    let isIdle = true;
    const idle: LogPort = { ...port, redact: (...given) => (isIdle ? undefined : port.redact(...given)) };
    const log = logOver(idle);
    const { body, disclosures } = await signedAgreement(1);
    await log.append("agreement", body, disclosures);
    const pointers = ["/terms/price"];
    const hidden = { agreement_id: body.agreement_id, party: body.parties[0], pointers };
    for (const ask of [() => log.append("redaction", hidden), () => log.checkpoint()]) {
      await expect(ask()).rejects.toMatchObject({
        code: "store_failed",
        message: expect.stringContaining("Expected the log port to hide terms"),
      });
    }
    isIdle = false;
    expect(await log.append("redaction", hidden)).toMatchObject({ ok: true, entry: { seq: 1 } });
    expect((await log.find(body.agreement_id))?.disclosures).not.toHaveProperty("/terms/price");
    expect(await port.size()).toBe(2);
  });
});

describe("what no log may hold", () => {
  it("is refused or named, whatever it is: kinds and bodies that are none [SG-42]", async () => {
    const log = logOver(memoryLog());
    for (const kind of ["foo", "toString", null]) {
      await expect(log.append(kind as never, {})).rejects.toThrow("Expected a kind of entry");
    }
    for (const body of [null, 5, "text", []]) {
      const answer = await log.append("agreement", body as never);
      expect(answer).toMatchObject({ ok: false, code: "document_invalid" });
    }
  });

  it("nor are checkpoints compared that are none [SG-34]", () => {
    for (const odd of [null, undefined, "text", {}]) {
      expect(() => detectFork(odd as never, odd as never, { sha256 })).toThrow("Expected two checkpoints");
    }
  });

  it("is refused before anything is written: redactions that verifyLog refuses [SG-42] [OAP-26]", async () => {
    const port = memoryLog();
    const log = logOver(port);
    const { body, disclosures } = await signedAgreement(1);
    await log.append("agreement", body, disclosures);
    const [party] = body.parties;
    const hiding = (pointers: readonly string[], more: object = {}) => ({
      ...{ agreement_id: body.agreement_id, party, pointers },
      ...more,
    });
    const price = ["/terms/price"];
    for (const odd of [
      hiding([]),
      hiding(["/terms/units", "/terms/price"]),
      hiding(["/terms/price", "/terms/price"]),
      hiding(["/parties/0"]),
      hiding(["/terms/none"]),
      hiding(["/terms/price", "/terms/toString"]),
      hiding(price, { party: testKey(9).did }),
      hiding(price, { party: 7 }),
      hiding(price, { reason: "none" }),
    ]) {
      const answer = await log.append("redaction", odd);
      expect(answer, JSON.stringify(odd)).toMatchObject({ ok: false, code: "not_redactable" });
    }
    expect(await port.size()).toBe(1);
    expect((await log.find(body.agreement_id))?.disclosures).toEqual(disclosures);
    expect(await log.append("redaction", hiding(["/terms/price", "/terms/units"]))).toMatchObject({
      ok: true,
    });
    expect(await verifyLog(await entriesOf(port), { sha256 })).toMatchObject({ ok: true, size: 2 });
  });

  it.each<[what: string, read: (records: readonly LogRecord[]) => unknown]>([
    ["records without disclosures", (records) => records.map(({ entry }) => ({ entry }))],
    ["a record that is none", (records) => records.map(() => null)],
    ["nothing", () => undefined],
  ])("is told of a port that reads %s, at the first look [SG-35]", async (_, given) => {
    const port = memoryLog();
    await logOver(port).append("agreement", (await signedAgreement(1)).body);
    const read = async (...asked: [number, number]) => given(await port.read(...asked)) as LogRecord[];
    const { body } = await signedAgreement(2);
    for (const ask of [
      (log: TransparencyLog) => log.checkpoint(),
      (log: TransparencyLog) => log.find(body.agreement_id),
      (log: TransparencyLog) => log.append("agreement", body),
    ]) {
      await expect(ask(logOver({ ...port, read }))).rejects.toMatchObject({ code: "store_failed" });
    }
    expect(await port.size()).toBe(1);
  });
});

describe("a port that never answers", () => {
  it.each(["append", "read", "redact"] as const)(
    "keeps nobody waiting for longer than 30 seconds: %s, and what came of it late is found [OAP-53] [SG-35]",
    async (method) => {
      const port = memoryLog();
      const clock = new ManualClock(1_000);
      let hangs = false;
      const late: (() => unknown)[] = [];
      const hanging = {
        ...port,
        [method]: (...given: never[]) => {
          const answer = () => (port[method] as (...given: never[]) => unknown)(...given);
          return hangs ? new Promise((resolve) => late.push(() => resolve(answer()))) : answer();
        },
      };
      const log = logOver(hanging, { clock });
      const { body, disclosures } = await signedAgreement(1);
      await log.append("agreement", body, disclosures);
      hangs = true;
      const hidden = { agreement_id: body.agreement_id, party: body.parties[0], pointers: ["/terms/price"] };
      const first = settled(log.append("redaction", hidden));
      const second = settled(log.checkpoint());
      await until(() => late.length > 0);
      await clock.advance(29_999);
      expect([first.is, second.is]).toEqual(["pending", "pending"]);
      await clock.advance(1);
      await until(() => first.is !== "pending");
      expect(first.is).toMatchObject({ code: "store_failed" });
      await clock.advance(30_000);
      await until(() => second.is !== "pending");
      hangs = false;
      for (const answer of late) answer();
      expect(await log.append("redaction", hidden)).toMatchObject({ ok: true, entry: { seq: 1 } });
      expect(await port.size()).toBe(2);
      expect((await log.find(body.agreement_id))?.disclosures).not.toHaveProperty("/terms/price");
      expect(clock.pendingCount).toBe(0);
    },
  );
});

it.each(["signer", "verifier"] as const)(
  "a %s that never answers keeps nobody waiting for longer than 30 seconds, and the next call goes on [OAP-53] [SG-35]",
  async (name) => {
    const port = memoryLog();
    const clock = new ManualClock(1_000);
    let hung: string | undefined;
    const never = () => new Promise<never>(() => {});
    const given = {
      signer: { ...signer, sign: (bytes: Uint8Array) => (hung === "signer" ? never() : signer.sign(bytes)) },
      verifier: () => (hung === "verifier" ? never() : true),
    };
    const log = logOver(port, { clock, ...given });
    const other = logOver(port);
    const { body, disclosures, cosignature } = await signedAgreement(1);
    await other.append("agreement", body, disclosures);
    await log.checkpoint();
    await other.append("cosignature", cosignature);
    hung = name;
    const call = settled(log.checkpoint());
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(29_999);
    expect(call.is).toBe("pending");
    await clock.advance(1);
    await until(() => call.is !== "pending");
    expect(call.is).toMatchObject({ code: "store_failed" });
    hung = undefined;
    expect(parseCheckpoint(await log.checkpoint())).toMatchObject({ size: 2n });
    expect(clock.pendingCount).toBe(0);
  },
);

it("a newest entry that was refused for its signature is none once it is taken out, and then another may follow [SG-42]", async () => {
  const port = memoryLog();
  const { body, disclosures, cosignature } = await signedAgreement(1);
  await logOver(port).append("agreement", body, disclosures);
  const [first] = await entriesOf(port);
  const forged = { ...cosignature, signature: body.signatures[Object.keys(body.signatures)[0] ?? ""] };
  const entry = {
    seq: 1,
    prev: entryHash(sha256, first!),
    kind: "cosignature",
    at: 1_000,
    body: forged,
  } as never;
  let isThere = false;
  const log = logOver({
    ...port,
    read: async (from, limit) => {
      const records = [...(await port.read(0, 9)), ...(isThere ? [{ entry, disclosures: {} }] : [])];
      return records.slice(from, from + limit);
    },
  });
  await log.checkpoint();
  isThere = true;
  for (const _ of [1, 2]) await expect(log.checkpoint()).rejects.toMatchObject({ code: "store_failed" });
  isThere = false;
  expect(await log.append("cosignature", cosignature)).toMatchObject({ ok: true, entry: { seq: 1 } });
  expect(await verifyLog(await entriesOf(port), { sha256 })).toMatchObject({ ok: true });
});

describe("looking", () => {
  it("OAP-24: finds an agreement with all that was added, and no other", async () => {
    const log = logOver(memoryLog());
    expect(await log.find("agr_none")).toBeUndefined();
    const { body, disclosures, cosignature } = await signedAgreement(1);
    await log.append("agreement", body, disclosures);
    await log.append("agreement", (await signedAgreement(2)).body);
    await log.append("cosignature", cosignature);
    const found = await log.find(body.agreement_id);
    expect(found).toMatchObject({ entry: { seq: 0, body }, disclosures, redactions: [] });
    expect(found?.cosignatures).toMatchObject([{ seq: 2, body: cosignature }]);
    expect(await log.find("agr_none")).toBeUndefined();
  });

  it("SG-34: gives proofs that show a later log to begin with an earlier one", async () => {
    const log = logOver(memoryLog());
    const checkpoints: string[] = [];
    for (let number = 0; number < 6; number += 1) {
      await log.append("agreement", (await signedAgreement(number)).body);
      checkpoints.push(await log.checkpoint());
    }
    const [early, late] = [checkpoints[1]!, checkpoints[5]!].map((note) => parseCheckpoint(note)!);
    const proof = await log.consistencyProof(2);
    expect(detectFork(early!, late!, { sha256, proof })).toBe("consistent");
    expect(await log.consistencyProof(2, 4)).not.toEqual(proof);
    await expect(log.consistencyProof(7)).rejects.toThrow(RangeError);
    await expect(log.receipt(6)).rejects.toThrow(RangeError);
  });

  it("T14: two logs from one snapshot are found out by their checkpoints", async () => {
    const one = memoryLog();
    const shared = logOver(one);
    for (const number of [1, 2]) await shared.append("agreement", (await signedAgreement(number)).body);
    const two = memoryLog();
    for (const { entry, disclosures } of await one.read(0, 9)) two.append(entry, disclosures);
    const [left, right] = [logOver(one), logOver(two)];
    await left.append("agreement", (await signedAgreement(3)).body);
    await right.append("agreement", (await signedAgreement(4)).body);
    const read = async (log: typeof left) => parseCheckpoint(await log.checkpoint())!;
    expect(detectFork(await read(left), await read(right), { sha256 })).toBe("fork");
    const before = await read(left);
    await right.append("agreement", (await signedAgreement(5)).body);
    const proof = await right.consistencyProof(3);
    expect(detectFork(before, await read(right), { sha256, proof })).toBe("fork");
  });
});
