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
