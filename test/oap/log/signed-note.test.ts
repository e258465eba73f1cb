import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Verifier } from "../../../src/oap/keys/index.js";
import { noteKey, readNote, writeNote } from "../../../src/oap/log/index.js";
import { keyOfNoteKey, noteText } from "../../../src/oap/log/signed-note.js";
import { webCryptoVerifier } from "../../../src/oap/signing/index.js";
import { packageRoot } from "../../package/package-root.js";
import { noteSigner, sha256, testKey } from "../log-fixtures.js";

interface Vectors {
  readonly ok: readonly { readonly vkey: string; readonly other_vkey?: string; readonly note: string }[];
  readonly bad_vkeys: readonly string[];
}

const vectors = JSON.parse(
  readFileSync(join(packageRoot, "test", "vectors", "c2sp", "signed-note.json"), "utf8"),
) as Vectors;

const one = testKey(11);
const other = testKey(12);
const oneKey = noteKey("example.com/one", one.publicKey, sha256);
const otherKey = noteKey("example.com/other", other.publicKey, sha256);
const text = "First line.\n\nThird line.\n";
const signers = [noteSigner("example.com/one", one), noteSigner("example.com/other", other)];
const read = (note: unknown, ...keys: readonly string[]) => readNote(note, { keys, sha256 });

describe("the published notes", () => {
  it.each(vectors.ok)(
    "SG-32: $vkey opens its note, and an edited one not",
    async ({ vkey, other_vkey, note }) => {
      const end = note.lastIndexOf("\n\n") + 1;
      const name = vkey.split("+")[0];
      expect(await read(note, vkey)).toEqual({ ok: true, text: note.slice(0, end), signers: [name] });
      expect(noteText(note)).toBe(note.slice(0, end));
      expect(await read(note.replace("e", "E"), vkey)).toMatchObject({ code: "signature_invalid" });
      if (other_vkey === undefined) return;
      expect(await read(note, vkey, other_vkey)).toMatchObject({ signers: [name, "EnochRoot"] });
    },
  );

  it.each(vectors.bad_vkeys)("SG-32: the key %s is refused", async (vkey) => {
    expect(keyOfNoteKey(vkey, sha256)).toBeUndefined();
    await expect(read(vectors.ok[0]!.note, vkey)).rejects.toThrow(TypeError);
  });
});

