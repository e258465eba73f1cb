import { describe, expect, it } from "vitest";
import type { GeniusWebDomain } from "../../../../src/preferences/formats/geniusweb/genius-web-domain.js";
import { readGeniusWebProfile } from "../../../../src/preferences/formats/geniusweb/genius-web-profile.js";
import { ImportFaults, ImportReader } from "../../../../src/preferences/formats/index.js";
import { listed } from "../../genius/files.js";

const DOMAIN: GeniusWebDomain = {
  name: "d",
  issues: [
    { name: "colour", kind: "categorical", values: ["red", "blue"] },
    { name: "count", kind: "ordinal", values: [1, 2, 4] },
  ],
};

const inner = () => ({
  name: "ada",
  issueWeights: { count: "0.25", colour: 0.75 } as Record<string, unknown>,
  issueUtilities: {
    colour: { DiscreteValueSetUtilities: { valueUtilities: { blue: "1.0", red: 0.4 } } },
    count: { NumberValueSetUtilities: { lowValue: 1, lowUtility: "0.9", highValue: 4, highUtility: 0 } },
  } as Record<string, unknown>,
  domain: {
    name: "d",
    issuesValues: { count: { range: { low: 1, high: 4, step: 1 } }, colour: { values: ["blue", "red"] } },
  } as unknown,
  reservationBid: null as unknown,
});

function read(fields: object, domain = DOMAIN) {
  const reader = new ImportReader(new ImportFaults());
  const party = readGeniusWebProfile({ LinearAdditiveUtilitySpace: fields }, domain, ["profiles", 0], reader);
  return { party, refusal: reader.faults.refusal("it") };
}

const whole = (): GeniusWebDomain => ({
  ...DOMAIN,
  issues: [DOMAIN.issues[0]!, { name: "count", kind: "ordinal", values: [1, 2, 3, 4] }],
});

