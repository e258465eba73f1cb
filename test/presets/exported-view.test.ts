import { describe, expect, it } from "vitest";
import { definePreset, type ServiceRules, view } from "../../src/index.js";
import { openRoom } from "../kit/open-room.js";

const CONTEXT = {
  source: { name: "A" },
  candidate: { name: "S" },
  indexContext: { networkId: "n", prompt: "p" },
  discoveryQuery: "Q-SECRET",
};

const blind = definePreset({
  name: "blind",
  rules: {},
  projectContext: (context, seat) => (seat === "initiator" ? context : null),
});

async function opened(rules: ServiceRules) {
  const { room } = openRoom({ rules });
  const created = await room.createNegotiation("ada", "smith", undefined, { context: CONTEXT });
  const viewFor = (partyId: string) => room.viewFor(created.id, partyId);
  return { record: created, viewFor };
}

describe("the exported view", () => {
  it.each(["room", "index", "index-2026-04", "oap", "bindu"] as const)(
    "is what viewFor gives, in preset %s [EN-66]",
    async (preset) => {
      const { record, viewFor } = await opened({ preset, onTurnTimeout: "expire" });
      for (const partyId of ["ada", "smith", "eve"]) {
        expect(view(record, partyId)).toEqual(await viewFor(partyId));
      }
      const isProjected = preset.startsWith("index");
      expect(JSON.stringify(view(record, "smith")).includes("Q-SECRET")).toBe(!isProjected);
    },
  );

  it("shows no context of a preset that it does not know, unless told how [EN-66]", async () => {
    const { record, viewFor } = await opened({ preset: blind });
    for (const partyId of ["ada", "smith"]) {
      expect(view(record, partyId)?.context).toBeNull();
      expect(view(record, partyId, blind.projectContext)).toEqual(await viewFor(partyId));
    }
  });
});
