import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { canonicalText } from "../../../src/oap/canonical/index.js";
import {
  checkpointText,
  entryHash,
  type LogDamageCode,
  noteKey,
  parseCheckpoint,
  verifyLog,
  writeNote,
} from "../../../src/oap/log/index.js";
import { createMerkleTree } from "../../../src/oap/merkle/index.js";
import type { LogEntry } from "../../../src/ports/index.js";
import {
  chained,
  idsOf,
  noteSigner,
  plainBody,
  plainLog,
  rechained,
  type SignedAgreement,
  sha256,
  signedAgreement,
  testKey,
} from "../log-fixtures.js";

const key = testKey(41);
const logKeys = [noteKey("example.com/log", key.publicKey, sha256)];

/** The text of a checkpoint of the first so many entries. */
function textAt(entries: readonly LogEntry[], size: number): string {
  const tree = createMerkleTree(sha256);
  for (const entry of entries.slice(0, size)) tree.append(new TextEncoder().encode(canonicalText(entry)));
  return checkpointText({ origin: "example.com/log", size: BigInt(size), root: tree.root(), extensions: [] });
}

const checkpointAt = (entries: readonly LogEntry[], size: number) => parseCheckpoint(textAt(entries, size))!;
const edited = (entries: readonly LogEntry[], index: number, change: object): LogEntry[] =>
  entries.map((entry, at) => (at === index ? { ...entry, ...change } : entry));
const plain = { sha256, signatures: false };
const damage = (firstBadIndex: number, code: LogDamageCode) => ({ ok: false, firstBadIndex, code });
const other = { body: plainBody(900) };

describe("T14: each damage of the table is named, with its index", () => {
  const log = plainLog(6);

  it("SG-33: entry_invalid: not canonical, unknown kind, unknown member, no JSON", async () => {
    for (const change of [
      { kind: "proposal" },
      { more: 1 },
      { at: 1.5 },
      { body: { a: Number.NaN } },
      { body: {} },
      { at: -1 },
      { seq: "3" },
    ]) {
      expect(await verifyLog(edited(log, 3, change), plain)).toEqual(damage(3, "entry_invalid"));
    }
    const lines = log.map((entry) => canonicalText(entry));
    expect(await verifyLog(lines, plain)).toMatchObject({ ok: true, size: 6 });
    const odd = [
      ...["", "{", "7", ` ${lines[3]}`, JSON.stringify(log[3]), lines[3]!.replace('"at"', '"\\u0061t"')],
      ...[lines[3]!.replace('"body"', '"at":1,"body"'), `${lines[3]}\n`, "[".repeat(200_000)],
    ];
    for (const line of odd) {
      expect(await verifyLog([...lines.slice(0, 3), line], plain)).toEqual(damage(3, "entry_invalid"));
    }
    for (const value of [null, undefined, 7, [], () => 1]) {
      expect(await verifyLog([...log.slice(0, 2), value], plain)).toEqual(damage(2, "entry_invalid"));
    }
  });

  it("SG-33: sequence_broken: deleted, reordered, put in again", async () => {
    expect(await verifyLog(log.toSpliced(2, 1), plain)).toEqual(damage(2, "sequence_broken"));
    expect(await verifyLog(log.slice(1), plain)).toEqual(damage(0, "sequence_broken"));
    expect(await verifyLog(log.toSpliced(4, 0, log[3]!), plain)).toEqual(damage(4, "sequence_broken"));
    const swapped = log.toSpliced(2, 1, log[4]!).toSpliced(4, 1, log[2]!);
    expect(await verifyLog(swapped, plain)).toEqual(damage(2, "sequence_broken"));
  });

  it("SG-33: chain_broken: edited content is its entry's fault; of the last one only a head or checkpoint tells", async () => {
    for (let index = 0; index < 5; index += 1) {
      expect(await verifyLog(edited(log, index, other), plain)).toEqual(damage(index, "chain_broken"));
    }
    const last = edited(log, 5, other);
    expect(await verifyLog(last, plain)).toMatchObject({ ok: true });
    const head = entryHash(sha256, log[5]!);
    expect(await verifyLog(last, { ...plain, head })).toEqual(damage(5, "chain_broken"));
    const checkpoints = [5, 6].map((size) => checkpointAt(log, size));
    expect(await verifyLog(last, { ...plain, checkpoints })).toEqual(damage(5, "root_mismatch"));
  });

  it("SG-33: chain_broken: an edited prev is its own entry's fault; the last one's cannot be told from the one before", async () => {
    for (let index = 0; index < 5; index += 1) {
      const prev = entryHash(sha256, log[4]!);
      expect(await verifyLog(edited(log, index, { prev }), plain)).toEqual(damage(index, "chain_broken"));
    }
    expect(await verifyLog(edited(log, 5, { prev: "genesis" }), plain)).toEqual(damage(4, "chain_broken"));
    const [alone] = log;
    expect(await verifyLog([{ ...alone!, prev: "none" }], plain)).toEqual(damage(0, "chain_broken"));
  });

  it("SG-33: time_broken, though the chain was made anew", async () => {
    expect(await verifyLog(rechained(edited(log, 3, { at: 1_001 })), plain)).toEqual(
      damage(3, "time_broken"),
    );
    expect(await verifyLog(rechained(edited(log, 3, { at: 1_002 })), plain)).toMatchObject({ ok: true });
  });

  it("SG-33: truncated, below a checkpoint", async () => {
    const checkpoints = [checkpointAt(log, 6), checkpointAt(log, 2)];
    expect(await verifyLog(log.slice(0, 4), { ...plain, checkpoints })).toEqual(damage(4, "truncated"));
    expect(await verifyLog([], { ...plain, checkpoints })).toEqual(damage(0, "truncated"));
    const huge = [{ ...checkpointAt(log, 6), size: 2n ** 64n - 1n }];
    expect(await verifyLog(log, { ...plain, checkpoints: huge })).toEqual(damage(6, "truncated"));
  });

  it("SG-33: root_mismatch: rewritten and chained anew, from the last checkpoint that fits", async () => {
    const rewritten = rechained(edited(log, 4, other));
    expect(await verifyLog(rewritten, plain)).toMatchObject({ ok: true });
    const at = (...sizes: readonly number[]) => sizes.map((size) => checkpointAt(log, size));
    expect(await verifyLog(rewritten, { ...plain, checkpoints: at(6, 3, 1) })).toEqual(
      damage(3, "root_mismatch"),
    );
    expect(await verifyLog(rewritten, { ...plain, checkpoints: at(5) })).toEqual(damage(0, "root_mismatch"));
    expect(await verifyLog(rewritten, { ...plain, checkpoints: at(4) })).toMatchObject({ ok: true });
    const wrong = [{ ...checkpointAt(log, 6), root: new Uint8Array(7) }];
    expect(await verifyLog(log, { ...plain, checkpoints: wrong })).toEqual(damage(0, "root_mismatch"));
    const empty = [{ ...checkpointAt(log, 0), root: new Uint8Array(32) }];
    expect(await verifyLog(log, { ...plain, checkpoints: empty })).toEqual(damage(0, "root_mismatch"));
  });
});

