/**
 * @module
 * The requirements of storage, simulation, parked turns, bargaining and of what is signed that have to hold, by their
 * numbers, and where each is tested: under its own number, or under that of a test of the published suites. What has no
 * test has a reason.
 */

/** Each stands in the title of a test. */
export const TITLED: readonly string[] = [
  ...numbered("ST", "1-6 10 11 13-15 19-22 30-38 40-42 45-47 50-55 60-65 70-74 81-87 90-93 100-106"),
  ...numbered("TS", "01-37 40-43"),
  ...numbered("TT", "01-20"),
  ...numbered("BN", "5"),
  ...numbered("SM", "1-7 10-12 20-22 30 40-42 50-54 60-66 70 71 80-84 87 89"),
  ...numbered("PT", "1-5 5a 6-9"),
  ...numbered("BA", "1-10 12-25 27-40"),
  ...numbered("D", "1-19"),
  ...numbered("OAP", "1-38 40-49"),
  ...numbered("SG", "1-41"),
  ...numbered("AR", "1-20"),
];

/** The threats to what is signed: each has a test whose title begins with its number. */
export const THREATS: readonly string[] = Array.from({ length: 18 }, (_, index) => `T${index + 1}`);

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
  "PT-11": "the paths of the HTTP bridge, which is not built yet",
  "OAP-39": "the member `error` of answers of the HTTP bridge, which is not built yet",
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
