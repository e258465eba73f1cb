import { expect, it } from "vitest";
import { NotStrictJson, plainCopy, resolveLimits } from "../../../src/oap/canonical/index.js";

const limits = resolveLimits();

it("SG-5: gives a frozen copy in the order of members, and the least that it takes in bytes", () => {
  const { copy, facts } = plainCopy({ b: [1, "é"], a: { c: null } }, limits);
  expect(JSON.stringify(copy)).toBe('{"b":[1,"é"],"a":{"c":null}}');
  expect(Object.isFrozen(copy)).toBe(true);
  // Commas between members, further digits and bytes are not counted.
  expect(facts.leastBytes).toBe(2 + 4 + (3 + 1 + 3) + 4 + (2 + 4 + 4));
});

it("SG-5: throws nothing of its own for a trap that throws, and says where", () => {
  const trap = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error("secret");
      },
    },
  );
  const read = (): unknown => plainCopy({ terms: [trap] }, limits);
  expect(read).toThrow(NotStrictJson);
  expect(read).toThrow(expect.objectContaining({ path: ["terms", 0] }));
  expect(read).not.toThrow(/secret/);
});
