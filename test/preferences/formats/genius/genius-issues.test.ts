import { describe, expect, it } from "vitest";
import {
  readBounds,
  readDomain,
  readKind,
} from "../../../../src/preferences/formats/genius/genius-issues.js";
import { DOMAIN, domainWith, listed, rootOf } from "../../genius/files.js";

async function faultsOf(xml: string): Promise<readonly string[]> {
  const { root, findings } = await rootOf(xml);
  readDomain(root, findings);
  return listed(findings.refusal());
}

const ISSUE = "file/negotiation_template/utility_space/objective/issue[1]";

describe("readDomain", () => {
  it("BA-9: reads integer and real issues, with bounds of their own or of a range", async () => {
    const issues =
      '<issue index="2" name="a" type="integer" lowerbound="3" upperbound="7"/>' +
      '<issue index="9" name="b" vtype="Integer"><range lowerbound="-1" upperbound="-1"/></issue>' +
      '<issue index="4" name="c" etype="real"><range lowerbound="0.5" upperbound="2e1"/></issue>';
    const { root, findings } = await rootOf(domainWith(issues));
    const domain = readDomain(root, findings);
    expect(findings.refusal()).toBeUndefined();
    expect(domain.issues.slice(1)).toEqual([
      { index: 2, issue: { name: "a", kind: "integer", min: 3, max: 7 } },
      { index: 4, issue: { name: "c", kind: "continuous", min: 0.5, max: 20 } },
      { index: 9, issue: { name: "b", kind: "integer", min: -1, max: -1 } },
    ]);
  });

  it("BA-9: reads issues of nested objectives, and takes an issue without a type for discrete", async () => {
    const issues =
      '<objective index="7" name="inner"><issue index="2" name="a"><item index="1" value=""/></issue></objective>';
    const { root, findings } = await rootOf(domainWith(issues));
    expect(readDomain(root, findings).issues[1]).toEqual({
      index: 2,
      issue: { name: "a", kind: "categorical", values: [""] },
    });
  });

  it.each([
    [
      "an issue index twice",
      '<issue index="1" name="a"><item index="1" value="b"/></issue>',
      "file/negotiation_template/utility_space/objective/issue[2]/@index: an index that no other issue has",
    ],
    [
      "a name twice",
      '<issue index="2" name="a"><item index="1" value="b"/></issue><issue index="3" name="a"><item index="1" value="b"/></issue>',
      "file/negotiation_template/utility_space/objective/issue[2]/@name: a name that no other issue has",
    ],
    ["no name", '<issue index="2"><item index="1" value="b"/></issue>', `${ISSUE}/@name: an attribute name`],
    [
      "an empty name",
      '<issue index="2" name=""><item index="1" value="b"/></issue>',
      `${ISSUE}/@name: a name of 1 to 200 characters`,
    ],
    [
      "no index",
      '<issue name="a"><item index="1" value="b"/></issue>',
      `${ISSUE}/@index: an attribute index`,
    ],
    [
      "an index with a fraction",
      '<issue index="1.5" name="a"><item index="1" value="b"/></issue>',
      `${ISSUE}/@index: an integer`,
    ],
    ["no items", '<issue index="2" name="a"/>', `${ISSUE}: at least one item`],
    [
      "an item index twice",
      '<issue index="2" name="a"><item index="1" value="b"/><item index="1" value="c"/></issue>',
      `${ISSUE}/item[2]/@index: an index that no other item of the issue has`,
    ],
    [
      "a value twice",
      '<issue index="2" name="a"><item index="1" value="b"/><item index="2" value="b"/></issue>',
      `${ISSUE}/item[2]/@value: a value that no other item of the issue has`,
    ],
    [
      "an item without value",
      '<issue index="2" name="a"><item index="1"/></issue>',
      `${ISSUE}/item/@value: an attribute value`,
    ],
    [
      "types at odds",
      '<issue index="2" name="a" type="discrete" vtype="integer"><item index="1" value="b"/></issue>',
      `${ISSUE}/@vtype: the kind that type says`,
    ],
    [
      "bounds at odds",
      '<issue index="2" name="a" type="integer" lowerbound="1" upperbound="2"><range lowerbound="1" upperbound="3"/></issue>',
      `${ISSUE}/range: the bounds that its issue has`,
    ],
    ["no bounds", '<issue index="2" name="a" type="integer"/>', `${ISSUE}: lowerbound and upperbound`],
    [
      "one bound",
      '<issue index="2" name="a" type="integer" lowerbound="1"/>',
      `${ISSUE}/@upperbound: an attribute upperbound`,
    ],
    [
      "bounds the wrong way round",
      '<issue index="2" name="a" type="integer" lowerbound="3" upperbound="2"/>',
      `${ISSUE}/@upperbound: an upper bound above the lower`,
    ],
    [
      "a fraction as integer bound",
      '<issue index="2" name="a" type="integer" lowerbound="1.5" upperbound="2"/>',
      `${ISSUE}/@lowerbound: an integer`,
    ],
    [
      "a real range of nothing",
      '<issue index="2" name="a" type="real"><range lowerbound="2" upperbound="2"/></issue>',
      `${ISSUE}/range/@upperbound: an upper bound above the lower`,
    ],
    [
      "two ranges",
      '<issue index="2" name="a" type="real"><range lowerbound="2" upperbound="3"/><range/></issue>',
      `${ISSUE}: one range`,
    ],
  ])("BA-9: refuses %s", async (_, issue, fault) => {
    expect(await faultsOf(domainWith(issue))).toEqual([fault]);
  });

  it("refuses other roots, and a domain without issues", async () => {
    expect(await faultsOf("<utility><objective/></utility>")).toEqual([
      "file/utility: a negotiation_template or utility_space with an objective",
    ]);
    expect(await faultsOf("<utility_space><objective/></utility_space>")).toEqual([
      "file/utility_space/objective: at least one issue",
    ]);
  });

  it("remembers the issues that it could not read, so that profiles are not blamed for them", async () => {
    const { root, findings } = await rootOf(domainWith('<issue index="2" name="a"/>'));
    const { issues, unread } = readDomain(root, findings);
    expect(issues.map(({ index }) => index)).toEqual([1]);
    expect([...unread]).toEqual([2]);
  });

  it("takes the name of the first objective, if it has one", async () => {
    const { root, findings } = await rootOf(DOMAIN);
    expect(readDomain(root, findings).name).toBe("flat-share");
    const unnamed = await rootOf(DOMAIN.replace(' name="flat-share"', ""));
    expect(readDomain(unnamed.root, unnamed.findings).name).toBe("");
  });
});

describe("readKind and readBounds", () => {
  it("say what is not supported", async () => {
    const { root, findings } = await rootOf('<issue type="price"/>');
    expect(readKind(root, findings)).toBeUndefined();
    expect(findings.refusal()?.code).toBe("scenario_unsupported");
  });

  it("accept bounds that are said twice alike", async () => {
    const bounds = 'lowerbound="1" upperbound="2"';
    const { root, findings } = await rootOf(`<issue ${bounds}><range ${bounds}/></issue>`);
    expect(readBounds(root, findings)).toBe(root);
    expect(findings.refusal()).toBeUndefined();
  });
});