describe("T14: signatures in the log", () => {
  let signed: SignedAgreement;
  let log: LogEntry[];
  beforeAll(async () => {
    signed = await signedAgreement(1);
    const { agreement_id, parties: dids } = signed.body;
    const redaction = { agreement_id, party: dids[0], pointers: ["/terms/price"] };
    log = chained([
      { body: signed.body },
      { body: (await signedAgreement(2)).body },
      { kind: "cosignature", body: signed.cosignature },
      { kind: "redaction", body: redaction },
    ]);
  });

  it("SG-33: hold, and are looked at unless that is switched off", async () => {
    expect(await verifyLog(log, { sha256 })).toMatchObject({ ok: true, size: 4 });
    let calls = 0;
    const verifier = (): boolean => {
      calls += 1;
      return false;
    };
    expect(await verifyLog(log, { sha256, verifier })).toEqual(damage(0, "signature_invalid"));
    expect(calls).toBeGreaterThan(0);
    calls = 0;
    expect(await verifyLog(log, { ...plain, verifier })).toMatchObject({ ok: true });
    expect(calls).toBe(0);
  });

  it("SG-33: signature_invalid, though the chain was made anew", async () => {
    const { body } = signed;
    const stranger = testKey(9);
    const [did] = Object.keys(body.signatures) as [string];
    const changes: readonly object[] = [
      { ...body, agreement_hash: `sha256-${"A".repeat(43)}=` },
      { ...body, digests: { ...body.digests, "/terms/price": "A".repeat(43) } },
      { ...body, negotiation_id: idsOf(9).negotiation_id },
      { ...body, parties: [stranger.did, body.parties[1]] },
      { ...body, signatures: {} },
      { ...body, signatures: { [stranger.did]: body.signatures[did] } },
      { ...body, signatures: { [did]: "7" } },
      { ...body, keys: {} },
    ];
    for (const change of changes) {
      const changed = rechained(edited(log, 1, { body: change }));
      expect(await verifyLog(changed, { sha256 })).toEqual(damage(1, "signature_invalid"));
    }
  });

  it("SG-33: a co-signature is checked against its agreement, which has to come before", async () => {
    const forged = { ...signed.cosignature, party: testKey(9).did };
    const elsewhere = { ...signed.cosignature, agreement_id: (await signedAgreement(2)).body.agreement_id };
    for (const body of [forged, elsewhere]) {
      const changed = rechained(edited(log, 2, { body }));
      expect(await verifyLog(changed, { sha256 })).toEqual(damage(2, "signature_invalid"));
    }
    const early = rechained([log[2]!, log[0]!]);
    expect(await verifyLog(early, { sha256 })).toEqual(damage(0, "agreement_unknown"));
  });

  it("SG-33: of several damages of an entry the first of the table is named, then those of its body", async () => {
    const twice = { ...signed.body, signatures: {} };
    const at = (index: number, ...changes: readonly object[]) =>
      verifyLog(
        rechained(changes.reduce<LogEntry[]>((entries, change) => edited(entries, index, change), log)),
        {
          sha256,
        },
      );
    expect(await at(1, { body: signed.body })).toEqual(damage(1, "agreement_twice"));
    expect(await at(1, { body: twice })).toEqual(damage(1, "signature_invalid"));
    expect(await at(1, { body: twice, at: 1 })).toEqual(damage(1, "time_broken"));
    expect(await at(1, { body: { ...twice, more: 1 }, at: 1 })).toEqual(damage(1, "entry_invalid"));
    expect(await at(3, { body: { ...log[3]!.body, pointers: [] }, at: 1 })).toEqual(damage(3, "time_broken"));
    expect(
      await verifyLog(edited(log, 3, { body: { ...log[3]!.body, pointers: [] }, seq: 9 }), { sha256 }),
    ).toEqual(damage(3, "sequence_broken"));
    expect(await verifyLog(edited(log, 1, { body: signed.body }), { sha256 })).toEqual(
      damage(1, "chain_broken"),
    );
  });

  it("SG-33: what an object says when asked again does not count", async () => {
    let asked = 0;
    const lying = new Proxy(log[0]!.body as object, {
      getOwnPropertyDescriptor(target, name) {
        const found = Reflect.getOwnPropertyDescriptor(target, name);
        if (name !== "signatures") return found;
        asked += 1;
        return { ...found!, value: asked > 1 ? {} : found!.value };
      },
    });
    expect(await verifyLog([{ ...log[0]!, body: lying }], { sha256 })).toMatchObject({ ok: true });
    const changed = { ...log[0]!, seq: 7, prev: "x", at: -1, kind: "odd" };
    const pretending = new Proxy(changed, {
      get: (target, name) => Reflect.get({ ...target, ...log[0] }, name),
    });
    expect(await verifyLog([pretending], { sha256 })).toEqual(damage(0, "entry_invalid"));
    const renumbered = new Proxy({ ...log[0]!, seq: 7 }, { get: (_, name) => Reflect.get(log[0]!, name) });
    expect(await verifyLog([renumbered], { sha256 })).toEqual(damage(0, "sequence_broken"));
  });
});

