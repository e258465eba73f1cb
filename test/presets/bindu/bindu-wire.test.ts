import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBinduContext, readBinduProposal } from "../../../src/presets/bindu/index.js";

const proposal = {
  proposalId: "550e8400-e29b-41d4-a716-446655440000",
  fromAgent: "did:example:agent-1",
  toAgent: "did:example:agent-2",
  terms: {
    taskType: "data-processing",
    maxDurationMinutes: 30,
    costCredits: 100,
    priority: "high",
    deliverables: ["processed_data.csv", "analysis_report.pdf"],
  },
  timestamp: "2025-10-31T10:00:00Z",
  status: "proposed",
};
const context = {
  contextId: "c295ea44-7543-4f78-b524-7a38915ad6e4",
  status: "ongoing",
  participants: ["did:example:agent-coordinator", "did:example:agent-processor"],
  proposals: [proposal, { ...proposal, proposalId: "661f9511", status: "accepted" }],
};

function pathsOf(reading: ReturnType<typeof readBinduProposal> | ReturnType<typeof readBinduContext>) {
  return reading.ok ? "ok" : reading.issues.map(({ path }) => path);
}

describe("readBinduProposal", () => {
  it("AS-105: reads the source's example; only the timestamp gains its milliseconds", () => {
    expect(readBinduProposal(proposal)).toStrictEqual({
      ok: true,
      value: { ...proposal, timestamp: "2025-10-31T10:00:00.000Z" },
    });
  });

  it.each(["proposed", "accepted", "rejected", "countered"])("BD-3: reads the status %s", (status) => {
    expect(readBinduProposal({ ...proposal, status })).toMatchObject({ ok: true, value: { status } });
  });

  it("BD-1, BD-2: takes ids of 1 to 256 characters as they are", () => {
    for (const name of ["x", "did:example:ü", "x".repeat(256)]) {
      const named = { ...proposal, proposalId: name, fromAgent: name, toAgent: name };
      expect(readBinduProposal(named)).toMatchObject({
        ok: true,
        value: { proposalId: name, fromAgent: name },
      });
    }
  });

  it("BD-1, BD-2: refuses ids of no or of more than 256 characters, wherever they stand", () => {
    for (const name of ["", "x".repeat(257)]) {
      const named = { ...proposal, proposalId: name, fromAgent: name, toAgent: name };
      expect(pathsOf(readBinduProposal(named))).toStrictEqual([["proposalId"], ["fromAgent"], ["toAgent"]]);
      const ofContext = readBinduContext({ ...context, contextId: name, participants: ["x", name] });
      expect(pathsOf(ofContext)).toStrictEqual([["contextId"], ["participants", 1]]);
    }
  });

  it("BD-2: writes an instant with an offset in UTC", () => {
    const reading = readBinduProposal({ ...proposal, timestamp: "2025-10-31T12:00:00.123456789+02:00" });
    expect(reading).toMatchObject({ ok: true, value: { timestamp: "2025-10-31T10:00:00.123Z" } });
  });

  it("BD-4: keeps members that Bindu does not know in extra", () => {
    const reading = readBinduProposal({ ...proposal, trace: { hop: 1 }, extra: 7 });
    expect(reading).toMatchObject({ ok: true, value: { extra: { trace: { hop: 1 }, extra: 7 } } });
  });

  it.each([
    ["proposal_id", "proposalId"],
    ["from_agent", "fromAgent"],
    ["to_agent", "toAgent"],
  ])("BD-4: refuses %s, naming %s", (snake, camel) => {
    const { [camel as "proposalId"]: value, ...others } = proposal;
    const reading = readBinduProposal({ ...others, [snake]: value });
    expect(reading).toStrictEqual({
      ok: false,
      issues: [
        { path: [camel], message: `Expected ${camel} to be a string, got nothing.` },
        { path: [snake], message: `Expected the key ${camel}, got ${snake}.` },
      ],
    });
    expect(pathsOf(readBinduProposal({ ...proposal, [snake]: value }))).toStrictEqual([[snake]]);
  });

  it.each(["proposalId", "fromAgent", "toAgent", "terms", "timestamp", "status"])(
    "BD-4: misses %s",
    (key) => {
      expect(pathsOf(readBinduProposal({ ...proposal, [key]: undefined }))).toStrictEqual([[key]]);
      const { [key as "terms"]: _, ...others } = proposal;
      expect(pathsOf(readBinduProposal(others))).toStrictEqual([[key]]);
    },
  );

  it.each<[string, object, (string | number)[]]>([
    ["upper case", { status: "PROPOSED" }, ["status"]],
    ["a session's word", { status: "ongoing" }, ["status"]],
    ["an unknown word", { status: "done" }, ["status"]],
    ["a list of terms", { terms: [] }, ["terms"]],
    ["terms that are text", { terms: "cheap" }, ["terms"]],
    ["terms that are null", { terms: null }, ["terms"]],
    ["a date inside the terms", { terms: { by: new Date(0) } }, ["terms", "by"]],
    ["a number that is none", { terms: { list: [1, Number.NaN] } }, ["terms", "list", 1]],
    [
      "an own __proto__ in the terms",
      { terms: JSON.parse('{"a":{"__proto__":{}}}') },
      ["terms", "a", "__proto__"],
    ],
    ["a local timestamp", { timestamp: "2025-10-31T10:00:00" }, ["timestamp"]],
    ["a timestamp as number", { timestamp: 1_700_000_000_000 }, ["timestamp"]],
    ["an empty id", { proposalId: "" }, ["proposalId"]],
    ["a long id", { fromAgent: "x".repeat(257) }, ["fromAgent"]],
    ["a number as id", { toAgent: 7 }, ["toAgent"]],
    ["an unknown member that is no JSON", { hook: () => 1 }, ["hook"]],
  ])("AS-106: refuses %s with its path", (_, change, path) => {
    expect(pathsOf(readBinduProposal({ ...proposal, ...change }))).toStrictEqual([path]);
  });

  it("BD-4: says what was expected, and shows no terms", () => {
    const reading = readBinduProposal({ ...proposal, status: "done", terms: ["SECRET"], timestamp: "soon" });
    expect(!reading.ok && reading.issues.map(({ message }) => message)).toStrictEqual([
      "Expected timestamp to be an ISO 8601 instant with an offset, such as 2026-11-21T10:00:00Z.",
      'Expected status to be one of proposed, accepted, rejected, countered, got "done".',
      "Expected terms to be an object, got an array.",
    ]);
  });

  it("BD-4: refuses an own __proto__ beside the members", () => {
    const text = JSON.stringify(proposal).replace("{", '{"__proto__":{"status":"accepted"},');
    expect(pathsOf(readBinduProposal(JSON.parse(text)))).toStrictEqual([["__proto__"]]);
  });
});

