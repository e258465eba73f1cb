import { describe, expect, it } from "vitest";
import { Findings } from "../../../../src/preferences/formats/genius/findings.js";
import { openXmlReader } from "../../../../src/preferences/formats/genius/xml-parser.js";
import { failureOf, listed, rootOf } from "../../genius/files.js";

describe("openXmlReader", () => {
  it("gives elements in order with raw attributes, path and place, without text and comments", async () => {
    const xml =
      '<?xml version="1.0"?>\r\n<!-- c -->\r\n<r a=" x &amp; y ">text<b/><![CDATA[<z/>]]><b c="1"/><d/></r>\n';
    const { root } = await rootOf(xml);
    expect(root.rawAttributes.get("a")).toBe(" x &amp; y ");
    expect(root.children.map(({ path }) => path.join("/"))).toEqual([
      "file/r/b[1]",
      "file/r/b[2]",
      "file/r/d",
    ]);
    expect([root, ...root.children].map(({ offset }) => xml.slice(offset, offset + 3))).toEqual([
      "<r ",
      "<b/",
      "<b ",
      "<d/",
    ]);
  });

  it("leaves entities alone", async () => {
    const { root } = await rootOf('<r a="&lt;&#65;&boom;"/>');
    expect(root.rawAttributes.get("a")).toBe("&lt;&#65;&boom;");
  });

  it.each([
    ["no text at all", ""],
    ["a plain text", "utility"],
    ["an open element", "<a><b></a>"],
    ["two roots", "<a/><b/>"],
    ["text behind the root", "<a/>more"],
    ["a bare attribute", "<a b=1/>"],
    ["an attribute twice", "<a b='1' b='2'/>"],
    ["half a tag", "<a"],
    ["a reserved name", '<a __proto__="b"/>'],
  ])("BA-9: refuses %s with its place", async (_, xml) => {
    const findings = new Findings();
    const read = await openXmlReader(findings);
    expect(read(xml, ["profiles", 1])).toBeUndefined();
    const refusal = findings.refusal();
    expect(refusal?.code).toBe("scenario_invalid");
    expect(refusal?.details["issues"]).toMatchObject([{ path: ["profiles", 1], line: 1 }]);
  });

  it.each([
    ["quotes", "a value in quotes for every attribute", '<a>\n<b c="1"/>\n<item value=red/></a>', 3],
    ["an escaped &", "every & written as &amp;", '<a>\n<b c="1"/>\n<t>R & D</t></a>', 3],
  ])(
    "asks for %s where a lax file has none, and says in which line [BA-48]",
    async (_, wanted, xml, line) => {
      const findings = new Findings();
      const read = await openXmlReader(findings);
      read(xml, ["profiles", 0]);
      const refusal = findings.refusal();
      expect(refusal?.message).toContain(wanted);
      expect(refusal?.message).toContain(` at /profiles/0 in line ${line}. Mend that.`);
    },
  );

  it("tells the line of what is not well-formed", async () => {
    const findings = new Findings();
    (await openXmlReader(findings))("<a>\n  <b>\n</a>", ["domain"]);
    expect(findings.refusal()?.details["issues"]).toMatchObject([{ line: 3, column: 1 }]);
  });

  it("does not hand a DOCTYPE to the parser", async () => {
    const findings = new Findings();
    (await openXmlReader(findings))('<!DOCTYPE a [<!ENTITY b "c">]><a d="&b;"/>', ["domain"]);
    expect(listed(findings.refusal())).toEqual(["domain: XML without a DOCTYPE"]);
  });

  it("names the package that is missing (dependency_missing)", async () => {
    const cause = new Error("Cannot find package");
    const error = await failureOf(openXmlReader(new Findings(), () => Promise.reject(cause)));
    expect(error).toMatchObject({
      code: "dependency_missing",
      details: { package: "fast-xml-parser", range: "^5.12" },
      cause,
    });
    expect(error.message).toContain("npm install fast-xml-parser");
  });

  it("reads 10,000 items in a moment", async () => {
    const items = Array.from({ length: 10_000 }, (_, index) => `<item index="${index}"/>`).join("");
    const { root } = await rootOf(`<r>${items}</r>`);
    expect(root.children.length).toBe(10_000);
    expect(root.children.at(-1)?.path.at(-1)).toBe("item[10000]");
  });
});
