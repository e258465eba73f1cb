import { truncateSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readSigned, refusedFile } from "../../../src/cli/files/index.js";
import { workplaceInProcess } from "../concordat.js";

const { folder, write } = workplaceInProcess();

describe("a file of signed JSON", () => {
  it("SG-4: is read strictly, with the place of what is broken", () => {
    const file = write("good.json", '{ "price": "40.00" }');
    expect(readSigned(file)).toMatchObject({ file, value: { price: "40.00" } });
    expect(() => readSigned(write("broken.json", '{\n  "price": }'))).toThrow(
      /broken\.json:2:12: Expected JSON/,
    );
    expect(() => readSigned(write("twice.json", '{ "a": 1,\n "a": 2 }'))).toThrow(
      /twice\.json:2:2: Expected each key once/,
    );
    for (const text of [
      '{"a":1.5}',
      '{"a":9007199254740993}',
      '{"a":1e2}',
      '{"\\u005f_proto__":1}',
      '"\\ud800"',
      '\ufeff{"a":1}',
    ]) {
      expect(() => readSigned(write("odd.json", text))).toThrow(
        /odd\.json:1:\d+: document_invalid(?: at \/\S+)?: Expected /,
      );
    }
    expect(() => readSigned("nowhere.json")).toThrow("nowhere.json: Expected a file, got none of that name.");
  });

  it("SG-6: may be as large and deep as its limits say", () => {
    const deep = write("deep.json", "[".repeat(33) + "]".repeat(33));
    expect(() => readSigned(deep)).toThrow("at most 32 levels");
    expect(readSigned(deep, { maxDepth: 33 }).value).toHaveLength(1);
  });

  it("that is too deep to be read is named, broken or not", () => {
    for (const text of ["[".repeat(1_000_000), `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`]) {
      const file = write("deepest.json", text);
      expect(() => readSigned(file, { maxBytes: 8_388_608 })).toThrow(/deepest\.json: Expected .*levels/);
    }
  });

  it("that never ends, or is too large, is refused before it is read", () => {
    const large = write("large.json", "");
    truncateSync(large, 2 ** 40);
    expect(() => readSigned(large)).toThrow(/large\.json: Expected at most 65536 bytes, got 1099511627776\./);
    expect(() => readSigned("/dev/zero")).toThrow("/dev/zero: Expected a regular file");
    expect(() => readSigned(folder)).toThrow("got a folder of that name");
  });

  it("says where in it a refusal is at home", () => {
    const file = readSigned(write("form.json", '{\n  "agreement": {\n    "parties": []\n  }\n}'));
    const refusal = { code: "party_invalid", message: "Expected two parties." } as const;
    expect(refusedFile(file, refusal, ["agreement", "parties"]).message).toMatch(
      /form\.json:3:5: party_invalid at \/agreement\/parties: Expected two parties\.$/,
    );
    expect(refusedFile(file, refusal).message).toMatch(
      /form\.json:1:1: party_invalid: Expected two parties\.$/,
    );
  });
});
