import { describe, expect, it } from "vitest";
import {
  createTransparencyLog,
  memoryLog,
  noteKey,
  parseCheckpoint,
  readCheckpoint,
} from "../../../src/oap/log/index.js";
import type { LogPort } from "../../../src/ports/index.js";
import { chained, plainLog, sha256, testKey } from "../log-fixtures.js";

const key = testKey(51);
const origin = "example.com/log";
const entries = plainLog(12);

function filled(port: LogPort, from: number, to: number, all = entries): LogPort {
  for (const entry of all.slice(from, to)) port.append(entry);
  return port;
}

const signerOver = (port: LogPort, more: object = {}) =>
  createTransparencyLog({ port, sha256, origin, signer: key, clock: Date, ...more });

describe("signing a log", () => {
  it("SG-32: signs what is there, as its origin, once for each size", async () => {
    const port = filled(memoryLog(), 0, 5);
    let count = 0;
    const signer = { ...key, sign: (bytes: Uint8Array) => ((count += 1), key.sign(bytes)) };
    const signed = signerOver(port, { signer });
    const note = await signed.checkpoint();
    expect(await readCheckpoint(note, { keys: [signed.verifierKey], sha256 })).toMatchObject({
      ...{ ok: true, checkpoint: { origin, size: 5n } },
    });
    expect(signed.verifierKey).toBe(noteKey(origin, key.publicKey, sha256));
    expect(await signed.checkpoint()).toBe(note);
    expect(count).toBe(1);
    // What another process has added.
    filled(port, 5, 7);
    expect(parseCheckpoint(await signed.checkpoint())?.size).toBe(7n);
    expect(count).toBe(2);
  });

  it("SG-32: never signs a smaller size, nor a root that does not continue the last one, after a restart", async () => {
    const lastCheckpoint = await signerOver(filled(memoryLog(), 0, 8)).checkpoint();
    const other = chained(entries.map(({ body }, at) => ({ body: { ...body, other: at === 2 } })));
    const cut = filled(memoryLog(), 0, 7);
    const rewritten = filled(memoryLog(), 0, 12, other);
    for (const port of [cut, rewritten, memoryLog()]) {
      const signed = signerOver(port, { lastCheckpoint });
      await expect(signed.checkpoint()).rejects.toMatchObject({ code: "store_failed" });
      await expect(signed.checkpoint()).rejects.toMatchObject({ code: "store_failed" });
    }
    const same = signerOver(filled(memoryLog(), 0, 8), { lastCheckpoint });
    expect(await same.checkpoint()).toBe(lastCheckpoint);
    const longer = signerOver(filled(memoryLog(), 0, 12), { lastCheckpoint });
    expect(parseCheckpoint(await longer.checkpoint())?.size).toBe(12n);
  });

  it("SG-32: adds to nothing, and finds nothing, that does not continue it", async () => {
    const lastCheckpoint = await signerOver(filled(memoryLog(), 0, 8)).checkpoint();
    const { kind, body } = entries[8]!;
    const port = filled(memoryLog(), 0, 7);
    const cut = signerOver(port, { lastCheckpoint });
    for (let time = 0; time < 2; time += 1) {
      await expect(cut.append(kind, body)).rejects.toMatchObject({ code: "store_failed" });
      await expect(cut.find("agr_1")).rejects.toMatchObject({ code: "store_failed" });
    }
    expect(await port.size()).toBe(7);
    const whole = signerOver(filled(memoryLog(), 0, 8), { lastCheckpoint });
    expect(await whole.append(kind, body)).toMatchObject({ ok: true, entry: { seq: 8 } });
  });

  it("SG-32: refuses a last checkpoint that is not its own", async () => {
    const port = filled(memoryLog(), 0, 3);
    const foreign = await signerOver(port, { signer: testKey(52) }).checkpoint();
    await expect(signerOver(port, { lastCheckpoint: foreign }).checkpoint()).rejects.toThrow(
      "Expected lastCheckpoint",
    );
    const other = foreign.replaceAll(origin, "other.example/log");
    for (const lastCheckpoint of ["", "no note", 5, null, other]) {
      expect(() => signerOver(port, { lastCheckpoint })).toThrow("Expected lastCheckpoint");
    }
  });

  it("SG-32: needs the public key where the kid does not tell it, and a name", () => {
    const kid = "did:web:example.com#key-1";
    const signer = { kid, sign: key.sign };
    expect(() => signerOver(memoryLog(), { signer })).toThrow("publicKey");
    const named = signerOver(memoryLog(), { signer: { ...signer, publicKey: key.publicKey } });
    expect(named.verifierKey).toBe(noteKey(origin, key.publicKey, sha256));
    expect(() => signerOver(memoryLog(), { origin: "two words" })).toThrow(TypeError);
  });
});
