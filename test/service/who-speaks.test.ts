import { describe, expect, it } from "vitest";
import { proposedTo } from "./watched-room.js";

/** Ada's 40 stands, and a socket says something. */
async function opened() {
  const proposed = await proposedTo();
  const said = (fromAgent: string) => ({ type: "agent_accept", negotiationId: proposed.id, fromAgent });
  return { ...proposed, said, status: () => proposed.record().status };
}

describe("who speaks in a message", () => {
  it("is whom the host names: ada's socket cannot accept as smith [EN-58]", async () => {
    const { room, said, told, status } = await opened();
    await room.handleAgentMessage(said("smith"), { partyId: "ada" });
    expect(status()).toBe("proposed");
    expect(told("message:dropped")).toMatchObject([
      { code: "forbidden_party", details: { partyId: "ada", fromAgent: "smith" } },
    ]);
  });

  it("takes what the named party says [EN-58]", async () => {
    const { room, said, told, status } = await opened();
    await room.handleAgentMessage(said("smith"), { partyId: "smith" });
    expect(status()).toBe("accepted");
    expect(told("message:dropped")).toEqual([]);
  });

  it("is believed only where the host hands in no name at all [EN-58]", async () => {
    const { room, said, status } = await opened();
    for (const partyId of [undefined, null, "", 7]) {
      const handled = room.handleAgentMessage(said("smith"), { partyId } as never);
      await expect(handled).rejects.toThrow(TypeError);
      expect(status()).toBe("proposed");
    }
    await expect(room.handleAgentMessage(said("smith"), { party: "ada" } as never)).rejects.toThrow(
      /partyId/,
    );
    await room.handleAgentMessage(said("smith"));
    expect(status()).toBe("accepted");
  });
});
