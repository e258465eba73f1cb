import fc from "fast-check";
import { expect, it } from "vitest";
import { decodedText, escapedText } from "../../../../src/preferences/formats/genius/xml-text.js";

it.each([
  ["a &amp; b &lt; c &gt; d &quot;e&quot; &apos;f&apos;", `a & b < c > d "e" 'f'`],
  ["&#65;&#x42;&#x1F600;", "AB\u{1F600}"],
  ["one\ttwo\nthree\r\nfour", "one two three four"],
  ["&#10;&#9;", "\n\t"],
  ["&amp;lt;", "&lt;"],
])("decodes %j", (raw, text) => {
  expect(decodedText(raw)).toBe(text);
});

it.each(["&", "R&D", "&foo;", "&amp", "&#0;", "&#x110000;", "&#xD800;", "&#;", "&lt;&x;"])(
  "does not guess at %j",
  (raw) => {
    expect(decodedText(raw)).toBeUndefined();
  },
);

it("BA-12: what is escaped reads back as it was, and carries no markup", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "&", "<", ">", '"', "'", "\t", "\n", "\r", "\u202e", "\u{1F600}", "&lt;"),
  });
  fc.assert(
    fc.property(text, (value) => {
      const escaped = escapedText(value)!;
      expect(decodedText(escaped)).toBe(value);
      expect(escaped).not.toMatch(/[<>"\t\n\r]/);
    }),
  );
});

it.each(["\0", "\x08", "\x1f", "\ud800", "\udc00x", "\ufffe"])(
  "refuses to write what XML has no way to write: %j",
  (text) => {
    expect(escapedText(`a${text}`)).toBeUndefined();
  },
);
