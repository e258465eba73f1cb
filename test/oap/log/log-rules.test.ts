import { expect, it, vi } from "vitest";
import { logRules } from "../../../src/oap/log/log-rules.js";
import { type chained, idsOf, parties, plainBody, sha256 } from "../log-fixtures.js";

const [ada] = parties;

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
  const own = logRules({ sha256, verifier: () => true });
  expect(own.faultOf(agreement!)).toBeUndefined();
  own.remember(agreement!);
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
    expect(redactions.filter((entry) => own.faultOf(entry) ?? own.remember(entry))).toEqual([]);
  } finally {
    vi.unstubAllGlobals();
  }
  // All names once.
  expect(gathered).toBe(names.length);
});
