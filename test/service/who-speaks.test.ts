import { describe, expect, it } from "vitest";
import { type Terms, watchedRoom } from "./watched-room.js";

/** Ada's 40 stands, and a socket says something. */
async function opened() {
  const watched = watchedRoom<Terms>();
  const { id } = await watched.room.createNegotiation("ada", "smith", { price: 40 });
  const said = (fromAgent: string) => ({ type: "agent_accept", negotiationId: id, fromAgent });
  return { ...watched, id, said, status: () => watched.room.getNegotiation(id)?.status };
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
