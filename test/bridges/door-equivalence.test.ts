import type { CallToolResult } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { createNegotiationClient } from "../../src/bridges/client/index.js";
import { MemoryStore, type Move, NegotiationRooms } from "../../src/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { T0 } from "../kit/open-room.js";
import { saying, served as servedAgent, told } from "./a2a/served-agent.js";
import { RULES, served } from "./http/served-bridge.js";
import { bridged, inMemory } from "./mcp/mcp-clients.js";

// One negotiation, played through each door by parties that know nothing but the door, leaves one record (BR-10).

interface Price {
  readonly price: number;
}

/** How a move is handed in. */
interface Handed {
  readonly commandId: string;
  readonly expectedVersion: number;
}

/** What a door says of a move: that it is in, that it was in already, or the code of its refusal. */
type Said = "recorded" | "repeated" | string;

/** A party at a door. */
type Hand = (id: string, move: Move<Price>, handed: Handed) => Promise<Said>;

/** The rooms behind a door, as their host has them. */
interface World {
  readonly rooms: NegotiationRooms<any>;
}

/** Who a door lets in. To add a door is to add a row. */
const DOORS: Readonly<Record<string, (world: World) => Promise<(party: string) => Promise<Hand>>>> = {
  directly:
    async ({ rooms }) =>
    async (party) =>
    async (id, move, handed) => {
      const result = await rooms.room("market-7").submit(id, party, move, handed);
      return result.ok ? (result.duplicate ? "repeated" : "recorded") : result.code;
    },

  "over HTTP": async ({ rooms }) => {
    const { ask } = await served({ rooms });
    return async (party) =>
      async (id, move, { commandId, expectedVersion }) => {
        const { status, headers, body } = await ask("POST", `/negotiations/${id}/moves`, {
          as: party,
          body: move,
          headers: { "idempotency-key": commandId, "if-match": `"${expectedVersion}"` },
        });
        if (status !== 200) return body.code;
        return headers.has("idempotency-replayed") ? "repeated" : "recorded";
      };
  },

  "by the client": async ({ rooms }) => {
    const { base: baseUrl } = await served({ rooms });
    return async (party) => {
      const headers = { authorization: `Bearer ${party}` };
      const client = createNegotiationClient<Price>({ baseUrl, headers });
      return async (id, { action, ...fields }, handed) => {
        const result = await client[action](id, fields as never, handed);
        return result.ok ? (result.duplicate ? "repeated" : "recorded") : result.code;
      };
    };
  },

  "over A2A": async ({ rooms }) => {
    // Each party asks the agent that the other one is.
    const agents = new Map([
      ["ada", await servedAgent({ rooms, self: "smith" })],
      ["smith", await servedAgent({ rooms, self: "ada" })],
    ]);
    return async (party) => {
      const client = await agents.get(party)!.client(party);
      return async (taskId, move, { commandId, expectedVersion }) => {
        const given = { taskId, messageId: commandId, returnImmediately: true };
        const sent = client.sendMessage(saying({ ...move, expectedVersion }, given));
        // The SDK itself refuses messages to what is over.
        const result = await sent.catch((error: Error) => error);
        if (result instanceof Error)
          return /terminal state/.test(result.message) ? "negotiation_over" : String(result);
        const { data, extension } = told(result);
        return data?.code ?? (extension.duplicate === true ? "repeated" : "recorded");
      };
    };
  },

  "over MCP": async ({ rooms }) => {
    const bridge = bridged({ rooms });
    return async (party) => {
      const client = await inMemory(bridge, party);
      return async (negotiationId, { action, terms, message, assessment }, handed) => {
        const { reasoning } = assessment as { reasoning: string };
        const given = {
          negotiationId,
          action,
          reasoning,
          ...(terms && { terms }),
          ...(message && { message }),
          ...handed,
        };
        const { isError, structuredContent, content } = (await client.callTool({
          name: "respond_to_negotiation",
          arguments: given,
        })) as CallToolResult;
        if (isError === true) return (content[0] as { text: string }).text.split(":")[0] ?? "";
        return (structuredContent as { duplicate?: boolean }).duplicate === true ? "repeated" : "recorded";
      };
    };
  },
};

