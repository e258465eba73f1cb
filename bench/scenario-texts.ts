/**
 * @module
 * Scenario files of any size, right ones and each full of one sort of fault, for the bench `reading` and its test.
 */

/** One file, or the files of one scenario, of about so many bytes. */
export interface ScenarioText {
  readonly name: string;
  readonly format: "concordat" | "geniusweb" | "genius";
  /** Whether it is read; every other one is refused. */
  readonly isRight: boolean;
  /** The text under test, and for GENIUS and GeniusWeb the small domain that it belongs to. */
  readonly make: (bytes: number) => { readonly text: string; readonly domain?: string };
}

const NAMES = ["price", "volume", "quality", "delivery"] as const;
const VALUES = 100;
/** More issues of 10,000 values have more outcomes than can be numbered. */
const LARGE = 3;

/** All of them. */
export const SCENARIO_TEXTS: readonly ScenarioText[] = [
  ours("additive", true, (bytes) => {
    const parties = Math.min(64, Math.max(1, Math.round(bytes / 100_000)));
    const size = Math.max(2, Math.min(10_000, Math.round(bytes / (parties * LARGE * 20))));
    const issues = times(LARGE, (index) => `{"name":"i${index}","kind":"integer","min":1,"max":${size}}`);
    const table = () => `{"kind":"table","values":[${times(size, (index) => Math.sin(index))}]}`;
    const preferences = `{"kind":"additive","weights":[${times(LARGE, fraction)}],"values":[${times(LARGE, table)}]}`;
    const written = times(parties, (index) => `{"name":"p${index}","preferences":${preferences}}`);
    return scenario(issues.join(), written.join());
  }),
  ours("mapping", true, (bytes) => mapping(filled(bytes, (index) => entry(index)))),
  ours("rectangles", true, (bytes) => rectangles(filled(bytes, (index) => rectangle(index)))),
  ours("long lists in rectangles", true, (bytes) => {
    const issue = `{"name":"price","kind":"ordinal","values":[${times(10_000, String)}]}`;
    const side = `{"utility":1,"within":{"price":{"values":[${times(10_000, (index) => 9_999 - index)}]}}}`;
    return scenario(issue, party(`{"kind":"rectangles","rectangles":[${filled(bytes, () => side)}]}`));
  }),
  ours("lines over long lists", true, (bytes) => {
    const size = Math.max(1, Math.min(10_000, Math.round(bytes / LARGE / 7)));
    const issues = times(
      LARGE,
      (index) => `{"name":"i${index}","kind":"ordinal","values":[${times(size, String)}]}`,
    );
    const line = `{"kind":"linear","slope":0.001}`;
    const additive = `{"kind":"additive","weights":[${times(LARGE, fraction)}],"values":[${times(LARGE, () => line)}]}`;
    const parties = times(64, (index) => `{"name":"p${index}","preferences":${additive}}`);
    return scenario(issues.join(), parties.join());
  }),
  ours("nulls in a table", false, (bytes) =>
    scenario(
      `{"name":"price","kind":"integer","min":1,"max":${Math.floor(bytes / 5)}}`,
      party(
        `{"kind":"additive","weights":[1],"values":[{"kind":"table","values":[${times(Math.floor(bytes / 5), () => "null")}]}]}`,
      ),
    ),
  ),
  ours("nulls as entries", false, (bytes) => mapping(filled(bytes, () => "null"))),
  ours("empty entries", false, (bytes) => mapping(filled(bytes, () => "{}"))),
  ours("one entry again and again", false, (bytes) => mapping(filled(bytes, () => entry(0)))),
  ours("entries with unknown keys", false, (bytes) =>
    mapping(filled(bytes, (index) => `{"k${index}":1,"l${index}":2}`)),
  ),
  ours("unknown keys", false, (bytes) =>
    scenario(issues(), party(NOTHING)).replace(/}$/, `,${filled(bytes, (index) => `"k${index}":0`)}}`),
  ),
  ours("unknown sides", false, (bytes) =>
    rectangles(`{"utility":1,"within":{${filled(bytes, (index) => `"k${index}":0`)}}}`),
  ),
  ours("too many parties", false, (bytes) =>
    scenario(
      issues(),
      filled(bytes, () => "null"),
    ),
  ),
  ours("too many issues", false, (bytes) =>
    scenario(
      filled(bytes, () => "{}"),
      party(NOTHING),
    ),
  ),
  ours("too many values", false, (bytes) =>
    scenario(`{"name":"a","kind":"ordinal","values":[${filled(bytes, () => "0")}]}`, party(NOTHING)),
  ),
  ours("faulty issues and entries", false, (bytes) =>
    scenario("null", party(`{"kind":"mapping","otherwise":0,"entries":[${filled(bytes, () => "[]")}]}`)),
  ),
  ours("too deep", false, (bytes) => {
    const depth = Math.min(5_000, Math.floor(bytes / 2));
    return `[${filled(bytes, () => "[".repeat(depth) + "]".repeat(depth))}]`;
  }),
  ours("a slip at the end", false, (bytes) => `${mapping(filled(bytes, (index) => entry(index)))}x`),

  web("utilities", true, (values) => values.map(({ name, value }) => [name, fraction(value)])),
  web("utilities that are none", false, (values) => values.map(({ name }) => [name, "null"])),
  web("values that the domain has not", false, (values) => values.map(({ name }) => [`not ${name}`, "1"])),
  web("hardly any utilities", false, (values) => values.slice(0, 1).map(({ name }) => [name, "1"])),

  genius(
    "profile",
    true,
    (index) => `<item index="${index + 1}" value="v${index}" evaluation="${index + 1}"/>\n`,
  ),
  genius(
    "profile in one line",
    true,
    (index) => `<item index="${index + 1}" value="v${index}" evaluation="3"/>`,
  ),
  genius("evaluations that are none", false, (index) => `<item value="v${index}" evaluation="x"/>\n`),
  genius("unknown values", false, (index) => `<item value="w${index}" evaluation="1"/>\n`),
  genius("one value again and again", false, () => `<item value="v0" evaluation="1"/>\n`),
  genius("items without attributes", false, () => "<item/>\n"),
  genius("unknown weights", false, (index) => `<weight index="${index + 1000}" value="1"/>\n`),
  genius("issues of no index", false, () => `<issue index="x"></issue>\n`),
  genius("reservations", false, () => `<reservation value="0"/>`),
  genius(
    "rectangles of no issue",
    false,
    (index) =>
      `<utility maxutility="1"><ufun><hyperRectangle utility="1"><INCLUDES index="${index + 9}" min="0" max="1"/></hyperRectangle></ufun></utility>`,
  ),
  genius("a tag that is not closed", false, (index) => `<item value="v${index}" evaluation="1">\n`),
];

