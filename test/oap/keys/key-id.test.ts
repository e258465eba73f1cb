import { expect, it } from "vitest";
import { isDid, partsOfKeyId } from "../../../src/oap/keys/index.js";

it.each(["did:key:z6Mk", "did:web:example.com%3A3000:user:alice", "did:x:a", `did:x:${"a".repeat(250)}`])(
  "takes %s for a DID",
  (did) => {
    expect(isDid(did)).toBe(true);
    expect(partsOfKeyId(`${did}#key-1`)).toEqual({ did, fragment: "key-1" });
  },
);

it.each([
  "",
  "did:",
  "did:key",
  "did:key:",
  "DID:key:z",
  "did:Key:z",
  "did:key:z#a",
  "did:key:z?a",
  "did:key:z/a",
  "did:key:z ",
  "did:key:é",
  `did:x:${"a".repeat(251)}`,
  "did:x:a\n",
  1,
  null,
])("takes %j for none", (did) => {
  expect(isDid(did)).toBe(false);
  expect(partsOfKeyId(`${did}#key`)).toBeUndefined();
});

it.each([
  "did:x:a#",
  "did:x:a",
  "#key",
  "did:x:a#b#c",
  "did:x:a#b c",
  'did:x:a#"',
  "did:x:a#\\",
  "did:x:a#é",
  `did:x:a#${"b".repeat(257)}`,
])("SG-13: takes %j for no key id", (kid) => {
  expect(partsOfKeyId(kid)).toBeUndefined();
});
