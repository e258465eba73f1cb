import { expect, it } from "vitest";
import { columnsOf, shownText } from "../../../src/report/drawing/index.js";

it("makes controls, separators and halves of characters visible, each as one", () => {
  expect(shownText("a\u0000b\u001Bc\u2028d\uD800e\uFFFF")).toBe("a�b�c�d�e�");
  expect(shownText("\u{1F600}")).toBe("\u{1F600}");
});

it("BA-40: writes out what would change the direction of the text that follows", () => {
  expect(shownText("a\u202Eb\u2069")).toBe("a[U+202E]b[U+2069]");
});

it("BA-40: isolates text of right-to-left scripts and their marks from what stands beside it", () => {
  expect(shownText("\u05D0\u05D1")).toBe("\u2068\u05D0\u05D1\u2069");
  expect(shownText("a\u200F")).toBe("\u2068a\u200F\u2069");
  expect(shownText("plain")).toBe("plain");
});

it("cuts by characters, never within one", () => {
  expect(shownText("abcdef", 4)).toBe("abc…");
  expect(shownText("abcd", 4)).toBe("abcd");
  expect(shownText("\u{1F600}\u{1F601}\u{1F602}", 2)).toBe("\u{1F600}…");
});

it("counts two columns for wide characters and none for combining ones", () => {
  expect(columnsOf("abc")).toBe(3);
  expect(columnsOf("\u6F22\u5B57")).toBe(4);
  expect(columnsOf("e\u0301\u200F")).toBe(1);
});