const because = (reasoning: string) => ({ assessment: { reasoning } });

/** Who does what on which version, and what every door says of it. */
const SCRIPT: readonly (readonly [party: string, move: Move<Price>, handed: Handed, said: Said])[] = [
  [
    "ada",
    { action: "propose", terms: { price: 40 }, message: "40?", ...because("Low.") },
    on("p", 0),
    "recorded",
  ],
  ["smith", { action: "question", message: "From where?", ...because("Unclear.") }, on("q", 1), "recorded"],
  ["ada", { action: "counter", terms: { price: 45 }, ...because("Still low.") }, on("c", 2), "recorded"],
  ["smith", { action: "accept", ...because("Enough.") }, on("stale", 2), "stale_version"],
  ["ada", { action: "counter", terms: { price: 45 }, ...because("Still low.") }, on("c", 2), "repeated"],
  [
    "ada",
    { action: "counter", terms: { price: 50 }, ...because("Too eager.") },
    on("c", 2),
    "command_conflict",
  ],
  ["smith", { action: "accept", ...because("Enough.") }, on("a", 3), "recorded"],
  ["ada", { action: "reject", ...because("Regret.") }, on("late", 4), "negotiation_over"],
];

function on(commandId: string, expectedVersion: number): Handed {
  return { commandId, expectedVersion };
}

/** The negotiation as it is stored after the script, row and log, and what was said on the way. */
async function played(door: string): Promise<{ stored: unknown; said: readonly Said[] }> {
  const clock = new ManualClock(T0);
  const store = new MemoryStore();
  const rooms = new NegotiationRooms<any>({ clock, store, rules: RULES, warnings: false });
  const open = await DOORS[door]!({ rooms });
  const hands = new Map<string, Hand>();
  for (const party of ["ada", "smith"]) hands.set(party, await open(party));
  const { id } = await rooms
    .room("market-7")
    .createNegotiation("ada", "smith", undefined, { commandId: "open" });
  const said: Said[] = [];
  for (const [party, move, handed] of SCRIPT) {
    await clock.advance(1_000);
    said.push(await hands.get(party)!(id, move, handed));
  }
  const stored = {
    row: await store.load(id),
    turns: await store.turns(id),
    entries: await store.entries(id),
  };
  await rooms.close();
  return { stored: masked(stored), said };
}

/** Ids become numbers in the order in which they come, instants the time since the beginning of the world. */
function masked(stored: unknown): unknown {
  const ids = new Map<string, string>();
  const text = JSON.stringify(stored, (_, value: unknown) =>
    typeof value === "number" && value >= T0 ? `+${value - T0}` : value,
  );
  return JSON.parse(
    text.replaceAll(/"(?:neg|prop|cmd|turn|ent)_[\w-]{10,}"/g, (id) => {
      const known = ids.get(id) ?? `"id ${ids.size}"`;
      ids.set(id, known);
      return known;
    }),
  );
}

describe("one negotiation through every door", () => {
  it.each(Object.keys(DOORS))("leaves the same record and the same log, played %s [BR-10]", async (door) => {
    const { stored, said } = await played(door);
    expect(said).toEqual(SCRIPT.map(([, , , one]) => one));
    expect(stored).toEqual((await played("directly")).stored);
  });

  it("leaves a record that says all of it, with no id and no instant left to differ [BR-10]", async () => {
    const { stored } = await played("directly");
    expect(stored).toMatchObject({
      row: { version: 4, status: "accepted", turnCount: 4 },
      turns: [
        { action: "propose" },
        { action: "question" },
        { action: "counter", commandId: "c" },
        { action: "accept" },
      ],
    });
    expect(JSON.stringify(stored)).not.toMatch(/_[\w-]{20,}|1[67]\d{11}/);
  });
});
