import { describe, expect, it, vi } from "vitest";
import { fromGeniusXml } from "../../../../src/preferences/formats/genius/index.js";
import { DOMAIN, failureOf, geniusFaults, PROFILE } from "../../genius/files.js";

describe("the text of GENIUS files", () => {
  it.each([
    ["a &amp; b &lt; c &gt; d &quot;e&quot; &apos;f&apos;", `a & b < c > d "e" 'f'`],
    ["&#65;&#x42;&#x1F600;", "AB\u{1F600}"],
    ["one\ttwo\nthree\r\nfour", "one two three four"],
    ["&#10;&#9;", "\n\t"],
    ["&amp;lt;", "&lt;"],
  ])("has %j decoded", async (raw, name) => {
    const { issues } = await fromGeniusXml(DOMAIN.replace("rent &amp; heat", raw), [PROFILE]);
    expect(issues[0]!.name).toBe(name);
  });

  it.each(["&", "R&D", "&foo;", "&amp", "&#0;", "&#x110000;", "&#xD800;", "&#;", "&lt;&x;"])(
    "is not guessed at: %j",
    async (raw) => {
      expect(await geniusFaults(DOMAIN.replace("rent &amp; heat", raw))).toEqual([
        "domain/negotiation_template/utility_space/objective/issue[2]/@name: every & written as &amp;, or a reference that XML defines",
      ]);
    },
  );

  it.each([
    ["1", 1],
    [" -2.50 ", -2.5],
    ["+.5e-3", 0.0005],
    ["4.", 4],
    ["1E3", 1000],
  ])("has %j as a number", async (text, value) => {
    const weighty = PROFILE.replace('value="0.25"', `value="${text}"`);
    const { parties } = await fromGeniusXml(DOMAIN, [weighty]);
    expect(parties[0]!.preferences).toMatchObject({ base: { weights: [0.75, value] } });
  });

  it.each(["", " ", "NaN", "Infinity", "-Infinity", "1e400", "0x10", "1,5", "1d", "one", "null", "1 2"])(
    "BA-9: never has %j as a number",
    async (text) => {
      expect(await geniusFaults(DOMAIN, PROFILE.replace('value="0.25"', `value="${text}"`))).toEqual([
        "profiles/0/utility_space/objective/weight[1]/@value: a finite number",
      ]);
    },
  );

  it("has no integers that a double does not hold exactly", async () => {
    expect(await geniusFaults(DOMAIN.replace('index="2" name', 'index="9007199254740993" name'))).toEqual([
      "domain/negotiation_template/utility_space/objective/issue[1]/@index: an integer",
    ]);
  });

  it("has its faults placed by line and column, whatever ends its lines", async () => {
    const xml =
      '<?xml version="1.0"?>\r<!-- c -->\r\n<utility_space>\n\n<objective/> <objective/></utility_space>\n';
    const { details } = await failureOf(fromGeniusXml(xml, ["<a>\n  <b>\n</a>"]));
    expect(details["issues"]).toMatchObject([
      { path: ["profiles", 0], line: 3, column: 1 },
      { path: ["domain", "utility_space", "objective[1]"], line: 5, column: 1 },
    ]);
  });
});

