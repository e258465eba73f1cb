import { describe, expect, it } from "vitest";
import { NegotiationRooms } from "../../../src/index.js";
import type { Agent } from "../../../src/ports/index.js";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { fetchAs, part, saying, served, text, told, URI } from "./served-agent.js";

/** Counters once with 55, then takes what it is offered. */
const seller: Agent<any> = ({ turns }) =>
  turns.length === 1
    ? { action: "counter", terms: { price: 55 }, message: "Our cost." }
    : { action: "accept" };
const smith = { id: "smith", kind: "system", agent: seller } as const;
const sellerOf = ({ id }: { readonly id: string }) => (id === "smith" ? seller : undefined);
/** Thinks until it is told to go on. */
function slow(): { readonly party: any; go: (move: object) => void } {
  const waiting: ((move: object) => void)[] = [];
  const agent: Agent<any> = () => new Promise((resolve) => waiting.push(resolve as never));
  return { party: { id: "smith", kind: "system", agent }, go: (move) => waiting.shift()!(move) };
}

describe.each(["JSONRPC", "HTTP+JSON"] as const)("a task over %s", (transport) => {
  it("is a negotiation from the opening to the deal, with its outcome as an artifact [AA-1] [AA-3]", async () => {
    const agent = await served({ self: smith });
    const ada = await agent.client("ada", transport);
    const first = told(
      await ada.sendMessage(saying({ action: "propose", terms: { price: 40 } }, { contextId: "m-7" })),
    );
    expect(first).toMatchObject({
      contextId: "m-7",
      state: "input required",
      data: { action: "counter", terms: { price: 55 }, message: "Our cost." },
      extension: { negotiationId: first.id, status: "countered", version: 1, turn: 2 },
    });
    expect(first.extension.legalActions).toContain("accept");
    const record = agent.rooms.peek("m-7")!.getNegotiation(first.id)!;
    expect(record).toMatchObject({
      initiator: { id: "ada" },
      responder: { id: "smith" },
      status: "countered",
    });
    const ids = { taskId: first.id, contextId: "m-7" };
    const last = told(await ada.sendMessage(saying({ action: "counter", terms: { price: 50 } }, ids)));
    expect(last).toMatchObject({
      state: "completed",
      extension: { status: "accepted", reason: "accept" },
      outcome: { status: "accepted", reason: "accept", terms: { price: 50 }, turnCount: 4 },
    });
    expect(told(await ada.getTask({ tenant: "", id: first.id }))).toMatchObject({
      state: "completed",
      outcome: last.outcome,
    });
    await expect(ada.sendMessage(saying({ action: "accept" }, ids))).rejects.toThrow(/terminal/);
    expect(agent.faults).toEqual([]);
  });

  it("streams the task first, then the news, the artifact, and the end [AA-5]", async () => {
    const agent = await served({ self: { ...smith, agent: () => ({ action: "accept" }) } });
    const ada = await agent.client("ada", transport);
    const kinds: unknown[] = [];
    for await (const { payload } of ada.sendMessageStream(
      saying({ action: "propose", terms: { price: 40 } }),
    ))
      kinds.push(payload?.$case === "statusUpdate" ? payload.value.status?.state : payload?.$case);
    expect(kinds[0]).toBe("task");
    expect(kinds.slice(-2)).toEqual(["artifactUpdate", 3]);
  });
});

