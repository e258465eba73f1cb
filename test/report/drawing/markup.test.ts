import { expect, it } from "vitest";
import { element, htmlElement, joined, text } from "../../../src/report/drawing/index.js";
import { HOSTILE, parsedXml } from "../builders.js";

it("BA-40: escapes what ends a tag, a quote or an entity, in texts and in attributes", () => {
  expect(joined([text(`<a href="x">&'`)])).toBe("&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
  expect(element("t", { a: `"<` }, [text("</t>")]).markup).toBe('<t a="&quot;&lt;">&lt;/t&gt;</t>');
});

it("BA-40: gives well-formed XML for any text", () => {
  for (const words of HOSTILE) {
    const node = parsedXml(element("a", { b: words }, [text(words)]).markup);
    expect(node.name).toBe("a");
  }
});

it("replaces what XML 1.0 cannot hold", () => {
  expect(joined([text("a\u0000b\uD800c\uFFFEd\u{1F600}")])).toBe("a�b�c�d\u{1F600}");
});

it("writes invisible characters by number", () => {
  expect(joined([text("a\u200Fb\u2068")])).toBe("a&#8207;b&#8296;");
});

it("leaves out attributes that are undefined, and closes what is empty", () => {
  expect(element("a", { b: undefined, c: 0 }).markup).toBe('<a c="0"/>');
  expect(htmlElement("td", {}).markup).toBe("<td></td>");
  expect(joined([text("a"), text("b")])).toBe("ab");
});
