import { describe, expect, it } from "vitest";
import { guardFault } from "../../../../src/preferences/formats/genius/xml-guard.js";
import { DOMAIN, PROFILE } from "../../genius/files.js";

const nested = (levels: number): string => `${"<a>".repeat(levels)}${"</a>".repeat(levels)}`;
const SIZE = 16 * 1024 * 1024;

describe("guardFault", () => {
  it("lets ordinary files pass", () => {
    expect([DOMAIN, PROFILE, "", "no xml"].map(guardFault)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    ["at the start", "<!DOCTYPE a><a/>", 0],
    ["in small letters", '<a/><!doctype a [<!ENTITY b "c">]>', 4],
    ["an entity alone", "<a><!ENTITY b 'c'></a>", 3],
    ["behind a comment", "<!-- --><!DOCTYPE a><a/>", 8],
  ])("BA-9: refuses a DOCTYPE %s", (_, xml, offset) => {
    expect(guardFault(xml)).toEqual({ expected: "XML without a DOCTYPE", received: "one", offset });
  });

  it("takes no comment, CDATA section, instruction or attribute for a DOCTYPE or a level", () => {
    const inside = `<!DOCTYPE a>${"<a>".repeat(100)}`;
    const xml = `<!-- ${inside} --><?p ${inside}?><a b="${inside}" c='>${inside}'><![CDATA[${inside}]]></a>`;
    expect(guardFault(xml)).toBeUndefined();
  });

  it("BA-9: refuses more than 64 levels, counting siblings and empty elements right", () => {
    expect(guardFault(nested(64))).toBeUndefined();
    expect(guardFault(nested(65))).toMatchObject({
      expected: "at most 64 levels of elements",
      offset: 64 * 3,
    });
    expect(guardFault(`<r>${"<a/>".repeat(500)}${'<a b="x"></a>'.repeat(500)}</r>`)).toBeUndefined();
    expect(guardFault(nested(63).replace("</a>", "<b/></a>"))).toBeUndefined();
  });

  it("BA-9: refuses more than 16 MiB of UTF-8, not of characters", () => {
    expect(guardFault("x".repeat(SIZE))).toBeUndefined();
    expect(guardFault("x".repeat(SIZE + 1))).toMatchObject({ expected: "at most 16 MiB of XML" });
    expect(guardFault("é".repeat(SIZE / 2))).toBeUndefined();
    expect(guardFault("é".repeat(SIZE / 2 + 1))).toMatchObject({ expected: "at most 16 MiB of XML" });
  });

  it.each(["<", "<a", "<a b='", "<!--", "<![CDATA[", "<?", "</", "<a></a"])("ends on %s", (xml) => {
    expect(guardFault(xml)).toBeUndefined();
  });
});