describe("a checkpoint", () => {
  const log = plainLog(3);
  const note = (entries: readonly LogEntry[], size: number) =>
    writeNote(textAt(entries, size), [noteSigner("example.com/log", key)], sha256);

  it("SG-33: as a signed note needs the log's key", async () => {
    const checkpoints = [await note(log, 2), await note(log, 3)];
    expect(await verifyLog(log, { ...plain, checkpoints, logKeys })).toMatchObject({ ok: true });
    expect(await verifyLog(log.slice(0, 2), { ...plain, checkpoints, logKeys })).toEqual(
      damage(2, "truncated"),
    );
    await expect(verifyLog(log, { ...plain, checkpoints })).rejects.toThrow("Expected logKeys");
    await expect(verifyLog(log, { ...plain, checkpoints, logKeys: ["x"] })).rejects.toThrow(TypeError);
  });

  it("SG-33: that nobody who is trusted signed is invalid, whatever the log is like", async () => {
    const forged = await writeNote(textAt(log, 3), [noteSigner("example.com/log", testKey(42))], sha256);
    for (const odd of [forged, "no note", (await note(log, 3)).replace("\n3\n", "\n2\n")]) {
      const verdict = await verifyLog(log, { ...plain, checkpoints: [odd], logKeys });
      expect(verdict).toEqual(damage(0, "checkpoint_invalid"));
    }
  });

  it("SG-33: of a size that is none is invalid, and not left out", async () => {
    const { root } = parseCheckpoint(textAt(log, 3))!;
    for (const size of [-1n, Number.NaN, undefined, {}, null, 1.5]) {
      const checkpoints = [{ origin: "example.com/log", size, root, extensions: [] }] as never;
      expect(await verifyLog(log, { ...plain, checkpoints })).toEqual(damage(0, "checkpoint_invalid"));
    }
  });
});

