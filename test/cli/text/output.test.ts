import { afterEach, expect, it, vi } from "vitest";
import { plotColumns, print, printJson, say } from "../../../src/cli/text/index.js";

afterEach(() => vi.restoreAllMocks());

it("puts results on standard output and the rest on standard error", () => {
  const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const err = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  print("result");
  printJson({ a: 1 });
  say("note");
  expect(out.mock.calls.map(([text]) => text)).toEqual(["result\n", '{\n  "a": 1\n}\n']);
  expect(err.mock.calls.map(([text]) => text)).toEqual(["note\n"]);
});

it.each([
  [undefined, 80],
  [20, 60],
  [72, 72],
  [300, 100],
])("plots for a terminal of %s columns in %d", (columns, width) => {
  const before = Object.getOwnPropertyDescriptor(process.stdout, "columns");
  Object.defineProperty(process.stdout, "columns", { value: columns, configurable: true });
  expect(plotColumns()).toBe(width);
  if (before === undefined) Reflect.deleteProperty(process.stdout, "columns");
  else Object.defineProperty(process.stdout, "columns", before);
});
