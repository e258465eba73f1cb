/**
 * @module
 * What has to be said of requirements beside the pages in docs/requirements/: which are tested under the numbers of the
 * published suites, which are not built yet, and which no test asks, with the reason.
 */

/** What the published suites ask of every store and timer, under numbers of their own. */
export const IN_SUITES: Readonly<Record<string, readonly string[]>> = {
  "ST-12": ["TS-03", "TS-05", "TS-06", "TS-07", "TS-08"],
  "ST-16": ["TS-16"],
  "ST-17": ["TS-22", "TS-23", "TS-24"],
  "ST-18": ["TS-18"],
  "ST-80": ["TT-08", "TT-09", "TT-16"],
  "ST-88": ["TT-17", "TT-18"],
  "ST-89": ["TT-15"],
};

/** What is not built yet: whole families by their prefixes, and what of others belongs to it. */
export const NOT_BUILT: readonly {
  readonly what: string;
  readonly prefixes: readonly string[];
  readonly ids: readonly string[];
}[] = [
  {
    what: "bridges",
    prefixes: [],
    ids: [...numbered("AS", "44-47"), ...["AA-7"]],
  },
  { what: "the dataspace preset", prefixes: ["DS", "DP", "DC"], ids: [] },
];

const MEASURED = "a ratio that depends on the machine: measured, and compared with its bar, by";

/** What no test asks, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  "BN-1": `${MEASURED} bench/sqlite-costs.ts`,
  "BN-2": `${MEASURED} bench/sqlite-costs.ts`,
  "BN-3": `${MEASURED} bench/postgres-costs.ts`,
  "BN-4": `${MEASURED} bench/sqlite-costs.ts`,
  "BN-6": `${MEASURED} bench/recovery.ts`,
  "BN-7": `${MEASURED} bench/sqlite-costs.ts`,
  "BN-8": `${MEASURED} bench/postgres-costs.ts`,
  "BN-9": `${MEASURED} bench/sqlite-costs.ts and bench/postgres-costs.ts`,
};

/** `numbered("ST", "1-3 10")` is ST-1, ST-2, ST-3 and ST-10. */
function numbered(prefix: string, numbers: string): readonly string[] {
  return numbers.split(" ").flatMap((part) => {
    const [first = "", last] = part.split("-");
    if (last === undefined) return [`${prefix}-${first}`];
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => {
      return `${prefix}-${String(Number(first) + index).padStart(first.length, "0")}`;
    });
  });
}
