import { expect, it } from "vitest";
import { parsedJson } from "../../../src/preferences/scenarios/index.js";
import { frozenJson } from "../../../src/preferences/scenarios/json-text.js";

it("gives JSON frozen at every depth, without -0 [BA-42]", () => {
  const reading = frozenJson('{"a":[-0,{"b":-0}]}');
  if (!reading.ok) throw reading.cause;
  const { a } = reading.value as { a: readonly [number, object] };
  expect(reading.value).toStrictEqual({ a: [0, { b: 0 }] });
  expect([reading.value, a, a[1]].every(Object.isFrozen)).toBe(true);
});

it("refuses with the place what copies of data are refused for as well [BA-42]", () => {
  const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  expect(frozenJson(nested(32)).ok).toBe(true);
  expect(frozenJson(nested(33))).toMatchObject({ ok: false, fault: { path: new Array(32).fill(0) } });
  expect(frozenJson('[{"__proto__":1}]')).toMatchObject({ ok: false, fault: { path: [0, "__proto__"] } });
  expect(parsedJson("{")).toMatchObject({ ok: false, fault: { expected: "JSON" }, cause: expect.any(Error) });
});

it("counts the bytes of a text, and takes exactly so many [BA-42]", () => {
  const text = (bytes: number): string => `"${"é".repeat(bytes / 2 - 1)}"`;
  expect(parsedJson(text(67_108_864)).ok).toBe(true);
  expect(parsedJson(text(67_108_866))).toMatchObject({ ok: false, fault: { received: "more" } });
});
