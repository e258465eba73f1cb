import { describe, expect, it } from "vitest";
import { checkedPrefix, checkKeys, checkLayout } from "../../../src/stores/sql/index.js";

describe("what the layouts of SQL stores have in common", () => {
  it("ST-45: takes no prefix that would have to be quoted", () => {
    for (const prefix of ["", "1a", "A", "a-b", 'a"; DROP TABLE x; --', "x".repeat(32), 7 as never]) {
      expect(() => checkedPrefix(prefix)).toThrow(TypeError);
    }
    expect([checkedPrefix(), checkedPrefix("_"), checkedPrefix("x".repeat(31))]).toEqual([
      "concordat_",
      "_",
      "x".repeat(31),
    ]);
  });

  it("names the option that was probably meant", () => {
    expect(() => checkKeys({ migrat: true }, ["tablePrefix", "migrate"])).toThrow(
      'Expected a known option, got "migrat". Did you mean migrate?',
    );
    expect(() => checkKeys({ migrate: undefined }, ["tablePrefix", "migrate"])).not.toThrow();
  });

  it("ST-42: refuses a newer layout always, and an older one unless it may be migrated", () => {
    for (const [found, migrate] of [
      [2, true],
      [2, false],
      [0, true],
      [1, true],
    ] as const) {
      expect(() => checkLayout(found, 2, migrate, "ddl")).not.toThrow();
    }
    for (const [found, migrate, words] of [
      [3, true, "Expected tables of layout 2, got layout 3. Upgrade this process."],
      [3, false, "Expected tables of layout 2, got layout 3. Upgrade this process."],
      [1, false, "got layout 1. Run the SQL of ddl(), or open the store with migrate: true."],
      [0, false, "got none. Run the SQL of ddl()"],
    ] as const) {
      expect(() => checkLayout(found, 2, migrate, "ddl")).toThrow(words);
    }
  });
});
