import { beforeAll, describe, expect, it } from "vitest";
import { type ExampleEnding, runExample } from "./run-example.js";

// RM-27, the example as a reader runs it: a server and four clients over TCP.

describe("examples/chat-room.ts", () => {
  let ending: ExampleEnding;
  beforeAll(async () => {
    ending = await runExample("chat-room.ts");
  });

  /** What one member was told, or the host heard, in a room, in order. */
  function linesOf(roomId: string, memberId?: string): string[] {
    const start = memberId === undefined ? `${roomId}: negotiation:` : `${roomId}: ${memberId} is told `;
    const lines = ending.stdout.split("\n").filter((line) => line.startsWith(start));
    return lines.map((line) => line.slice(start.length));
  }

  it("RM-27: ends by itself without a complaint", () => {
    expect({ code: ending.code, stderr: ending.stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("RM-27: a pair comes to terms, each told of the other's turns only, and of the end", () => {
    expect(linesOf("lobby-1")).toEqual(["started", "agreed", "settled, accepted (accept)"]);
    expect(linesOf("lobby-1", "client")).toEqual([
      "paired",
      "agent_proposal, 1150.00 EUR",
      "agent_accept, 1000.00 EUR",
      "settled",
    ]);
    expect(linesOf("lobby-1", "designer")).toEqual([
      "paired",
      "agent_counter, 1000.00 EUR",
      "settled",
      "left",
    ]);
  });

  it("RM-27: who hangs up ends the negotiation, and that is heard: withdrawn, then settled, then left", () => {
    expect(linesOf("lobby-2")).toEqual(["started", "withdrawn", "settled, withdrawn (cancelled)"]);
    expect(linesOf("lobby-2", "client")).toEqual(["paired", "agent_proposal, 1150.00 EUR"]);
    expect(linesOf("lobby-2", "designer")).toEqual(["paired", "settled", "left"]);
  });
});
