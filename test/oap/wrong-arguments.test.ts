import { expect, it } from "vitest";
import {
  agreementCommitment,
  mayOpen,
  oapParty,
  publicForm,
  redactDisclosures,
  verifyAgreement,
  verifyLog,
  verifyReceipt,
} from "../../src/oap/index.js";

const sha256 = (): Uint8Array => new Uint8Array(32);
const nothing = undefined as never;

it.each([
  [
    "publicForm of what find gives for an unknown id",
    () => publicForm(nothing),
    "logged to be of type object",
  ],
  ["agreementCommitment of null", () => agreementCommitment(null as never), "agreement to be of type object"],
  ["mayOpen of null", () => mayOpen(null as never), "manifest to be of type object"],
  [
    "redactDisclosures of a text",
    () => redactDisclosures({}, {}, "/terms/a" as never),
    "pointers to be a list",
  ],
  [
    "oapParty without it",
    () => oapParty({ signer: { kid: "", sign: () => nothing } } as never),
    "sha256 to be a function",
  ],
  [
    "oapParty by a signer that cannot sign",
    () => oapParty({ sha256, signer: { kid: "" } } as never),
    "a signer with sign",
  ],
  ["verifyAgreement without sha256", () => verifyAgreement({}, {} as never), "sha256 to be a function"],
  ["verifyReceipt without it", () => verifyReceipt({}, { logKeys: [] } as never), "sha256 to be a function"],
  ["verifyLog without it", () => verifyLog([], {} as never), "sha256 to be a function"],
])("says in words what a helper was to be given: %s [SY-16]", async (_, call, words) => {
  const error: unknown = await (async () => call())().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TypeError);
  expect((error as Error).message).toMatch(new RegExp(`^Expected ${words}, got [^{]+\\.$`));
});
