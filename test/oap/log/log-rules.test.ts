import { expect, it, vi } from "vitest";
import { isBody, logRules } from "../../../src/oap/log/log-rules.js";
import { chained, idsOf, parties, plainBody, sha256 } from "../log-fixtures.js";

const rules = () => logRules({ sha256, verifier: () => true });
const [ada, smith] = parties;

it("SG-42: bodies are told apart by their kind, and have its members alone", () => {
  const [entry] = chained([{}]);
  expect(isBody(entry!)).toBe(true);
  for (const kind of ["cosignature", "redaction", "withdrawal_penalty"] as const) {
    expect(isBody({ ...entry!, kind })).toBe(false);
  }
  expect(isBody({ ...entry!, body: {} })).toBe(false);
});

it("SG-42: a redaction of a large agreement asks for no more than its own pointers, however many there are", () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `/terms/${index}x`);
  const digests = Object.fromEntries(names.map((name) => [name, "A".repeat(43)]));
  const { agreement_id } = idsOf(0);
  const drafts = names.map((name) => ({
    kind: "redaction" as const,
    body: { agreement_id, party: ada.did, pointers: [name] },
  }));
  const [agreement, ...redactions] = [{ body: { ...plainBody(0), digests } }, ...drafts].map(
    (draft, seq) => ({
      ...{ seq, prev: "", kind: "agreement" as const, at: 0 },
      ...draft,
    }),
  ) as unknown as ReturnType<typeof chained>;
  const own = rules();
  expect(own.faultOf(agreement!)).toBeUndefined();
  let gathered = 0;
  vi.stubGlobal(
    "Set",
    class extends Set<unknown> {
      constructor(members: readonly unknown[]) {
        super(members);
        gathered += members.length;
      }
    },
  );
  try {
    expect(redactions.filter((entry) => own.faultOf(entry) !== undefined)).toEqual([]);
  } finally {
    vi.unstubAllGlobals();
  }
  // All names once, and the one of each redaction.
  expect(gathered).toBe(2 * names.length);
});

it("SG-42: a party that signed in the agreement's entry signs no more, the other one once", () => {
  const own = rules();
  const { agreement_id } = idsOf(0);
  const signed = (party: string) => ({ kind: "cosignature" as const, body: { agreement_id, party } });
  const entries = chained([{}, signed(smith.did), signed(ada.did), signed(ada.did)]);
  expect(entries.map((entry) => own.faultOf(entry))).toEqual([
    undefined,
    "signature_invalid",
    undefined,
    "signature_invalid",
  ]);
});
