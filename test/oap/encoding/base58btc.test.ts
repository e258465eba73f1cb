import { expect, it } from "vitest";
import { decodeBase58btc, encodeBase58btc } from "../../../src/oap/encoding/index.js";

it.each([
  ["", ""],
  ["00", "1"],
  ["0000287fb4cd", "11233QC4"],
  ["48656c6c6f20576f726c6421", "2NEpo7TZRRrLZSi2U"],
  ["ff", "5Q"],
  ["0100", "5R"],
])("writes %s as %s, and reads it back (draft-msporny-base58, section 5)", (hex, text) => {
  const bytes = new Uint8Array(Buffer.from(hex, "hex"));
  expect(encodeBase58btc(bytes)).toBe(text);
  expect(decodeBase58btc(text)).toEqual(bytes);
});

it.each(["0", "O", "I", "l", "a b", "é", "2-"])("does not read %j", (text) => {
  expect(decodeBase58btc(text)).toBeUndefined();
});
