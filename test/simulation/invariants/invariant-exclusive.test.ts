import { describe, expect, it } from "vitest";
import type { PresetRules } from "../../../src/testing/agents/index.js";
import { changed, findingsIn, invariantOf, Script } from "../observed-histories.js";

function created(
  oneActive: PresetRules["oneActive"],
  given: ConstructorParameters<typeof Script>[1] = {},
): Script {
  return new Script({ oneActive }, given);
}

const second = { id: "neg_2", commandId: "create-2" };
const ada = Object.freeze({ id: "ada", kind: "personal" as const });
const smith = Object.freeze({ id: "smith", kind: "personal" as const });
const jones = Object.freeze({ id: "jones", kind: "personal" as const });

const found = (...scripts: readonly Script[]): string[] =>
  findingsIn(
    scripts.flatMap(({ writes }) => writes),
    { invariants: [invariantOf("I7")] },
  );

describe("I7", () => {
  it("passes a second negotiation once the first is over", () => {
    const first = created("room").give({ type: "cancel", details: null });
    expect(found(first, created("room", second))).toEqual([]);
  });

  it("passes two at a time where the rules lock nothing, another pair or another room", () => {
    expect(found(created("none"), created("none", second))).toEqual([]);
    expect(found(created("pair"), created("pair", { ...second, responder: jones }))).toEqual([]);
    expect(found(created("room"), created("room", { ...second, roomId: "room-2" }))).toEqual([]);
  });

  it("finds two live ones of a room, and of a pair in whichever order", () => {
    expect(found(created("room"), created("room", second))[0]).toContain("neg_1 and neg_2");
    const mirrored = created("pair", { ...second, initiator: smith, responder: ada });
    expect(found(created("pair"), mirrored)[0]).toContain("neg_1 and neg_2");
  });

  it("finds a key that is missing, too much, changed, or shared by two scopes", () => {
    const without = (key: string | null) => (write: any) =>
      changed(write, (draft) => (draft.after.exclusiveKey = key));
    const of = (script: Script, key: string | null): string[] =>
      findingsIn(script.writes.map(without(key)), { invariants: [invariantOf("I7")] });
    expect(of(created("room"), null)).toHaveLength(1);
    expect(of(created("none"), "a key")).toHaveLength(1);
    const moved = created("room").move({ action: "propose", terms: 1 });
    expect(
      findingsIn([moved.writes[0] as never, without("other")(moved.last)], {
        invariants: [invariantOf("I7")],
      }),
    ).toHaveLength(1);
    const elsewhere = created("room", { ...second, roomId: "room-2" });
    const key = moved.writes[0]?.after.exclusiveKey ?? null;
    const shared = [moved.writes[0] as never, ...elsewhere.writes.map(without(key))];
    expect(findingsIn(shared, { invariants: [invariantOf("I7")] })[0]).toContain("the scope of");
  });

  it("finds two live ones in the end that no write has shown", () => {
    const first = created("room");
    const rows = [...first.writes, ...created("room", second).writes].map(({ after }) => after);
    const findings = findingsIn(first.writes, {
      invariants: [invariantOf("I7")],
      truth: { rows: () => rows },
    });
    expect(findings).toHaveLength(1);
  });
});
