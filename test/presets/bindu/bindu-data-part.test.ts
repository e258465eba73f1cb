import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/core/json/index.js";
import type { BinduContext, BinduProposal } from "../../../src/presets/bindu/index.js";
import {
  fromDataPart,
  printBinduContext,
  printBinduProposal,
  readBinduContext,
  readBinduProposal,
  toDataPart,
} from "../../../src/presets/bindu/index.js";

const known = [
  "proposalId",
  "fromAgent",
  "toAgent",
  "terms",
  "timestamp",
  "status",
  "contextId",
  "participants",
  "proposals",
];
const snakes = ["proposal_id", "from_agent", "to_agent", "context_id"];

const name = fc.string({ minLength: 1, maxLength: 256, unit: "binary" }).filter((text) => text.length <= 256);
const key = fc
  .oneof(fc.string({ unit: "binary" }), fc.constantFrom("extra", "constructor"))
  .filter((one) => one !== "__proto__");
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(2 ** 53 - 1, -(2 ** 53) + 1, 0.1, null, true, "", [], {}),
    fc.integer(),
    fc.string({ unit: "binary" }),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3 }),
  ),
})).value;
const terms = fc.dictionary(key, json, { maxKeys: 4 }) as fc.Arbitrary<JsonObject>;
const extra = (fc.dictionary(key, json, { minKeys: 1, maxKeys: 3 }) as fc.Arbitrary<JsonObject>).filter(
  (one) => Object.keys(one).every((member) => !known.includes(member) && !snakes.includes(member)),
);
const withExtra = <T extends object>(shape: fc.Arbitrary<T>) =>
  fc
    .tuple(shape, fc.option(extra, { nil: undefined }))
    .map(([value, more]) => (more === undefined ? value : { ...value, extra: more }));

const proposals: fc.Arbitrary<BinduProposal> = withExtra(
  fc.record({
    proposalId: name,
    fromAgent: name,
    toAgent: name,
    terms,
    timestamp: fc.integer({ min: 0, max: 4_000_000_000_000 }).map((at) => new Date(at).toISOString()),
    status: fc.constantFrom("proposed", "accepted", "rejected", "countered" as const),
  }),
);
const contexts: fc.Arbitrary<BinduContext> = withExtra(
  fc.record({
    contextId: name,
    status: fc.constantFrom("initiated", "ongoing", "completed", "rejected" as const),
    participants: fc.array(name, { maxLength: 4 }),
    proposals: fc.array(proposals, { maxLength: 3 }),
  }),
);

const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("printing", () => {
  it("BD-6: every proposal reads back as it was", () => {
    fc.assert(
      fc.property(proposals, (proposal) => {
        expect(readBinduProposal(overTheWire(printBinduProposal(proposal)))).toEqual({
          ok: true,
          value: proposal,
        });
      }),
    );
  });

  it("BD-6: every context reads back as it was", () => {
    fc.assert(
      fc.property(contexts, (context) => {
        expect(readBinduContext(overTheWire(printBinduContext(context)))).toEqual({
          ok: true,
          value: context,
        });
      }),
    );
  });

  it("BD-4: writes unknown members at the level where they were, and has exactly Bindu's keys else", () => {
    const wire = {
      proposalId: "p",
      fromAgent: "a",
      toAgent: "b",
      terms: { x: 1 },
      timestamp: "2025-10-31T10:00:00.000Z",
      status: "proposed",
    };
    for (const sent of [wire, { ...wire, trace: [1], extra: { deep: true } }]) {
      const reading = readBinduProposal(sent);
      expect(reading.ok && printBinduProposal(reading.value)).toStrictEqual(sent);
      const session = { contextId: "c", status: "ongoing", participants: ["a"], proposals: [sent], note: 1 };
      const read = readBinduContext(session);
      expect(read.ok && printBinduContext(read.value)).toStrictEqual(session);
    }
  });
});

describe("data parts", () => {
  it("BD-5: carry a proposal or a context there and back", () => {
    fc.assert(
      fc.property(fc.oneof(proposals, contexts), (payload) => {
        const part = toDataPart(payload);
        expect(part.kind).toBe("data");
        expect(fromDataPart(overTheWire(part))).toEqual(payload);
      }),
    );
  });

  it("BD-5: anything else is null", () => {
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const data = { contextId: "c", status: "ongoing", participants: [], proposals: [] };
    expect(fromDataPart({ kind: "data", data, metadata: {} })).toStrictEqual(data);
    const others = [
      undefined,
      null,
      "text",
      [],
      {},
      revoked.proxy,
      { kind: "text", text: "hi" },
      { kind: "data" },
      { kind: "data", data: null },
      { kind: "data", data: { action: "accept" } },
      { kind: "data", data: { ...data, status: "done" } },
      { kind: "DATA", data },
    ];
    for (const part of others) expect(fromDataPart(part)).toBeNull();
  });
});
