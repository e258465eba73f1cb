import { describe, expect, it } from "vitest";
import { unknownNegotiation } from "../../../src/service/commands/index.js";
import { malformed, queueFull } from "../../../src/service/commands/input-refusals.js";
import { negotiationOf } from "../../kit/builders.js";

const record = negotiationOf({ opening: { price: 40 } });
const issues = [{ path: ["action"], message: "Expected an action." }];

describe("refusals at the door", () => {
  it("EN-40: a party hears the version and what it may do, a stranger neither", () => {
    expect(malformed(record, record.id, record.initiator.id, issues)).toMatchObject({
      code: "move_invalid",
      version: record.version,
      legal: { floor: record.floor },
    });
    expect(malformed(record, record.id, "nobody", issues)).toMatchObject({ version: null, legal: null });
    expect(malformed(undefined, record.id, record.initiator.id, issues)).toMatchObject({ version: null });
  });

  it("EN-40: an unknown id is repeated as text only", () => {
    expect(unknownNegotiation("n-9")).toMatchObject({ code: "unknown_negotiation", details: { id: "n-9" } });
    expect(unknownNegotiation(7 as never)).toMatchObject({ negotiationId: null, details: { id: null } });
  });

  it("EN-40: the host's own command in a full queue is told the version", () => {
    const refused = queueFull(record, record.id, null);
    expect(refused).toMatchObject({ code: "queue_full", details: { limit: 100 }, version: record.version });
    expect(queueFull(record, record.id, "nobody").version).toBeNull();
  });
});
