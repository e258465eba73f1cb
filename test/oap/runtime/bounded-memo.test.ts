import { expect, it } from "vitest";
import { boundedMemo } from "../../../src/oap/runtime/index.js";

it("an answer is found once, until it is the oldest of too many", () => {
  const asked: string[] = [];
  const lengthOf = boundedMemo((text: string) => {
    asked.push(text);
    return text.length;
  }, 2);
  expect(["a", "bb", "a", "bb"].map(lengthOf)).toEqual([1, 2, 1, 2]);
  expect(asked).toEqual(["a", "bb"]);
  expect(["ccc", "bb", "a"].map(lengthOf)).toEqual([3, 2, 1]);
  expect(asked).toEqual(["a", "bb", "ccc", "a"]);
});