describe("readBinduContext", () => {
  it("AS-105: reads the source's example", () => {
    const proposals = context.proposals.map((one) => ({ ...one, timestamp: "2025-10-31T10:00:00.000Z" }));
    expect(readBinduContext(context)).toStrictEqual({ ok: true, value: { ...context, proposals } });
  });

  it.each([
    ["initiated", "initiated"],
    ["ongoing", "ongoing"],
    ["completed", "completed"],
    ["rejected", "rejected"],
    ["proposed", "initiated"],
    ["countered", "ongoing"],
    ["accepted", "completed"],
  ])("BD-3, AS-106: reads the status %s as %s", (status, read) => {
    expect(readBinduContext({ ...context, status })).toMatchObject({ ok: true, value: { status: read } });
  });

  it("BD-4: keeps unknown members on both levels", () => {
    const reading = readBinduContext({ ...context, note: "n", proposals: [{ ...proposal, hop: 1 }] });
    expect(reading).toMatchObject({
      ok: true,
      value: { extra: { note: "n" }, proposals: [{ extra: { hop: 1 } }] },
    });
  });

  it("BD-3: reads a context without participants and proposals", () => {
    expect(readBinduContext({ ...context, participants: [], proposals: [] }).ok).toBe(true);
  });

  it.each<[string, object, (string | number)[][]]>([
    ["upper case", { status: "ONGOING" }, [["status"]]],
    ["an unknown word", { status: "done" }, [["status"]]],
    ["no participants", { participants: undefined }, [["participants"]]],
    ["an empty participant", { participants: ["a", ""] }, [["participants", 1]]],
    ["a number as participant", { participants: [7] }, [["participants", 0]]],
    ["proposals that are no list", { proposals: {} }, [["proposals"]]],
    ["a snake", { context_id: "c" }, [["context_id"]]],
    ["an unknown member that is no JSON", { n: 1n }, [["n"]]],
    [
      "two wrong proposals",
      { proposals: [proposal, null, { ...proposal, terms: { x: () => 1 } }] },
      [
        ["proposals", 1],
        ["proposals", 2, "terms", "x"],
      ],
    ],
  ])("AS-106: refuses %s with its path", (_, change, paths) => {
    expect(pathsOf(readBinduContext({ ...context, ...change }))).toStrictEqual(paths);
  });
});

it("BD-4: names the proposal of a context that cannot be read", () => {
  const read = readBinduContext({ ...context, proposals: [proposal, { ...proposal, terms: [] }] });
  expect(pathsOf(read)).toStrictEqual([["proposals", 1, "terms"]]);
});

it("BD-4: reading never throws", () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const thrower = {
    get status(): string {
      throw new Error("no");
    },
  };
  for (const value of [undefined, null, "text", 7, [], revoked.proxy, thrower, new Map()]) {
    expect(readBinduProposal(value).ok).toBe(false);
    expect(readBinduContext(value).ok).toBe(false);
    expect(readBinduContext({ ...context, proposals: [value] }).ok).toBe(false);
  }
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withMap: true }), (value) => {
      expect(typeof readBinduProposal({ ...proposal, terms: value, more: value }).ok).toBe("boolean");
      expect(typeof readBinduContext({ ...context, proposals: value }).ok).toBe("boolean");
    }),
  );
});
