import { beforeAll, describe, expect, it } from "vitest";
import { canonicalText } from "../../../src/oap/canonical/index.js";
import { createTransparencyLog, memoryLog, noteKey } from "../../../src/oap/log/index.js";
import { sha256, signedAgreement, testKey } from "../../oap/log-fixtures.js";
import { workplaceInProcess } from "../concordat.js";

const { concordat, write } = workplaceInProcess();
const port = memoryLog();
const log = createTransparencyLog({
  ...{ port, sha256, origin: "example.com/log", signer: testKey(1), clock: { now: () => 1_000 } },
});
const lines: string[] = [];
const writeLog = (name: string, all: readonly string[]): string =>
  write(name, all.map((line) => `${line}\n`).join(""));

beforeAll(async () => {
  for (let number = 0; number < 5; number += 1) {
    const { body, cosignature } = await signedAgreement(number);
    await log.append("agreement", body);
    if (number === 2) write("early.txt", await log.checkpoint());
    if (number === 4) await log.append("cosignature", cosignature);
  }
  for (const { entry } of await port.read(0, 100)) lines.push(canonicalText(entry));
  write("latest.txt", await log.checkpoint());
  writeLog("log.ndjson", lines);
});

describe("concordat verify-log", () => {
  it("SG-33: says in one line that a log is sound, and what it was compared with", async () => {
    const alone = await concordat("verify-log", "log.ndjson");
    expect(alone).toMatchObject({ code: 0, stderr: "" });
    expect(alone.stdout).toMatch(
      /^log\.ndjson: sound; 6 entries; head sha256-\S+; root sha256-\S+; no checkpoint to compare with\.\n$/,
    );
    const signed = await concordat("verify-log", "log.ndjson", "-c", "latest.txt", "--key", log.verifierKey);
    expect(signed.stdout).toMatch(/; it fits the checkpoint\.\n$/);
    const both = await concordat("verify-log", "log.ndjson", "-c", "early.txt", "--checkpoint", "latest.txt");
    expect(both.stdout).toMatch(/; it fits 2 checkpoints \(not checked for signatures: no --key\)\.\n$/);
    const early = await concordat("verify-log", "log.ndjson", "-c", "early.txt", "--key", log.verifierKey);
    expect(early.stdout).toMatch(
      /; it fits the checkpoint over its first 3: what follows could be anything\.\n$/,
    );
    const unsigned = await concordat("verify-log", "log.ndjson", "--no-signatures");
    expect(unsigned.stdout).toMatch(/; no checkpoint to compare with\. Signatures were not checked\.\n$/);
    write("empty.ndjson", "");
    expect((await concordat("verify-log", "empty.ndjson")).stdout).toContain(
      "sound; 0 entries; head genesis;",
    );
  });

  it("T14: names the line of the first damage, with exit status 1", async () => {
    const edited = lines.map((line, at) => (at === 3 ? line.replace('"at":1000', '"at":1001') : line));
    const unsigned = lines.slice(0, 1);
    const cases: readonly (readonly [readonly string[], readonly string[], string])[] = [
      [edited, [], "bad.ndjson:4:1: chain_broken at entry 3: "],
      [lines.toSpliced(2, 1), [], "bad.ndjson:3:1: sequence_broken at entry 2: "],
      [lines.with(1, lines[1]!.replace(",", ", ")), [], "bad.ndjson:2:1: entry_invalid at entry 1: "],
      [lines.with(1, ""), [], "bad.ndjson:2:1: entry_invalid at entry 1: "],
      [lines.slice(0, 5), ["-c", "latest.txt"], "bad.ndjson:6:1: truncated at entry 5: "],
      [
        unsigned.map((line) => line.replace(/("agreement_hash":"sha256-).{43}/, `$1${"A".repeat(43)}`)),
        [],
        "bad.ndjson:1:1: signature_invalid at entry 0: ",
      ],
    ];
    for (const [all, flags, words] of cases) {
      writeLog("bad.ndjson", all);
      const { code, stdout, stderr } = await concordat("verify-log", "bad.ndjson", ...flags);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^concordat: [^\n]+\.\n$/);
      expect(stderr).toContain(words);
    }
    const chainOnly = await concordat("verify-log", "bad.ndjson", "--no-signatures");
    expect(chainOnly).toMatchObject({ code: 0, stderr: "" });
  });

  it("prints one JSON document, also of what is damaged", async () => {
    const flags = ["--json", "-c", "early.txt", "-k", log.verifierKey];
    const sound = await concordat("verify-log", "log.ndjson", ...flags);
    expect(JSON.parse(sound.stdout)).toMatchObject({
      ...{ command: "verify-log", version: 1, file: "log.ndjson", signatures: true, ok: true, size: 6 },
      checkpoints: [{ file: "early.txt", origin: "example.com/log", size: "3" }],
    });
    writeLog("bad.ndjson", lines.slice(1));
    const { code, stdout, stderr } = await concordat("verify-log", "bad.ndjson", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      firstBadIndex: 0,
      code: "sequence_broken",
      checkpoints: [],
    });
    expect(code).toBe(1);
    expect(stderr).toContain("sequence_broken");
  });

  it("SG-32: refuses a checkpoint that the log did not sign, and one that is none", async () => {
    const stranger = noteKey("example.com/log", testKey(2).publicKey, sha256);
    const forged = await concordat("verify-log", "log.ndjson", "-c", "latest.txt", "-k", stranger);
    expect(forged).toMatchObject({ code: 1, stdout: "" });
    expect(forged.stderr).toMatch(/^concordat: latest\.txt: signature_invalid: Expected a signature/);
    write("odd.txt", "no checkpoint\n");
    const odd = await concordat("verify-log", "log.ndjson", "-c", "odd.txt");
    expect(odd.stderr).toBe("concordat: odd.txt: Expected a checkpoint, got another text.\n");
  });

  it("refuses a checkpoint behind a byte order mark, as the library does [SG-32]", async () => {
    write("mark.txt", `\ufeff${await log.checkpoint()}`);
    for (const flags of [[], ["-k", log.verifierKey]]) {
      expect(await concordat("verify-log", "log.ndjson", "-c", "mark.txt", ...flags)).toMatchObject({
        ...{ code: 1, stdout: "" },
        stderr: "concordat: mark.txt: Expected a checkpoint, got one behind a byte order mark.\n",
      });
    }
  });

  it("SG-33: takes a last line without its newline, and no mark, other newline or half a line", async () => {
    write("open.ndjson", lines.join("\n"));
    expect(await concordat("verify-log", "open.ndjson")).toMatchObject({ code: 0, stderr: "" });
    const cases: readonly (readonly [string, number])[] = [
      [lines.join("\n").slice(0, -9), 5],
      [`\ufeff${lines.join("\n")}`, 0],
      [lines.join("\r\n"), 0],
      ["[".repeat(200_000), 0],
      ["hello\n", 0],
    ];
    for (const [text, index] of cases) {
      write("bad.ndjson", text);
      const { code, stderr } = await concordat("verify-log", "bad.ndjson", "--no-signatures");
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(
          new RegExp(`^concordat: bad\\.ndjson:${index + 1}:1: entry_invalid at entry ${index}: [^\\n]+\\n$`),
        ),
      });
    }
  });

  it("says what a line lacks that would be right but for its spelling [SG-43]", async () => {
    const [first = "", second = "", ...others] = lines;
    const reversed = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(second)).toReversed()));
    const cases: readonly (readonly [string, number, string])[] = [
      [[first, second.replace(/,/g, ", "), ...others].join("\n"), 1, "no spaces"],
      [[first, reversed, ...others].join("\n"), 1, "members in the order of their names"],
      [lines.join("\r\n"), 0, "LF alone as the newline"],
      [`\ufeff${lines.join("\n")}`, 0, "no byte order mark"],
      [
        [first, second.replace("agreement", "\\u0061greement"), ...others].join("\n"),
        1,
        "the shortest spelling of texts and numbers",
      ],
      [`\ufeff${first.replace(/":/g, '": ')}\r`, 0, "no byte order mark, LF alone as the newline, no spaces"],
    ];
    for (const [text, index, words] of cases) {
      write("odd.ndjson", text);
      const { code, stderr } = await concordat("verify-log", "odd.ndjson");
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr:
          `concordat: odd.ndjson:${index + 1}:1: entry_invalid at entry ${index}: ` +
          `It would be right in canonical form: expected ${words}.\n`,
      });
    }
    // What would be no entry in canonical form either is not promised to be one.
    for (const odd of [
      first.replace('"at"', ' "when"'),
      ` ${first.slice(1)}`,
      first.replace("{", '{"at":1, '),
    ]) {
      write("odd.ndjson", odd);
      const { stderr } = await concordat("verify-log", "odd.ndjson");
      expect(stderr).toContain("entry_invalid at entry 0: Expected an entry as canonical JSON");
    }
  });

  it("tells wrong usage with exit status 2", async () => {
    const alone = await concordat("verify-log", "log.ndjson", "-k", log.verifierKey);
    expect(alone).toMatchObject({
      code: 2,
      stderr: "concordat: Expected --checkpoint with --key, got none.\n",
    });
    const odd = await concordat("verify-log", "log.ndjson", "-c", "latest.txt", "-k", "x");
    expect(odd).toMatchObject({ code: 2 });
    expect(odd.stderr).toMatch(/^concordat: --key: Expected keys of the form name\+id\+key/);
    const missing = await concordat("verify-log", "none.ndjson");
    expect(missing).toMatchObject({
      code: 1,
      stderr: "concordat: none.ndjson: Expected a file, got none of that name.\n",
    });
  });
});