describe("a task", () => {
  it("is submitted at first, works while our side has the floor, and asks for input when it is the peer's [AA-3]", async () => {
    const { party, go } = slow();
    const agent = await served({ self: party });
    const ada = await agent.client("ada");
    const opening = saying({ action: "propose", terms: { price: 40 } }, { returnImmediately: true });
    const first = told(await ada.sendMessage(opening));
    expect(first.state).toBe("submitted");
    const state = async () => told(await ada.getTask({ tenant: "", id: first.id })).state;
    await expect.poll(state).toBe("working");
    go({ action: "counter", terms: { price: 60 } });
    await expect.poll(state).toBe("input required");
  });

  it.each([
    ["accepted", { action: "accept" }, "completed"],
    ["rejected", { action: "reject", reason: "No." }, "completed"],
    ["withdrawn", { action: "withdraw" }, "canceled"],
  ])("that our side ends %s is over, with the outcome [AA-3]", async (status, move, state) => {
    const rooms = new NegotiationRooms<any>({
      rules: { actions: ["propose", "counter", "accept", "reject", "withdraw"] },
    });
    const agent = await served({ rooms, self: { ...smith, agent: () => move as never } });
    const ada = await agent.client("ada");
    const last = told(await ada.sendMessage(saying({ action: "propose", terms: { price: 40 } })));
    expect(last).toMatchObject({ state, outcome: { status, turnCount: 2 }, extension: { status } });
  });

  it("fails with an agent that fails, and is complete with a deadline that passed while nobody was connected [AA-3] [AA-4]", async () => {
    const clock = new ManualClock(1_800_000_000_000);
    const rooms = new NegotiationRooms<any>({ clock, rules: { onFailure: "stall" }, warnings: false });
    const broken = { ...smith, agent: () => Promise.reject(new Error("limit 4711")) };
    const agent = await served({ rooms, self: broken });
    const ada = await agent.client("ada");
    const failed = await ada.sendMessage(saying({ action: "propose", terms: { price: 40 } }));
    expect(told(failed)).toMatchObject({ state: "failed", outcome: { reason: "agent_error" } });
    expect(JSON.stringify(failed)).not.toContain("4711");
    const other = await served({ rooms: new NegotiationRooms<any>({ clock }), self: smith });
    const eve = await other.client("eve");
    const { id } = told(await eve.sendMessage(saying({ action: "propose", terms: { price: 40 } })));
    await clock.advance(3_600_000);
    expect(told(await eve.getTask({ tenant: "", id }))).toMatchObject({
      state: "completed",
      outcome: { status: "expired", terms: null },
    });
  });

  it("is withdrawn by CancelTask, also where no message has been since a restart, and else is not cancelable [AA-3]", async () => {
    const store = new MemoryStore();
    const rules = { actions: ["propose", "counter", "accept", "reject", "withdraw"] } as const;
    const make = () => new NegotiationRooms<any>({ store, rules: { ...rules } as never });
    const first = await served({ rooms: make(), self: smith });
    const ada = await first.client("ada");
    const opened = async () =>
      told(await ada.sendMessage(saying({ action: "propose", terms: { price: 40 } }))).id;
    const [one, two] = [await opened(), await opened()];
    const canceled = told(await ada.cancelTask({ tenant: "", id: one, metadata: undefined }));
    expect(canceled).toMatchObject({
      state: "canceled",
      outcome: { status: "withdrawn", reason: "withdraw" },
    });
    await first.close();
    const second = await served({ rooms: make(), self: smith });
    const again = await second.client("ada");
    expect(told(await again.getTask({ tenant: "", id: two }))).toMatchObject({
      state: "input required",
      data: { action: "counter", terms: { price: 55 } },
      history: [{ action: "propose" }, { action: "counter" }],
    });
    expect(told(await again.cancelTask({ tenant: "", id: two, metadata: undefined }))).toMatchObject({
      state: "canceled",
      outcome: { status: "withdrawn" },
    });
    const strict = await served({ self: smith });
    const eve = await strict.client("eve");
    const { id } = told(await eve.sendMessage(saying({ action: "propose", terms: { price: 40 } })));
    await expect(eve.cancelTask({ tenant: "", id, metadata: undefined })).rejects.toThrow(/not cancelable/);
    expect(told(await eve.getTask({ tenant: "", id })).state).toBe("input required");
  });

  it("is right after a restart, and goes on [AA-4]", async () => {
    const store = new MemoryStore();
    const first = await served({ rooms: new NegotiationRooms<any>({ store }), self: smith });
    const before = told(
      await (await first.client("ada")).sendMessage(saying({ action: "propose", terms: { price: 40 } })),
    );
    await first.close();
    const rooms = new NegotiationRooms<any>({ store, agentFor: sellerOf });
    const second = await served({ rooms, self: "smith" });
    await rooms.resume();
    const ada = await second.client("ada");
    expect(told(await ada.getTask({ tenant: "", id: before.id }))).toMatchObject({
      state: "input required",
      contextId: before.contextId,
      data: before.data,
    });
    const list = await ada.listTasks({
      tenant: "",
      contextId: before.contextId,
      status: 0,
      pageToken: "",
      statusTimestampAfter: undefined,
    });
    expect(list.tasks.map((task) => told(task).state)).toEqual(["input required"]);
    const last = told(await ada.sendMessage(saying({ action: "accept" }, { taskId: before.id })));
    expect(last).toMatchObject({ state: "completed", outcome: { status: "accepted", terms: { price: 55 } } });
  });

  it("of a room that is taken, or is none, is rejected, and no negotiation is made [AA-3]", async () => {
    const agent = await served({
      self: slow().party,
      roomOf: (contextId) => (contextId === "none" ? undefined : "r"),
    });
    const ada = await agent.client("ada");
    await ada.sendMessage(saying({ action: "propose", terms: { price: 40 } }, { returnImmediately: true }));
    const eve = await agent.client("eve");
    const busy = told(await eve.sendMessage(saying({ action: "propose", terms: { price: 40 } })));
    expect(busy).toMatchObject({
      state: "rejected",
      data: { code: "busy" },
      extension: { negotiationId: null },
    });
    const none = told(await eve.sendMessage(saying({ action: "propose", terms: 1 }, { contextId: "none" })));
    expect(none).toMatchObject({ state: "rejected", data: { code: "not_admitted" } });
    expect((await agent.rooms.list("eve", { status: "all" })).total).toBe(0);
  });

  it("has the conversation id of Index Network as its context there [AA-3]", async () => {
    const rooms = new NegotiationRooms<any>({
      rules: { preset: "index" },
      fallback: () => ({ action: "reject" }),
    });
    const suggestedRoles = { ownUser: "agent", otherUser: "patient" };
    const assessment = { reasoning: "MARK", suggestedRoles };
    const self = { id: "smith", kind: "system", agent: () => ({ action: "accept", assessment }) } as const;
    const agent = await served({ rooms, self: self as never, roomOf: () => "network" });
    const ada = await agent.client("ada");
    const last = await ada.sendMessage(
      saying({ action: "propose", assessment: { reasoning: "Fits.", suggestedRoles } }),
    );
    const { id, contextId, outcome } = told(last);
    expect(contextId).toBe(`${id}_conversation`);
    expect(outcome).toMatchObject({
      status: "accepted",
      agreedRoles: [{ userId: "ada", role: "agent" }, { userId: "smith" }],
    });
    expect(JSON.stringify(last)).not.toContain("MARK");
  });
});