/** What is read with a domain of four issues of a hundred values. */
function ours(name: string, isRight: boolean, make: (bytes: number) => string): ScenarioText {
  return { name, format: "concordat", isRight, make: (bytes) => ({ text: make(bytes) }) };
}

interface Named {
  readonly name: string;
  readonly value: number;
}

/** A profile whose utilities of one issue are as wanted; the domain lists as many long values as make up the size. */
function web(
  name: string,
  isRight: boolean,
  utilitiesOf: (values: readonly Named[]) => readonly (readonly [string, string])[],
): ScenarioText {
  const make = (bytes: number) => {
    const issueCount = isRight ? LARGE : 64;
    const count = Math.min(10_000, Math.max(1, Math.floor(bytes / issueCount / 40)));
    const length = Math.max(1, Math.floor(bytes / issueCount / count) - 14);
    const values = Array.from({ length: count }, (_, value) => ({
      name: `v${value}`.padEnd(length, "."),
      value,
    }));
    const listed = values.map((one) => JSON.stringify(one.name)).join();
    const names = times(issueCount, (index) => `i${index}`);
    const domain = `{"name":"d","issuesValues":{${names.map((one) => `"${one}":{"values":[${listed}]}`)}}}`;
    const utilities = utilitiesOf(values).map(([key, utility]) => `${JSON.stringify(key)}:${utility}`);
    const one = `{"DiscreteValueSetUtilities":{"valueUtilities":{${utilities}}}}`;
    const text = `{"LinearAdditiveUtilitySpace":{"name":"p","issueWeights":{${names.map((key) => `"${key}":1`)}},"issueUtilities":{${names.map((key) => `"${key}":${one}`)}}}}`;
    return { text, domain };
  };
  return { name: `GeniusWeb: ${name}`, format: "geniusweb", isRight, make };
}

