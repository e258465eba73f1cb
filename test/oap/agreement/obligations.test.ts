import { expect, it } from "vitest";
import { type PartyProfile, regulatedObligations } from "../../../src/oap/agreement/index.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";

import { AGENT_A, AGENT_B } from "../documents.js";

const plain: PartyProfile = { level: "public" };
const doctor: PartyProfile = {
  level: "secret",
  regulated: { profession: "medical", obligations: ["secrecy", "records", "Zeal", "secrecy", "é", "z"] },
};

it("OAP-33: nobody regulated is an empty list", () => {
  expect(
    regulatedObligations([
      [AGENT_A, plain],
      [AGENT_B, plain],
    ]),
  ).toStrictEqual([]);
});

it("OAP-33: one entry a regulated party, obligations once and by code unit", () => {
  const entries = regulatedObligations([
    [AGENT_A, plain],
    [AGENT_B, doctor],
  ]);
  expect(entries).toStrictEqual([
    { party: AGENT_B, profession: "medical", obligations: ["Zeal", "records", "secrecy", "z", "é"] },
  ]);
  expect(isDeepFrozen(entries)).toBe(true);
  expect(doctor.regulated?.obligations).toHaveLength(6);
});

it("OAP-33: both parties in their order; without obligations the flag stays", () => {
  const lawyer: PartyProfile = { level: "public", regulated: { profession: "legal", obligations: [] } };
  const entries = regulatedObligations([
    [AGENT_B, lawyer],
    [AGENT_A, doctor],
  ]);
  expect(entries.map(({ party, profession }) => [party, profession])).toEqual([
    [AGENT_B, "legal"],
    [AGENT_A, "medical"],
  ]);
});

it.each([
  { profession: "plumbing", obligations: [] },
  { profession: "legal", obligations: [1] },
])("OAP-32: a profile that is none is the programmer's error: %j", (regulated) => {
  expect(() => regulatedObligations([[AGENT_A, { level: "public", regulated: regulated as never }]])).toThrow(
    TypeError,
  );
});

const duties = (count: number, length = 0): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(index).padEnd(length, "x"));

const owing = (...lists: readonly (readonly string[])[]) =>
  lists.map((obligations, index) => {
    const regulated = { profession: "medical", obligations } as const;
    return [[AGENT_A, AGENT_B][index] as string, { level: "public", regulated }] as const;
  });

it.each([
  ["255 of each party", [duties(255), duties(255)], true],
  ["256 of one and 255 of the other", [duties(256), duties(255)], false],
  ["510 of one party", [duties(510)], true],
  ["511 of one party", [duties(511)], false],
  ["one that stands 600 times", [Array<string>(600).fill("secrecy"), duties(509)], true],
  ["65,536 bytes of them and more", [duties(2, 32_768)], false],
  ["half a character", [["\ud800"]], false],
] as const)(
  "Obligations that an agreement can name are all that a profile may have: %s [OAP-32] [SG-44]",
  (_, lists, fit) => {
    const make = (): unknown => regulatedObligations(owing(...lists));
    if (fit) expect(make()).toHaveLength(lists.length);
    else expect(make).toThrow("Expected at most 510 obligations of both parties, in 65,536 bytes");
  },
);