describe("the extension", () => {
  it("is declared on the card, and echoed to who asks by header [AA-1] [AA-2]", async () => {
    const agent = await served({
      self: smith,
      offer: { turnCap: 6, presets: ["room"] },
      terms: { type: "object" },
    });
    const card = await (await fetch(`${agent.base}/.well-known/agent-card.json`)).json();
    expect(card.capabilities.extensions).toMatchObject([
      {
        uri: URI,
        params: {
          turnCap: 6,
          presets: ["room"],
          actions: expect.arrayContaining(["propose", "withdraw"]),
          moveSchema: { required: ["action"], properties: { terms: { type: "object" } } },
        },
      },
    ]);
    const ask = (extensions?: string) =>
      fetchAs("ada")(`${agent.base}/a2a/jsonrpc`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "a2a-version": "1.0",
          ...(extensions && { "a2a-extensions": extensions }),
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "SendMessage",
          params: {
            message: {
              messageId: `raw-${extensions ?? ""}`,
              role: "ROLE_USER",
              parts: [{ data: { action: "propose", terms: { price: 40 } }, mediaType: "application/json" }],
            },
          },
        }),
      });
    const echoed = await ask(`${URI}, urn:other`);
    expect(echoed.headers.get("a2a-extensions")).toBe(URI);
    const { result } = await echoed.json();
    expect(result.task.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
    expect(result.task.status.message.parts).toEqual([
      expect.objectContaining({ data: { action: "counter", terms: { price: 55 }, message: "Our cost." } }),
    ]);
    expect((await ask()).headers.get("a2a-extensions")).toBeNull();
  });

  it("is required of clients only where the host says so [AA-5]", async () => {
    const agent = await served({ self: smith, required: true });
    const ada = await agent.client("ada");
    const opening = saying({ action: "propose", terms: { price: 40 } });
    await expect(ada.sendMessage(opening)).rejects.toThrow(/required extensions/);
    const knowing = { serviceParameters: { "A2A-Extensions": URI } };
    expect(told(await ada.sendMessage(opening, knowing)).state).toBe("input required");
  });
});

