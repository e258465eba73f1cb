import { describe, expect, it } from "vitest";
import { RoomAgents, seatOnFloor } from "../../../src/service/agents/index.js";
import { negotiationOf } from "../../kit/builders.js";

const record = negotiationOf({ opening: { price: 40 } });
const own = () => ({ action: "accept" as const });
const found = () => ({ action: "reject" as const });

describe("RoomAgents", () => {
  it("takes the agent that the party brought before the one that the host finds", () => {
    const agents = new RoomAgents({ agentFor: () => found, fallback: undefined });
    expect(agents.of(record)).toBe(found);
    agents.bring(record, { [seatOnFloor(record)]: own });
    expect(agents.of(record)).toBe(own);
    agents.forget(record.id);
    expect(agents.of(record)).toBe(found);
  });

  it("EN-27: takes the fallback, and nobody else, while the turn is the fallback's", () => {
    const agents = new RoomAgents({ agentFor: () => found, fallback: own });
    expect(agents.of({ ...record, awaiting: { kind: "fallback", since: 0 } })).toBe(own);
    expect(agents.of(record)).toBe(found);
  });

  it("has an agent that fails where the host cannot say who answers", async () => {
    const cause = new Error("no such table");
    const agents = new RoomAgents({
      agentFor: () => {
        throw cause;
      },
      fallback: undefined,
    });
    await expect(agents.of(record)?.({} as never)).rejects.toBe(cause);
  });
});