/** A profile with lines as wanted; right ones in issues of ten thousand items each. */
function genius(name: string, isRight: boolean, line: (index: number) => string): ScenarioText {
  const make = (bytes: number) => {
    const total = Math.max(1, Math.floor(bytes / line(1_000).length));
    const items = Math.min(10_000, total);
    const count = Math.min(isRight ? LARGE : 64, Math.ceil(total / items));
    const left = Math.max(0, total - items * count);
    const issuesOf = (item: (index: number) => string): string[] =>
      times(
        count,
        (index) =>
          `<issue index="${index + 1}" name="i${index}" type="discrete">${times(items, item).join("")}</issue>`,
      );
    const known = (index: number): string => `<item index="${index + 1}" value="v${index}"/>`;
    const domain = `<negotiation_template><utility_space><objective index="0" name="d">${issuesOf(known).join("")}</objective></utility_space></negotiation_template>`;
    const weights = times(count, (index) => `<weight index="${index + 1}" value="0.1"/>`).join("");
    const rest = isRight ? "" : times(left, (index) => line(items + index)).join("");
    const text = `<utility_space><objective index="0" name="d">${issuesOf(line).join("")}${weights}${rest}</objective></utility_space>`;
    return { text, domain };
  };
  return { name: `GENIUS: ${name}`, format: "genius", isRight, make };
}

function scenario(listed: string, parties: string): string {
  return `{"format":"concordat-scenario","version":1,"name":"s","issues":[${listed}],"parties":[${parties}]}`;
}

function issues(): string {
  return NAMES.map((name) => `{"name":"${name}","kind":"integer","min":0,"max":${VALUES - 1}}`).join();
}

function party(preferences: string): string {
  return `{"name":"p","preferences":${preferences}}`;
}

const NOTHING = `{"kind":"mapping","otherwise":0,"entries":[]}`;

function mapping(entries: string): string {
  return scenario(issues(), party(`{"kind":"mapping","otherwise":0,"entries":[${entries}]}`));
}

function rectangles(listed: string): string {
  return scenario(issues(), party(`{"kind":"rectangles","rectangles":[${listed}]}`));
}

function entry(index: number): string {
  const members = NAMES.map((name, place) => `"${name}":${Math.floor(index / VALUES ** place) % VALUES}`);
  return `{"outcome":{${members}},"utility":${fraction(index)}}`;
}

function rectangle(index: number): string {
  const sides = NAMES.map((name) => `"${name}":{"min":${index % 50},"max":${50 + (index % 50)}}`);
  return `{"utility":${fraction(index)},"within":{${sides}}}`;
}

function fraction(index: number): string {
  return String(((index * 7_919) % 10_007) / 10_000);
}

function times(count: number, member: (index: number) => unknown): string[] {
  return Array.from({ length: count }, (_, index) => String(member(index)));
}

/** Members with commas between them, of about so many bytes in all. */
function filled(bytes: number, member: (index: number) => string): string {
  const members: string[] = [];
  for (let index = 0, length = 0; length < bytes; index += 1) {
    const one = member(index);
    members.push(one);
    length += one.length + 1;
  }
  return members.join();
}
