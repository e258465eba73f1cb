import { describe, expect, it } from "vitest";
import { fromIndexTurn } from "../../src/presets/index.js";
import { openRoom } from "../kit/open-room.js";

const roles = { ownUser: "agent", otherUser: "patient" };

describe("suggested roles", () => {
  it.each(["index", "index-2026-04"] as const)(
    "show the other side the two roles and nothing beside or below them, in %s [AS-112]",
    async (preset) => {
      for (const suggestedRoles of [
        { ...roles, why: "SECRET" },
        { ownUser: "agent", otherUser: { name: "SECRET" } },
        "SECRET",
        ["SECRET"],
      ]) {
        const rules = { preset, onTurnTimeout: "expire", park: null, assessmentRequired: false } as const;
        const { room } = openRoom({ rules });
        const { id } = await room.createNegotiation("ada", "smith");
        const assessment = { reasoning: "They fit.", suggestedRoles, limit: "SECRET" };
        const moved = await room.submit(id, "ada", {
          action: "propose",
          message: "Hello.",
          assessment,
        } as never);
        expect(moved).toMatchObject({ ok: true });
        expect(JSON.stringify(await room.viewFor(id, "ada"))).toContain("SECRET");
        expect(JSON.stringify(await room.viewFor(id, "smith"))).not.toContain("SECRET");
        expect(JSON.stringify(await room.turns(id, { viewer: "smith" }))).not.toContain("SECRET");
      }
    },
  );

  it("of a wire turn are refused with their path where they hold more [AS-112]", () => {
    const turn = (suggestedRoles: object) =>
      fromIndexTurn({ action: "propose", assessment: { reasoning: "They fit.", suggestedRoles } });
    expect(turn(roles)).toMatchObject({ ok: true });
    const refused = turn({ ...roles, why: "SECRET" });
    expect(refused).toMatchObject({ ok: false });
    expect(JSON.stringify(refused)).toContain('"suggestedRoles"');
    expect(turn({ ownUser: "boss", otherUser: "peer" })).toMatchObject({ ok: false });
  });
});