describe("what a peer sends wrong", () => {
  it("in the name of our own side is refused as party_invalid, and no task is shown to it [BR-3] [BR-12] [AA-5]", async () => {
    const agent = await served({ self: smith });
    const opening = { action: "propose", terms: { price: 40 } };
    const { id } = told(await (await agent.client("ada")).sendMessage(saying(opening)));
    const self = await agent.client("smith");
    const lost = told(await self.sendMessage(saying(opening)));
    expect(lost).toMatchObject({ state: "input required", data: { code: "party_invalid" } });
    const again = told(await self.sendMessage(saying(opening, { taskId: lost.id })));
    expect(again).toMatchObject({ id: lost.id, data: { code: "party_invalid" } });
    await expect(self.getTask({ tenant: "", id })).rejects.toThrow(/not found/);
    await expect(self.sendMessage(saying({ action: "accept" }, { taskId: id }))).rejects.toThrow(/not found/);
    expect((await agent.rooms.list("smith", { status: "all" })).total).toBe(1);
    expect(agent.faults).toEqual([]);
  });

  it("never kills a task: text, malformed and illegal moves are answered, and the next good move works [AA-5] [BR-3]", async () => {
    const agent = await served({ self: smith });
    const ada = await agent.client("ada");
    const lost = told(await ada.sendMessage(saying(0, { parts: [text("I offer 40.")] })));
    expect(lost).toMatchObject({ state: "input required", data: { code: "malformed_body" } });
    expect(lost.data.moveSchema.required).toEqual(["action"]);
    const ids = { taskId: lost.id };
    const early = told(await ada.sendMessage(saying({ action: "accept" }, ids)));
    expect(early).toMatchObject({ state: "input required", data: { code: "must_propose" } });
    const first = told(await ada.sendMessage(saying({ action: "propose", terms: { price: 40 } }, ids)));
    expect(first).toMatchObject({
      id: lost.id,
      state: "input required",
      extension: { status: "countered", version: 1 },
    });
    const wrong: [object, string][] = [
      [{ action: "counter" }, "terms_required"],
      [{ action: "dance" }, "move_invalid"],
      [{ action: "withdraw" }, "action_not_allowed"],
      [{ action: "accept", expectedVersion: 0 }, "stale_version"],
      [{ action: "accept", expectedVersion: -1 }, "malformed_body"],
      [{ action: "accept", partyId: "smith" }, "forbidden_party"],
      [{ action: "accept", agentId: "phone" }, "forbidden_agent"],
    ];
    for (const [move, code] of wrong) {
      const answer = told(await ada.sendMessage(saying(move, ids)));
      expect(answer).toMatchObject({ state: "input required", data: { code }, extension: { version: 1 } });
      expect(answer.data.legal.actions).toContain("accept");
    }
    const forged = { metadata: { [URI]: { partyId: "smith" } } };
    const shouted = told(await ada.sendMessage(saying({ action: "accept" }, { ...ids, ...forged })));
    expect(shouted.data.code).toBe("forbidden_party");
    expect(told(await ada.sendMessage(saying({ action: "accept" }, ids))).state).toBe("completed");
    expect(agent.faults).toEqual([]);
  });

  it("is refused above the limits, taken at them, and kept nowhere [BR-6]", async () => {
    const agent = await served({ self: smith });
    const ada = await agent.client("ada");
    const nested = (depth: number): unknown => (depth === 0 ? 1 : { in: nested(depth - 1) });
    const { id } = told(await ada.sendMessage(saying({ action: "propose", terms: nested(31) })));
    const ids = { taskId: id };
    const sent = [
      [saying({ action: "counter", terms: nested(32) }, ids), "body_too_deep"],
      [saying({ action: "counter", terms: Array(1_001).fill(0) }, ids), "malformed_body"],
      [saying({ action: "counter", terms: "MARK".repeat(17_000) }, ids), "body_too_large"],
      [saying({ action: "accept" }, { ...ids, messageId: "m".repeat(129) }), "malformed_body"],
      [
        saying(
          { action: "accept" },
          { ...ids, parts: [part({ action: "accept" }), part({ action: "accept" })] },
        ),
        "malformed_body",
      ],
    ] as const;
    for (const [request, code] of sent) expect(told(await ada.sendMessage(request)).data.code).toBe(code);
    // Deeper than the SDK's own copies go: no answer of ours, and no harm.
    const deep = `${'{"in":'.repeat(9_000)}1${"}".repeat(9_000)}`;
    const body = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"deep","taskId":"${id}","role":"ROLE_USER","parts":[{"data":${deep}}]}}}`;
    const headers = { "content-type": "application/json", "a2a-version": "1.0" };
    const answer = await fetchAs("ada")(`${agent.base}/a2a/jsonrpc`, { method: "POST", headers, body });
    expect((await answer.text()).length).toBeLessThan(5_000);
    expect(JSON.stringify(await ada.getTask({ tenant: "", id }))).not.toContain("MARK");
    expect(told(await ada.sendMessage(saying({ action: "accept" }, ids))).state).toBe("completed");
  });

  it("is another's task: it does not exist for a stranger, in whatever way it is asked for [BR-4]", async () => {
    const agent = await served({ self: smith });
    const { id } = told(
      await (await agent.client("ada")).sendMessage(saying({ action: "propose", terms: { price: 40 } })),
    );
    const eve = await agent.client("eve");
    const missing = async (ask: () => Promise<unknown>, given: string) =>
      String(await ask().catch((error: Error) => error.message)).replaceAll(given, "ID");
    for (const one of [
      (taskId: string) => eve.getTask({ tenant: "", id: taskId }),
      (taskId: string) => eve.cancelTask({ tenant: "", id: taskId, metadata: undefined }),
      (taskId: string) => eve.sendMessage(saying({ action: "accept" }, { taskId })),
    ]) {
      const answer = await missing(() => one(id), id);
      expect(answer).toMatch(/Task not found/);
      expect(await missing(() => one("no-such-task"), "no-such-task")).toBe(answer);
    }
    expect(
      (
        await eve.listTasks({
          tenant: "",
          contextId: "",
          status: 0,
          pageToken: "",
          statusTimestampAfter: undefined,
        })
      ).tasks,
    ).toEqual([]);
    // Nor is what the caller negotiates with others than us in the same rooms.
    const aside = await agent.rooms.room("aside").createNegotiation("eve", "jones", { price: 1 });
    await expect(eve.getTask({ tenant: "", id: aside.id })).rejects.toThrow(/Task not found/);
    const nobody = await agent.client("");
    await expect(nobody.sendMessage(saying({ action: "propose", terms: { price: 1 } }))).rejects.toThrow();
    await expect(nobody.getTask({ tenant: "", id })).rejects.toThrow(/Task not found/);
    const self = await agent.client("smith");
    await expect(self.sendMessage(saying({ action: "accept" }, { taskId: id }))).rejects.toThrow(
      /Task not found/,
    );
  });
});

describe.each(["JSONRPC", "HTTP+JSON"] as const)("a list of tasks over %s", (transport) => {
  const all = { tenant: "", contextId: "", status: 0, pageToken: "", statusTimestampAfter: undefined };

  it("goes on where its pageToken says, and one that is none is the peer's mistake, not the host's fault [BR-3]", async () => {
    const agent = await served({ self: smith });
    const ada = await agent.client("ada", transport);
    const opened = async () =>
      told(await ada.sendMessage(saying({ action: "propose", terms: { price: 40 } }))).id;
    const ids = new Set([await opened(), await opened()]);
    const first = await ada.listTasks({ ...all, pageSize: 1 });
    const second = await ada.listTasks({ ...all, pageSize: 1, pageToken: first.nextPageToken });
    expect(new Set([...first.tasks, ...second.tasks].map(({ id }) => id))).toEqual(ids);
    const wrong = ["x", "\u0000", "x".repeat(10_000), `x${first.nextPageToken}`];
    // Those that became no negotiation (7) are listed by the store within.
    for (const [status, pageToken] of [...wrong.map((one) => [0, one] as const), [7, "x"] as const]) {
      const refused = await ada.listTasks({ ...all, status, pageToken }).catch((error) => error);
      expect([refused.name, String(refused.message).length < 100]).toEqual(["RequestMalformedError", true]);
    }
    const since = "1969-12-31T23:59:59Z";
    expect((await ada.listTasks({ ...all, statusTimestampAfter: since })).tasks).toHaveLength(2);
    expect(agent.faults).toEqual([]);
  });
});

describe("messages that come twice, or at once", () => {
  it("take effect once by their ids, openings and moves, also after a restart, and another move under an id is a conflict [BR-5]", async () => {
    const store = new MemoryStore();
    const make = () => new NegotiationRooms<any>({ store, rules: { oneActive: "none" }, agentFor: sellerOf });
    const first = await served({ rooms: make(), self: "smith" });
    const ada = await first.client("ada");
    const opening = saying({ action: "propose", terms: { price: 40 } }, { contextId: "m", messageId: "o" });
    const opened = told(await ada.sendMessage(opening));
    expect(told(await ada.sendMessage(opening))).toMatchObject({
      id: opened.id,
      state: "input required",
      extension: { duplicate: true },
    });
    expect(opened.extension).not.toHaveProperty("duplicate");
    // An id is its sender's own.
    const eve = await first.client("eve");
    expect(told(await eve.sendMessage(opening)).id).not.toBe(opened.id);
    const move = saying({ action: "counter", terms: { price: 50 } }, { taskId: opened.id, messageId: "o2" });
    await first.close();
    const second = await served({ rooms: make(), self: "smith" });
    const again = await second.client("ada");
    expect(told(await again.sendMessage(opening)).id).toBe(opened.id);
    const other = {
      ...opening,
      message: { ...opening.message!, parts: [part({ action: "propose", terms: { price: 1 } })] },
    };
    expect(told(await again.sendMessage(other)).data.code).toBe("command_conflict");
    expect(told(await again.sendMessage(move)).state).toBe("completed");
    expect(second.rooms.peek("m")!.getNegotiation(opened.id)?.turns).toHaveLength(4);
  });

  it("three at once with one expectedVersion: one is taken, two are told stale_version [AA-5]", async () => {
    const { party, go } = slow();
    const agent = await served({ self: party });
    const ada = await agent.client("ada");
    const opening = ada.sendMessage(saying({ action: "propose", terms: { price: 40 } }, { contextId: "m" }));
    await expect.poll(() => agent.rooms.peek("m")?.getActiveNegotiation()?.turns.length).toBe(1);
    await expect
      .poll(() => {
        try {
          go({ action: "counter", terms: { price: 60 } });
          return true;
        } catch {
          return false;
        }
      })
      .toBe(true);
    const { id } = told(await opening);
    const moves = [45, 46, 47].map((price) =>
      ada.sendMessage(saying({ action: "counter", terms: { price }, expectedVersion: 1 }, { taskId: id })),
    );
    await expect.poll(() => agent.rooms.peek("m")?.getNegotiation(id)?.turns.length).toBe(3);
    const refusals = async () => {
      const { history } = told(await ada.getTask({ tenant: "", id }));
      return history.filter((data) => data?.code === "stale_version").map(({ messageId }) => messageId);
    };
    await expect.poll(async () => new Set(await refusals()).size).toBe(2);
    go({ action: "counter", terms: { price: 58 } });
    const results = (await Promise.all(moves)).map(told);
    expect(results.map(({ state, extension }) => [state, extension.version])).toEqual(
      Array(3).fill(["input required", 3]),
    );
    expect(results.map(({ data }) => data.code ?? data.terms.price)).toEqual([
      58,
      "stale_version",
      "stale_version",
    ]);
    expect(agent.rooms.peek("m")!.getNegotiation(id)!.turns).toHaveLength(4);
    expect(told(await ada.getTask({ tenant: "", id })).data).toMatchObject({ terms: { price: 58 } });
  });

  it.each([0, 2, 32])(
    "each of several at once is told in its own answer what became of it, by an agent that takes %d turns of the loop [AA-5]",
    async (count) => {
      const counter = async () => {
        for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        return { action: "counter" as const, terms: { price: 60 } };
      };
      const agent = await served({ self: { id: "smith", kind: "system", agent: counter } });
      const ada = await agent.client("ada");
      const opening = saying({ action: "propose", terms: { price: 40 } }, { contextId: "m" });
      const { id } = told(await ada.sendMessage(opening));
      const countering = (price: number) => ({ action: "counter", terms: { price }, expectedVersion: 1 });
      const moves = [{ action: "dance" }, countering(45), countering(46), "I offer 47."].map((data) =>
        saying(data, { taskId: id }),
      );
      const answers = (await Promise.all(moves.map((move) => ada.sendMessage(move)))).map(told);
      const { terms } = agent.rooms.peek("m")!.getNegotiation(id)!.turns[2]!;
      const taken = (terms as { price: number }).price === 45 ? 1 : 2;
      const codes = ["move_invalid", "stale_version", "stale_version", "malformed_body"];
      answers.forEach(({ data }, at) => {
        const messageId = moves[at]!.message!.messageId;
        const said =
          at === taken ? { action: "counter", terms: { price: 60 } } : { code: codes[at], messageId };
        expect(data).toMatchObject(said);
      });
    },
  );
});

describe("close()", () => {
  it("lets go of what waits, and leaves the rooms running [BR-8]", async () => {
    const rooms = new NegotiationRooms<any>();
    const agent = await served({ rooms, self: slow().party });
    const ada = await agent.client("ada");
    const waiting = ada.sendMessage(saying({ action: "propose", terms: { price: 40 } }, { contextId: "m" }));
    await expect.poll(() => rooms.peek("m")?.getActiveNegotiation()?.id).toBeDefined();
    await agent.bridge.close();
    const { id } = told(await waiting);
    expect(rooms.peek("m")!.getNegotiation(id)?.status).toBe("proposed");
    expect(told(await ada.sendMessage(saying({ action: "propose", terms: { price: 1 } }))).data.code).toBe(
      "service_closed",
    );
  });
});
