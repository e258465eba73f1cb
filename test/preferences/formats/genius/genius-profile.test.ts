import { expect, it } from "vitest";
import { readDomain } from "../../../../src/preferences/formats/genius/genius-issues.js";
import { readProfile } from "../../../../src/preferences/formats/genius/genius-profile.js";
import { DOMAIN, domainWith, listed, PROFILE, profileWith, rootOf } from "../../genius/files.js";

async function read(xml: string, domain = DOMAIN) {
  const { root, findings } = await rootOf(domain);
  const stated = readDomain(root, findings);
  const profile = await rootOf(xml);
  return {
    profile: readProfile(profile.root, stated, profile.findings),
    refusal: profile.findings.refusal(),
  };
}

it("BA-9: states weights and values in the order of the domain, reservation and discount", async () => {
  expect((await read(PROFILE)).profile).toEqual({
    base: {
      kind: "additive",
      weights: [0.75, 0.25],
      values: [
        { kind: "table", values: [1, 0.6, 0.25] },
        { kind: "table", values: [1, 0.25] },
      ],
    },
    reservation: 0.8,
    discount: 0.5,
  });
});

it("BA-9: accepts a weight of an objective, which counts nothing", async () => {
  const nested = PROFILE.replace(
    '<weight index="2"',
    '<weight index="5" value="1"/><objective index="5" name="inner"/><weight index="2"',
  );
  expect((await read(nested)).profile?.base).toEqual((await read(PROFILE)).profile?.base);
});

const OBJECTIVE = "file/utility_space/objective";

it.each([
  [
    "a missing weight",
    PROFILE.replace('<weight index="2" value="0.25"/>', ""),
    "file/utility_space: a weight with index 2",
  ],
  ["no weights", PROFILE.replace(/<weight.*\/>/g, ""), "file/utility_space: a weight with index 1"],
  [
    "a weight twice",
    PROFILE.replace('<weight index="2"', '<weight index="1" value="1"/><weight index="2"'),
    `${OBJECTIVE}/weight[3]/@index: an index that no other weight has`,
  ],
  [
    "a weight of no issue",
    PROFILE.replace('<weight index="2"', '<weight index="9" value="1"/><weight index="2"'),
    `${OBJECTIVE}/weight[1]/@index: the index of an issue or objective`,
  ],
  [
    "a weight that is no number",
    PROFILE.replace('value="0.25"', 'value="NaN"'),
    `${OBJECTIVE}/weight[1]/@value: a finite number`,
  ],
  [
    "a weight without value",
    PROFILE.replace(' value="0.25"', ""),
    `${OBJECTIVE}/weight[1]/@value: an attribute value`,
  ],
  ["a missing issue", profileWith(""), "file/utility_space: an issue with index 2"],
  [
    "an issue twice",
    profileWith(
      '<issue index="1"/><issue index="2"><item value="ground" evaluation="1"/><item value="attic" evaluation="1"/></issue>',
    ),
    `${OBJECTIVE}/issue[2]/@index: an index that no other issue has`,
  ],
  [
    "an unknown issue",
    profileWith('<issue index="3"/>'),
    `${OBJECTIVE}/issue[2]/@index: the index of an issue of the domain`,
  ],
  [
    "two reservations",
    PROFILE.replace("</utility_space>", '<reservation value="0.1"/></utility_space>'),
    "file/utility_space/reservation[2]: one reservation",
  ],
  [
    "two discounts",
    PROFILE.replace("</utility_space>", '<discount_factor value="0.1"/></utility_space>'),
    "file/utility_space/discount_factor[2]: one discount_factor",
  ],
  [
    "a reservation without value",
    PROFILE.replace('<reservation value="0.8"/>', "<reservation/>"),
    "file/utility_space/reservation/@value: an attribute value",
  ],
  [
    "a discount that is no number",
    PROFILE.replace('value="0.5"', 'value="NaN"'),
    "file/utility_space/discount_factor/@value: a finite number",
  ],
  ["another root", "<utility/>", "file/utility: a utility_space"],
])("BA-9: refuses %s", async (_, xml, fault) => {
  const { refusal } = await read(xml);
  expect(refusal?.code).toBe("scenario_invalid");
  expect(listed(refusal)).toContain(fault);
});

it("is not blamed for an issue that the domain itself has wrong", async () => {
  expect((await read(PROFILE, domainWith('<issue index="2" name="floor"/>'))).refusal).toBeUndefined();
});