describe("SG-33: property", () => {
  it("an intact log of 0, 1, 2 and up to 200 entries is ok, with every checkpoint of its own", async () => {
    for (const count of [0, 1, 2, 3, 64, 199, 200]) {
      const log = plainLog(count);
      const sizes = [...new Set([0, 1, count >> 1, Math.max(count - 1, 0), count])].filter(
        (size) => size <= count,
      );
      const checkpoints = sizes.map((size) => checkpointAt(log, size));
      expect(await verifyLog(log, { ...plain, checkpoints })).toMatchObject({ ok: true, size: count });
    }
  });

  it("one random damage is always found, where the table says", async () => {
    const whole = plainLog(200);
    const damages = fc.constantFrom(
      "edit",
      "prev",
      "delete",
      "repeat",
      "swap",
      "member",
      "time",
      "cut",
      "rewrite",
    );
    await fc.assert(
      fc.asyncProperty(
        ...[
          fc.integer({ min: 2, max: 200 }),
          damages,
          fc.nat(),
          fc.nat(),
          fc.array(fc.nat({ max: 199 }), { maxLength: 3 }),
        ],
        async (count, kind, one, two, sizes) => {
          const log = whole.slice(0, count);
          const index = one % count;
          const further = index + 1 + (two % (count - index));
          const known = [...sizes.filter((size) => size < count), count];
          const fitting = Math.max(0, ...known.filter((size) => size <= index));
          const rooted = damage(fitting, "root_mismatch");
          const cases: Record<typeof kind, () => readonly [readonly object[], object]> = {
            edit: () => [
              edited(log, index, other),
              index === count - 1 ? rooted : damage(index, "chain_broken"),
            ],
            prev: () => [
              edited(log, index, { prev: `sha256-${"A".repeat(43)}=` }),
              damage(index === count - 1 ? index - 1 : index, "chain_broken"),
            ],
            delete: () => [
              log.toSpliced(index, 1),
              damage(index, index === count - 1 ? "truncated" : "sequence_broken"),
            ],
            repeat: () => [log.toSpliced(further, 0, log[index]!), damage(further, "sequence_broken")],
            swap: () => {
              const at = Math.min(further, count - 1);
              const [low, high] = at === index ? [index - 1, index] : [index, at];
              const swapped = log.toSpliced(low, 1, log[high]!).toSpliced(high, 1, log[low]!);
              return [swapped, damage(low, "sequence_broken")];
            },
            member: () => [edited(log, index, { more: true }), damage(index, "entry_invalid")],
            time: () => {
              const at = Math.max(index, 1);
              const verdict = damage(at, "time_broken");
              // What is chained anew no longer has the root: the checkpoint of all would say so as well.
              return [rechained(edited(log, at, { at: 0 })), verdict];
            },
            cut: () => [log.slice(0, index), damage(index, "truncated")],
            rewrite: () => [rechained(edited(log, index, other)), rooted],
          };
          const [entries, expected] = cases[kind]();
          const kept = kind === "time" ? known.filter((size) => size <= index) : known;
          const checkpoints = kept.map((size) => checkpointAt(log, size));
          expect(await verifyLog(entries, { ...plain, checkpoints })).toEqual(expected);
        },
      ),
      { numRuns: 150, seed: 5 },
    );
  });
});

it("SG-33: entries may come one by one; a failing source is the caller's to know", async () => {
  const log = plainLog(50);
  async function* source(): AsyncGenerator<LogEntry> {
    yield* log;
  }
  expect(await verifyLog(source(), plain)).toEqual(await verifyLog(log, plain));
  let taken = 0;
  function* counted(): Generator<LogEntry> {
    for (const entry of edited(log, 10, { more: 1 })) {
      taken += 1;
      yield entry;
    }
  }
  expect(await verifyLog(counted(), plain)).toEqual(damage(10, "entry_invalid"));
  expect(taken).toBe(11);
  async function* failing(): AsyncGenerator<LogEntry> {
    yield log[0]!;
    throw new Error("The disk is gone.");
  }
  await expect(verifyLog(failing(), plain)).rejects.toThrow("The disk is gone.");
});
