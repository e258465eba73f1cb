import { describe, expect, it } from "vitest";
import { fromGeniusXml } from "../../../../src/preferences/formats/genius/index.js";
import { DOMAIN, domainWith, failureOf, geniusFaults, PROFILE, profileWith } from "../../genius/files.js";

const ISSUE = "domain/negotiation_template/utility_space/objective/issue[1]";
const LINE = '<evaluator ftype="linear" slope="1" offset="0" parameter0="0" parameter1="1"/>';

/** The issues of a domain but its first, which a profile gives wishes. */
async function issuesOf(issues: string, wishes: string): Promise<readonly unknown[]> {
  return (await fromGeniusXml(domainWith(issues), [profileWith(wishes)])).issues.slice(1);
}

describe("the domain of GENIUS files", () => {
  it("BA-9: has integer and real issues, with bounds of their own or of a range, or of both alike", async () => {
    const bounds = 'lowerbound="0.5" upperbound="2e1"';
    const issues =
      '<issue index="2" name="a" type="integer" lowerbound="3" upperbound="7"/>' +
      '<issue index="9" name="b" vtype="Integer"><range lowerbound="-1" upperbound="-1"/></issue>' +
      `<issue index="4" name="c" etype="real" ${bounds}><range ${bounds}/></issue>`;
    const wishes = `<weight index="4" value="0"/><weight index="9" value="0"/>
      <issue index="2" type="integer">${LINE}</issue>
      <issue index="9" type="integer">${LINE}</issue>
      <issue index="4" type="real">${LINE}</issue>`;
    expect(await issuesOf(issues, wishes)).toEqual([
      { name: "a", kind: "integer", min: 3, max: 7 },
      { name: "c", kind: "continuous", min: 0.5, max: 20 },
      { name: "b", kind: "integer", min: -1, max: -1 },
    ]);
  });

  it("BA-9: has issues of nested objectives, and takes an issue without a type for discrete", async () => {
    const issue = '<issue index="2" name="a"><item index="1" value="" evaluation="1"/></issue>';
    const issues = `<objective index="7" name="inner">${issue}</objective>`;
    expect(await issuesOf(issues, issue)).toEqual([{ name: "a", kind: "categorical", values: [""] }]);
  });

  it.each([
    [
      "an issue index twice",
      '<issue index="1" name="a"><item index="1" value="b"/></issue>',
      "domain/negotiation_template/utility_space/objective/issue[2]/@index: an index that no other issue has",
    ],
    [
      "a name twice",
      '<issue index="2" name="a"><item index="1" value="b"/></issue><issue index="3" name="a"><item index="1" value="b"/></issue>',
      "domain/negotiation_template/utility_space/objective/issue[2]/@name: a name that no other issue has",
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
    expect(await geniusFaults(domainWith(issue), "<a/>")).toContain(fault);
  });

  it("refuses other roots, a domain without issues, and kinds that GENIUS has given up", async () => {
    expect(await geniusFaults("<utility><objective/></utility>")).toEqual([
      "domain/utility: a negotiation_template or utility_space with an objective",
    ]);
    expect(await geniusFaults("<utility_space><objective/></utility_space>")).toEqual([
      "domain/utility_space/objective: at least one issue",
    ]);
    const priced = await failureOf(fromGeniusXml(DOMAIN.replaceAll("discrete", "price"), []));
    expect(priced.code).toBe("scenario_unsupported");
  });

  it("blames no profile for an issue that it has wrong itself", async () => {
    expect(await geniusFaults(domainWith('<issue index="2" name="floor"/>'), PROFILE)).toEqual([
      `${ISSUE}: at least one item`,
    ]);
  });

  it("gives the scenario the name of its first objective, if it has one", async () => {
    expect((await fromGeniusXml(DOMAIN, [PROFILE])).name).toBe("flat-share");
    expect((await fromGeniusXml(DOMAIN.replace(' name="flat-share"', ""), [PROFILE])).name).toBe("genius");
  });
});