describe("what is no XML, or too much of it", () => {
  it.each([
    ["no text at all", ""],
    ["a plain text", "utility"],
    ["an open element", "<a><b></a>"],
    ["two roots", "<a/><b/>"],
    ["text behind the root", "<a/>more"],
    ["a bare attribute", "<a b=1/>"],
    ["an attribute twice", "<a b='1' b='2'/>"],
    ["half a tag", "<a"],
    ["half an attribute", "<a b='"],
    ["half a comment", "<!--"],
    ["half a section", "<![CDATA["],
    ["half an instruction", "<?"],
    ["half an end", "</"],
    ["a reserved name", '<a __proto__="b"/>'],
  ])("BA-9: refuses %s with its place", async (_, xml) => {
    const refusal = await failureOf(fromGeniusXml(DOMAIN, [PROFILE, xml]));
    expect(refusal.code).toBe("scenario_invalid");
    expect(refusal.details["issues"]).toMatchObject([{ path: ["profiles", 1], line: 1 }]);
  });

  it.each([
    ["quotes", "a value in quotes for every attribute", '<a>\n<b c="1"/>\n<item value=red/></a>', 3],
    ["an escaped &", "every & written as &amp;", '<a>\n<b c="1"/>\n<t>R & D</t></a>', 3],
  ])(
    "asks for %s where a lax file has none, and says in which line [BA-48]",
    async (_, wanted, xml, line) => {
      const { message } = await failureOf(fromGeniusXml(DOMAIN, [xml]));
      expect(message).toContain(wanted);
      expect(message).toContain(` at /profiles/0 in line ${line}. Mend that.`);
    },
  );

  it.each([
    ["at the start", "<!DOCTYPE a><a/>", 1],
    ["in small letters", '<a/><!doctype a [<!ENTITY b "c">]>', 5],
    ["an entity alone", "<a><!ENTITY b 'c'></a>", 4],
    ["behind a comment", "<!-- --><!DOCTYPE a><a/>", 9],
  ])("BA-9: refuses a DOCTYPE %s", async (_, xml, column) => {
    const { details } = await failureOf(fromGeniusXml(xml, []));
    expect(details["issues"]).toEqual([
      { path: ["domain"], expected: "XML without a DOCTYPE", received: "one", line: 1, column },
    ]);
  });

  it("takes no comment, CDATA section, instruction or attribute for a DOCTYPE or a level", async () => {
    const inside = `<!DOCTYPE a>${"<a>".repeat(100)}`;
    const around = `<!-- ${inside} --><?p ${inside}?>`;
    const section = `<![CDATA[${inside}]]></negotiation_template>`;
    const domain = DOMAIN.replace("<neg", `${around}<neg`).replace("</negotiation_template>", section);
    expect((await fromGeniusXml(domain, [PROFILE])).name).toBe("flat-share");
    const name = inside.slice(0, 200);
    expect((await fromGeniusXml(DOMAIN.replace("flat-share", name), [PROFILE])).name).toBe(name);
  });

  it("BA-9: refuses more than 64 levels, counting siblings and empty elements right", async () => {
    const nested = (levels: number): string => `${"<a>".repeat(levels)}${"</a>".repeat(levels)}`;
    const tooDeep = "domain: at most 64 levels of elements";
    expect(await geniusFaults(nested(65))).toEqual([tooDeep]);
    const passing = [
      nested(64),
      nested(63).replace("</a>", "<b/></a>"),
      `<r>${"<a/>".repeat(500)}${'<a b="x"></a>'.repeat(500)}</r>`,
    ];
    for (const xml of passing) expect(await geniusFaults(xml)).not.toContain(tooDeep);
  });

  it("BA-9: refuses more than 16 MiB of UTF-8, not of characters", async () => {
    const size = 16 * 1024 * 1024;
    const tooLong = "domain: at most 16 MiB of XML";
    expect(await geniusFaults("x".repeat(size))).not.toContain(tooLong);
    expect(await geniusFaults("x".repeat(size + 1))).toEqual([tooLong]);
    expect(await geniusFaults("é".repeat(size / 2))).not.toContain(tooLong);
    expect(await geniusFaults("é".repeat(size / 2 + 1))).toEqual([tooLong]);
  });

  it("names the package that is missing (dependency_missing)", async () => {
    vi.resetModules();
    vi.doMock("fast-xml-parser", () => {
      throw new Error("Cannot find package");
    });
    const alone = await import("../../../../src/preferences/formats/genius/index.js");
    const error = await alone.fromGeniusXml(DOMAIN, [PROFILE]).catch((reason: unknown) => reason);
    vi.doUnmock("fast-xml-parser");
    expect(error).toMatchObject({
      code: "dependency_missing",
      details: { package: "fast-xml-parser", range: "^5.12" },
      message: expect.stringContaining("npm install fast-xml-parser"),
    });
  });
});
