import { describe, expect, it } from "vitest";
import { HOST, secretOf } from "../../../src/simulation/invariants/index.js";
import { invariantOf, Script, truthOf } from "../observed-histories.js";

const { writes } = new Script();

function found(viewer: string | null, value: unknown, preset = "room"): string | undefined {
  const row = { ...writes[0]?.after, state: { rules: { preset } } } as never;
  const check = invariantOf("I15").watch(truthOf(writes, { row: () => row }), { mode: "safety", seed: 0 });
  return check.onShown?.({ at: 0, negotiationId: "neg_1", viewer, what: "a view", value })?.detail;
}

/** Who of ada, smith, a spectator and the host finds a secret of ada's in what it is shown. */
function finders(kind: Parameters<typeof secretOf>[0], preset?: string): (string | null)[] {
  const value = { turns: [{ deep: [`as a text: ${secretOf(kind, "ada")}`] }] };
  return ["ada", "smith", null, HOST].filter((viewer) => found(viewer, value, preset) !== undefined);
}

describe("I15", () => {
  it("finds an assessment, a consult and a failure of another party, wherever they stand [SM-88]", () => {
    for (const kind of ["assessment", "consult", "failure"] as const) {
      expect(finders(kind)).toEqual(["smith", null]);
    }
    expect(found("smith", { turns: [{ note: secretOf("consult", "ada") }] })).toBe(
      "expected a view for smith without a secret, got turns.0.note.secret:consult:ada",
    );
  });

  it("finds what is sealed in whatever anybody is shown, the host too [SM-88]", () => {
    expect(finders("sealed")).toEqual(["ada", "smith", null, HOST]);
  });

  it("finds of a context what the preset keeps from a seat, and all of it for spectators [SM-88]", () => {
    expect(finders("context")).toEqual([null]);
    expect(finders("query")).toEqual([null]);
    expect(finders("context", "index")).toEqual(["ada", "smith", null]);
    expect(finders("query", "index-2026-04")).toEqual(["smith", null]);
  });

  it("looks through a text, past a signal, and again for another viewer", () => {
    expect(found(null, `1. ada: ${secretOf("assessment", "ada")}`)).toContain("for a spectator");
    const call = {
      get signal(): never {
        throw new Error("not to be made");
      },
    };
    expect(found("ada", call)).toBeUndefined();
    const shared = { note: secretOf("assessment", "ada") };
    const check = invariantOf("I15").watch(truthOf(writes), { mode: "safety", seed: 0 });
    const show = (viewer: string) =>
      check.onShown?.({ at: 0, negotiationId: "neg_1", viewer, what: "a view", value: shared });
    expect([show("ada"), show("smith"), show("smith")].map((one) => one === undefined)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