describe("readGeniusWebProfile", () => {
  it("BA-10: reads weights and utilities by name, numbers also as text, and interpolates", () => {
    expect(read(inner(), whole()).party).toEqual({
      name: "ada",
      preferences: {
        kind: "additive",
        weights: [0.75, 0.25],
        values: [
          { kind: "table", values: [0.4, 1] },
          { kind: "table", values: [0.9, 0.9 + (-0.9 * 1) / 3, 0.9 + (-0.9 * 2) / 3, 0] },
        ],
        reservation: null,
      },
    });
  });

  it("BA-10: the older names of utilities are known, and the domain may be left out", () => {
    const { domain: _, ...fields } = inner();
    const issueUtilities = {
      colour: { discreteutils: { valueUtilities: { blue: 1, red: 0.4 } } },
      count: fields.issueUtilities["count"],
    };
    expect(read({ ...fields, issueUtilities }).party).toEqual(read(fields).party);
  });

  it("BA-10: the utility of the reservation bid becomes the reservation; absent is none", () => {
    const bid = (issuevalues: object) => ({ ...inner(), domain: null, reservationBid: { issuevalues } });
    const reservationOf = (fields: object) => read(fields).party?.preferences.reservation;
    expect(reservationOf(bid({ colour: "red", count: 4 }))).toBe(0.75 * 0.4);
    expect(reservationOf(bid({ colour: "blue", count: "1" }))).toBe(0.75 + 0.25 * 0.9);
    expect(reservationOf(bid({ colour: "blue" }))).toBe(0.75);
    expect(reservationOf(bid({}))).toBe(0);
    const { reservationBid: _, ...absent } = bid({});
    expect(reservationOf(absent)).toBeNull();
    expect(listed(read(bid({ colour: "green", size: 1 })).refusal)).toEqual([
      "profiles/0/LinearAdditiveUtilitySpace/reservationBid/issuevalues/size: no keys but colour, count",
      "profiles/0/LinearAdditiveUtilitySpace/reservationBid/issuevalues/colour: a value of the issue",
    ]);
  });

  const path = "profiles/0/LinearAdditiveUtilitySpace";
  const without = { ...inner(), domain: undefined };
  const withColour = (colour: unknown) => ({
    ...without,
    issueUtilities: { ...inner().issueUtilities, colour },
  });
  const withCount = (count: unknown) => ({
    ...without,
    issueUtilities: { ...inner().issueUtilities, count },
  });
  const numbers = { lowValue: 1, lowUtility: 0, highValue: 4, highUtility: 1 };

  it.each([
    [
      "a missing weight",
      { ...without, issueWeights: { colour: 1 } },
      `${path}/issueWeights/count: a finite number`,
    ],
    [
      "a weight of no issue",
      { ...without, issueWeights: { colour: 1, count: 0, size: 0 } },
      `${path}/issueWeights/size: no keys but colour, count`,
    ],
    [
      "NaN as weight",
      { ...without, issueWeights: { colour: Number.NaN, count: 0 } },
      `${path}/issueWeights/colour: a finite number`,
    ],
    ["a missing issue", withColour(undefined), `${path}/issueUtilities/colour: an object`],
    [
      "a missing value",
      withColour({ DiscreteValueSetUtilities: { valueUtilities: { red: 1 } } }),
      `${path}/issueUtilities/colour/DiscreteValueSetUtilities/valueUtilities/blue: a finite number`,
    ],
    [
      "an unknown value",
      withColour({ DiscreteValueSetUtilities: { valueUtilities: { red: 1, blue: 0, green: 0 } } }),
      `${path}/issueUtilities/colour/DiscreteValueSetUtilities/valueUtilities/green: a value of the issue`,
    ],
    [
      "a value only by inheritance",
      withColour({ DiscreteValueSetUtilities: { valueUtilities: { constructor: 1, red: 1, blue: 1 } } }),
      `${path}/issueUtilities/colour/DiscreteValueSetUtilities/valueUtilities/constructor: a value of the issue`,
    ],
    [
      "utilities of the other kind",
      withColour({ NumberValueSetUtilities: numbers }),
      `${path}/issueUtilities/colour/NumberValueSetUtilities: DiscreteValueSetUtilities for this issue`,
    ],
    [
      "two kinds of utilities",
      withColour({ DiscreteValueSetUtilities: { valueUtilities: { red: 1, blue: 1 } }, discreteutils: {} }),
      `${path}/issueUtilities/colour: one key, the type of the utilities`,
    ],
    [
      "a missing end",
      withCount({ NumberValueSetUtilities: { ...numbers, highUtility: undefined } }),
      `${path}/issueUtilities/count/NumberValueSetUtilities/highUtility: a finite number`,
    ],
    [
      "ends the wrong way round",
      withCount({ NumberValueSetUtilities: { ...numbers, lowValue: 4, highValue: 1 } }),
      `${path}/issueUtilities/count/NumberValueSetUtilities/highValue: a highValue above lowValue`,
    ],
    [
      "ends inside the range",
      withCount({ NumberValueSetUtilities: { ...numbers, highValue: 3 } }),
      `${path}/issueUtilities/count/NumberValueSetUtilities: a lowValue and highValue that enclose the range of the issue`,
    ],
    [
      "another domain",
      { ...inner(), domain: { name: "d", issuesValues: { colour: { values: ["red"] } } } },
      `${path}/domain: the issues and values of the domain`,
    ],
    [
      "an unknown key",
      { ...without, cap: 1 },
      `${path}/cap: no keys but issueUtilities, issueWeights, domain, name, reservationBid`,
    ],
    ["no name", { ...without, name: 5 }, `${path}/name: a text of 1 to 200 characters`],
  ])("BA-8: refuses %s", (_, fields, fault) => {
    const { refusal } = read(fields);
    expect(refusal?.code).toBe("scenario_invalid");
    expect(listed(refusal)).toContain(fault);
  });

  it("BA-8: says what it does not support", () => {
    expect(read(withColour({ GroupedUtilities: {} })).refusal?.code).toBe("scenario_unsupported");
    const reader = new ImportReader(new ImportFaults());
    readGeniusWebProfile({ DefaultPartialOrdering: {} }, DOMAIN, [], reader);
    expect(reader.faults.refusal("it")?.code).toBe("scenario_unsupported");
    const two = new ImportReader(new ImportFaults());
    readGeniusWebProfile({ LinearAdditiveUtilitySpace: {}, other: {} }, DOMAIN, [], two);
    expect(two.faults.refusal("it")?.code).toBe("scenario_invalid");
  });
});