describe("a note", () => {
  it("SG-32: is read by whoever trusts one of its signers; the others are passed over", async () => {
    const note = await writeNote(text, signers, sha256);
    expect(await read(note, oneKey)).toEqual({ ok: true, text, signers: ["example.com/one"] });
    expect(await read(note, otherKey, oneKey)).toMatchObject({
      signers: ["example.com/one", "example.com/other"],
    });
    expect(keyOfNoteKey(oneKey, sha256)).toEqual(one.publicKey);
  });

  it("SG-32: without a signature of a trusted key is refused", async () => {
    const note = await writeNote(text, signers, sha256);
    const stranger = noteKey("example.com/stranger", testKey(13).publicKey, sha256);
    // The right name with another key, and the right key under another name.
    const wrongKey = noteKey("example.com/one", other.publicKey, sha256);
    const wrongName = noteKey("example.com/uno", one.publicKey, sha256);
    for (const key of [stranger, wrongKey, wrongName]) {
      expect(await read(note, key)).toMatchObject({ ok: false, code: "signature_invalid" });
    }
    expect(await read(note)).toMatchObject({ code: "signature_invalid" });
  });

  it("SG-32: is refused for one bad signature of a trusted key, whatever the others say", async () => {
    const [first] = (await writeNote(text, signers.slice(0, 1), sha256)).split("\n").slice(-2);
    const forged = await writeNote("Another.\n", signers.slice(1), sha256);
    const bad = `${text}\n${first}\n${forged.split("\n").at(-2)}\n`;
    expect(await read(bad, oneKey)).toMatchObject({ ok: true });
    expect(await read(bad, oneKey, otherKey)).toMatchObject({ code: "signature_invalid" });
    // The same key twice, the second time badly.
    const other1 = (await writeNote("Another.\n", signers.slice(0, 1), sha256)).split("\n").at(-2);
    expect(await read(`${text}\n${first}\n${other1}\n`, oneKey)).toMatchObject({ code: "signature_invalid" });
  });

  it("SG-32: has at most 100 signatures", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => noteSigner(`n${index}`, one));
    const key = noteKey("n0", one.publicKey, sha256);
    const note = await writeNote(text, many(100), sha256);
    expect(await read(note, key)).toMatchObject({ ok: true });
    const another = (await writeNote(text, many(1), sha256)).split("\n").at(-2);
    expect(await read(`${note}${another}\n`, key)).toMatchObject({ code: "document_invalid" });
    await expect(writeNote(text, many(101), sha256)).rejects.toThrow("1 to 100 signers");
  });

  it("SG-32: of another form is refused, never an exception", async () => {
    const note = await writeNote("Hello.\n", signers.slice(0, 1), sha256);
    const line = note.split("\n").at(-2)!;
    const odd: readonly unknown[] = [
      ...[undefined, null, 7, {}, "", "\n", "\n\n", "Hello.\n", `Hello.\n${line}\n`],
      ...[note.slice(0, -1), `${note}\n`, `${note}more\n`, note.replace("\u2014 ", "- ")],
      ...[note.replace("Hello", "Hel\tlo"), note.replace("Hello", "Hel\rlo"), note.replace("Hello", "\0")],
      ...[note.replace("Hello", "\ud800"), note.replace("example.com/one", "a+b"), note.replace("=", "")],
      ...[`Hello.\n\n\u2014 example.com/one AAAA\n`, `Hello.\n\n\u2014 example.com/one \n`],
      ...[`Hello.\n\n${line} more\n`, `Hello.\n\n${line.replace("one ", "one  ")}\n`],
    ];
    for (const one of odd) {
      expect([one, await read(one, oneKey)]).toEqual([
        one,
        expect.objectContaining({ code: "document_invalid" }),
      ]);
    }
    expect(await read(note, oneKey)).toMatchObject({ ok: true });
  });

  it("SG-32: is not written of what nobody could read, and not by a signer that gives no signature", async () => {
    for (const odd of ["", "no newline", "tab\t\n", "\ud800\n"]) {
      await expect(writeNote(odd, signers, sha256)).rejects.toThrow(TypeError);
    }
    await expect(writeNote(text, [], sha256)).rejects.toThrow(TypeError);
    const lazy = { ...signers[0]!, sign: () => new Uint8Array(63) };
    await expect(writeNote(text, [lazy], sha256)).rejects.toThrow("64 bytes");
    for (const name of ["", "a b", "a+b", "a\n", "\u00a0", "\ud800", 7 as never]) {
      expect(() => noteKey(name, one.publicKey, sha256)).toThrow(TypeError);
    }
    expect(() => noteKey("a", new Uint8Array(31), sha256)).toThrow(TypeError);
  });

  it("SG-14: of a key of small order is refused by the guard", async () => {
    const weak = noteKey("weak", new Uint8Array(32).fill(0), sha256);
    const note = await writeNote(
      text,
      [{ ...noteSigner("weak", one), publicKey: new Uint8Array(32) }],
      sha256,
    );
    expect(await readNote(note, { keys: [weak], sha256, verifier: () => true })).toMatchObject({ ok: false });
  });
});

it("SG-15: a verifier may give its bytes away, to a worker for instance: each signature has its own", async () => {
  const web = webCryptoVerifier();
  const giving: Verifier = (...input) => {
    const own = structuredClone(input, { transfer: input.map((bytes) => bytes.buffer as ArrayBuffer) });
    return web(...own);
  };
  const note = await writeNote(text, signers, sha256);
  const answer = await readNote(note, { keys: [oneKey, otherKey], sha256, verifier: giving });
  expect(answer).toMatchObject({ ok: true, signers: ["example.com/one", "example.com/other"] });
});
